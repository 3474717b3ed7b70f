package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Nodes whose kubelets do not report any more.
@Tag("e2e")
class SilentNodesTest {

    @TempDir Path folder;

    @Test
    void keepsToItsLimitsWhenNodesAreSilent() throws InterruptedException {
        var faults =
                new Faults(
                        Setup.whole()
                                .withFlags(Program.KWOK, "--node-lease-duration-seconds=4")
                                .withFlags(Program.CONTROLLERS, "--node-monitor-grace-period=8s"));
        try (var plane = faults.plane()) {
            var group = NodeGroup.create(plane, "silent", 6, 30);
            plane.await("30 pods to run", () -> group.running() == 30);
            var policy =
                    group.policy(Faults.TEMPLATE)
                            .replace("settle: 5s", "settle: 5s\n    unhealthyNodeGracePeriod: 20m");
            try (var replica = faults.start(folder, group, "a", plane.server(), policy)) {
                replica.awaitSays("turn nodes=");

                plane.component(Program.KWOK).pause();
                plane.await("all nodes to be silent", () -> group.ready() == 0);
                Thread.sleep(Duration.ofSeconds(8));
                assertThat(group.nodes()).hasSizeBetween(6, 12);
                plane.component(Program.KWOK).resume();

                plane.await("30 pods to run", () -> group.running() == 30 && group.ready() >= 6);
                faults.end(replica);
            }
        }
    }
}

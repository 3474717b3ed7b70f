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

    /// Each of the six silent nodes is replaced by one new node, and by no second one. A node that
    /// is not Ready counts until it is older than `provisionTimeout`.
    @Test
    void replacesEachSilentNodeOnce() throws InterruptedException {
        try (var faults = new Faults(quickToNotice(), NodeGroup.Managed.UTILISATION)) {
            var plane = faults.plane();
            var group = NodeGroup.create(plane, "silent", 6, 30);
            faults.laws().watch(group, 6, 12);
            plane.await("30 pods to run", () -> group.running() == 30);
            var policy =
                    group.policy(Faults.TEMPLATE)
                            .replace("maxNodes: 12", "maxNodes: 30")
                            .replace("settle: 5s", "settle: 5s\n    unhealthyNodeGracePeriod: 20m")
                            .replace("settle: 5s", "settle: 5s\n    provisionTimeout: 30s");
            try (var replica = faults.start(folder, group, "a", plane.server(), policy)) {
                replica.awaitSays("turn nodes=");

                Thread.sleep(Duration.ofSeconds(25));
                plane.component(Program.KWOK).pause();
                plane.await("all nodes to be silent", () -> group.ready() == 0);
                plane.await("six more nodes", () -> group.nodes().size() == 12);
                Thread.sleep(Duration.ofSeconds(8));
                assertThat(group.nodes()).hasSize(12);
                plane.component(Program.KWOK).resume();

                plane.await("30 pods to run", () -> group.running() == 30 && group.ready() >= 6);
                assertThat(replica.stopAndReplay().code()).isZero();
                faults.laws().mustHold(group);
            }
        }
    }

    /// More than three and more than 45% of the nodes are silent, so what is seen of them is in
    /// doubt: no node is added for pending pods, and none goes, until they report again.
    @Test
    void changesNoGroupManagedByPodsWhileMostNodesAreSilent() throws InterruptedException {
        try (var faults = new Faults(quickToNotice(), NodeGroup.Managed.PODS)) {
            var plane = faults.plane();
            var group = new NodeGroup(plane, "doubtful", NodeGroup.Managed.PODS).create(6, 30);
            faults.laws().watch(group, 6, 12);
            plane.await("30 pods to run", () -> group.running() == 30);
            var policy =
                    group.policy(Faults.TEMPLATE)
                            .replace("settle: 5s}", "settle: 5s, provisionTimeout: 15s}");
            try (var replica = faults.start(folder, group, "a", plane.server(), policy)) {
                replica.awaitSays("turn nodes=");

                Thread.sleep(Duration.ofSeconds(15));
                plane.component(Program.KWOK).pause();
                plane.await("all nodes to be silent", () -> group.ready() == 0);
                group.scale(60);
                plane.await("pods to wait", () -> group.pods().size() == 60);
                Thread.sleep(Duration.ofSeconds(8));
                assertThat(group.nodes()).hasSize(6);
                plane.component(Program.KWOK).resume();

                plane.await("60 pods to run", () -> group.running() == 60);
                assertThat(replica.stopAndReplay().code()).isZero();
                faults.laws().mustHold(group);
            }
        }
    }

    /// A node that does not report is not Ready after eight seconds.
    private static Setup quickToNotice() {
        return Setup.whole()
                .withFlags(Program.KWOK, "--node-lease-duration-seconds=4")
                .withFlags(Program.CONTROLLERS, "--node-monitor-grace-period=8s");
    }
}

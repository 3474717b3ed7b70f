package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.e2e.NodeGroup.Managed;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// The controller among faults of its replicas and of its provider.
@Tag("e2e")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ParameterizedClass(name = "of groups managed by {0}")
@EnumSource(Managed.class)
class ReplicaFaultsTest {

    @Parameter Managed managed;

    private Faults faults;
    private ControlPlane plane;

    @TempDir Path folder;

    @BeforeParameterizedClassInvocation
    void start() {
        faults = new Faults(Setup.whole(), managed);
        plane = faults.plane();
    }

    @AfterParameterizedClassInvocation
    void stop() {
        faults.close();
    }

    @Test
    void buysNothingTwiceWhenLeadersAreKilled() throws InterruptedException {
        var group = faults.group("crashed", 2, 30);
        for (int i = 1; i <= 4; i++) {
            int turn = i;
            try (var replica = faults.start(folder, group, "crash" + i, plane.server())) {
                replica.awaitSays("leads as");
                Thread.sleep(150L * turn);
                assertThat(replica.killAndReplay().code()).isZero();
            }
        }
        try (var replica = faults.start(folder, group, "last", plane.server())) {
            faults.awaitNeeded(group);
            faults.end(replica, group);
        }
    }

    /// The first replica has decided and remembered, but the provider was never asked.
    @Test
    void actsAfterALeaderThatHadOnlyDecided() {
        var group = faults.group("decided", 2, 30);
        var barrier = Barrier.againstOrders(plane);
        try (var replica = faults.start(folder, group, "first", plane.server())) {
            replica.awaitSays(Barrier.MESSAGE);
            assertThat(replica.killAndReplay().code()).isZero();
        }
        assertThat(group.nodes()).hasSize(2);
        barrier.lift();
        try (var replica = faults.start(folder, group, "second", plane.server())) {
            faults.awaitNeeded(group);
            faults.end(replica, group);
        }
    }

    /// The first replica has ordered nodes, which come 20 s later.
    @Test
    void ordersNothingAgainThatIsOnItsWay() {
        var group = faults.group("ordered", 2, 30);
        var policy = group.policy(Faults.TEMPLATE, "provider: {boot: 20s}");
        try (var replica = faults.start(folder, group, "first", plane.server(), policy)) {
            replica.awaitSays(group.loop() + " +");
            assertThat(replica.killAndReplay().code()).isZero();
        }
        assertThat(group.nodes()).hasSize(2);
        try (var replica = faults.start(folder, group, "second", plane.server(), policy)) {
            faults.awaitNeeded(group);
            faults.end(replica, group);
        }
    }

    @Test
    void letsOneOfTwoReplicasAct() {
        var group = faults.group("twins", 2, 8);
        try (var first = faults.start(folder, group, "first", plane.server())) {
            first.awaitSays("leads as");
            try (var second = faults.start(folder, group, "second", plane.server())) {
                second.awaitSays("runs on");
                assertThat(second.output()).doesNotContain("leads as");

                first.pause();
                group.scale(30);
                second.awaitSays("leads as");
                faults.awaitNeeded(group);
                first.resume();

                first.awaitSays("does not lead any more");
                assertThat(group.nodes()).hasSize(group.nodesFor(30));
                faults.end(second, group);
            }
            faults.end(first, group);
        }
    }

    @Test
    void givesUpMachinesThatFailAndOrdersThemLater() {
        var group = faults.group("soldout", 2, 30, 12);

        undelivered(group, "provider: {fails: out-of-stock}");
    }

    @Test
    void givesUpMachinesThatDoNotComeAndOrdersThemLater() {
        var group = faults.group("silent", 2, 30, 12);

        undelivered(group, "provider: {boot: 10000h}");
    }

    /// A second of the machine is a minute of the loops: they give up after five minutes, and order
    /// again after five more. New nodes look old by their clock, so they may order some more until
    /// these are Ready, within the maximum.
    private void undelivered(NodeGroup group, String provider) {
        var bad = longer(group.policy(Faults.TEMPLATE, provider));
        try (var replica = faults.start(folder, group, "a", plane.server(), bad, "--speed", "60")) {
            int more = group.nodesFor(30) - 2;
            replica.awaitSays(group.loop() + " +" + more);
            replica.awaitSays("cancel " + more);
            assertThat(group.nodes()).hasSize(2);

            replica.change(longer(group.policy(Faults.TEMPLATE)));
            replica.awaitSays("read again");
            plane.await("30 pods to run", () -> group.running() == 30);
            faults.end(replica, group);
        }
    }

    private static String longer(String policy) {
        return policy.replace("settle: 5s}", "settle: 5m, provisionTimeout: 5m}")
                .replace("settle: 5s\n", "settle: 5m\n    provisionTimeout: 5m\n");
    }
}

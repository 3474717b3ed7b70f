package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// The controller among faults of its replicas and of its provider.
@Tag("e2e")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplicaFaultsTest {

    private final Faults faults = new Faults();
    private final ControlPlane plane = faults.plane();

    @TempDir Path folder;

    @AfterAll
    void stop() {
        plane.close();
    }

    @Test
    void buysNothingTwiceWhenLeadersAreKilled() throws InterruptedException {
        var group = NodeGroup.create(plane, "crashed", 2, 30);
        for (int i = 1; i <= 4; i++) {
            int turn = i;
            try (var replica = faults.start(folder, group, "crash" + i, plane.server())) {
                replica.awaitSays("leads as");
                Thread.sleep(150L * turn);
                replica.kill();
            }
            assertThat(group.nodes()).hasSizeLessThanOrEqualTo(Faults.NEEDED);
        }
        try (var replica = faults.start(folder, group, "last", plane.server())) {
            faults.awaitNeeded(group);
            faults.end(replica);
        }
    }

    /// The first replica has decided and remembered, but the provider was never asked.
    @Test
    void actsAfterALeaderThatHadOnlyDecided() {
        var group = NodeGroup.create(plane, "decided", 2, 30);
        var barrier = Barrier.againstOrders(plane);
        try (var replica = faults.start(folder, group, "first", plane.server())) {
            replica.awaitSays(Barrier.MESSAGE);
            replica.kill();
        }
        assertThat(group.nodes()).hasSize(2);
        barrier.lift();
        try (var replica = faults.start(folder, group, "second", plane.server())) {
            faults.awaitNeeded(group);
            faults.end(replica);
        }
    }

    /// The first replica has ordered nodes, which come 20 s later.
    @Test
    void ordersNothingAgainThatIsOnItsWay() {
        var group = NodeGroup.create(plane, "ordered", 2, 30);
        var policy = group.policy(Faults.TEMPLATE, "provider: {boot: 20s}");
        try (var replica = faults.start(folder, group, "first", plane.server(), policy)) {
            replica.awaitSays("add 4");
            replica.kill();
        }
        assertThat(group.nodes()).hasSize(2);
        try (var replica = faults.start(folder, group, "second", plane.server(), policy)) {
            faults.awaitNeeded(group);
            faults.end(replica);
        }
    }

    @Test
    void letsOneOfTwoReplicasAct() {
        var group = NodeGroup.create(plane, "twins", 2, 8);
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
                assertThat(group.nodes()).hasSize(Faults.NEEDED);
                faults.end(second);
            }
            faults.end(first);
        }
    }

    @Test
    void givesUpMachinesThatDoNotComeAndReadsItsPolicyAgain() {
        var group = NodeGroup.create(plane, "soldout", 2, 30);
        var soldOut =
                group.policy(Faults.TEMPLATE, "provider: {fails: out-of-stock}")
                        .replace("settle: 5s", "settle: 5s\n    provisionTimeout: 5s");
        try (var replica = faults.start(folder, group, "a", plane.server(), soldOut)) {
            replica.awaitSays("cancel 4");
            assertThat(group.nodes()).hasSize(2);

            replica.change("groups: nonsense");
            replica.awaitSays("the policy before stays");
            replica.change(group.policy(Faults.TEMPLATE));
            replica.awaitSays("read again");
            faults.end(replica);
        }
    }
}

package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// The controller among faults. A group of 30 pods with 500m each needs 6 nodes of 4 cpu for a
/// utilisation of at most 70%. It never has more: nothing is bought twice.
@Tag("e2e")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ControllerFaultsTest {

    private static final int NEEDED = 6;
    private static final String TEMPLATE =
            "template: {allocatable: {cpu: 4, memory: 16Gi, pods: 110}}";

    private final ControlPlane plane = ControlPlane.start(Setup.whole());

    @TempDir Path folder;

    @AfterAll
    void stop() {
        plane.close();
    }

    @Test
    void goesOnWhenTheApiServerIsKilled() {
        var group = NodeGroup.create(plane, "killed", 2, 8);
        try (var replica = start(group, "a", plane.kubeconfig(User.ADMIN))) {
            plane.await("the first turn", () -> replica.says("turn nodes="));
            var server = plane.component(Program.API_SERVER);

            server.kill();
            plane.await("the loss to be noticed", () -> replica.says("no turn: "));
            server.restart();
            group.scale(30);

            awaitNeeded(group);
            end(replica);
        }
    }

    @Test
    void goesOnWhenEtcdStalls() throws InterruptedException {
        var group = NodeGroup.create(plane, "stalled", 2, 30);
        var etcd = plane.component(Program.ETCD);
        try (var replica = start(group, "a", plane.kubeconfig(User.ADMIN))) {
            plane.await("the first turn", () -> replica.says("turn nodes="));

            etcd.pause();
            Thread.sleep(Duration.ofSeconds(12));
            etcd.resume();

            awaitNeeded(group);
            end(replica);
        }
    }

    @Test
    void goesOnWhenItsConnectionsAreCut() throws Exception {
        var group = NodeGroup.create(plane, "cut", 2, 8);
        try (var proxy = new TcpProxy(plane.server());
                var replica = start(group, "a", plane.kubeconfig(User.ADMIN, proxy.server()))) {
            plane.await("the first turn", () -> replica.says("turn nodes="));

            proxy.cut();
            group.scale(30);
            proxy.cut();

            awaitNeeded(group);
            end(replica);
        }
    }

    @Test
    void buysNothingTwiceWhenLeadersAreKilled() throws InterruptedException {
        var group = NodeGroup.create(plane, "crashed", 2, 30);
        for (int i = 1; i <= 4; i++) {
            int turn = i;
            try (var replica = start(group, "crash" + i, plane.kubeconfig(User.ADMIN))) {
                plane.await("a leader", () -> replica.says("leads as"));
                Thread.sleep(150L * turn);
                replica.kill();
            }
            assertThat(group.nodes()).hasSizeLessThanOrEqualTo(NEEDED);
        }
        try (var replica = start(group, "last", plane.kubeconfig(User.ADMIN))) {
            awaitNeeded(group);
            end(replica);
        }
    }

    @Test
    void letsOneOfTwoReplicasAct() {
        var group = NodeGroup.create(plane, "twins", 2, 8);
        try (var first = start(group, "first", plane.kubeconfig(User.ADMIN))) {
            plane.await("a leader", () -> first.says("leads as"));
            try (var second = start(group, "second", plane.kubeconfig(User.ADMIN))) {
                plane.await("the second to wait", () -> second.says("runs on"));
                assertThat(second.output()).doesNotContain("leads as");

                first.pause();
                group.scale(30);
                plane.await("the second to lead", () -> second.says("leads as"));
                awaitNeeded(group);
                first.resume();

                plane.await("the first to notice", () -> first.says("does not lead any more"));
                assertThat(group.nodes()).hasSize(NEEDED);
                end(second);
            }
            end(first);
        }
    }

    @Test
    void givesUpMachinesThatDoNotComeAndReadsItsPolicyAgain() {
        var group = NodeGroup.create(plane, "soldout", 2, 30);
        var soldOut =
                group.policy(TEMPLATE, "provider: {fails: out-of-stock}")
                        .replace("settle: 5s", "settle: 5s\n    provisionTimeout: 5s");
        try (var replica = start(group, "a", plane.kubeconfig(User.ADMIN), soldOut)) {
            plane.await("the machines to be given up", () -> replica.says("give up"));
            assertThat(group.nodes()).hasSize(2);

            replica.change("groups: nonsense");
            plane.await("the mistake", () -> replica.says("the policy before stays"));
            replica.change(group.policy(TEMPLATE));
            plane.await("the new policy", () -> replica.says("read again"));
            end(replica);
        }
    }

    /// The group gets the nodes that it needs, and at no time more.
    private void awaitNeeded(NodeGroup group) {
        plane.await(
                "nodes of " + group.name(),
                () -> {
                    int nodes = group.nodes().size();
                    assertThat(nodes).isLessThanOrEqualTo(NEEDED);
                    return nodes == NEEDED && group.running() == 30;
                });
    }

    private Replica start(NodeGroup group, String name, Path kubeconfig) {
        return start(group, name, kubeconfig, group.policy(TEMPLATE));
    }

    private Replica start(NodeGroup group, String name, Path kubeconfig, String policy) {
        return Replica.start(
                folder.resolve(group.name() + "-" + name),
                kubeconfig,
                policy,
                "--namespace",
                group.name());
    }

    private void end(Replica replica) {
        assertThat(replica.stop()).isZero();
        assertThat(Replica.run(folder, "replay", replica.journal().toString())).endsWith("exit 0");
    }
}

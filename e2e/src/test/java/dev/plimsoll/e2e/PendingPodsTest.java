package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.e2e.NodeGroup.Managed;
import dev.plimsoll.formats.JsonTree;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Groups that grow for pending pods on a real control plane: the real scheduler binds the pods,
/// and nodes whose pods fit elsewhere are drained within disruption budgets and removed.
@Tag("e2e")
@Tag("smoke")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PendingPodsTest {

    private static final String SLACK = "slack: {rate: 25%, granularity: 8}\n";

    private final Faults faults = new Faults(Setup.whole(), Managed.PODS);
    private final ControlPlane plane = faults.plane();

    @TempDir Path folder;

    @AfterAll
    void stop() {
        faults.close();
    }

    /// The budget wants 7 Ready pods, which are the pods of one node. A node is drained only if it
    /// allows to evict all pods of the node.
    @Test
    void growsForPendingPodsAndShrinksWithTheLoad() {
        var timeline = new Timeline();
        var group = faults.group("shop", 1, 30, 4);
        try (var replica = start(group, "")) {
            timeline.note("30 pods need 15 cpu, one node of 4 cpu is there");
            plane.await("30 pods to run", () -> group.running() == 30);
            timeline.note("all pods run on " + group.ready() + " Ready nodes");
            assertThat(group.nodes()).hasSize(4);

            group.scale(7);
            plane.await("23 pods to go", () -> group.running() == 7);
            timeline.note("the load falls to 7 pods, and the budget allows to evict none");
            plane.await("a budget that keeps nodes", () -> isKeptByABudget(replica));
            assertThat(group.nodes()).hasSize(4);

            group.keepAvailable(4);
            timeline.note("the budget allows to evict 3 pods at a time");
            plane.await("nodes to go", () -> group.nodes().size() == 1);
            timeline.note("one node is left");
            plane.await("7 pods to run", () -> group.running() == 7);
            timeline.note("all pods run on it");
            assertThat(replica.output())
                    .contains("evict ")
                    .contains("is removed: it is drained and empty");
            faults.end(replica, group);
        }
    }

    /// At rest, a quarter of two nodes of 4 cpu is free, which is room for four pods of half a cpu.
    @Test
    void startsAPodInTheRoomThatIsKeptFree() {
        var group = faults.group("kept", 2, 12, 3);
        try (var replica = start(group, SLACK)) {
            plane.await("12 pods to run", () -> group.running() == 12);
            replica.awaitSays("turn nodes=");
            assertThat(group.nodes()).hasSize(2);

            group.scale(16);
            plane.await("16 pods to run", () -> group.running() == 16);
            assertThat(nodesWithPods(group)).isEqualTo(2);
            plane.await("the room to be kept again", () -> group.ready() == 3);
            faults.end(replica, group);
        }
    }

    private Replica start(NodeGroup group, String sections, String... more) {
        return faults.start(
                folder, group, "a", plane.server(), group.policy(Faults.TEMPLATE) + sections, more);
    }

    private static boolean isKeptByABudget(Replica replica) {
        return replica.get("/metrics")
                .lines()
                .anyMatch(line ->
                        line.startsWith("plimsoll_reasons_total")
                                && line.contains("rule=\"budget-exhausted\""));
    }

    /// The number of nodes on which the pods of a group run.
    private static long nodesWithPods(NodeGroup group) {
        return group.pods().stream()
                .map(pod -> JsonTree.text(pod, "spec", "nodeName"))
                .distinct()
                .count();
    }
}

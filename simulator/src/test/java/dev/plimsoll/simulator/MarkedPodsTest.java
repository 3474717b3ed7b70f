package dev.plimsoll.simulator;

import static dev.plimsoll.simulator.Village.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.PodConstraints;
import dev.plimsoll.cluster.PodTerm;
import dev.plimsoll.cluster.Reserve;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.groups.GroupPolicy;
import dev.plimsoll.groups.GroupPolicy.Manage;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.scaling.Past;
import dev.plimsoll.scaling.Policy;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.scaling.Scaling;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Selector;
import dev.plimsoll.slack.Placeholder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Room for marked pods on the embedded cluster, whose scheduler does not see placeholders.
class MarkedPodsTest {

    private static final Duration EVERY = Duration.ofSeconds(30);
    private static final Labels POOL = Labels.of("pool", "blue");

    private final EmbeddedCluster world = scenario().checkedWorld(NOON, 1);
    private final Policy policy = policy();
    private final List<Integer> pending = new ArrayList<>();
    private Past past = Past.NONE;
    private List<Outcome> last = List.of();
    private List<Placeholder> placeholders = List.of();
    private int turn;

    /// R8 of the source: no two of these pods can be on one node. The second pod starts at once
    /// where the placeholder was, and the placeholder gets a seat on a third node.
    @Test
    void aPlaceholderKeepsAwayFromTheRealPodThatTakesItsNode() {
        run(40);
        assertThat(seats()).hasSize(1);
        assertThat(nodesWithPods()).hasSize(1).doesNotContainAnyElementsOf(seats());
        var before = seats();

        pending.clear();
        run(40);

        assertThat(pending).as("pods that waited for a node").containsOnly(0);
        assertThat(nodesWithPods()).hasSize(2).containsAll(before);
        assertThat(seats()).hasSize(1).doesNotContainAnyElementsOf(nodesWithPods());
        assertThat(world.observe().nodes()).hasSize(3);
    }

    /// One pod, and a second one in the middle between two turns.
    private static Scenario scenario() {
        var size = Resources.of(new Cpu(4_000), Bytes.mebibytes(8_192)).with(Resources.PODS, 20);
        var group =
                new Group(
                        "blue",
                        POOL,
                        1,
                        new Limits(0, 6),
                        new Template(size, POOL, List.of()),
                        new Price.Known(new Money(200_000_000L), "the scenario"));
        return new Scenario(
                "",
                List.of(group),
                List.of(new Workload.Fixed("lone", lone(), 1, 1)),
                Village.daemon(),
                List.of(new Incident.Scaling(Duration.ofSeconds(1_270), "lone", 2)));
    }

    private static Shape lone() {
        var term =
                new PodTerm(
                        List.of("shop"),
                        Selector.nothing(),
                        new Selector.AllOf(List.of(Requirement.in("app", "lone"))),
                        Node.HOSTNAME);
        var placement =
                new Shape.Placement(
                        Labels.NONE,
                        new Affinity.Anywhere(),
                        List.of(),
                        new PodConstraints(List.of(), List.of(term), List.of()),
                        List.of(),
                        List.of(),
                        List.of());
        return Village.shape(1_000, Owner.REPLICA_SET, placement, 0)
                .with(Labels.of("app", "lone"))
                .with(new Reserve.Placeholders(1));
    }

    private static Policy policy() {
        var groups = new TreeMap<String, GroupPolicy>();
        groups.put("blue", new GroupPolicy(Manage.PODS, new Limits(0, 6), Standing.EXISTS));
        return Policy.DEFAULT.with(groups);
    }

    private void run(int turns) {
        for (int i = 0; i < turns; i++) {
            var now = NOON.plus(EVERY.multipliedBy(++turn));
            world.advanceTo(now);
            var seen = world.observe();
            pending.add(seen.pending().size());
            var answer = new Scaling().answer(new Question<>(seen, policy, past, last, now, 0));
            remember(answer.details(), answer.decision().remember());
            last = world.act(answer.decision().plan());
        }
    }

    private void remember(Proposal proposal, Past next) {
        placeholders = proposal.placeholders();
        past = next;
    }

    /// The nodes of the placeholders that have one.
    private List<String> seats() {
        return placeholders.stream().filter(Placeholder::isHeld).map(Placeholder::node).toList();
    }

    /// The nodes with a pod that keeps apart.
    private List<String> nodesWithPods() {
        return world.observe().nodes().stream()
                .filter(node ->
                        node.pods().stream().anyMatch(pods -> !pods.shape().constraints().isAny()))
                .map(Node::name)
                .toList();
    }
}

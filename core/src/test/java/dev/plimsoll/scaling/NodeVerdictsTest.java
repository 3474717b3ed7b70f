package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Reserve;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import dev.plimsoll.scaling.LoopWorld.Scheduler;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Every node that stays has one reason, and all views of a decision have the same.
class NodeVerdictsTest {

    /// Rules that keep nodes in some of the clusters, so that no law holds for want of cases.
    private static final List<String> FOUND =
            List.of(
                    "being-replaced",
                    "budget-exhausted",
                    "consolidation-off",
                    "disruption-window",
                    "drain-limit",
                    "fits-nowhere-else",
                    "group-at-minimum",
                    "group-grows",
                    "group-settling",
                    "group-settling-room",
                    "node-utilised",
                    "not-in-service",
                    "pod-not-safe-to-evict",
                    "pod-with-local-storage",
                    "pod-without-owner",
                    "pods-coming",
                    "room-needs-node",
                    "scale-down-off",
                    "unneeded");

    private final TreeMap<String, Integer> found = new TreeMap<>();

    @Test
    void allViewsOfADecisionHaveTheSameReasonForANode() {
        Seeds.forAll(random -> {
            var any = new AnyLoop(random).withLimits(random);
            var loop = new ClosedLoop(any, Scheduler.SPREADS, random.split());
            loop.eachTurn(this::check);
            loop.run(Duration.ofMinutes(90));
        });
        assertThat(found.keySet()).containsAll(FOUND);
        assertThat(found.values().stream().mapToInt(Integer::intValue).sum()).isGreaterThan(10_000);
    }

    private void check(Cluster seen, Answer<Past, Proposal> answer) {
        var why = answer.details().whyStay();
        var counts = new TreeMap<String, Integer>();
        for (var node : seen.nodes()) {
            var all = NodeCase.of(answer.details(), node.name()).orElseThrow().reasons();
            if (!why.containsKey(node.name())) {
                assertThat(drains(node, answer)).as(node.name()).isTrue();
                assertThat(all).isEmpty();
            } else {
                assertThat(all.getFirst()).isEqualTo(why.get(node.name()));
                assertThat(all).as("none twice").doesNotHaveDuplicates();
                all.forEach(NodeVerdictsTest::readsWhole);
                counts.merge(all.getFirst().rule().code(), 1, Integer::sum);
            }
        }
        assertThat(counts).isEqualTo(counted(answer));
        counts.forEach((rule, nodes) -> found.merge(rule, nodes, Integer::sum));
    }

    /// Whether the node drains, or is drained by this decision.
    private static boolean drains(Node node, Answer<Past, Proposal> answer) {
        return RemovalDraft.isEmptied(node)
                || answer.decision().plan().steps().stream()
                        .anyMatch(step ->
                                step instanceof Step.DrainNode(var name, _)
                                        && name.equals(node.name()));
    }

    /// The numbers of nodes in the reasons of the decision, by rule.
    private static Map<String, Integer> counted(Answer<Past, Proposal> answer) {
        var counts = new TreeMap<String, Integer>();
        answer.details()
                .stays()
                .forEach(one -> counts.merge(one.why().rule().code(), one.nodes(), Integer::sum));
        for (var reason : answer.decision().reasons()) {
            var rule = reason.rule().code();
            if (rule.equals("drain-limit") || rule.equals("disruption-window")) {
                counts.merge(rule, nodes(reason), Integer::sum);
            }
        }
        return counts;
    }

    private static int nodes(Reason reason) {
        return reason.facts().stream()
                .filter(fact -> fact.name().equals("nodes"))
                .map(Fact::text)
                .mapToInt(Integer::parseInt)
                .sum();
    }

    private static void readsWhole(Reason reason) {
        assertThat(reason.sentence()).isNotBlank().doesNotContain("{", "}", "  ");
    }

    @Test
    void theReasonOfEveryNodeNamesThePodThatFitsNowhereElse() {
        var nodes = new ArrayList<Node>();
        for (int i = 1; i <= 3; i++) {
            var database = in("zone", "z" + i, pods(1, "db-" + i, "1", "1Gi"));
            nodes.add(node("n" + i, "pool=small,zone=z" + i, "4", "16Gi", database));
        }
        var cluster = Cluster.of(nodes, List.of(), List.of(group("small", 9, "0.2").with(3)));

        var details = Village.answer(cluster, Policy.DEFAULT).details();

        var refused = "the node does not match node selector zone=z";
        assertThat(details.stays())
                .extracting(one -> one.why().sentence())
                .containsExactly(
                        "shop/db-1 of n1 fits on no other node; n2: "
                                + refused
                                + "1; 1 more of 2 nodes refuses it alike; 2 more nodes have such a"
                                + " pod");
        assertThat(details.whyStay().values())
                .extracting(Reason::sentence)
                .containsExactly(
                        refusal("db-1", "n1", "n2", "z1"),
                        refusal("db-2", "n2", "n1", "z2"),
                        refusal("db-3", "n3", "n1", "z3"));
    }

    private static String refusal(String pod, String node, String other, String zone) {
        return "shop/%s of %s fits on no other node; %s: the node does not match node selector zone=%s; 1 more of 2 nodes refuses it alike"
                .formatted(pod, node, other, zone);
    }

    private static Pods in(String label, String value, Pods pods) {
        var there = Labels.of(label, value);
        return pods.as(pods.shape().with(new Placement(there, new Affinity.Anywhere(), List.of())));
    }

    /// A placeholder is no pod, and its name says little.
    @Test
    void saysWhatAPlaceholderIsForThatFitsOnNoOtherNode() {
        var marked =
                pods(1, "web", "3", "1Gi")
                        .as(pods(1, "web", "3", "1Gi").shape().with(new Reserve.Placeholders(1)));
        var nodes =
                List.of(
                        node("a", "pool=small", "4", "16Gi", marked),
                        node("b", "pool=small", "4", "16Gi", pods(1, "p", "500m", "1Gi")),
                        node("c", "pool=small", "4", "16Gi", pods(1, "q", "2500m", "1Gi")));
        var cluster = Cluster.of(nodes, List.of(), List.of(group("small", 3, "0.2").with(3)));

        var why = Village.answer(cluster, Policy.DEFAULT).details().whyStay();

        assertThat(Objects.requireNonNull(why.get("b")).sentence())
                .isEqualTo(
                        "a placeholder for shop/web on b fits on no other node; a: insufficient"
                                + " cpu: requests 3, 1 available; 1 more of 2 nodes refuses it"
                                + " alike");
    }

    /// Off, or in a cluster with many nodes that are not Ready.
    @Test
    void allNodesHaveAReasonIfNoneMayGo() {
        var nodes = new ArrayList<Node>();
        for (int i = 1; i <= 5; i++) {
            nodes.add(node("n" + i, "pool=small", "4", "16Gi").withReady(i == 1));
        }
        var cluster = Cluster.of(nodes, List.of(), List.of(group("small", 5, "0.2").with(5)));

        var why = Village.answer(cluster, Policy.DEFAULT).details().whyStay();

        assertThat(why).hasSize(5);
        assertThat(why.values())
                .extracting(Reason::sentence)
                .startsWith("n1 stays because too many nodes are not Ready");
    }
}

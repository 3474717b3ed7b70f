package dev.plimsoll.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.checker.Checker;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Step;
import dev.plimsoll.packing.Packing.Placed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Asks the checker, which shares no code with the decider, about every place of a plan: those of
/// pending pods and placeholders on existing and new nodes, and those of the pods of nodes that may
/// go.
final class IndependentJudge {

    private final Proposal proposal;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private int named;

    private IndependentJudge(Proposal proposal) {
        this.proposal = proposal;
    }

    static void check(Answer<Past, Proposal> answer) {
        var judge = new IndependentJudge(answer.details());
        judge.checkPurchase();
        judge.checkMoves();
        judge.checkDrains(answer);
    }

    private void checkPurchase() {
        var packing = proposal.packing();
        if (packing.placed().isEmpty()) {
            return;
        }
        proposal.facts().nodesWithRoom().forEach(node -> nodes.put(node.name(), node));
        packing.opened().forEach(one -> nodes.put(one.node(), one.offer().node(one.node())));
        accepts(packing.placed());
    }

    /// The nodes go one after the other. An empty one still counts as a domain of topology spread,
    /// unless it was draining before, and so does one that is starting.
    private void checkMoves() {
        nodes.clear();
        for (var node : proposal.nodesWithRoom()) {
            var seen = proposal.facts().cluster().node(node.name());
            if (seen != null && seen.isActive()) {
                nodes.put(node.name(), node);
            }
        }
        proposal.places()
                .forEach((name, places) -> {
                    if (!places.isEmpty()) {
                        nodes.computeIfPresent(name, (_, node) -> leaving(node));
                        accepts(places);
                        places.forEach(this::bind);
                    }
                });
    }

    /// Every pod that a drain moves has a place.
    private void checkDrains(Answer<Past, Proposal> answer) {
        for (var step : answer.decision().plan().steps()) {
            if (step instanceof Step.DrainNode(var name, var why) && Emptying.isForLessCost(why)) {
                var node = proposal.facts().cluster().node(name);
                var places = proposal.places().get(name);
                if (node == null || places == null) {
                    throw new AssertionError("no places of the pods of " + name);
                }
                assertThat(counts(places))
                        .as("places of the pods of %s", name)
                        .isEqualTo(needy(node));
            }
        }
    }

    private static Map<Shape, Integer> needy(Node node) {
        var counts = new TreeMap<Shape, Integer>();
        Moves.needy(node).forEach(pods -> counts.merge(pods.shape(), pods.count(), Integer::sum));
        return counts;
    }

    /// Placeholders move too.
    private static Map<Shape, Integer> counts(List<Placed> places) {
        var counts = new TreeMap<Shape, Integer>();
        for (var one : places) {
            if (!one.shape().namespace().equals("plimsoll.dev")) {
                counts.merge(one.shape(), one.count(), Integer::sum);
            }
        }
        return counts;
    }

    private static Node leaving(Node node) {
        var rest =
                node.pods().stream().filter(pods -> pods.shape().owner().staysWithNode()).toList();
        return node.with(rest);
    }

    private void bind(Placed one) {
        nodes.computeIfPresent(one.node(), (_, node) -> with(node, one));
    }

    private static Node with(Node node, Placed one) {
        var pods = new ArrayList<>(node.pods());
        pods.add(new Pods(one.shape(), one.count(), ""));
        return node.with(pods);
    }

    private void accepts(List<Placed> places) {
        var objects = new ArrayList<Map<String, Object>>();
        nodes.values().forEach(node -> add(node, objects));
        var placed = new ArrayList<Checker.Placed>();
        for (var one : places) {
            for (int i = 0; i < one.count(); i++) {
                var pod = KubernetesObjects.pod(one.shape(), "pod-" + ++named);
                placed.add(new Checker.Placed(pod, one.node()));
            }
        }
        assertThat(Checker.problems(objects, placed)).as("%s", places).isEmpty();
    }

    private void add(Node node, List<Map<String, Object>> objects) {
        objects.add(KubernetesObjects.node(node));
        for (var pods : node.pods()) {
            for (int i = 0; i < pods.count(); i++) {
                objects.add(KubernetesObjects.bound(pods.shape(), "pod-" + ++named, node.name()));
            }
        }
    }
}

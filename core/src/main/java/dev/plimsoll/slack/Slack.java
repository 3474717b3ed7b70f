package dev.plimsoll.slack;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape.Stage;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Answering;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The decider that keeps room free: how much, and on which nodes. It takes no steps. The formulas
/// and their source are in the package comment, the rules in [Rules].
public final class Slack implements Answering<SlackSeen, SlackPolicy, SlackPast, HeldSlack> {

    @Override
    public List<Rule> rules() {
        return Rules.ALL;
    }

    @Override
    public Answer<SlackPast, HeldSlack> answer(
            Question<SlackSeen, SlackPolicy, SlackPast> question) {
        var seen = question.seen();
        var cluster = seen.cluster();
        var nodeFit = NodeFit.of(cluster.nodes(), cluster);
        var wanted = WantedSlack.of(seen, question.policy());
        var reasons = new ArrayList<>(wanted.reasons());
        reasons.addAll(placePending(seen, nodeFit));
        var held = hold(wanted, question.past(), seen, nodeFit);
        reasons.addAll(held.reasons());
        return new Answer<>(
                new Decision<>(Plan.nothing(), reasons, held.remember(), Decision.NEVER), held);
    }

    /// Gives the wanted placeholders their places.
    ///
    /// @param past keeps placeholders where they were
    /// @param nodeFit of the nodes of the cluster, in their order, with all real pods, also with
    ///   pending pods that have a place; it gets the placeholders too
    public static HeldSlack hold(
            WantedSlack wanted, SlackPast past, SlackSeen seen, NodeFit nodeFit) {
        var nodes = seen.cluster().nodes();
        if (nodeFit.size() != nodes.size()) {
            throw new IllegalArgumentException(
                    "the fit has " + nodeFit.size() + " nodes, the cluster " + nodes.size());
        }
        var seating = new Seating(wanted, past, nodes, nodeFit);
        seating.seat();
        var placeholders = seating.placeholders();
        var resources = wanted.extra().names();
        var held = held(placeholders, resources);
        var cost = cost(placeholders, resources, seen);
        var reasons = new PlaceReasons(placeholders, seating, nodeFit).all(past, held, cost);
        return new HeldSlack(wanted, placeholders, held, cost, reasons);
    }

    private static Resources held(List<Placeholder> placeholders, List<String> resources) {
        var held = Resources.NONE;
        for (var resource : resources) {
            long sum = 0;
            for (var placeholder : placeholders) {
                if (placeholder.isHeld()) {
                    sum = Math.addExact(sum, placeholder.shape().requests().asked(resource));
                }
            }
            held = held.with(resource, sum);
        }
        return held;
    }

    private static SlackCost cost(
            List<Placeholder> placeholders, List<String> resources, SlackSeen seen) {
        var cost = SlackCost.NONE;
        if (seen.prices().isEmpty()) {
            return cost;
        }
        for (var placeholder : placeholders) {
            var node = placeholder.isHeld() ? seen.cluster().node(placeholder.node()) : null;
            if (node != null) {
                cost = cost.plus(placeholder.shape().requests(), node, seen.prices(), resources);
            }
        }
        return cost;
    }

    /// Pending pods come before placeholders: those of the highest priority first, then the largest
    /// by their cpu and memory, each on the first node that takes it.
    static List<Reason> placePending(SlackSeen seen, NodeFit nodeFit) {
        var nodes = seen.cluster().nodes();
        int left = 0;
        var example = "";
        for (var pods : inOrder(seen.cluster().pending())) {
            var shapeFit = nodeFit.shapeFit(pods.shape());
            int count = pods.count();
            for (int node = 0; node < nodes.size() && count > 0; ) {
                boolean isOpen = nodes.get(node).isActive() && nodes.get(node).ready();
                if (isOpen && shapeFit.fits(node)) {
                    shapeFit.change(node, 1);
                    count--;
                } else {
                    node++;
                }
            }
            example = left == 0 && count > 0 ? pods.example() : example;
            left = Math.addExact(left, count);
        }
        return left == 0
                ? List.of()
                : List.of(Reason.because(Rules.PENDING_LEFT, example, fact("pods", left)));
    }

    private static List<Pods> inOrder(List<Pods> pending) {
        return pending.stream()
                .filter(pods -> pods.shape().stage() == Stage.STAYING)
                .sorted(
                        Comparator.comparingLong((Pods pods) ->
                                        Integer.MAX_VALUE - (long) pods.shape().priority())
                                .thenComparingLong(
                                        pods -> -pods.shape().requests().asked(Resources.CPU))
                                .thenComparingLong(
                                        pods -> -pods.shape().requests().asked(Resources.MEMORY))
                                .thenComparing(Pods::shape))
                .toList();
    }
}

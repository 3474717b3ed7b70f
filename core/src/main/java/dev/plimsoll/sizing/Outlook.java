package dev.plimsoll.sizing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step;
import java.util.ArrayList;
import java.util.List;

/// The pending pods of a group, and what its plan does for them.
///
/// @param pods the pending pods of the group
/// @param left those that have no place on its nodes when the plan is done, as far as is known
public record Outlook(List<Pods> pods, List<Pods> left) {

    public Outlook {
        pods = List.copyOf(pods);
        left = List.copyOf(left);
    }

    public static Outlook of(Question<Seen, Policy, Past> question, Plan plan) {
        var facts = new SizingFacts(question);
        var pods = new ArrayList<>(facts.pending);
        pods.addAll(facts.unholdable);
        int count = facts.pending.stream().mapToInt(Pods::count).sum();
        var nodes = new ArrayList<>(facts.byState.ready());
        int opened = 0;
        for (var step : plan.steps()) {
            switch (step) {
                case Step.UndrainNode(var name) ->
                        facts.byState.draining().stream()
                                .filter(node -> node.name().equals(name))
                                .forEach(node -> nodes.add(node.inService()));
                case Step.DrainNode(var name, _) ->
                        nodes.removeIf(node -> node.name().equals(name));
                case Step.ResizeGroup(_, int from, int to, _) -> opened = to - from;
                case Step.GiveUp _,
                        Step.RemoveNode _,
                        Step.EvictPods _,
                        Step.UseBatch _,
                        Step.RunReplicas _ -> {}
            }
        }
        if (facts.variants.isOne() || facts.variants.isChosen()) {
            nodes.addAll(facts.arriving(count));
            nodes.addAll(named(facts, plan, opened, count));
        } else {
            int machines = facts.byState.arriving() + opened;
            nodes.addAll(facts.byState.starting().stream().map(Node::inService).toList());
            nodes.addAll(facts.machines("new-", count, machines));
        }
        var left = new ArrayList<>(facts.unholdable);
        boolean isUnknown = opened > 0 && !facts.template.isKnown();
        if (!isUnknown) {
            left.addAll(new PodPlaces(nodes, List.of()).place(facts.pending, facts.whole()));
        }
        return new Outlook(pods, left);
    }

    /// The machines that the plan orders: those that it names, else any.
    private static List<Node> named(SizingFacts facts, Plan plan, int opened, int count) {
        var nodes = new ArrayList<Node>();
        for (var step : plan.steps()) {
            if (step instanceof Step.ResizeGroup(_, _, _, var in)) {
                for (var one : in) {
                    facts.variants.kinds().stream()
                            .filter(kind -> kind.key().equals(one.variant()))
                            .forEach(kind -> {
                                for (int i = 0; i < Math.min(one.nodes(), count); i++) {
                                    var name = "new-" + nodes.size();
                                    nodes.add(facts.newNode(name, kind.template()));
                                }
                            });
                }
            }
        }
        return nodes.isEmpty() ? facts.machines("new-", count, opened) : nodes;
    }
}

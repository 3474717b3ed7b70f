package dev.plimsoll.sizing;

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
        nodes.addAll(facts.arriving(count));
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
        for (int i = 0; i < opened && i < count && facts.template.isKnown(); i++) {
            nodes.add(facts.newNode("new-" + i));
        }
        var left = new ArrayList<>(facts.unholdable);
        boolean isUnknown = opened > 0 && !facts.template.isKnown();
        if (!isUnknown) {
            left.addAll(new PodPlaces(nodes, List.of()).place(facts.pending, facts.whole()));
        }
        return new Outlook(pods, left);
    }
}

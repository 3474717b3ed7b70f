package dev.plimsoll.sizing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.GroupPast.Timers;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Rule.Effect;
import dev.plimsoll.decision.Step;
import dev.plimsoll.sizing.Past.Moved;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// A decision in the making.
final class Draft {

    private static final int EXAMPLES = 3;

    private final String group;
    private final List<Step> steps = new ArrayList<>();
    private final List<Reason> reasons = new ArrayList<>();
    private final List<String> waiting = new ArrayList<>();
    private Instant wakeAt = Decision.NEVER;
    private Timers timers;
    private List<Moved> moved;

    /// @param timers as the last turn left them
    Draft(String group, Timers timers, List<Moved> moved) {
        this.group = group;
        this.timers = timers;
        this.moved = moved;
    }

    Timers timers() {
        return timers;
    }

    void set(Timers other) {
        timers = other;
    }

    /// The shapes of the pods that were evicted lately.
    List<Moved> moved() {
        return moved;
    }

    void set(List<Moved> others) {
        moved = others;
    }

    /// The draining nodes whose pods have no other place.
    List<String> waiting() {
        return waiting;
    }

    void waits(Node node) {
        waiting.add(node.name());
    }

    void take(Step step) {
        steps.add(step);
    }

    void because(Reason reason) {
        reasons.add(reason);
    }

    void because(Rule rule, String subject, Fact... facts) {
        because(rule, subject, List.of(facts));
    }

    void because(Rule rule, String subject, List<Fact> facts) {
        reasons.add(new Reason(rule, subject, facts));
    }

    /// Asks for another look at that time, or earlier.
    void wake(Instant at) {
        if (at.isBefore(wakeAt)) {
            wakeAt = at;
        }
    }

    /// The lowest target that the provider may have after the steps so far, failed ones included.
    int fewest(int target) {
        int fewest = target;
        for (var step : steps) {
            if (step instanceof Step.GiveUp(_, _, int nodes)) {
                fewest = Math.min(fewest, nodes);
            }
        }
        return fewest;
    }

    /// Whether this turn drains the node.
    boolean drains(Node node) {
        return steps.stream()
                .anyMatch(step ->
                        step instanceof Step.DrainNode(var name, _) && name.equals(node.name()));
    }

    /// Whether this turn orders machines.
    boolean orders() {
        return steps.stream().anyMatch(Step.ResizeGroup.class::isInstance);
    }

    /// Whether nothing is to be done so far.
    boolean isEmpty() {
        return steps.isEmpty();
    }

    /// The number of reasons so far.
    int reasons() {
        return reasons.size();
    }

    Decision<Past> decision(Past remember) {
        return new Decision<>(
                new Plan(steps), reasons.stream().map(this::settled).toList(), remember, wakeAt);
    }

    /// The reason with an effect that is true of the whole plan: a rule whose steps other rules
    /// kept out of the plan is noted, and a rule that held back only some of the steps capped them.
    ///
    /// **Invariant:** `SizingLawsTest.everyEffectIsTrueOfThePlan`.
    private Reason settled(Reason reason) {
        boolean changed = steps.stream().anyMatch(step -> changes(step, reason.subject()));
        var rule = reason.rule();
        var effect =
                switch (rule.effect()) {
                    case CHOSE -> changed ? Effect.CHOSE : Effect.NOTED;
                    case HELD -> changed ? Effect.CAPPED : Effect.HELD;
                    case CAPPED, REFUSED, NOTED -> rule.effect();
                };
        return new Reason(rule.with(effect), reason.subject(), reason.facts());
    }

    /// Whether the step names the node, or changes the active nodes of the group.
    private boolean changes(Step step, String subject) {
        return switch (step) {
            case Step.ResizeGroup _, Step.GiveUp _ -> subject.equals(group);
            case Step.DrainNode(var node, _) -> subject.equals(group) || subject.equals(node);
            case Step.UndrainNode(var node) -> subject.equals(group) || subject.equals(node);
            case Step.EvictPods(var node, _) -> subject.equals(node);
            case Step.RemoveNode(var node, _, _) -> subject.equals(node);
            case Step.UseBatch _, Step.RunReplicas _ -> false;
        };
    }

    /// The number of pods and a few examples, with further facts.
    static List<Fact> about(List<Pods> pods, Fact... more) {
        var facts = new ArrayList<Fact>();
        facts.add(Fact.fact("pods", pods.stream().mapToLong(Pods::count).sum()));
        facts.add(Fact.fact("examples", examples(pods.stream().map(Draft::example).toList())));
        facts.addAll(List.of(more));
        return facts;
    }

    private static String example(Pods pods) {
        int others = pods.count() - 1;
        return others == 0 ? pods.example() : pods.example() + " and " + others + " like it";
    }

    /// The first few names and the number of the others.
    static String examples(Collection<String> names) {
        var shown = String.join(", ", names.stream().limit(EXAMPLES).toList());
        int more = names.size() - EXAMPLES;
        return more > 0 ? shown + " and " + more + " more" : shown;
    }
}

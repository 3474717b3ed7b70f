package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule.Effect;
import dev.plimsoll.decision.Step;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.scaling.EndState.Course;
import dev.plimsoll.scaling.EndState.Finish;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// The steps of several decisions in order, and their reasons. The nodes of a group that go have
/// one reason.
final class Story {

    /// The number of nodes that a reason names.
    private static final int FEW = 3;

    private final Instant start;
    private final Proposal first;
    private final List<Step> steps = new ArrayList<>();
    private final Set<Reason> reasons = new LinkedHashSet<>();
    private final Map<String, Price> prices = new LinkedHashMap<>();
    private final Map<String, Gone> removed = new LinkedHashMap<>();
    private final SortedMap<String, Duration> gone = new TreeMap<>();
    private Duration lasted = Duration.ZERO;

    /// @param first the decision that it begins with
    Story(Question<Cluster, Policy, Past> question, Proposal first) {
        this.start = question.now();
        this.first = first;
    }

    /// Continues with a decision.
    ///
    /// @param taken the steps that were taken for it
    void tell(Question<Cluster, Policy, Past> question, Proposal proposal, List<Step> taken) {
        boolean isFirst = question.now().equals(start);
        proposal.reasons().stream()
                .filter(reason -> isTold(reason.rule().effect(), isFirst))
                .forEach(reasons::add);
        proposal.beside().stream()
                .filter(reason -> isAboutRemoval(reason) && !isAboutOneDrain(reason))
                .filter(reason -> reason.rule().effect() == Effect.CHOSE)
                .forEach(reasons::add);
        proposal.groups().stream()
                .flatMap(grown -> grown.members().stream())
                .forEach(member -> prices.put(member.node(), member.price()));
        together(question, taken);
        steps.addAll(taken);
        if (!taken.isEmpty()) {
            lasted = Duration.between(start, question.now());
        }
        for (var step : taken) {
            if (step instanceof Step.RemoveNode(var node, _, _)) {
                gone.put(node, lasted);
            }
        }
    }

    /// What is refused is known in the end, and what stays as it is in the beginning.
    private static boolean isTold(Effect effect, boolean isFirst) {
        return switch (effect) {
            case CHOSE, NOTED -> true;
            case HELD, CAPPED -> isFirst;
            case REFUSED -> false;
        };
    }

    private static boolean isAboutRemoval(Reason reason) {
        return RemovalRules.ALL.contains(reason.rule());
    }

    private static boolean isAboutOneDrain(Reason reason) {
        return reason.rule().equals(RemovalRules.DRAIN_UNNEEDED);
    }

    private static boolean isAboutPods(Reason reason) {
        return reason.rule().equals(Rules.UNSCHEDULABLE)
                || reason.rule().equals(Rules.PARTLY_UNSCHEDULABLE);
    }

    /// The nodes of a group that are drained and removed while it does not grow.
    private static final class Gone {

        private final List<String> nodes = new ArrayList<>();
        private Duration shortest = Duration.ofSeconds(Long.MAX_VALUE);
        private int pods;
        private int wanted;

        void add(String node, int itsPods, int leaves, Duration unneeded) {
            nodes.add(node);
            pods += itsPods;
            wanted = leaves;
            shortest = unneeded.compareTo(shortest) < 0 ? unneeded : shortest;
        }
    }

    private void together(Question<Cluster, Policy, Past> question, List<Step> taken) {
        var since = question.past().removals().unneeded();
        var drained = new LinkedHashMap<String, Integer>();
        for (var step : taken) {
            if (step instanceof Step.DrainNode(var node, var why) && Emptying.isForLessCost(why)) {
                drained.put(node, 0);
            } else if (step instanceof Step.EvictPods(var node, int pods)) {
                drained.computeIfPresent(node, (_, _) -> pods);
            } else if (step instanceof Step.RemoveNode(var node, var group, int leaves)
                    && drained.containsKey(node)) {
                var unneeded = since.getOrDefault(node, question.now());
                removed.computeIfAbsent(group, _ -> new Gone())
                        .add(
                                node,
                                drained.getOrDefault(node, 0),
                                leaves,
                                Duration.between(unneeded, question.now()));
            } else if (step instanceof Step.ResizeGroup(var group, _, _, _)) {
                conclude(group);
            }
        }
    }

    /// The removals of a group until it grows have one reason.
    private void conclude(String group) {
        var some = removed.remove(group);
        if (some != null) {
            reasons.add(new Reason(RemovalRules.SCALE_DOWN, group, facts(some)));
        }
    }

    private List<Fact> facts(Gone some) {
        var facts = new ArrayList<Fact>();
        facts.add(fact("from", some.wanted + some.nodes.size()));
        facts.add(fact("wanted", some.wanted));
        facts.add(fact("minutes", some.shortest.toMinutes()));
        facts.add(fact("examples", examples(some.nodes)));
        facts.add(fact("pods", some.pods));
        var saved = saved(some.nodes);
        if (!saved.equals(Money.NONE)) {
            facts.add(fact("saved", saved));
        }
        return facts;
    }

    private static String examples(List<String> nodes) {
        var names = String.join(", ", nodes.subList(0, Math.min(FEW, nodes.size())));
        int more = nodes.size() - FEW;
        return more > 0 ? names + " and " + more + " more" : names;
    }

    /// Of the nodes whose price is known.
    private Money saved(List<String> nodes) {
        var saved = Money.NONE;
        for (var node : nodes) {
            if (prices.get(node) instanceof Price.Known(var hour, _)) {
                saved = saved.plus(hour);
            }
        }
        return saved;
    }

    /// All steps, in order.
    List<Step> steps() {
        return steps;
    }

    /// @param last the last decision, whose steps are not taken
    Course course(int rounds, Finish finish, Proposal last) {
        return new Course(rounds, lasted, finish, gone, reasons(last));
    }

    /// All reasons: those of the steps in their order, then those that hold in the end.
    private List<Reason> reasons(Proposal last) {
        List.copyOf(removed.keySet()).forEach(this::conclude);
        var all = new LinkedHashSet<>(reasons);
        last.reasons().stream()
                .filter(reason -> reason.rule().effect() == Effect.REFUSED)
                .filter(reason -> !isAboutPods(reason))
                .forEach(all::add);
        all.addAll(EndState.unschedulable(first, last));
        last.beside().stream().filter(reason -> !isAboutRemoval(reason)).forEach(all::add);
        last.stays().forEach(staying -> all.add(staying.why()));
        if (all.isEmpty()) {
            all.addAll(last.reasons());
        }
        return List.copyOf(all);
    }
}

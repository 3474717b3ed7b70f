package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Rule.Effect;
import dev.plimsoll.decision.Step;
import dev.plimsoll.scaling.EndState.Cause;
import dev.plimsoll.scaling.EndState.Course;
import dev.plimsoll.scaling.EndState.Departure;
import dev.plimsoll.scaling.EndState.Finish;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The steps of several decisions in order, and their reasons. The nodes of a group that go have
/// one reason.
final class Story {

    /// The number of nodes that a reason names.
    private static final int FEW = 3;

    private final Instant start;
    private final Proposal first;
    private final List<Reason> windows;
    private final List<Step> steps = new ArrayList<>();
    private final PricedReasons reasons;
    private final Map<Shrinking, Gone> removed = new LinkedHashMap<>();
    private final SortedMap<String, Departure> gone = new TreeMap<>();
    private Duration lasted = Duration.ZERO;

    /// @param first the decision that it begins with
    /// @param windows about windows that it does not wait for
    Story(Question<Cluster, Policy, Past> question, Proposal first, List<Reason> windows) {
        this.start = question.now();
        this.first = first;
        this.windows = windows;
        this.reasons = new PricedReasons(first);
    }

    /// Continues with a decision.
    ///
    /// @param taken the steps that were taken for it
    void tell(Question<Cluster, Policy, Past> question, Proposal proposal, List<Step> taken) {
        boolean isFirst = question.now().equals(start);
        reasons.next(proposal);
        proposal.reasons().stream()
                .filter(reason -> isTold(reason.rule().effect(), isFirst))
                .forEach(reasons::add);
        proposal.beside().stream()
                .filter(reason -> isAboutRemoval(reason) || isGivingUp(reason))
                .filter(reason -> !isAboutOneDrain(reason))
                .filter(reason -> reason.rule().effect() == Effect.CHOSE)
                .forEach(reasons::add);
        if (!taken.isEmpty()) {
            lasted = Duration.between(start, question.now());
        }
        together(question, taken);
        steps.addAll(taken);
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

    private static boolean isGivingUp(Reason reason) {
        return Rules.GIVING_UP.contains(reason.rule());
    }

    private static boolean isAboutOneDrain(Reason reason) {
        return reason.rule().equals(RemovalRules.DRAIN_UNNEEDED)
                || reason.rule().equals(RemovalRules.DRAIN_REPLACED);
    }

    private static boolean isAboutPods(Reason reason) {
        return reason.rule().equals(Rules.UNSCHEDULABLE)
                || reason.rule().equals(Rules.PARTLY_UNSCHEDULABLE);
    }

    /// The nodes of a group that go by one rule.
    private record Shrinking(String group, Rule rule) {}

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

    /// A node that is drained for a lower cost.
    private record Drained(Rule rule, int pods) {}

    private void together(Question<Cluster, Policy, Past> question, List<Step> taken) {
        var since = question.past().removals().unneeded();
        var drained = new LinkedHashMap<String, Drained>();
        for (var step : taken) {
            if (step instanceof Step.DrainNode(var node, var why) && Emptying.isForLessCost(why)) {
                drained.put(node, new Drained(rule(why), 0));
            } else if (step instanceof Step.EvictPods(var node, int pods)) {
                drained.computeIfPresent(node, (_, one) -> new Drained(one.rule, pods));
            } else if (step instanceof Step.RemoveNode(var node, var group, int leaves)) {
                var one = drained.get(node);
                gone.put(node, new Departure(lasted, cause(one)));
                if (one != null) {
                    var time =
                            Duration.between(
                                    since.getOrDefault(node, now(question)), now(question));
                    goes(node, group, one, leaves, time);
                }
            } else if (step instanceof Step.ResizeGroup(var group, _, _, _)) {
                conclude(shrinking -> shrinking.group.equals(group));
            }
        }
    }

    private static Instant now(Question<Cluster, Policy, Past> question) {
        return question.now();
    }

    private void goes(String node, String group, Drained one, int leaves, Duration unneeded) {
        var own = new Shrinking(group, one.rule);
        conclude(other -> other.group.equals(group) && !other.equals(own));
        removed.computeIfAbsent(own, _ -> new Gone()).add(node, one.pods, leaves, unneeded);
        reasons.count(node);
    }

    private static Rule rule(DrainCause why) {
        return why == DrainCause.REPLACED
                ? RemovalRules.SCALE_DOWN_REPLACED
                : RemovalRules.SCALE_DOWN;
    }

    private static Cause cause(@Nullable Drained one) {
        if (one == null) {
            return Cause.DRAINED;
        }
        return one.rule.equals(RemovalRules.SCALE_DOWN) ? Cause.UNNEEDED : Cause.REPLACED;
    }

    /// The removals of a group until it grows have one reason a rule.
    private void conclude(Predicate<Shrinking> some) {
        for (var shrinking : List.copyOf(removed.keySet())) {
            if (some.test(shrinking)) {
                var all = Objects.requireNonNull(removed.remove(shrinking));
                reasons.add(new Reason(shrinking.rule, shrinking.group, facts(all)), all.nodes);
            }
        }
    }

    private static List<Fact> facts(Gone some) {
        var facts = new ArrayList<Fact>();
        facts.add(fact("from", some.wanted + some.nodes.size()));
        facts.add(fact("wanted", some.wanted));
        facts.add(fact("minutes", some.shortest.toMinutes()));
        facts.add(fact("examples", examples(some.nodes)));
        facts.add(fact("pods", some.pods));
        return facts;
    }

    private static String examples(List<String> nodes) {
        var names = String.join(", ", nodes.subList(0, Math.min(FEW, nodes.size())));
        int more = nodes.size() - FEW;
        return more > 0 ? names + " and " + more + " more" : names;
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
        reasons.next(last);
        conclude(_ -> true);
        if (!gone.isEmpty()) {
            windows.forEach(reasons::add);
        }
        var end = new LinkedHashSet<Reason>();
        last.reasons().stream()
                .filter(reason -> reason.rule().effect() == Effect.REFUSED)
                .filter(reason -> !isAboutPods(reason))
                .forEach(end::add);
        end.addAll(EndState.unschedulable(first, last));
        last.beside().stream().filter(reason -> !isAboutRemoval(reason)).forEach(end::add);
        last.stays().forEach(staying -> end.add(staying.why()));
        var all = new ArrayList<>(reasons.reasons());
        all.forEach(end::remove);
        all.addAll(end);
        if (all.isEmpty()) {
            all.addAll(last.reasons());
        }
        return List.copyOf(all);
    }
}

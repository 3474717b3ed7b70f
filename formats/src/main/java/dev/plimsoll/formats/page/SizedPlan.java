package dev.plimsoll.formats.page;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule.Effect;
import dev.plimsoll.decision.Step;
import dev.plimsoll.formats.document.Decisions;
import dev.plimsoll.formats.document.SizedGroup;
import dev.plimsoll.formats.document.SizingKind;
import dev.plimsoll.formats.page.Line.Mark;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.sizing.Outlook;
import dev.plimsoll.sizing.Past;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Seen;
import dev.plimsoll.sizing.Sizing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The decision about a group of a dump that is sized by its utilisation, and the one by
/// Escalator's rules.
public final class SizedPlan {

    private final Seen seen;
    private final Policy policy;
    private final Decision<Past> decision;
    private final Decision<Past> escalator;
    private final Outlook outlook;

    private SizedPlan(Seen seen, SizedGroup group, Instant now) {
        this.seen = seen;
        this.policy = group.policy();
        var question = question(seen, group.policy(), now);
        this.decision = new Sizing().decide(question);
        this.escalator = new Sizing().decide(question(seen, group.escalator(), now));
        this.outlook = Outlook.of(question, decision.plan());
    }

    /// Decides about a group in which nothing happened lately. A loop that starts waits longer.
    public static SizedPlan of(Cluster cluster, SizedGroup group, Instant now) {
        return new SizedPlan(Seen.of(cluster, group.name()), group, now);
    }

    private static Question<Seen, Policy, Past> question(Seen seen, Policy policy, Instant now) {
        return new Question<>(seen, policy, Past.NONE, List.of(), now, 0);
    }

    /// The pending pods that the group counts as its own.
    public List<Pods> pods() {
        return outlook.pods();
    }

    /// How many of them have no place when the plan is done.
    private int left() {
        return outlook.left().stream().mapToInt(Pods::count).sum();
    }

    private int left(Shape shape) {
        return outlook.left().stream()
                .filter(pods -> pods.shape().equals(shape))
                .mapToInt(Pods::count)
                .sum();
    }

    /// How many pending pods the groups count as theirs. A pod can be of several groups.
    public static int pending(List<SizedPlan> plans) {
        return plans.stream()
                .flatMap(plan -> plan.pods().stream())
                .distinct()
                .mapToInt(Pods::count)
                .sum();
    }

    /// How many of them have no place in any of their groups when the plans are done.
    public static int left(List<SizedPlan> plans) {
        var fewest = new LinkedHashMap<Shape, Integer>();
        for (var plan : plans) {
            for (var pods : plan.pods()) {
                fewest.merge(pods.shape(), plan.left(pods.shape()), Math::min);
            }
        }
        return fewest.values().stream().mapToInt(Integer::intValue).sum();
    }

    boolean changes() {
        return !decision.plan().steps().isEmpty();
    }

    /// Whether Escalator's rules decide otherwise.
    private boolean differs() {
        return policy.reading() == Reading.PLIMSOLL && !areSame(decision, escalator);
    }

    /// Whether two readings take the same steps, in whatever order and for whatever cause.
    public static boolean areSame(Decision<?> one, Decision<?> other) {
        return steps(one).equals(steps(other));
    }

    /// In any order: the readings drain nodes in different orders.
    private static Set<Step> steps(Decision<?> decision) {
        return decision.plan().steps().stream()
                .map(step -> step instanceof Step.DrainNode(var node, _) ? drain(node) : step)
                .collect(toSet());
    }

    /// The readings give drains different causes.
    private static Step drain(String node) {
        return new Step.DrainNode(node);
    }

    /// `general grows from 2 to 3 nodes (+$0.192/h)`
    public String sentence() {
        return sentence(decision);
    }

    private String sentence(Decision<Past> of) {
        var steps = of.plan().steps();
        var words = new ArrayList<String>();
        int cancelled = 0;
        for (var step : steps) {
            if (step instanceof Step.ResizeGroup(_, int from, int to, _)) {
                words.add(
                        "grows from "
                                + from
                                + " to "
                                + PlanPage.counted(to, "node")
                                + price(to - from));
            }
            if (step instanceof Step.GiveUp(_, int from, int to)) {
                cancelled += from - to;
            }
        }
        addCounted(words, "un-drains", count(steps, Step.UndrainNode.class));
        addCounted(words, "drains", count(steps, Step.DrainNode.class));
        addCounted(words, "evicts the pods of", count(steps, Step.EvictPods.class));
        addCounted(words, "removes", count(steps, Step.RemoveNode.class));
        if (cancelled > 0) {
            words.add("cancels " + PlanPage.counted(cancelled, "machine"));
        }
        var name = seen.group().name();
        return words.isEmpty()
                ? name + " stays at " + PlanPage.counted(seen.group().target(), "node")
                : name + " " + String.join(", ", words);
    }

    private static void addCounted(List<String> words, String verb, int count) {
        if (count > 0) {
            words.add(verb + " " + PlanPage.counted(count, "node"));
        }
    }

    private static int count(List<Step> steps, Class<? extends Step> kind) {
        return (int) steps.stream().filter(kind::isInstance).count();
    }

    /// What the machines that it orders cost an hour, as far as their price is known.
    public Money added() {
        var added = Money.NONE;
        for (var step : decision.plan().steps()) {
            if (step instanceof Step.ResizeGroup(_, int from, int to, _)
                    && seen.group().price() instanceof Price.Known known) {
                added = added.plus(known.hour().times(to - from));
            }
        }
        return added;
    }

    private String price(int more) {
        return seen.group().price() instanceof Price.Known known
                ? " (+" + known.hour().times(more).rounded() + "/h)"
                : "";
    }

    /// The decisions about all groups, each with its reasons; and those by Escalator's rules where
    /// they differ.
    public static Section section(List<SizedPlan> plans) {
        var lines = new ArrayList<Line>();
        for (var plan : plans) {
            lines.add(Line.of(mark(plan.decision), plan.sentence(plan.decision)));
            lines.addAll(reasons(plan.decision));
            if (plan.left() > 0) {
                lines.add(Line.below(plan.unplaced()));
            }
            if (plan.differs()) {
                lines.add(
                        new Line(
                                1,
                                Mark.NOTE,
                                "by Escalator's rules, "
                                        + plan.sentence(plan.escalator)
                                        + chief(plan.escalator)));
            }
        }
        return Section.of("by utilisation", lines);
    }

    private String unplaced() {
        int pods = left();
        return pods
                + (pods == 1 ? " of its pods stays" : " of its pods stay")
                + " unschedulable, e.g. "
                + outlook.left().getFirst().example();
    }

    private static Mark mark(Decision<Past> decision) {
        var steps = decision.plan().steps();
        if (steps.isEmpty()) {
            return Mark.STAY;
        }
        return count(steps, Step.ResizeGroup.class) > 0 ? Mark.ADD : Mark.CHOICE;
    }

    private static List<Line> reasons(Decision<Past> decision) {
        return decision.reasons().stream().map(reason -> Line.below(reason.sentence())).toList();
    }

    /// The reasons for the steps after a colon; without steps, for taking none.
    private static String chief(Decision<Past> decision) {
        var effects =
                decision.plan().steps().isEmpty()
                        ? List.of(Effect.HELD, Effect.REFUSED)
                        : List.of(Effect.CHOSE);
        var reasons =
                decision.reasons().stream()
                        .filter(reason -> effects.contains(reason.rule().effect()))
                        .map(Reason::sentence)
                        .collect(joining("; "));
        return reasons.isEmpty() ? "" : ": " + reasons;
    }

    /// The decision as a document, with the other one if they differ.
    public Map<String, Object> tree() {
        var tree = tree(decision);
        tree.put("group", seen.group().name());
        tree.put("unschedulable", left());
        if (differs()) {
            tree.put("escalator", tree(escalator));
        }
        return tree;
    }

    private static Map<String, Object> tree(Decision<Past> of) {
        return Decisions.tree(new SizingKind(), of);
    }
}

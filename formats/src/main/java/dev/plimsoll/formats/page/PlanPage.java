package dev.plimsoll.formats.page;

import dev.plimsoll.cluster.GroupSpread.Types;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule.Effect;
import dev.plimsoll.formats.document.GroupFigures;
import dev.plimsoll.formats.document.ScalingAnswer;
import dev.plimsoll.formats.page.Line.Mark;
import dev.plimsoll.packing.bound.Bound;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.CostBound;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.scaling.Proposal.Alternative;
import dev.plimsoll.scaling.Proposal.Grown;
import dev.plimsoll.scaling.Proposal.Waste;
import dev.plimsoll.selection.WellKnown;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/// A plan as a page: what it costs, how far it is from the bound, the groups, the steps with their
/// reasons, rejected alternatives, unschedulable pods and warnings.
public final class PlanPage {

    /// How much a page shows.
    public enum Detail {
        /// The most common reasons of unschedulable pods.
        SHORT,
        /// All reasons of unschedulable pods, the unused part of every node, limits and sources of
        /// prices.
        WIDE
    }

    private static final int HOURS_A_MONTH = 730;
    private static final int MOST_ALTERNATIVES = 3;
    private static final int MOST_WARNINGS = 3;
    private static final int MOST_SIZED = 3;
    private static final String NOTHING_PENDING = "nothing-pending";
    private static final List<String> PURCHASES =
            List.of("scale-up", "scale-up-for-room", "scale-up-to-minimum");

    /// The rules that take something away.
    private static final List<String> REMOVALS =
            List.of("drain-unneeded", "evict-drained", "remove-drained", "machines-given-up");

    private final Proposal proposal;
    private final ScalingAnswer answer;
    private final Unschedulable unschedulable;
    private final List<SizedPlan> sized;
    private final List<String> warnings;
    private final Detail detail;

    private PlanPage(
            Proposal proposal, List<SizedPlan> sized, List<String> warnings, Detail detail) {
        this.proposal = proposal;
        this.sized = List.copyOf(sized);
        this.answer = new ScalingAnswer(proposal);
        this.warnings = List.copyOf(warnings);
        this.detail = detail;
        this.unschedulable = new Unschedulable(proposal, answer.blocked(), detail);
    }

    /// The plan of a cluster without groups that are sized by their utilisation.
    public static Page of(int pods, Proposal proposal, List<String> warnings, Detail detail) {
        return of(pods, proposal, List.of(), warnings, detail, List.of());
    }

    /// @param pods how many were read, on unknown nodes too
    /// @param sized the decisions about groups that are sized by their utilisation
    /// @param warnings sentences that an operator should read
    /// @param more sections to append
    public static Page of(
            int pods,
            Proposal proposal,
            List<SizedPlan> sized,
            List<String> warnings,
            Detail detail,
            List<Section> more) {
        var page = new PlanPage(proposal, sized, warnings, detail);
        var head = new ArrayList<String>();
        head.add(page.summary());
        head.addAll(page.byUtilisation());
        head.addAll(page.estimates());
        head.addAll(page.bound());
        head.add(page.read(pods));
        var sections = page.sections();
        sections.addAll(more);
        return new Page(head, sections, List.of("decision " + page.answer.id()));
    }

    private List<Section> sections() {
        var sections = new ArrayList<Section>();
        sections.add(Section.of("groups", new GroupTable(proposal).table(detail)));
        sections.add(Section.of("steps", steps()));
        sections.add(SizedPlan.section(sized));
        sections.add(Section.of("rejected", rejected()).asDetail());
        if (detail == Detail.WIDE) {
            sections.add(Section.of("unused", unused()).asDetail());
        }
        sections.add(Section.of("unschedulable", unschedulable.details()).asDetail());
        var lines = warnings.stream().map(text -> Line.of(Mark.WARNING, text)).toList();
        sections.add(Section.of("warnings", lines).asDetailAbove(MOST_WARNINGS));
        return sections;
    }

    /// A line for each group that changes by its utilisation; of many, for the first.
    private List<String> byUtilisation() {
        var lines = new ArrayList<String>();
        for (var plan : sized) {
            if (plan.changes()) {
                lines.add("By utilisation, " + plan.sentence() + ".");
            }
        }
        int more = lines.size() - MOST_SIZED;
        if (more > 0) {
            lines.subList(MOST_SIZED, lines.size()).clear();
            lines.add(
                    "By utilisation, "
                            + counted(more, "more group")
                            + (more == 1 ? " changes." : " change."));
        }
        return lines;
    }

    private String summary() {
        int more = proposal.packing().opened().size();
        var what = more == 0 ? "Nothing to add" : counted(more, "node") + " to add";
        what += sized.isEmpty() ? "" : " for pending pods";
        int left = proposal.left() + SizedPlan.left(sized);
        return what
                + dollars()
                + ". "
                + (left == 0 ? allFit() : counted(left, "pod"))
                + (left == 0 ? "" : left > 1 ? " stay unschedulable." : " stays unschedulable.");
    }

    private String allFit() {
        return pending() == 0 ? "No pod is pending." : "All pending pods fit.";
    }

    /// What is added, then what the whole cluster costs. Nodes without a price are named beside the
    /// sum that they are missing from.
    private String dollars() {
        var cost = proposal.cost();
        if (proposal.nodes().isEmpty()) {
            return "; the cluster has no nodes";
        }
        int unpriced = cost.unpricedAfter();
        if (unpriced == proposal.nodes().size()) {
            return "; the price of the nodes is unknown";
        }
        var total = cost.after().rounded() + "/h" + without(cost.unpricedAfter());
        if (proposal.packing().opened().isEmpty()) {
            return "; the cluster costs " + total + " (" + month(cost.after()) + " a month)";
        }
        var added =
                cost.unpricedAdded() == proposal.packing().opened().size()
                        ? "at an unknown price"
                        : "+"
                                + cost.added().rounded()
                                + "/h (+"
                                + month(cost.added())
                                + " a month)"
                                + without(cost.unpricedAdded());
        return ": " + added + "; the cluster then costs " + total;
    }

    private List<String> estimates() {
        int estimates = GroupFigures.estimates(proposal.groups());
        return estimates == 0
                ? List.of()
                : List.of(
                        "Prices of "
                                + counted(estimates, "node")
                                + " are estimates"
                                + (detail == Detail.WIDE ? "." : "; -o wide names their sources."));
    }

    private static String without(int unpriced) {
        return unpriced == 0 ? "" : " without " + counted(unpriced, "node") + " of unknown price";
    }

    /// Whole dollars, and cents of small amounts.
    private static String month(Money hour) {
        var month = hour.times(HOURS_A_MONTH).dollars();
        int places = month.abs().compareTo(BigDecimal.TEN) < 0 ? 2 : 0;
        var rounded = Money.dollars(month.setScale(places, RoundingMode.HALF_UP)).rounded();
        return places == 0 ? rounded.replaceFirst("\\.0+$", "") : rounded;
    }

    private List<String> bound() {
        return switch (answer.bound()) {
            case CostBound.Least least -> bound(least);
            case CostBound.None(var why) ->
                    proposal.packing().opened().isEmpty()
                            ? List.of()
                            : List.of("Lower bound: none, because " + why + ".");
        };
    }

    private List<String> bound(CostBound.Least least) {
        var best = proposal.cost().now().plus(least.hour());
        int unpriced = proposal.cost().unpricedAdded();
        if (best.equals(proposal.cost().after())) {
            return List.of(
                    unpriced == 0
                            ? "Proven optimal: no plan for the same pods costs less."
                            : "Proven optimal" + without(unpriced) + " and the pods there.");
        }
        var gap = ScalingAnswer.gap(proposal.cost().after(), best);
        var lines = new ArrayList<String>();
        lines.add(
                "Lower bound: "
                        + best.rounded()
                        + "/h"
                        + (unpriced == 0 ? "" : without(unpriced) + " and the pods there")
                        + (gap.isEmpty()
                                ? ""
                                : "; this plan is " + rounded(gap.getFirst()) + "% above it")
                        + " (the bound allows fractions of pods and nodes and ignores "
                        + String.join(", ", Bound.IGNORES)
                        + ").");
        var core = ScalingAnswer.dual(least, List.of(Resources.CPU));
        var gibibyte = ScalingAnswer.dual(least, List.of(Resources.MEMORY));
        var gpu = ScalingAnswer.dual(least, WellKnown.GPUS);
        if (!core.equals(Money.NONE) || !gibibyte.equals(Money.NONE) || !gpu.equals(Money.NONE)) {
            lines.add(
                    "One more core adds "
                            + core.rounded()
                            + "/h to the bound, one more GiB of memory "
                            + gibibyte.rounded()
                            + "/h"
                            + (gpu.equals(Money.NONE)
                                    ? ""
                                    : ", one more GPU " + gpu.rounded() + "/h")
                            + ".");
        }
        return lines;
    }

    private String read(int pods) {
        return "Read: "
                + counted(proposal.facts().cluster().nodes().size(), "node")
                + " in "
                + counted(proposal.groups().size(), "group")
                + ", "
                + counted(pods, "pod")
                + ", "
                + pending()
                + " of them pending.";
    }

    private int pending() {
        return proposal.facts().cluster().pending().stream().mapToInt(Pods::count).sum()
                + SizedPlan.pending(sized);
    }

    /// The part of each node's price that no pod requests, the highest first.
    private Table unused() {
        var table = Table.with("node", "group", "$/h");
        proposal.waste().stream()
                .sorted(Comparator.comparing(Waste::hour).reversed().thenComparing(Waste::node))
                .forEach(waste -> table.row(waste.node(), waste.group(), waste.hour().rounded()));
        return table.build();
    }

    private List<Line> steps() {
        var steps = new ArrayList<Line>();
        for (var reason : proposal.allReasons()) {
            if (reason.rule().effect() != Effect.REFUSED && !isOfOthers(reason)) {
                steps.add(Line.of(mark(reason), reason.sentence()));
            }
            if (mark(reason) == Mark.ADD) {
                bought(reason).forEach(text -> steps.add(Line.below(text)));
            }
        }
        steps.addAll(unschedulable.steps());
        return steps;
    }

    /// No pod is pending for groups that grow for pending pods; some are for others.
    private boolean isOfOthers(Reason reason) {
        return reason.rule().code().equals(NOTHING_PENDING) && pending() > 0;
    }

    /// The price and the zones of the new nodes of a group, below the last step that adds some.
    private List<String> bought(Reason step) {
        var steps =
                proposal.reasons().stream()
                        .filter(reason -> mark(reason) == Mark.ADD)
                        .filter(reason -> reason.subject().equals(step.subject()))
                        .toList();
        if (!steps.getLast().equals(step)) {
            return List.of();
        }
        return proposal.groups().stream()
                .filter(grown -> grown.group().name().equals(step.subject()))
                .map(PlanPage::bought)
                .toList();
    }

    private static String bought(Grown grown) {
        var hour = Money.NONE;
        int unpriced = 0;
        for (var member : grown.bought()) {
            switch (member.price()) {
                case Price.Known known -> hour = hour.plus(known.hour());
                case Price.Unknown _ -> unpriced++;
            }
        }
        var words = new ArrayList<String>();
        words.add(
                unpriced == grown.more()
                        ? "price unknown"
                        : "+" + hour.rounded() + "/h" + without(unpriced));
        var zones = grown.group().spread().types() == Types.CHOSEN ? variants(grown) : zones(grown);
        if (!zones.isEmpty()) {
            words.add(String.join(", ", zones));
        }
        return String.join("; ", words);
    }

    /// The instance types and zones of new nodes, where the plan picks them.
    private static List<String> variants(Grown grown) {
        if (grown.group().offers().size() < 2) {
            return List.of();
        }
        var counts = new TreeMap<VariantKey, Integer>();
        grown.bought().forEach(member -> counts.merge(member.key(), 1, Integer::sum));
        var words = new ArrayList<String>();
        counts.forEach((key, nodes) -> words.add(variant(key) + " +" + nodes));
        return words;
    }

    /// `c5.large spot us-west-2b`.
    static String variant(VariantKey key) {
        return (key.instanceType() + " " + key.capacityType() + " " + key.zone())
                .strip()
                .replaceAll(" +", " ");
    }

    private static List<String> zones(Grown grown) {
        var zones = new ArrayList<String>();
        var order = grown.zones();
        order.settled()
                .forEach((zone, nodes) -> {
                    if (nodes > 0 && !zone.isEmpty() && grown.group().zones().size() > 1) {
                        zones.add(zone + " +" + nodes);
                    }
                });
        if (order.unsettled() > 0) {
            zones.add("+" + order.unsettled() + " in " + oneOf(order.among()));
        }
        return zones;
    }

    private static String oneOf(List<String> zones) {
        return String.join(", ", zones.subList(0, zones.size() - 1)) + " or " + zones.getLast();
    }

    private static Mark mark(Reason reason) {
        return switch (reason.rule().effect()) {
            case CHOSE -> chosen(reason.rule().code());
            case REFUSED -> Mark.WARNING;
            case NOTED -> Mark.NOTE;
            case HELD, CAPPED -> Mark.STAY;
        };
    }

    private static Mark chosen(String rule) {
        if (PURCHASES.contains(rule)) {
            return Mark.ADD;
        }
        return REMOVALS.contains(rule) ? Mark.REMOVE : Mark.CHOICE;
    }

    private List<Line> rejected() {
        return proposal.alternatives().stream()
                .limit(MOST_ALTERNATIVES)
                .map(other -> Line.of(bought(other) + ": " + other.why().sentence()))
                .toList();
    }

    private static String bought(Alternative alternative) {
        var words = new ArrayList<String>();
        for (var grown : alternative.groups()) {
            words.add(counted(grown.more(), "node") + " of " + grown.group().name());
        }
        var cost = alternative.cost();
        return String.join(" and ", words)
                + (cost.isWhole() ? " for " + cost.after().rounded() + "/h in total" : "");
    }

    private static String rounded(BigDecimal percent) {
        var rounded = percent.setScale(1, RoundingMode.HALF_UP).stripTrailingZeros();
        return (rounded.scale() < 0 ? rounded.setScale(0) : rounded).toPlainString();
    }

    /// `1 node`, `2 nodes`.
    static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}

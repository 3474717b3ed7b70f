package dev.plimsoll.formats.page;

import dev.plimsoll.cluster.GroupSpread.Types;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule.Effect;
import dev.plimsoll.formats.document.ScalingAnswer;
import dev.plimsoll.formats.page.Line.Mark;
import dev.plimsoll.scaling.EndState;
import dev.plimsoll.scaling.EndState.GroupEnd;
import dev.plimsoll.scaling.EndState.Waste;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.scaling.Proposal.Alternative;
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

    private static final int MOST_ALTERNATIVES = 3;
    private static final int MOST_WARNINGS = 3;
    private static final int MOST_SIZED = 3;
    private static final String NOTHING_PENDING = "nothing-pending";
    private static final List<String> PURCHASES =
            List.of("scale-up", "scale-up-for-room", "scale-up-to-minimum", "scale-up-to-replace");

    /// The rules that take something away.
    private static final List<String> REMOVALS =
            List.of(
                    "drain-unneeded",
                    "evict-drained",
                    "remove-drained",
                    "scale-down",
                    "scale-down-replaced",
                    "machines-given-up");

    private final Proposal proposal;
    private final EndState end;
    private final ScalingAnswer answer;
    private final PlanHead head;
    private final Unschedulable unschedulable;
    private final List<SizedPlan> sized;
    private final List<String> warnings;
    private final Detail detail;

    private PlanPage(
            Proposal proposal, List<SizedPlan> sized, List<String> warnings, Detail detail) {
        this.proposal = proposal;
        this.end = proposal.end();
        this.sized = List.copyOf(sized);
        this.answer = new ScalingAnswer(proposal);
        this.head = new PlanHead(proposal, answer, this.sized, detail);
        this.warnings = List.copyOf(warnings);
        this.detail = detail;
        this.unschedulable = new Unschedulable(end, answer.blocked(), detail);
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
        var lead = page.head;
        var head = new ArrayList<String>();
        head.add(lead.summary());
        head.addAll(lead.course());
        head.addAll(page.byUtilisation());
        head.addAll(lead.estimates());
        head.addAll(lead.bound());
        head.add(lead.read(pods));
        var sections = page.sections();
        sections.addAll(more);
        return new Page(head, sections, List.of("decision " + page.answer.id()));
    }

    private List<Section> sections() {
        var sections = new ArrayList<Section>();
        sections.add(Section.of("groups", new GroupTable(end).table(detail)));
        sections.add(Section.of("steps", steps()));
        sections.add(Section.of("stays", stays()));
        sections.add(RoomSection.of(end));
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

    /// The part of each node's price that no pod requests, the highest first.
    private Table unused() {
        var table = Table.with("node", "group", "$/h");
        end.waste().stream()
                .sorted(Comparator.comparing(Waste::hour).reversed().thenComparing(Waste::node))
                .forEach(waste -> table.row(waste.node(), waste.group(), waste.hour().rounded()));
        return table.build();
    }

    private List<Line> steps() {
        var steps = new ArrayList<Line>();
        var elsewhere = new ArrayList<>(end.room());
        end.stays().forEach(staying -> elsewhere.add(staying.why()));
        for (var reason : end.reasons()) {
            boolean isStep =
                    reason.rule().effect() != Effect.REFUSED && !elsewhere.contains(reason);
            if (isStep && !isOfOthers(reason)) {
                steps.add(Line.of(mark(reason), reason.sentence()));
            }
            var words = bought(reason);
            if (!words.isEmpty()) {
                steps.add(Line.below(String.join("; ", words)));
            }
        }
        steps.addAll(unschedulable.steps());
        return steps;
    }

    /// Why nodes stay, one line a rule.
    private List<Line> stays() {
        return end.stays().stream()
                .map(staying -> Line.of(Mark.STAY, staying.why().sentence()))
                .toList();
    }

    /// No pod is pending for groups that grow for pending pods; some are for others.
    private boolean isOfOthers(Reason reason) {
        return reason.rule().code().equals(NOTHING_PENDING) && head.pending() > 0;
    }

    /// The price of the nodes that a step adds. Below the last step that adds nodes of a group, the
    /// zones of its new nodes too.
    private List<String> bought(Reason step) {
        var words = new ArrayList<>(StepPrice.of(step));
        if (mark(step) == Mark.ADD && isLast(step)) {
            end.groups().stream()
                    .filter(grown -> grown.name().equals(step.subject()))
                    .filter(grown -> !grown.bought().isEmpty())
                    .forEach(grown -> {
                        if (words.isEmpty()) {
                            words.add(StepPrice.of(grown.bought()));
                        }
                        words.addAll(places(grown));
                    });
        }
        return words;
    }

    private boolean isLast(Reason step) {
        return end.reasons().stream()
                .filter(reason -> mark(reason) == Mark.ADD)
                .filter(reason -> reason.subject().equals(step.subject()))
                .toList()
                .getLast()
                .equals(step);
    }

    private static List<String> places(GroupEnd grown) {
        var zones = grown.group().spread().types() == Types.CHOSEN ? variants(grown) : zones(grown);
        return zones.isEmpty() ? List.of() : List.of(String.join(", ", zones));
    }

    /// The instance types and zones of new nodes, where the plan picks them.
    private static List<String> variants(GroupEnd grown) {
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

    private static List<String> zones(GroupEnd grown) {
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

    /// `1 node`, `2 nodes`.
    static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}

package dev.plimsoll.formats.page;

import static dev.plimsoll.formats.page.PlanPage.counted;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.formats.Durations;
import dev.plimsoll.formats.document.GroupFigures;
import dev.plimsoll.formats.document.ScalingAnswer;
import dev.plimsoll.formats.page.PlanPage.Detail;
import dev.plimsoll.packing.bound.Bound;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.CostBound;
import dev.plimsoll.scaling.EndState;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.scaling.Proposal.Cost;
import dev.plimsoll.selection.WellKnown;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/// The sentences above a plan: what changes, what that costs, and how far it is from the bound.
final class PlanHead {

    private static final int HOURS_A_MONTH = 730;

    private final Proposal proposal;
    private final EndState end;
    private final ScalingAnswer answer;
    private final List<SizedPlan> sized;
    private final Detail detail;

    PlanHead(Proposal proposal, ScalingAnswer answer, List<SizedPlan> sized, Detail detail) {
        this.proposal = proposal;
        this.end = proposal.end();
        this.answer = answer;
        this.sized = sized;
        this.detail = detail;
    }

    String summary() {
        int left = end.left() + SizedPlan.left(sized);
        return changes()
                + (sized.isEmpty() ? "" : " for pending pods")
                + dollars()
                + ". "
                + (left == 0 ? allFit() : counted(left, "pod"))
                + (left == 0 ? "" : left > 1 ? " stay unschedulable." : " stays unschedulable.");
    }

    private String changes() {
        if (end.removed() == 0) {
            return end.added() == 0 ? "Nothing to add" : counted(end.added(), "node") + " to add";
        }
        return end.added() == 0
                ? counted(end.removed(), "node") + " to remove"
                : counted(end.added(), "node") + " to add, " + end.removed() + " to remove";
    }

    private String allFit() {
        return pending() == 0 ? "No pod is pending." : "All pending pods fit.";
    }

    /// What is added and saved, then what the whole cluster costs. Nodes without a price are named
    /// beside the sum that they are missing from.
    private String dollars() {
        var cost = end.cost();
        int nodes = end.nodes().size();
        if (nodes == 0 && end.removed() == 0) {
            return "; the cluster has no nodes";
        }
        int unpriced = cost.unpricedAfter();
        boolean isUnknown = unpriced + cost.gone().unpriced() == nodes + end.removed();
        if (isUnknown) {
            return "; the price of the nodes is unknown";
        }
        var total = cost.after().rounded() + "/h" + without(unpriced);
        if (end.added() == 0 && end.removed() == 0) {
            return "; the cluster costs " + total + " (" + month(cost.after()) + " a month)";
        }
        return ": " + change(cost) + "; the cluster then costs " + total;
    }

    private String change(Cost cost) {
        int unpriced = cost.unpricedAdded() + cost.gone().unpriced();
        if (unpriced == end.added() + end.removed()) {
            return "at an unknown price";
        }
        var words = new ArrayList<String>();
        if (end.added() > 0) {
            words.add("+" + cost.added().rounded() + "/h");
        }
        if (end.removed() > 0) {
            words.add(Money.NONE.less(cost.removed()).rounded() + "/h");
        }
        var change = cost.added().less(cost.removed());
        return String.join(" ", words)
                + " ("
                + (change.compareTo(Money.NONE) < 0 ? "" : "+")
                + month(change)
                + " a month)"
                + without(unpriced);
    }

    /// What the cluster costs before, and how the end is reached; nothing if no node is removed.
    List<String> course() {
        var lines = new ArrayList<String>();
        if (end.removed() > 0) {
            lines.add(
                    before(end.cost())
                            + "The last step is taken "
                            + Durations.text(end.course().after())
                            + " from now if demand stays as it is.");
            lines.addAll(passing());
        }
        switch (end.course().finish()) {
            case PURCHASE, SETTLED -> {}
            case TIME_IS_UP -> lines.add("More may change after the horizon.");
            case TOO_MANY_ROUNDS ->
                    lines.add(
                            "More may change: the plan ends after "
                                    + end.course().rounds()
                                    + " decisions.");
        }
        return lines;
    }

    /// Nodes that a step adds and a later step removes.
    private List<String> passing() {
        var first = new LinkedHashSet<String>();
        end.groups().forEach(group -> first.addAll(group.group().nodes()));
        long passing =
                end.course().gone().keySet().stream().filter(node -> !first.contains(node)).count();
        return passing == 0
                ? List.of()
                : List.of(
                        counted(Math.toIntExact(passing), "node")
                                + (passing == 1 ? " is" : " are")
                                + " added and removed again within the plan: the steps count "
                                + (passing == 1 ? "it" : "them")
                                + ", the totals do not.");
    }

    private String before(Cost cost) {
        if (cost.now().equals(Money.NONE)) {
            return "";
        }
        var grown = cost.now().plus(cost.added()).rounded();
        return "It costs "
                + cost.now().rounded()
                + "/h now"
                + (end.added() == 0 ? "" : ", and " + grown + "/h until nodes are removed")
                + ". ";
    }

    List<String> estimates() {
        int estimates = GroupFigures.estimates(end.groups());
        return estimates == 0
                ? List.of()
                : List.of(
                        "Prices of "
                                + counted(estimates, "node")
                                + " are estimates"
                                + (detail == Detail.WIDE ? "." : "; -o wide names their sources."));
    }

    static String without(int unpriced) {
        return unpriced == 0 ? "" : " without " + counted(unpriced, "node") + " of unknown price";
    }

    /// Whole dollars, and cents of small amounts.
    static String month(Money hour) {
        var month = hour.times(HOURS_A_MONTH).dollars();
        int places = month.abs().compareTo(BigDecimal.TEN) < 0 ? 2 : 0;
        var rounded = Money.dollars(month.setScale(places, RoundingMode.HALF_UP)).rounded();
        return places == 0 ? rounded.replaceFirst("\\.0+$", "") : rounded;
    }

    List<String> bound() {
        return switch (answer.bound()) {
            case CostBound.Least least ->
                    answer.leastHour().isEmpty()
                            ? List.of()
                            : bound(least, answer.leastHour().getFirst());
            case CostBound.None(var why) ->
                    proposal.packing().opened().isEmpty()
                            ? List.of()
                            : List.of("Lower bound: none, because " + why + ".");
        };
    }

    /// @param best what the cluster costs with the least that new nodes can cost
    private List<String> bound(CostBound.Least least, Money best) {
        int unpriced = end.cost().unpricedAdded();
        if (best.equals(end.cost().after())) {
            return List.of(
                    unpriced == 0
                            ? "Proven optimal: no other new nodes for the same pods cost less."
                            : "Proven optimal" + without(unpriced) + " and the pods there.");
        }
        var lines = new ArrayList<String>();
        lines.add(
                (answer.isBoundOfEnd() ? ofEnd(best, unpriced) : ofPurchase(least))
                        + " (the bound allows fractions of pods and nodes and ignores "
                        + String.join(", ", Bound.IGNORES)
                        + ").");
        lines.addAll(duals(least));
        return lines;
    }

    private String ofEnd(Money best, int unpriced) {
        var gap = ScalingAnswer.gap(end.cost().after(), best);
        return "Lower bound: "
                + best.rounded()
                + "/h"
                + (unpriced == 0 ? "" : without(unpriced) + " and the pods there")
                + (gap.isEmpty() ? "" : "; this plan is " + rounded(gap.getFirst()) + "% above it");
    }

    /// What later steps add and remove has no bound.
    private String ofPurchase(CostBound.Least least) {
        int unpriced = proposal.cost().unpricedAdded();
        return "Lower bound of the first purchase alone: "
                + least.hour().rounded()
                + "/h; it costs "
                + proposal.cost().added().rounded()
                + "/h"
                + (unpriced == 0 ? "" : without(unpriced) + " and the pods there");
    }

    private static List<String> duals(CostBound.Least least) {
        var core = ScalingAnswer.dual(least, List.of(Resources.CPU));
        var gibibyte = ScalingAnswer.dual(least, List.of(Resources.MEMORY));
        var gpu = ScalingAnswer.dual(least, WellKnown.GPUS);
        if (core.equals(Money.NONE) && gibibyte.equals(Money.NONE) && gpu.equals(Money.NONE)) {
            return List.of();
        }
        return List.of(
                "One more core adds "
                        + core.rounded()
                        + "/h to the bound, one more GiB of memory "
                        + gibibyte.rounded()
                        + "/h"
                        + (gpu.equals(Money.NONE) ? "" : ", one more GPU " + gpu.rounded() + "/h")
                        + ".");
    }

    String read(int pods) {
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

    /// The number of pending pods.
    int pending() {
        return proposal.facts().cluster().pending().stream().mapToInt(Pods::count).sum()
                + SizedPlan.pending(sized);
    }

    private static String rounded(BigDecimal percent) {
        var rounded = percent.setScale(1, RoundingMode.HALF_UP).stripTrailingZeros();
        return (rounded.scale() < 0 ? rounded.setScale(0) : rounded).toPlainString();
    }
}

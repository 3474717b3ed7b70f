package dev.plimsoll.cli;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule.Effect;
import dev.plimsoll.formats.document.ScalingAnswer;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.packing.bound.Bound;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.CostBound;
import dev.plimsoll.scaling.GroupVerdicts;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.scaling.Proposal.Alternative;
import dev.plimsoll.scaling.Proposal.Grown;
import dev.plimsoll.scaling.Proposal.Waste;
import dev.plimsoll.selection.WellKnown;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A plan for people.
final class PlanPage {

    private static final int HOURS_A_MONTH = 730;
    private static final int MOST_ALTERNATIVES = 3;
    private static final int MOST_SHAPES = 10;
    private static final List<String> PURCHASES = List.of("grows", "at-least");

    private final Dump dump;
    private final Proposal proposal;
    private final GroupVerdicts verdicts;
    private final ScalingAnswer answer;
    private final boolean isWide;
    private final Map<String, Node> nodes = new LinkedHashMap<>();

    PlanPage(
            Dump dump,
            Proposal proposal,
            GroupVerdicts verdicts,
            ScalingAnswer answer,
            boolean isWide) {
        this.dump = dump;
        this.proposal = proposal;
        this.verdicts = verdicts;
        this.answer = answer;
        this.isWide = isWide;
        proposal.nodes().forEach(node -> nodes.put(node.name(), node));
    }

    List<String> head() {
        var head = new ArrayList<String>();
        head.add(sentence());
        head.addAll(bound());
        head.add(seen());
        return head;
    }

    List<Section> sections() {
        return List.of(
                Section.table("groups", groups()),
                Section.lines("steps", steps()),
                Section.lines("rejected", rejected()),
                Section.table("wasted", isWide ? waste() : List.of()),
                Section.lines("blocked", new Blocked(dump, proposal, verdicts).lines(shapes())),
                Section.lines(
                        "warnings", answer.warnings().stream().map(one -> "! " + one).toList()));
    }

    private String sentence() {
        int more = proposal.packing().opened().size();
        var what = more == 0 ? "Nothing to add" : counted(more, "node") + " to add";
        var left = counted(proposal.left(), "pod") + " left without a place.";
        return what + dollars() + ". " + left;
    }

    private String dollars() {
        var cost = proposal.cost();
        int unpriced = cost.unpricedAfter();
        if (proposal.nodes().isEmpty()) {
            return "; there is no node in the dump";
        }
        if (unpriced == proposal.nodes().size()) {
            return "; the price of the nodes is not known";
        }
        var without =
                unpriced == 0 ? "" : ", without " + counted(unpriced, "node") + " of unknown price";
        if (cost.now().equals(cost.after())) {
            return ": " + cost.now().exactly() + "/h (" + month(cost.now()) + " a month)" + without;
        }
        var rise = new Money(cost.after().nanos() - cost.now().nanos());
        return ": %s/h → %s/h (%s+%s a month)%s"
                .formatted(
                        cost.now().exactly(),
                        cost.after().exactly(),
                        ScalingAnswer.gap(cost.after(), cost.now()).stream()
                                .map(percent -> "+" + shortly(percent) + "%, ")
                                .findFirst()
                                .orElse(""),
                        month(rise),
                        without);
    }

    private static String month(Money hour) {
        return hour.times(HOURS_A_MONTH).toString();
    }

    private List<String> bound() {
        return switch (proposal.bound()) {
            case CostBound.Least least -> bound(least);
            case CostBound.None(var why) ->
                    proposal.packing().opened().isEmpty()
                            ? List.of()
                            : List.of("Best possible: not told, since " + why + ".");
        };
    }

    private List<String> bound(CostBound.Least least) {
        var best = proposal.cost().now().plus(least.hour());
        if (best.equals(proposal.cost().after())) {
            return List.of("Best possible: no plan for the same pods costs less; that is proven.");
        }
        var gap =
                ScalingAnswer.gap(proposal.cost().after(), best).stream()
                        .map(percent -> "; this plan is " + shortly(percent) + "% above it")
                        .findFirst()
                        .orElse("");
        var lines = new ArrayList<String>();
        lines.add(
                "Best possible: not below %s/h%s (not looked at: %s)."
                        .formatted(best.exactly(), gap, String.join(", ", Bound.IGNORES)));
        var core = ScalingAnswer.dual(least, List.of(Resources.CPU));
        var gibibyte = ScalingAnswer.dual(least, List.of(Resources.MEMORY));
        var gpu = ScalingAnswer.dual(least, WellKnown.GPUS);
        if (!core.equals(Money.NONE) || !gibibyte.equals(Money.NONE) || !gpu.equals(Money.NONE)) {
            lines.add(
                    "One more core adds %s/h to that, one more GiB %s/h%s."
                            .formatted(
                                    roughly(core),
                                    roughly(gibibyte),
                                    gpu.equals(Money.NONE)
                                            ? ""
                                            : ", one more GPU " + roughly(gpu) + "/h"));
        }
        return lines;
    }

    private String seen() {
        var cluster = dump.seen().cluster();
        return "Seen: %s in %s, %s, %d of them waiting."
                .formatted(
                        counted(cluster.nodes().size(), "node"),
                        counted(dump.seen().groups().size(), "group"),
                        counted(dump.inventory().podCount(), "pod"),
                        Dump.count(cluster.pending()));
    }

    private List<List<String>> groups() {
        var rows = new ArrayList<List<String>>();
        var header =
                new ArrayList<>(List.of("group", "type", "nodes", "pods", "cpu", "memory", "$/h"));
        var total = new ArrayList<>(row("*", "", proposal.groups(), total()));
        if (isWide) {
            header.addAll(List.of("wasted", "most", "price"));
            total.addAll(List.of(wasted(""), "", ""));
        }
        rows.add(header);
        rows.add(total);
        for (var grown : proposal.groups()) {
            var name = grown.group().name();
            var cells =
                    new ArrayList<>(row(name, grown.group().type(), List.of(grown), price(grown)));
            if (isWide) {
                cells.addAll(List.of(wasted(name), most(grown), from(grown)));
            }
            rows.add(cells);
        }
        return rows;
    }

    private List<String> row(String name, String type, List<Grown> groups, String price) {
        var own =
                groups.stream()
                        .flatMap(grown -> grown.nodes().stream())
                        .map(node -> nodes.get(node))
                        .toList();
        int now = groups.stream().mapToInt(grown -> grown.group().nodes().size()).sum();
        int pods = own.stream().mapToInt(node -> Dump.count(node.pods())).sum();
        return List.of(
                name,
                type.isEmpty() ? "-" : type,
                own.size() == now ? String.valueOf(now) : now + " → " + own.size(),
                String.valueOf(pods),
                used(own, Resources.CPU),
                used(own, Resources.MEMORY),
                price);
    }

    private static String used(List<Node> nodes, String resource) {
        var asked = BigInteger.ZERO;
        var offered = BigInteger.ZERO;
        for (var node : nodes) {
            asked = asked.add(BigInteger.valueOf(node.asked().asked(resource)));
            offered = offered.add(BigInteger.valueOf(node.allocatable().asked(resource)));
        }
        if (offered.signum() == 0) {
            return "-";
        }
        var percent =
                new BigDecimal(asked)
                        .movePointRight(2)
                        .divide(new BigDecimal(offered), 0, RoundingMode.HALF_UP);
        return percent.toPlainString() + "%";
    }

    private String total() {
        var cost = proposal.cost();
        return cost.unpricedAfter() == proposal.nodes().size() ? "-" : cost.after().exactly();
    }

    private static String price(Grown grown) {
        return grown.group().price() instanceof Price.Known(var hour, _)
                ? hour.times(grown.wanted()).exactly()
                : "-";
    }

    private String wasted(String group) {
        var own =
                proposal.waste().stream()
                        .filter(waste -> group.isEmpty() || waste.group().equals(group))
                        .toList();
        long nanos = own.stream().mapToLong(waste -> waste.hour().nanos()).sum();
        return own.isEmpty() ? "-" : roughly(new Money(nanos));
    }

    /// Node by node, the most wasteful first.
    private List<List<String>> waste() {
        var rows = new ArrayList<List<String>>();
        rows.add(List.of("node", "group", "$/h"));
        proposal.waste().stream()
                .sorted(Comparator.comparing(Waste::hour).reversed().thenComparing(Waste::node))
                .forEach(waste ->
                        rows.add(List.of(waste.node(), waste.group(), roughly(waste.hour()))));
        return rows;
    }

    private static String most(Grown grown) {
        return switch (grown.group().growth()) {
            case Growth.Within(var limits, _) ->
                    grown.group().isUnlimited() ? "unlimited" : String.valueOf(limits.most());
            case Growth.Never(var why) -> why.rule().code();
        };
    }

    private static String from(Grown grown) {
        return switch (grown.group().price()) {
            case Price.Known(_, var from) -> from;
            case Price.Unknown _ -> "not known";
        };
    }

    /// What finds no place is told again, with why, under what is blocked.
    private List<String> steps() {
        var steps = new ArrayList<String>();
        int refused = 0;
        for (var reason : proposal.reasons()) {
            boolean isRefused = reason.rule().effect() == Effect.REFUSED;
            if (!isRefused || refused++ < shapes()) {
                steps.add(step(reason));
            }
        }
        if (refused > shapes()) {
            steps.add("! and none for pods of " + Blocked.more(refused - shapes()));
        }
        return steps;
    }

    /// Of how many shapes it is told that they find no place.
    private int shapes() {
        return isWide ? Integer.MAX_VALUE : MOST_SHAPES;
    }

    private static String step(Reason reason) {
        var sign =
                switch (reason.rule().effect()) {
                    case CHOSE -> isPurchase(reason) ? "+ " : "* ";
                    case REFUSED -> "! ";
                    case NOTED -> "~ ";
                    case HELD, CAPPED -> "= ";
                };
        return sign + reason.sentence();
    }

    /// Others say why a group was chosen.
    private static boolean isPurchase(Reason reason) {
        return PURCHASES.contains(reason.rule().code());
    }

    private List<String> rejected() {
        return proposal.alternatives().stream()
                .limit(MOST_ALTERNATIVES)
                .map(other -> bought(other) + ": " + other.why().sentence())
                .toList();
    }

    private static String bought(Alternative alternative) {
        var words = new ArrayList<String>();
        for (var grown : alternative.groups()) {
            words.add(counted(grown.more(), "node") + " of " + grown.group().name());
        }
        var cost = alternative.cost();
        return String.join(" and ", words)
                + (cost.isWhole() ? " at " + cost.after().exactly() + "/h in all" : "");
    }

    private static String shortly(BigDecimal percent) {
        var rounded = percent.setScale(1, RoundingMode.HALF_UP).stripTrailingZeros();
        return (rounded.scale() < 0 ? rounded.setScale(0) : rounded).toPlainString();
    }

    /// To a hundredth of a cent.
    private static String roughly(Money money) {
        return Money.dollars(money.dollars().setScale(4, RoundingMode.HALF_UP)).exactly();
    }

    static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}

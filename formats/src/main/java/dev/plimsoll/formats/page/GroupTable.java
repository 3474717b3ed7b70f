package dev.plimsoll.formats.page;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.formats.page.PlanPage.Detail;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.groups.NodeGroup.Member;
import dev.plimsoll.groups.NodeGroup.NodeOffer;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.scaling.Proposal.Grown;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The groups of a plan, a row each under a row for all of them: nodes, pods, utilisation, price.
/// Groups without nodes are counted in one row unless the page is wide.
final class GroupTable {

    private static final String UNKNOWN = "-";

    private final Proposal proposal;
    private final Map<String, Node> nodes = new LinkedHashMap<>();

    GroupTable(Proposal proposal) {
        this.proposal = proposal;
        proposal.nodes().forEach(node -> nodes.put(node.name(), node));
    }

    Table table(Detail detail) {
        var columns =
                new ArrayList<>(List.of("group", "type", "nodes", "pods", "cpu", "memory", "$/h"));
        var rows = new ArrayList<List<String>>();
        var total = new ArrayList<>(row("total", "", proposal.groups(), totalPrice()));
        if (detail == Detail.WIDE) {
            columns.addAll(List.of("unused", "max", "price"));
            total.addAll(List.of(unused(""), "", ""));
        }
        rows.add(total);
        int empty = 0;
        for (var grown : proposal.groups()) {
            if (detail == Detail.SHORT && grown.nodes().isEmpty()) {
                empty++;
                continue;
            }
            var name = grown.group().name();
            var row = new ArrayList<>(row(name, type(grown), List.of(grown), price(grown)));
            if (detail == Detail.WIDE) {
                row.addAll(List.of(unused(name), maximum(grown), source(grown)));
            }
            rows.add(row);
        }
        if (empty > 0) {
            var name = empty + (empty == 1 ? " group" : " groups") + " without nodes";
            rows.add(row(name, "", List.of(), UNKNOWN));
        }
        return new Table(columns, rows);
    }

    private List<String> row(String name, String type, List<Grown> groups, String price) {
        var own =
                groups.stream()
                        .flatMap(grown -> grown.nodes().stream())
                        .map(node -> nodes.get(node))
                        .toList();
        int now = groups.stream().mapToInt(grown -> grown.group().size()).sum();
        int pods = own.stream().flatMap(node -> node.pods().stream()).mapToInt(Pods::count).sum();
        return List.of(
                name,
                type.isEmpty() ? UNKNOWN : type,
                own.size() == now ? String.valueOf(now) : now + " → " + own.size(),
                String.valueOf(pods),
                utilisation(own, Resources.CPU),
                utilisation(own, Resources.MEMORY),
                price);
    }

    private static String utilisation(List<Node> nodes, String resource) {
        var requested = BigInteger.ZERO;
        var allocatable = BigInteger.ZERO;
        for (var node : nodes) {
            requested = requested.add(BigInteger.valueOf(node.asked().asked(resource)));
            allocatable = allocatable.add(BigInteger.valueOf(node.allocatable().asked(resource)));
        }
        if (allocatable.signum() == 0) {
            return UNKNOWN;
        }
        var percent =
                new BigDecimal(requested)
                        .movePointRight(2)
                        .divide(new BigDecimal(allocatable), 0, RoundingMode.HALF_UP);
        return percent.toPlainString() + "%";
    }

    private String totalPrice() {
        var cost = proposal.cost();
        return cost.unpricedAfter() == proposal.nodes().size() ? UNKNOWN : cost.after().rounded();
    }

    private static String type(Grown grown) {
        var types = grown.group().types();
        return types.size() > 1 ? types.size() + " types" : String.join("", types);
    }

    private static String price(Grown grown) {
        var sum = Money.NONE;
        boolean isKnown = false;
        for (var member : grown.members()) {
            if (member.price() instanceof Price.Known(var hour, _)) {
                sum = sum.plus(hour);
                isKnown = true;
            }
        }
        return isKnown ? sum.rounded() : UNKNOWN;
    }

    /// @param group empty for all of them
    private String unused(String group) {
        var own =
                proposal.waste().stream()
                        .filter(waste -> group.isEmpty() || waste.group().equals(group))
                        .toList();
        long nanos = own.stream().mapToLong(waste -> waste.hour().nanos()).sum();
        return own.isEmpty() ? UNKNOWN : new Money(nanos).rounded();
    }

    private static String maximum(Grown grown) {
        return switch (grown.group().growth()) {
            case Growth.Within(var limits, _) ->
                    grown.group().isUnlimited() ? "none" : String.valueOf(limits.most());
            case Growth.Never(var why) -> why.rule().code();
        };
    }

    private static String source(Grown grown) {
        var sources =
                Stream.concat(
                                grown.members().stream().map(Member::price),
                                grown.group().offers().stream().map(NodeOffer::price))
                        .map(price ->
                                price instanceof Price.Known(_, var source)
                                        ? source.toString()
                                        : "unknown")
                        .distinct()
                        .toList();
        return sources.size() > 2
                ? sources.getFirst() + " and " + (sources.size() - 1) + " more"
                : String.join("; ", sources);
    }
}

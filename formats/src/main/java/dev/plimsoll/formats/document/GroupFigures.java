package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.groups.NodeGroup.Member;
import dev.plimsoll.groups.NodeGroup.NodeOffer;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.scaling.EndState;
import dev.plimsoll.scaling.EndState.GroupEnd;
import dev.plimsoll.scaling.EndState.Waste;
import dev.plimsoll.selection.WellKnown;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// The figures of groups in the end, of one group or of several together. A figure that is unknown
/// is an empty list.
public final class GroupFigures {

    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final List<Waste> waste;

    public GroupFigures(EndState end) {
        end.nodes().forEach(node -> nodes.put(node.name(), node));
        this.waste = end.waste();
    }

    public int pods(List<GroupEnd> groups) {
        return nodes(groups).flatMap(node -> node.pods().stream()).mapToInt(Pods::count).sum();
    }

    /// The requests in percent of allocatable. Virtual nodes are left out: their capacity is not
    /// real.
    ///
    /// @param places the number of decimals
    public List<BigDecimal> percent(List<GroupEnd> groups, String resource, int places) {
        var requested = BigInteger.ZERO;
        var allocatable = BigInteger.ZERO;
        for (var node : nodes(groups).toList()) {
            if (WellKnown.isVirtual(node.labels())) {
                continue;
            }
            requested = requested.add(BigInteger.valueOf(node.asked().asked(resource)));
            allocatable = allocatable.add(BigInteger.valueOf(node.allocatable().asked(resource)));
        }
        return allocatable.signum() == 0
                ? List.of()
                : List.of(
                        new BigDecimal(requested)
                                .movePointRight(2)
                                .divide(new BigDecimal(allocatable), places, RoundingMode.HALF_UP));
    }

    /// Dollars an hour, of the nodes whose price is known.
    public static List<Money> cost(List<GroupEnd> groups) {
        return sum(
                members(groups)
                        .map(Member::price)
                        .flatMap(price ->
                                price instanceof Price.Known(var hour, _)
                                        ? Stream.of(hour)
                                        : Stream.empty()));
    }

    /// The part of the cost that pays for resources no pod requests.
    public List<Money> unused(List<GroupEnd> groups) {
        var names = groups.stream().map(GroupEnd::name).toList();
        return sum(waste.stream().filter(one -> names.contains(one.group())).map(Waste::hour));
    }

    /// The number of nodes whose price is an estimate.
    public static int estimates(List<GroupEnd> groups) {
        return (int) members(groups).filter(member -> member.price().isEstimate()).count();
    }

    /// The sources of the prices of its nodes and of the nodes that it can get.
    public static List<String> priceSources(GroupEnd group) {
        return Stream.concat(
                        group.members().stream().map(Member::price),
                        group.group().offers().stream().map(NodeOffer::price))
                .map(price ->
                        price instanceof Price.Known(_, var source) ? source.toString() : "unknown")
                .distinct()
                .toList();
    }

    private static List<Money> sum(Stream<Money> amounts) {
        return amounts.reduce(Money::plus).stream().toList();
    }

    private static Stream<Member> members(List<GroupEnd> groups) {
        return groups.stream().flatMap(group -> group.members().stream());
    }

    private Stream<Node> nodes(List<GroupEnd> groups) {
        return members(groups).map(member -> Objects.requireNonNull(nodes.get(member.node())));
    }
}

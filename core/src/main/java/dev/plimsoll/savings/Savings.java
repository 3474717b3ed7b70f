package dev.plimsoll.savings;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.savings.Attempt.Found;
import dev.plimsoll.savings.SavingsRow.Name;
import dev.plimsoll.savings.SavingsRow.Origin;
import dev.plimsoll.savings.TypeGroups.Capacity;
import dev.plimsoll.scaling.CostBound;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.slack.Placeholders;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The rows of savings: the same pods on other nodes, with the cost and its bound.
///
/// **Invariant:** every row holds the pods that the row after the plan holds; no row below it costs
/// more than the row above; no row costs less than its bound: `SavingsLawsTest`.
public final class Savings {

    private final Proposal now;
    private final Proposal planned;
    private final SpotPods spot;
    private final Division division;
    private final TypeGroups types;

    private Savings(Proposal now, Proposal planned, SavingsSeen seen) {
        var before = PricedNode.before(now);
        var after = PricedNode.after(planned);
        this.now = now;
        this.planned = planned;
        this.spot = SpotPods.of(seen, List.of(before, after));
        this.division = division(planned, after);
        this.types = new TypeGroups(seen, before);
    }

    /// @param now the plan for the cluster as it is
    /// @param planned the plan whose purchases complete the end state; the same one, if one plan
    ///   reaches it
    public static List<SavingsRow> rows(Proposal now, Proposal planned, SavingsSeen seen) {
        return new Savings(now, planned, seen).rows();
    }

    private static Division division(Proposal proposal, List<PricedNode> nodes) {
        var facts = proposal.facts();
        return Division.of(nodes, facts.groups(), facts.cluster().storage());
    }

    private List<SavingsRow> rows() {
        var anyType = types.of(division.groups(), Capacity.OWN);
        var withSpot = new ArrayList<>(anyType);
        if (hasSpotPods()) {
            withSpot.addAll(types.of(division.groups(), Capacity.SPOT));
        }
        var bounds = bounds(List.of(List.of(), anyType, withSpot));
        var rows = new ArrayList<SavingsRow>();
        rows.add(asItIs());
        rows.add(afterThePlan(bounds.getFirst()));
        rows.add(next(rows.getLast(), Name.SAME_GROUPS, List.of()).with(bounds.get(0)));
        rows.add(anyType(rows.getLast(), anyType).with(bounds.get(1)));
        rows.add(withSpot(rows.getLast(), anyType, withSpot).with(bounds.get(2)));
        rows.replaceAll(Savings::checked);
        return rows;
    }

    private SavingsRow asItIs() {
        var nodes = PricedNode.before(now);
        var bound =
                new RowBounds(now.facts(), spot)
                        .of(division(now, nodes), List.of(), new TreeMap<>(), List.of());
        return new SavingsRow(
                Name.AS_IT_IS, PricedNode.cost(nodes), bound, Origin.FOUND, nodes, List.of());
    }

    private SavingsRow afterThePlan(CostBound bound) {
        var nodes = PricedNode.after(planned);
        return new SavingsRow(
                Name.AFTER_THE_PLAN, PricedNode.cost(nodes), bound, Origin.FOUND, nodes, List.of());
    }

    private SavingsRow anyType(SavingsRow above, List<NodeGroup> more) {
        return more.isEmpty()
                ? above.takenOver(Name.ANY_TYPE, Origin.NO_TYPES)
                : next(above, Name.ANY_TYPE, more);
    }

    private SavingsRow withSpot(
            SavingsRow above, List<NodeGroup> anyType, List<NodeGroup> withSpot) {
        if (!hasSpotPods()) {
            return above.takenOver(Name.WITH_SPOT, Origin.NO_SPOT_PODS);
        }
        return withSpot.size() == anyType.size()
                ? above.takenOver(Name.WITH_SPOT, Origin.NO_SPOT_PRICES)
                : next(above, Name.WITH_SPOT, withSpot);
    }

    private boolean hasSpotPods() {
        return spot.areIn(division);
    }

    /// The row below another one, with what is found if that costs less.
    private SavingsRow next(SavingsRow above, Name name, List<NodeGroup> more) {
        var found = found(name, more);
        return found.filter(one -> one.hour().compareTo(above.hour()) < 0)
                .map(one -> one.row(name, above.bound()))
                .orElseGet(() -> above.takenOver(name, Attempt.why(found)));
    }

    /// With spot nodes, also with all pods there that may run on them: it is not always found.
    private Optional<Found> found(Name name, List<NodeGroup> more) {
        var found = new Attempt(planned.facts(), spot).find(division, more, types.like());
        if (name != Name.WITH_SPOT) {
            return found;
        }
        var there =
                new Attempt(planned.facts(), spot.required()).find(division, more, types.like());
        return Stream.of(found, there)
                .flatMap(Optional::stream)
                .min(Comparator.comparing(Found::hour));
    }

    /// The bound of each market; what a wider market cannot do, a narrower one cannot do either.
    ///
    /// @param markets the groups beside those of the cluster, each wider than the one before
    private List<CostBound> bounds(List<List<NodeGroup>> markets) {
        var room = leastRoom();
        var bounds = new ArrayList<CostBound>();
        for (var market : markets.reversed()) {
            var own = new RowBounds(planned.facts(), spot).of(division, market, types.like(), room);
            bounds.add(bounds.isEmpty() ? own : RowBounds.larger(own, bounds.getLast()));
        }
        return bounds.reversed();
    }

    /// The placeholders that every row holds; none if the plan itself does not hold all.
    private List<Pods> leastRoom() {
        boolean isHeld =
                planned.packing().left().stream()
                        .noneMatch(some -> Placeholders.areOf(some.shape()));
        return isHeld
                ? new RoomOfRow(planned.facts())
                        .least(
                                division.stay().stream().map(PricedNode::node).toList(),
                                division.pods())
                : List.of();
    }

    /// Pods that run where the rules no longer allow them can cost less than any new placement.
    private static SavingsRow checked(SavingsRow row) {
        return row.bound() instanceof CostBound.Least(var least, _)
                        && least.compareTo(row.hour()) > 0
                ? row.with(new CostBound.None("some pods run where the rules no longer allow them"))
                : row;
    }
}

package dev.plimsoll.savings;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.packing.Packing.Placed;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.savings.SavingsRow.Origin;
import dev.plimsoll.scaling.CostBound;
import dev.plimsoll.scaling.PackedAnew;
import dev.plimsoll.scaling.PackedAnew.Task;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.scaling.ScalingFacts;
import dev.plimsoll.slack.Placeholders;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/// The pods that move, packed on the nodes that stay and on new nodes of some groups.
///
/// Room that is kept free is a share of the nodes, and the nodes have to hold it: so the packing is
/// repeated until its room is enough for its nodes. A node that has pods which fit on no other node
/// stays.
final class Attempt {

    private static final int MOST_ROUNDS = 4;
    private static final int MOST_STAYING = 3;

    private final ScalingFacts facts;
    private final SpotPods spot;
    private final RoomOfRow room;

    /// The pods of a row on its nodes.
    record Found(Money hour, List<PricedNode> nodes, List<Placed> moves) {

        SavingsRow row(SavingsRow.Name name, CostBound bound) {
            return new SavingsRow(name, hour, bound, Origin.FOUND, nodes, moves);
        }
    }

    /// A packing with its room.
    private record Round(Proposal proposal, boolean isEnough) {

        boolean isWhole() {
            return proposal.left() == 0;
        }
    }

    Attempt(ScalingFacts facts, SpotPods spot) {
        this.facts = facts;
        this.spot = spot;
        this.room = new RoomOfRow(facts);
    }

    /// The cheapest nodes that are found; none if some pods or placeholders do not fit.
    ///
    /// @param division of the nodes after the plan
    /// @param more groups beside those of the cluster
    /// @param like the group that each of them is like
    Optional<Found> find(Division division, List<NodeGroup> more, SortedMap<String, String> like) {
        var current = division;
        for (int staying = 0; staying <= MOST_STAYING; staying++) {
            var round = packed(current, more, like);
            if (round.isWhole()) {
                return round.isEnough()
                        ? Optional.of(found(round.proposal(), like))
                        : Optional.empty();
            }
            var next = current.keeping(left(round.proposal()));
            if (next.go().size() == current.go().size()) {
                return Optional.empty();
            }
            current = next;
        }
        return Optional.empty();
    }

    private Set<Shape> left(Proposal proposal) {
        var left = new LinkedHashSet<Shape>();
        for (var some : proposal.packing().left()) {
            if (!Placeholders.areOf(some.shape())) {
                left.add(spot.plain(some.shape()));
            }
        }
        return left;
    }

    private Round packed(Division division, List<NodeGroup> more, SortedMap<String, String> like) {
        var nodes = new ArrayList<Node>();
        division.stay().forEach(each -> nodes.add(each.node()));
        division.go().forEach(each -> nodes.add(each.node()));
        var wanted = room.on(nodes);
        var best = packed(division, more, like, wanted);
        var next = best;
        for (int i = 1; i < MOST_ROUNDS && next.isWhole(); i++) {
            var before = wanted;
            wanted = room.on(plain(next.proposal()));
            if (wanted.equals(before)) {
                return best;
            }
            next = packed(division, more, like, wanted);
            best = better(next, best);
        }
        return best;
    }

    /// The cheaper one of those whose pods and room are all there, the first one if they cost the
    /// same; the second one if neither is so.
    private static Round better(Round one, Round other) {
        if (!one.isWhole() || !one.isEnough()) {
            return other;
        }
        boolean isCheaper = !other.isEnough() || hour(one).compareTo(hour(other)) <= 0;
        return isCheaper ? one : other;
    }

    private static Money hour(Round round) {
        return round.proposal().cost().after();
    }

    private Round packed(
            Division division,
            List<NodeGroup> more,
            SortedMap<String, String> like,
            List<Pods> placeholders) {
        var groups = new ArrayList<>(division.emptied());
        groups.addAll(more);
        var task =
                new Task(
                        division.stay().stream().map(each -> spot.marked(each.node())).toList(),
                        groups.stream().map(spot::marked).toList(),
                        like,
                        spot.marked(division),
                        spot.onOthers(placeholders));
        var proposal = new PackedAnew(facts).cheapest(task);
        return new Round(proposal, room.isEnough(placeholders, plain(proposal)));
    }

    private List<Node> plain(Proposal proposal) {
        return proposal.nodesWithRoom().stream().map(spot::unmarked).toList();
    }

    private Found found(Proposal proposal, SortedMap<String, String> like) {
        var nodes = new ArrayList<PricedNode>();
        for (var each : PricedNode.after(proposal)) {
            nodes.add(
                    new PricedNode(
                            spot.unmarked(each.node()),
                            like.getOrDefault(each.group(), each.group()),
                            each.key(),
                            each.price()));
        }
        var moves =
                proposal.packing().placed().stream()
                        .map(one -> new Placed(spot.plain(one.shape()), one.count(), one.node()))
                        .toList();
        return new Found(proposal.cost().after(), nodes, moves);
    }

    /// Why nothing was found.
    static Origin why(Optional<Found> found) {
        return found.isEmpty() ? Origin.NOT_ALL_FIT : Origin.NOTHING_CHEAPER;
    }
}

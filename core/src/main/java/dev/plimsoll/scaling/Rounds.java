package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.packing.CheapestPacking;
import dev.plimsoll.packing.EquivalentOffers;
import dev.plimsoll.packing.Offer;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.packing.PackingStart;
import dev.plimsoll.packing.Supply;
import dev.plimsoll.scaling.Proposal.Alternative;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Buys in rounds: every group bids nodes for the pods that are left, the group that ranks best
/// wins, and the pods that it cannot take go to the next round. Groups that differ only in their
/// zone bid as one, under the name of the first.
final class Rounds {

    /// After this many rounds the cheapest mix takes the pods that are left.
    private static final int MOST_ROUNDS = 50;

    private static final Comparator<Bid> BETTER =
            Comparator.comparing(Bid::packing, Packing.BY_LEFT)
                    .thenComparing(bid -> bid.packing().cost());

    /// The number of rejected bids that a proposal lists.
    private static final int MOST_OTHERS = 8;

    private final ScalingFacts facts;
    private final Map<String, NodeGroup> groups = new LinkedHashMap<>();
    private final Buyer buyer;
    private final ScaleUpStrategy.ByRank strategy;
    private final List<Round> rounds = new ArrayList<>();

    Rounds(ScalingFacts facts, Buyer buyer, ScaleUpStrategy.ByRank strategy) {
        this.facts = facts;
        facts.groups().forEach(group -> groups.put(group.name(), group));
        this.buyer = buyer;
        this.strategy = strategy;
    }

    /// All rounds: first existing nodes, then groups with a price, then groups without one.
    Chosen chosen() {
        var room = buyer.onRoom();
        var packing = room;
        var next = next(room);
        while (rounds.size() < MOST_ROUNDS && !next.opened().isEmpty()) {
            packing = packing.and(next);
            next = next(packing);
        }
        var why = new ArrayList<Reason>();
        rounds.forEach(round -> why.addAll(why(round)));
        if (!next.opened().isEmpty()) {
            why.add(because(Rules.ROUND_LIMIT, "the rest", fact("rounds", MOST_ROUNDS)));
            packing = packing.and(buyer.mixAfter(packing));
        }
        var best = purchase(buyer.thenUnpriced(buyer.settled(packing)));
        return new Chosen(best, why, others(room, best));
    }

    private Purchase purchase(Packing packing) {
        return Purchase.of(facts.groups(), buyer.whole(packing));
    }

    /// The nodes that one more round buys; none if no bid wins.
    private Packing next(Packing soFar) {
        if (soFar.left().isEmpty()) {
            return Packing.NOTHING;
        }
        var start = buyer.start().after(soFar);
        var supply = buyer.supply().after(soFar);
        var bids = bids(start, supply, soFar.left());
        var round = new Round(bids, facts.nodes().size(), soFar, strategy.ranking());
        if (!round.hasWinner()) {
            return Packing.NOTHING;
        }
        rounds.add(round);
        return switch (strategy) {
            case ScaleUpStrategy.Ranked _ -> round.winner().packing();
            case ScaleUpStrategy.MixOfBest _ -> {
                var offers = round.best().stream().flatMap(bid -> bid.family().stream()).toList();
                yield CheapestPacking.cheapest(start, supply.only(offers), soFar.left());
            }
        };
    }

    /// One bid for each group: of several instance types, the one that leaves the fewest pods, then
    /// the cheapest.
    private List<Bid> bids(PackingStart start, Supply supply, List<Pods> left) {
        var bids = new LinkedHashMap<String, Bid>();
        for (var family : EquivalentOffers.families(supply, left)) {
            var first = family.getFirst();
            var group = Objects.requireNonNull(groups.get(first.group()));
            var packing = Buyer.of(family, start, supply, left);
            if (!packing.opened().isEmpty()) {
                var bid = new Bid(group, group.offer(first.name()), family, packing);
                bids.merge(group.name(), bid, Rounds::better);
            }
        }
        return List.copyOf(bids.values());
    }

    private static Bid better(Bid one, Bid other) {
        return BETTER.compare(other, one) < 0 ? other : one;
    }

    private List<Reason> why(Round round) {
        int tied = round.best().size();
        if (strategy instanceof ScaleUpStrategy.MixOfBest && tied > 1) {
            var first = round.winner().group().name();
            return List.of(because(Rules.TIED_RANK, first, fact("groups", tied)));
        }
        var why = new ArrayList<>(round.why());
        long family = round.winner().family().stream().map(Offer::group).distinct().count();
        if (family > 1) {
            var name = round.winner().group().name();
            why.add(because(Rules.ZONES_AS_ONE, name, fact("groups", family)));
        }
        return why;
    }

    /// The bids that lost the first round.
    private List<Alternative> others(Packing room, Purchase best) {
        if (rounds.isEmpty()) {
            return List.of();
        }
        var first = rounds.getFirst();
        var others = new ArrayList<Alternative>();
        for (var loser : first.losers().stream().limit(MOST_OTHERS).toList()) {
            var purchase = purchase(room.and(first.bid(loser).packing()));
            boolean leavesMore = purchase.packing().leaves() > best.packing().leaves();
            others.add(
                    purchase.because(leavesMore ? purchase.against(best) : first.against(loser)));
        }
        return others;
    }
}

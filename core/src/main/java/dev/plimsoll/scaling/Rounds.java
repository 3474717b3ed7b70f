package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.packing.CheapestPacking;
import dev.plimsoll.packing.EquivalentOffers;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.packing.PackingStart;
import dev.plimsoll.packing.Supply;
import dev.plimsoll.scaling.Proposal.Alternative;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Round by round: every group says how many nodes it would take for the pods that are left, the
/// best by ranking gets them, and what it cannot take goes to the next round. Groups that differ in
/// where they stand alone speak with one voice, and under the name of the first.
final class Rounds {

    /// So many rounds at most; what is left then goes to the cheapest mix.
    private static final int MOST_ROUNDS = 50;

    /// More would not be read.
    private static final int MOST_OTHERS = 8;

    private final Seen seen;
    private final Map<String, NodeGroup> groups = new LinkedHashMap<>();
    private final Buyer purchase;
    private final ScaleUpStrategy.ByRank strategy;
    private final List<Round> rounds = new ArrayList<>();

    Rounds(Seen seen, Buyer purchase, ScaleUpStrategy.ByRank strategy) {
        this.seen = seen;
        seen.groups().forEach(group -> groups.put(group.name(), group));
        this.purchase = purchase;
        this.strategy = strategy;
    }

    /// All rounds, on room that is there first; what is left then goes to groups without a price.
    Chosen chosen() {
        var room = purchase.onRoom();
        var packing = room;
        var next = next(room);
        while (rounds.size() < MOST_ROUNDS && !next.opened().isEmpty()) {
            packing = packing.and(next);
            next = next(packing);
        }
        var why = new ArrayList<Reason>();
        rounds.forEach(round -> why.addAll(why(round)));
        if (!next.opened().isEmpty()) {
            why.add(because(Rules.MOST_ROUNDS, "the rest", fact("rounds", MOST_ROUNDS)));
            packing = packing.and(purchase.mixAfter(packing));
        }
        var best = bundle(purchase.thenUnpriced(purchase.settled(packing)));
        return new Chosen(best, why, others(room, best));
    }

    private Purchase bundle(Packing packing) {
        return Purchase.of(seen.groups(), purchase.whole(packing));
    }

    /// What one more round buys; nothing if nobody wins it.
    private Packing next(Packing soFar) {
        if (soFar.left().isEmpty()) {
            return Packing.NOTHING;
        }
        var start = purchase.start().after(soFar);
        var supply = purchase.supply().after(soFar);
        var bids = bids(start, supply, soFar.left());
        var round = new Round(bids, seen.cluster().nodes().size(), soFar, strategy.ranking());
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

    private List<Bid> bids(PackingStart start, Supply supply, List<Pods> left) {
        var bids = new ArrayList<Bid>();
        for (var family : EquivalentOffers.families(supply, left)) {
            var group = groups.get(family.getFirst().name());
            var packing = Buyer.of(family, start, supply, left);
            if (group != null && !packing.opened().isEmpty()) {
                bids.add(new Bid(group, family, packing));
            }
        }
        return bids;
    }

    private List<Reason> why(Round round) {
        int alike = round.best().size();
        if (strategy instanceof ScaleUpStrategy.MixOfBest && alike > 1) {
            var first = round.winner().group().name();
            return List.of(because(Rules.RANK_BEST, first, fact("groups", alike)));
        }
        var why = new ArrayList<>(round.why());
        int family = round.winner().family().size();
        if (family > 1) {
            var name = round.winner().group().name();
            why.add(because(Rules.FAMILY, name, fact("groups", family)));
        }
        return why;
    }

    /// The groups that did not win the first round.
    private List<Alternative> others(Packing room, Purchase best) {
        if (rounds.isEmpty()) {
            return List.of();
        }
        var first = rounds.getFirst();
        var others = new ArrayList<Alternative>();
        for (var loser : first.losers().stream().limit(MOST_OTHERS).toList()) {
            var bundle = bundle(room.and(first.bid(loser).packing()));
            boolean leavesMore = bundle.packing().leaves() > best.packing().leaves();
            others.add(bundle.because(leavesMore ? bundle.against(best) : first.against(loser)));
        }
        return others;
    }
}

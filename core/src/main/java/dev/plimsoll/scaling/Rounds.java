package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Fact.figure;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule.Effect;
import dev.plimsoll.packing.Ground;
import dev.plimsoll.packing.Mix;
import dev.plimsoll.packing.Offer;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.packing.Supply;
import dev.plimsoll.packing.Twins;
import dev.plimsoll.prices.Price;
import dev.plimsoll.prices.UnitPrices;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.ranking.Option.Machine;
import dev.plimsoll.ranking.Option.Size;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.ranking.Past;
import dev.plimsoll.ranking.Policy.Strategy;
import dev.plimsoll.ranking.Portion;
import dev.plimsoll.ranking.Ranked;
import dev.plimsoll.ranking.Ranking;
import dev.plimsoll.ranking.Ranks;
import dev.plimsoll.ranking.Rates;
import dev.plimsoll.ranking.Score;
import dev.plimsoll.scaling.Candidate.Growth;
import dev.plimsoll.scaling.Policy.Choice;
import dev.plimsoll.scaling.Proposal.Alternative;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Round by round: every group says how many nodes it would take for the pods that are left, the
/// best by ranking gets them, and what it cannot take goes to the next round. Groups that differ in
/// where they stand alone speak with one voice, and under the name of the first.
final class Rounds {

    private static final Rates RATES = new Rates.Of(UnitPrices.BASE);

    /// More would not be read.
    private static final int MOST_OTHERS = 8;

    private static final long CORE = 1_000;

    /// So many rounds at most; what is left then goes to the cheapest mix.
    private static final int MOST_ROUNDS = 50;

    /// What groups would take in a round.
    ///
    /// @param group the first of them
    private record Bid(Candidate group, List<Offer> family, Packing packing) {}

    private final Seen seen;
    private final Map<String, Candidate> groups = new LinkedHashMap<>();
    private final Purchase purchase;
    private final Choice choice;
    private final dev.plimsoll.ranking.Policy policy;
    private final List<Reason> reasons = new ArrayList<>();
    private final List<Bid> bids = new ArrayList<>();
    private final List<Ranked> ranked = new ArrayList<>();

    Rounds(Seen seen, Purchase purchase, Choice choice, dev.plimsoll.ranking.Policy policy) {
        this.seen = seen;
        seen.candidates().forEach(group -> groups.put(group.name(), group));
        this.purchase = purchase;
        this.choice = choice;
        this.policy = policy;
    }

    /// All rounds, on room that is there first; what is left then goes to groups without a price.
    Chosen chosen() {
        var room = purchase.onRoom();
        var packing = room;
        var next = round(room);
        for (int round = 1; round < MOST_ROUNDS && !next.opened().isEmpty(); round++) {
            packing = packing.and(next);
            next = round(packing);
        }
        if (!next.opened().isEmpty()) {
            reasons.add(because(Rules.MOST_ROUNDS, "the rest", fact("rounds", MOST_ROUNDS)));
            packing = packing.and(purchase.mixAfter(packing));
        }
        var best = option(purchase.thenUnpriced(purchase.settled(packing)));
        return new Chosen(best, reasons, others(room, best));
    }

    private Option option(Packing packing) {
        return Option.of(seen.candidates(), purchase.whole(packing));
    }

    private Packing round(Packing soFar) {
        if (soFar.left().isEmpty()) {
            return Packing.NOTHING;
        }
        var ground = purchase.ground().after(soFar);
        var supply = purchase.supply().after(soFar);
        var offered = bids(ground, supply, soFar.left());
        var question = question(offered, soFar);
        var ranks = Ranking.rank(question.seen(), policy, question.seed());
        if (ranks.ranked().isEmpty()) {
            return Packing.NOTHING;
        }
        if (ranked.isEmpty()) {
            bids.addAll(offered);
            ranked.addAll(ranks.ranked());
        }
        reasons.addAll(why(question, ranks));
        var winner = bid(offered, ranks.ranked().getFirst());
        if (winner.family().size() > 1) {
            var groups = fact("groups", winner.family().size());
            reasons.add(because(Rules.FAMILY, winner.group().name(), groups));
        }
        return switch (choice) {
            case Choice.MixOfBest _ ->
                    Mix.cheapest(ground, of(supply, offered, ranks), soFar.left());
            case Choice.Ranked _, Choice.CheapestMix _ -> winner.packing();
        };
    }

    private List<Reason> why(
            Question<dev.plimsoll.ranking.Seen, dev.plimsoll.ranking.Policy, Past> question,
            Ranks ranks) {
        if (choice instanceof Choice.MixOfBest && ranks.alike() > 1) {
            var first = ranks.ranked().getFirst().option().group();
            return List.of(because(Rules.RANK_BEST, first, fact("groups", ranks.alike())));
        }
        return new Ranking()
                .decide(question).reasons().stream()
                        .filter(reason -> reason.rule().effect() == Effect.CHOSE)
                        .toList();
    }

    /// The groups that did not win the first round.
    private List<Alternative> others(Packing room, Option best) {
        var others = new ArrayList<Alternative>();
        for (var other : ranked.subList(Math.min(1, ranked.size()), ranked.size())) {
            if (others.size() < MOST_OTHERS) {
                var option = option(room.and(bid(bids, other).packing()));
                boolean leavesMore = option.packing().leaves() > best.packing().leaves();
                others.add(option.because(leavesMore ? option.against(best) : lower(other)));
            }
        }
        return others;
    }

    private Reason lower(Ranked other) {
        var winner = ranked.getFirst();
        for (var strategy : policy.strategies()) {
            boolean isPrice = strategy == Strategy.PRICE;
            double own = isPrice ? other.value() : other.mark(strategy);
            double best = isPrice ? winner.value() : winner.mark(strategy);
            if (own != best) {
                return because(
                        Rules.RANKS_LOWER,
                        other.option().group(),
                        fact("strategy", strategy.code()),
                        figure("mark", Score.rounded(own)),
                        figure("best", Score.rounded(best)));
            }
        }
        return because(Rules.RANKS_ALIKE, other.option().group());
    }

    private static Supply of(Supply supply, List<Bid> bids, Ranks ranks) {
        return supply.only(
                ranks.ranked().subList(0, ranks.alike()).stream()
                        .flatMap(ranked -> bid(bids, ranked).family().stream())
                        .toList());
    }

    private static Bid bid(List<Bid> bids, Ranked ranked) {
        return bids.stream()
                .filter(bid -> bid.group().name().equals(ranked.option().group()))
                .findFirst()
                .orElseThrow();
    }

    private List<Bid> bids(Ground ground, Supply supply, List<Pods> left) {
        var bids = new ArrayList<Bid>();
        for (var family : Twins.families(supply, left)) {
            var group = groups.get(family.getFirst().name());
            var packing = Purchase.of(family, ground, supply, left);
            if (group != null && !packing.opened().isEmpty()) {
                bids.add(new Bid(group, family, packing));
            }
        }
        return bids;
    }

    private Question<dev.plimsoll.ranking.Seen, dev.plimsoll.ranking.Policy, Past> question(
            List<Bid> bids, Packing soFar) {
        var options = bids.stream().map(bid -> option(bid, soFar)).toList();
        var known =
                new dev.plimsoll.ranking.Seen(
                        seen.cluster().nodes().size() + soFar.opened().size(),
                        soFar.leaves(),
                        new Price.Unknown("the price of a small pod steadies the ratio"),
                        RATES,
                        options);
        return new Question<>(known, policy, Past.NONE, List.<Outcome>of(), Instant.EPOCH, 0);
    }

    private static dev.plimsoll.ranking.Option option(Bid bid, Packing soFar) {
        var group = bid.group();
        int bought =
                (int)
                        soFar.opened().stream()
                                .filter(node -> node.offer().name().equals(group.name()))
                                .count();
        return new dev.plimsoll.ranking.Option(
                group.name(),
                new Size.Of(group.nodes().size() + bought),
                new Machine(machine(group.template().allocatable()), group.price()),
                bid.packing().opened().size(),
                standing(group),
                portions(bid.packing()));
    }

    /// What kubelet keeps for itself is less than a core, so whole cores are what the machine has.
    private static Resources machine(Resources allocatable) {
        long cores = Math.ceilDiv(allocatable.asked(Resources.CPU), CORE);
        return allocatable.with(Resources.CPU, cores * CORE);
    }

    private static Standing standing(Candidate group) {
        return group.growth() instanceof Growth.Within(_, var standing)
                ? standing
                : Standing.EXISTS;
    }

    private static List<Portion> portions(Packing packing) {
        var counts =
                new TreeMap<Resources, Integer>(
                        (one, other) -> one.toString().compareTo(other.toString()));
        var opened = new LinkedHashSet<String>();
        packing.opened().forEach(node -> opened.add(node.node()));
        for (var one : packing.placed()) {
            if (opened.contains(one.node())) {
                counts.merge(one.shape().requests(), one.count(), Integer::sum);
            }
        }
        var portions = new ArrayList<Portion>();
        counts.forEach((requests, count) ->
                portions.add(new Portion(requests, count, RATES.price(requests))));
        return portions;
    }
}

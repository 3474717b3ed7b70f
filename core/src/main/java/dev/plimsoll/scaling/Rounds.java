package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Fact.figure;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule.Effect;
import dev.plimsoll.packing.Estimate;
import dev.plimsoll.packing.Ground;
import dev.plimsoll.packing.Mix;
import dev.plimsoll.packing.Offer;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.packing.Supply;
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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Round by round: every group says how many nodes it would take for the pods that are left, the
/// best by ranking gets them, and what it cannot take goes to the next round.
final class Rounds {

    private static final Rates RATES = new Rates.Of(UnitPrices.BASE);

    /// More would not be read.
    private static final int MOST_OTHERS = 8;

    private static final long CORE = 1_000;

    /// What a group would take in a round.
    private record Bid(Candidate group, Offer offer, Packing packing) {}

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
        for (var next = round(room); !next.opened().isEmpty(); next = round(packing)) {
            packing = packing.and(next);
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
        return switch (choice) {
            case Choice.MixOfBest _ ->
                    Mix.cheapest(ground, of(supply, offered, ranks), soFar.left());
            case Choice.Ranked _, Choice.CheapestMix _ ->
                    bid(offered, ranks.ranked().getFirst()).packing();
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

    /// The first strategy that tells it from the winner.
    private Reason lower(Ranked other) {
        var group = other.option().group();
        for (var strategy : policy.strategies()) {
            if (strategy == Strategy.RANDOM_BY_SEED) {
                return because(Rules.DRAWN_LATER, group);
            }
            double own = mark(other, strategy);
            double best = mark(ranked.getFirst(), strategy);
            if (own != best && Double.isFinite(best)) {
                return lower(group, strategy, own, best);
            }
        }
        return because(Rules.RANKS_ALIKE, group);
    }

    /// The lower the better by price; none is below all others.
    private static double mark(Ranked ranked, Strategy strategy) {
        return strategy == Strategy.PRICE ? ranked.value() : ranked.mark(strategy);
    }

    private static Reason lower(String group, Strategy strategy, double own, double best) {
        var by = fact("strategy", strategy.code());
        var winner = figure("best", Score.rounded(best));
        return Double.isFinite(own)
                ? because(Rules.RANKS_LOWER, group, by, figure("mark", Score.rounded(own)), winner)
                : because(Rules.NO_MARK, group, by, winner);
    }

    private static Supply of(Supply supply, List<Bid> bids, Ranks ranks) {
        var offers =
                ranks.ranked().subList(0, ranks.alike()).stream()
                        .map(ranked -> bid(bids, ranked).offer())
                        .toList();
        return new Supply(offers, supply.quotas());
    }

    private static Bid bid(List<Bid> bids, Ranked ranked) {
        return bids.stream()
                .filter(bid -> bid.group().name().equals(ranked.option().group()))
                .findFirst()
                .orElseThrow();
    }

    private List<Bid> bids(Ground ground, Supply supply, List<Pods> left) {
        var bids = new ArrayList<Bid>();
        for (var offer : supply.offers()) {
            var group = groups.get(offer.name());
            var alone = supply.alone(offer);
            if (group != null && alone.most() > 0) {
                var packing = Estimate.of(ground, alone, left);
                if (!packing.opened().isEmpty()) {
                    bids.add(new Bid(group, offer, packing));
                }
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
        packing.placed()
                .forEach(one -> counts.merge(one.shape().requests(), one.count(), Integer::sum));
        var portions = new ArrayList<Portion>();
        counts.forEach((requests, count) ->
                portions.add(new Portion(requests, count, RATES.price(requests))));
        return portions;
    }
}

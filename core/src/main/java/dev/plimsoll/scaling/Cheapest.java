package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Step;
import dev.plimsoll.packing.Offer;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.Proposal.Alternative;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Finds the cheapest purchase: a mix of all groups, or one instance type in all its zones with the
/// other groups for the pods that it leaves.
final class Cheapest {

    /// Up to this many families are all tried alone; of more, only the most promising.
    private static final int FEW = 8;

    private static final int PROMISING = 3;

    /// Up to this many pods, the rest that a family leaves is tried on the other groups too.
    private static final int FEW_PODS = 512;

    private static final Comparator<Candidate> CHEAPEST =
            Comparator.comparing(Candidate::purchase, Purchase.CHEAPEST);

    private final ScalingFacts facts;
    private final Buyer buyer;
    private final List<Pods> pods;
    private final List<Candidate> filledUp = new ArrayList<>();

    /// @param packing without the nodes of the minimum, before zones are levelled
    private record Candidate(Packing packing, Purchase purchase) {}

    Cheapest(ScalingFacts facts, Buyer buyer, List<Pods> pods) {
        this.facts = facts;
        this.buyer = buyer;
        this.pods = pods;
    }

    Chosen chosen() {
        var candidates = candidates();
        candidates.sort(CHEAPEST);
        var best = candidates.getFirst();
        for (var candidate : filledUp) {
            best = CHEAPEST.compare(candidate, best) < 0 ? candidate : best;
        }
        best = orCheaper(best, buyer.improved(best.packing()));
        best = orCheaper(best, buyer.onLargerNodes(best.packing()));
        var purchases = candidates.stream().map(Candidate::purchase).toList();
        return new Chosen(best.purchase(), List.of(), others(purchases, best.purchase()));
    }

    /// The candidate, or its changed packing if that is cheaper.
    private Candidate orCheaper(Candidate best, Packing changed) {
        if (changed.equals(best.packing())) {
            return best;
        }
        var other = candidate(changed);
        return CHEAPEST.compare(other, best) < 0 ? other : best;
    }

    private List<Candidate> candidates() {
        var candidates = new ArrayList<Candidate>();
        var families = buyer.families();
        if (families.size() == 1 && families.getFirst().size() == 1 && !pods.isEmpty()) {
            candidates.add(candidate(buyer.alone(families.getFirst(), Packing.NOTHING)));
            if (candidates.getFirst().packing().left().isEmpty()) {
                return candidates;
            }
        }
        var mix = buyer.mix();
        candidates.add(candidate(mix));
        if (families.size() > 1 && !mix.opened().isEmpty()) {
            promising(families).forEach(family -> candidates.add(alone(family, mix)));
        }
        return candidates;
    }

    private Candidate alone(List<Offer> family, Packing mix) {
        var packing = buyer.alone(family, mix);
        if (!packing.left().isEmpty() && PendingPods.count(pods) <= FEW_PODS) {
            filledUp.add(candidate(buyer.filledUp(packing)));
        }
        return candidate(packing);
    }

    private Candidate candidate(Packing packing) {
        return new Candidate(packing, Purchase.of(facts.groups(), buyer.whole(packing)));
    }

    /// The families that would cost least if all pods fitted; all of them if they are few.
    private List<List<Offer>> promising(List<List<Offer>> families) {
        if (families.size() <= FEW) {
            return families;
        }
        var asked = new TreeMap<String, Double>();
        for (var some : pods) {
            asked.merge(Resources.PODS, (double) some.count(), Double::sum);
            for (var name : some.shape().requests().names()) {
                double all = (double) some.shape().requests().asked(name) * some.count();
                asked.merge(name, all, Double::sum);
            }
        }
        record Promise(List<Offer> family, double dollars) {}
        return families.stream()
                .map(family -> new Promise(family, dollars(family.getFirst(), asked)))
                .sorted(Comparator.comparingDouble(Promise::dollars))
                .limit(PROMISING)
                .map(Promise::family)
                .toList();
    }

    private static double dollars(Offer offer, SortedMap<String, Double> asked) {
        var free = offer.node().allocatable().less(offer.node().asked());
        double nodes = 0;
        for (var each : asked.entrySet()) {
            nodes = Math.max(nodes, each.getValue() / free.offered(each.getKey()));
        }
        return Math.ceil(nodes) * offer.priceHour().nanos();
    }

    private static List<Step.ResizeGroup> steps(Purchase purchase) {
        return purchase.growing().stream().map(Scaling::resize).toList();
    }

    /// The purchases that lost, each once.
    private static List<Alternative> others(List<Purchase> purchases, Purchase best) {
        var listed = new ArrayList<List<Step.ResizeGroup>>();
        listed.add(steps(best));
        var others = new ArrayList<Alternative>();
        for (var purchase : purchases) {
            var steps = steps(purchase);
            if (!steps.isEmpty() && !listed.contains(steps)) {
                others.add(purchase.because(purchase.against(best)));
            }
            listed.add(steps);
        }
        return others;
    }
}

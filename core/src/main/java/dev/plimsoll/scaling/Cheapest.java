package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.packing.Offer;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.Proposal.Alternative;
import dev.plimsoll.scaling.Proposal.Grown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The cheapest purchase: a mix of all groups, or one alone, in all zones where it can be had, and
/// the others for what it leaves.
final class Cheapest {

    /// So many are all tried alone; of more only the most promising ones.
    private static final int FEW = 8;

    private static final int PROMISING = 3;

    /// Of so many pods, what a group alone leaves is tried on the others too.
    private static final int FEW_PODS = 512;

    private final Seen seen;
    private final Buyer purchase;
    private final List<Pods> pods;
    private final List<Purchase> filledUp = new ArrayList<>();

    Cheapest(Seen seen, Buyer purchase, List<Pods> pods) {
        this.seen = seen;
        this.purchase = purchase;
        this.pods = pods;
    }

    Chosen chosen() {
        var bundles = bundles();
        bundles.sort(Purchase.CHEAPEST);
        var best = bundles.getFirst();
        for (var bundle : filledUp) {
            best = Purchase.CHEAPEST.compare(bundle, best) < 0 ? bundle : best;
        }
        return new Chosen(best, List.of(), others(bundles, best));
    }

    private List<Purchase> bundles() {
        var bundles = new ArrayList<Purchase>();
        var families = purchase.families();
        if (families.size() == 1 && families.getFirst().size() == 1 && !pods.isEmpty()) {
            bundles.add(bundle(purchase.alone(families.getFirst())));
            if (bundles.getFirst().packing().left().isEmpty()) {
                return bundles;
            }
        }
        var mix = purchase.mix();
        bundles.add(bundle(mix));
        if (families.size() > 1 && !mix.opened().isEmpty()) {
            promising(families).forEach(family -> bundles.add(alone(family)));
        }
        return bundles;
    }

    private Purchase alone(List<Offer> family) {
        var packing = purchase.alone(family);
        if (!packing.left().isEmpty() && PendingPods.count(pods) <= FEW_PODS) {
            filledUp.add(bundle(purchase.filledUp(packing)));
        }
        return bundle(packing);
    }

    private Purchase bundle(Packing packing) {
        return Purchase.of(seen.groups(), purchase.whole(packing));
    }

    /// Of many families those that would cost least if all pods fitted.
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

    /// All but the best, and what is the same as one before.
    private static List<Alternative> others(List<Purchase> bundles, Purchase best) {
        var told = new ArrayList<List<Grown>>();
        told.add(best.growing());
        var others = new ArrayList<Alternative>();
        for (var bundle : bundles) {
            var growing = bundle.growing();
            if (!growing.isEmpty() && !told.contains(growing)) {
                others.add(bundle.because(bundle.against(best)));
            }
            told.add(growing);
        }
        return others;
    }
}

package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.Proposal.Alternative;
import dev.plimsoll.scaling.Proposal.Grown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The cheapest purchase: a mix of all groups, or one group alone.
final class Cheapest {

    /// So many groups are all tried alone; of more only the most promising ones.
    private static final int FEW = 8;

    private static final int PROMISING = 3;

    private final Seen seen;
    private final Purchase purchase;
    private final List<Pods> pods;

    Cheapest(Seen seen, Purchase purchase, List<Pods> pods) {
        this.seen = seen;
        this.purchase = purchase;
        this.pods = pods;
    }

    Chosen chosen() {
        var bundles = bundles();
        bundles.sort(Bundle.CHEAPEST);
        return new Chosen(bundles.getFirst(), List.of(), others(bundles));
    }

    private List<Bundle> bundles() {
        var bundles = new ArrayList<Bundle>();
        var growing = seen.growing();
        if (growing.size() == 1 && !pods.isEmpty()) {
            bundles.add(alone(growing.getFirst()));
            if (bundles.getFirst().packing().left().isEmpty()) {
                return bundles;
            }
        }
        var mix = purchase.mix();
        bundles.add(bundle(mix));
        if (growing.size() > 1 && !mix.opened().isEmpty()) {
            promising(growing).forEach(group -> bundles.add(alone(group)));
        }
        return bundles;
    }

    private Bundle alone(Candidate group) {
        return bundle(purchase.alone(group));
    }

    private Bundle bundle(Packing packing) {
        return Bundle.of(seen.candidates(), purchase.whole(packing));
    }

    /// Of many groups those that would cost least if all pods fitted.
    private List<Candidate> promising(List<Candidate> growing) {
        if (growing.size() <= FEW) {
            return growing;
        }
        var asked = new TreeMap<String, Double>();
        for (var some : pods) {
            asked.merge(Resources.PODS, (double) some.count(), Double::sum);
            for (var name : some.shape().requests().names()) {
                double all = (double) some.shape().requests().asked(name) * some.count();
                asked.merge(name, all, Double::sum);
            }
        }
        record Promise(Candidate group, double dollars) {}
        return growing.stream()
                .map(group -> new Promise(group, dollars(group, asked)))
                .sorted(Comparator.comparingDouble(Promise::dollars))
                .limit(PROMISING)
                .map(Promise::group)
                .toList();
    }

    private static double dollars(Candidate group, SortedMap<String, Double> asked) {
        if (!(group.price() instanceof Price.Known(var hour, _))) {
            return Double.POSITIVE_INFINITY;
        }
        var free = group.template().allocatable().less(group.template().asked());
        double nodes = 0;
        for (var each : asked.entrySet()) {
            nodes = Math.max(nodes, each.getValue() / free.offered(each.getKey()));
        }
        return Math.ceil(nodes) * hour.nanos();
    }

    /// All but the best, and what is the same as one before.
    private static List<Alternative> others(List<Bundle> bundles) {
        var best = bundles.getFirst();
        var told = new ArrayList<List<Grown>>();
        var others = new ArrayList<Alternative>();
        for (var bundle : bundles) {
            var growing = bundle.growing();
            if (!told.isEmpty() && !growing.isEmpty() && !told.contains(growing)) {
                others.add(bundle.because(bundle.against(best)));
            }
            told.add(growing);
        }
        return others;
    }
}

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

/// The cheapest purchase: a mix of all groups, or one group alone, the others for what it leaves.
final class Cheapest {

    /// So many groups are all tried alone; of more only the most promising ones.
    private static final int FEW = 8;

    private static final int PROMISING = 3;

    /// Of so many pods, what a group alone leaves is tried on the others too.
    private static final int FEW_PODS = 512;

    private final Seen seen;
    private final Purchase purchase;
    private final List<Pods> pods;
    private final List<Option> filledUp = new ArrayList<>();

    Cheapest(Seen seen, Purchase purchase, List<Pods> pods) {
        this.seen = seen;
        this.purchase = purchase;
        this.pods = pods;
    }

    Chosen chosen() {
        var options = options();
        options.sort(Option.CHEAPEST);
        var best = options.getFirst();
        for (var option : filledUp) {
            best = Option.CHEAPEST.compare(option, best) < 0 ? option : best;
        }
        return new Chosen(best, List.of(), others(options, best));
    }

    private List<Option> options() {
        var options = new ArrayList<Option>();
        var growing = seen.candidates().stream().filter(group -> group.room() > 0).toList();
        if (growing.size() == 1 && !pods.isEmpty()) {
            options.add(alone(growing.getFirst()));
            if (options.getFirst().packing().left().isEmpty()) {
                return options;
            }
        }
        var mix = purchase.mix();
        options.add(option(mix));
        if (growing.size() > 1 && !mix.opened().isEmpty()) {
            promising(growing).forEach(group -> options.add(alone(group)));
        }
        return options;
    }

    private Option alone(Candidate group) {
        var packing = purchase.alone(group);
        if (!packing.left().isEmpty() && Backlog.count(pods) <= FEW_PODS) {
            filledUp.add(option(purchase.filledUp(packing)));
        }
        return option(packing);
    }

    private Option option(Packing packing) {
        return Option.of(seen.candidates(), purchase.whole(packing));
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
    private static List<Alternative> others(List<Option> options, Option best) {
        var told = new ArrayList<List<Grown>>();
        told.add(best.growing());
        var others = new ArrayList<Alternative>();
        for (var option : options) {
            var growing = option.growing();
            if (!growing.isEmpty() && !told.contains(growing)) {
                others.add(option.because(option.against(best)));
            }
            told.add(growing);
        }
        return others;
    }
}

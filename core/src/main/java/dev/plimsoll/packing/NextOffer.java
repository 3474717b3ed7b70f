package dev.plimsoll.packing;

import dev.plimsoll.packing.Sizes.Size;
import dev.plimsoll.packing.UnplacedPods.Party;
import dev.plimsoll.quantity.Resources;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The choice of the model of node to open next: the one whose pods are worth most for its price
/// when it is filled on trial; then the next best, in case its pods are not allowed.
///
/// A trial looks at resources alone. It runs only for models that could still be better.
final class NextOffer {

    /// Trials stop when no model can be better by more than this share.
    private static final double TOLERANCE = 0.002;

    /// @param worth the value of its pods
    record Tried(OfferModel model, double worth) {}

    private final List<OfferModel> models;
    private final List<Size> sizes;
    private final int resources;
    private final double[] worthOfModel;
    private final double[] worthOfSize;
    private final Filling filling;

    /// @param worth by resource
    /// @param tilt how much each resource counts when a node is filled
    NextOffer(List<OfferModel> models, Sizes sizes, double[] worth, double[] tilt) {
        this.models = models;
        this.sizes = sizes.list();
        this.resources = worth.length;
        this.filling = new Filling(sizes.list(), tilt);
        this.worthOfModel = models.stream().mapToDouble(m -> worth(m.room, worth)).toArray();
        this.worthOfSize =
                sizes.list().stream().mapToDouble(size -> worth(size.asks(), worth)).toArray();
    }

    private static double worth(long[] amounts, double[] worth) {
        double sum = 0;
        for (int i = 0; i < worth.length; i++) {
            if (worth[i] > 0) {
                sum += amounts[i] * worth[i];
            }
        }
        return sum;
    }

    double worth(Iterable<Party> parties) {
        double sum = 0;
        for (var party : parties) {
            sum += worthOfSize[party.size()] * party.count();
        }
        return sum;
    }

    double worthOfPuts(List<PackingDraft.Put> puts) {
        double sum = 0;
        for (var put : puts) {
            sum += worthOfSize[put.party().size()] * put.count();
        }
        return sum;
    }

    /// The free resources that the pods leave.
    long[] rest(long[] room, List<PackingDraft.Put> puts) {
        var rest = asks(puts);
        for (int i = 0; i < rest.length; i++) {
            rest[i] = room[i] == Resources.UNLIMITED ? room[i] : room[i] - rest[i];
        }
        return rest;
    }

    /// The sum of the requests of the pods.
    long[] asks(List<PackingDraft.Put> puts) {
        var asks = new long[resources];
        for (var put : puts) {
            var each = sizes.get(put.party().size()).asks();
            for (int i = 0; i < asks.length; i++) {
                asks[i] += each[i] * put.count();
            }
        }
        return asks;
    }

    /// @param seeds pods of which the node gets one first
    /// @param share the largest value that the node can count for
    /// @param isOut models that are excluded
    Optional<Tried> best(List<Party> seeds, double share, Set<OfferModel> isOut) {
        if (models.size() == 1) {
            var only = models.getFirst();
            boolean isLeft = only.canBeHad() && !isOut.contains(only);
            return isLeft ? Optional.of(new Tried(only, 0)) : Optional.empty();
        }
        var most = new double[models.size()];
        for (int i = 0; i < most.length; i++) {
            var model = models.get(i);
            boolean counts = model.canBeHad() && !isOut.contains(model);
            most[i] = counts ? Math.min(worthOfModel[i], share) / model.price : -1;
        }
        var first = counts(seeds);
        var unplaced = new LinkedHashMap<OfferModel.Door, int[]>();
        Optional<Tried> best = Optional.empty();
        double value = 0;
        for (int next = largest(most); most[next] > value * (1 + TOLERANCE); next = largest(most)) {
            most[next] = -1;
            var model = models.get(next);
            var counts = unplaced.computeIfAbsent(model.door, NextOffer::counts);
            double worth = trial(model, counts.clone(), first);
            if (Math.min(worth, share) / model.price > value) {
                value = Math.min(worth, share) / model.price;
                best = Optional.of(new Tried(model, worth));
            }
        }
        return best;
    }

    /// The value of the pods that fill a node of the model.
    private double trial(OfferModel model, int[] counts, int[] seeds) {
        var sum = new double[1];
        filling.begin(model.room);
        filling.one(
                seeds,
                (size, _) -> {
                    sum[0] += worthOfSize[size];
                    return 1;
                });
        filling.fill(
                counts,
                (size, few) -> {
                    int taken = Math.min(few, counts[size]);
                    counts[size] -= taken;
                    sum[0] += worthOfSize[size] * taken;
                    return taken;
                });
        return sum[0];
    }

    /// By size, the number of unplaced pods that the node admits; without pods that are one per
    /// node, since at most one could be placed.
    private static int[] counts(OfferModel.Door door) {
        var counts = new int[door.bySize().size()];
        for (int size = 0; size < counts.length; size++) {
            for (var party : door.bySize().get(size)) {
                counts[size] += party.isLoner() ? 0 : party.count();
            }
        }
        return counts;
    }

    /// By size.
    int[] counts(Iterable<Party> parties) {
        var counts = new int[worthOfSize.length];
        for (var party : parties) {
            counts[party.size()] += party.count();
        }
        return counts;
    }

    private static int largest(double[] values) {
        int largest = 0;
        for (int i = 1; i < values.length; i++) {
            if (values[i] > values[largest]) {
                largest = i;
            }
        }
        return largest;
    }
}

package dev.plimsoll.packing;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.packing.Catalogue.Item;
import dev.plimsoll.quantity.Resources;
import java.util.List;

/// The number of nodes of one offer for the pending pods: first fit decreasing, or node by node,
/// whichever leaves fewer pods and then needs fewer nodes.
public final class OneOfferPacking {

    private OneOfferPacking() {}

    /// On new nodes alone. Existing nodes count only for rules that look at other pods.
    public static Packing of(PackingStart start, Offer offer, List<Pods> pods) {
        var seen = start.matters(pods) ? start : start.bare();
        return better(seen, offer, pods, seen.nodes().size());
    }

    /// On existing nodes and on new ones.
    public static Packing besides(PackingStart start, Offer offer, List<Pods> pods) {
        return better(start, offer, pods, 0);
    }

    /// @param from the first node that can be used
    private static Packing better(PackingStart start, Offer offer, List<Pods> pods, int from) {
        var first = firstFit(start, offer, pods, from);
        if (first.left().isEmpty() && first.opened().size() <= fewest(offer, pods)) {
            var accepted = accepted(start, pods, first);
            if (accepted.left().isEmpty()) {
                return accepted;
            }
        }
        var second = nodeByNode(start, offer, pods, from);
        return isBetter(second, first)
                ? accepted(start, pods, second, first)
                : accepted(start, pods, first, second);
    }

    /// The packing with the better estimate, if it keeps it; else the better of both.
    private static Packing accepted(
            PackingStart start, List<Pods> pods, Packing better, Packing other) {
        var accepted = accepted(start, pods, better);
        if (!isBetter(better, accepted)) {
            return accepted;
        }
        var instead = accepted(start, pods, other);
        return isBetter(instead, accepted) ? instead : accepted;
    }

    private static boolean isBetter(Packing one, Packing other) {
        int byLeft = Integer.compare(one.leaves(), other.leaves());
        return byLeft < 0 || (byLeft == 0 && one.opened().size() < other.opened().size());
    }

    /// A lower bound of the number of nodes: their free resources cover the requests of all pods.
    private static double fewest(Offer offer, List<Pods> pods) {
        var free = offer.node().allocatable().less(offer.node().asked());
        double fewest = 0;
        for (var resource : Sizes.resources(pods)) {
            double asked = 0;
            for (var some : pods) {
                boolean isSlot = resource.equals(Resources.PODS);
                double each = isSlot ? 1 : some.shape().requests().asked(resource);
                asked += each * some.count();
            }
            if (asked > 0) {
                fewest = Math.max(fewest, Math.ceil(asked / free.offered(resource)));
            }
        }
        return fewest;
    }

    private static Packing firstFit(PackingStart start, Offer offer, List<Pods> pods, int from) {
        var draft = new PackingDraft(start);
        var waiting = draft.unplaced(pods);
        new FirstFit(draft, offer, from).place(waiting);
        return draft.packing(waiting);
    }

    /// Pods with a topology spread over nodes come last here too.
    private static Packing nodeByNode(PackingStart start, Offer offer, List<Pods> pods, int from) {
        var draft = new PackingDraft(start);
        var waiting = draft.unplaced(pods);
        if (from < start.nodes().size()) {
            CheapestPacking.fillRoom(draft, from, start.nodes(), waiting);
        }
        var resources = Sizes.resources(pods);
        var asked = RelevantLabels.by(pods, start.nodes(), List.of(offer));
        var catalogue = new Catalogue(Supply.of(List.of(offer)), resources, asked);
        for (Item item : catalogue.items()) {
            var sizes = new Sizes(waiting, resources);
            var shadowPrices = ShadowPrices.of(resources, item);
            var tilt = Filling.even(resources.size());
            new NodeByNode(
                            draft,
                            sizes,
                            catalogue,
                            shadowPrices,
                            tilt,
                            party -> !party.isEvenByNode())
                    .place();
        }
        new FirstFit(draft, offer, from).place(waiting);
        return draft.packing(waiting);
    }

    /// The pods that a packing leaves if all its nodes exist from the beginning.
    private static Packing accepted(PackingStart start, List<Pods> pods, Packing packing) {
        return start.matters(pods) ? PackingReplay.of(start, pods, packing) : packing;
    }
}

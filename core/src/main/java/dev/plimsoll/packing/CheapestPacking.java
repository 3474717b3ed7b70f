package dev.plimsoll.packing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import java.util.Comparator;
import java.util.List;

/// The cheapest set of new nodes that the search finds for all pending pods: existing nodes are
/// filled first, then new nodes of any offers, by all rules. If limits leave some pods unplaced, it
/// places as many as it can.
///
/// Rules about domains are evaluated as if all new nodes existed from the beginning and one more of
/// each kind were still to come, so no topology spread depends on the order in which nodes are
/// created.
public final class CheapestPacking {

    private CheapestPacking() {}

    public static Packing cheapest(PackingStart start, List<Offer> offers, List<Pods> pods) {
        return cheapest(start, Supply.of(offers), pods);
    }

    public static Packing cheapest(PackingStart start, Supply supply, List<Pods> pods) {
        return repacked(start, supply, pods, first(start, supply, pods));
    }

    /// A packing that is not worse, with more effort.
    public static Packing repacked(
            PackingStart start, Supply supply, List<Pods> pods, Packing packing) {
        return pods.isEmpty() ? packing : new Repacking(start, supply, pods).of(packing);
    }

    /// A good packing, with little effort.
    public static Packing first(PackingStart start, Supply supply, List<Pods> pods) {
        var packing = pods.isEmpty() ? Packing.NOTHING : pack(start, supply, pods);
        return packing.left().isEmpty()
                ? packing
                : new PriorityPacking(start, supply, pods).orBetter(packing);
    }

    /// A packing in which other nodes are bought for the pods of some new nodes, as long as that
    /// costs less.
    public static Packing exchanged(
            PackingStart start, Supply supply, List<Pods> pods, Packing packing) {
        return packing.opened().isEmpty() || Exchange.areTooMany(pods)
                ? packing
                : new Exchange(start, supply, pods).of(packing);
    }

    /// A packing with fewer and larger nodes, where these cost no more.
    public static Packing onLargerNodes(
            PackingStart start, Supply supply, List<Pods> pods, Packing packing) {
        var larger = new LargerNodes(start, supply).of(packing);
        if (larger.opened().size() == packing.opened().size()) {
            return packing;
        }
        var settled = PackingReplay.of(start, pods, larger);
        return PriorityPacking.isBetter(packing, settled) ? packing : settled;
    }

    static Packing pack(PackingStart start, Supply supply, List<Pods> pods) {
        return pack(start, supply, pods, 1, new ShadowPrices());
    }

    /// @param tilt how much cpu counts against other resources when a node is filled
    static Packing pack(
            PackingStart start, Supply supply, List<Pods> pods, double tilt, ShadowPrices prices) {
        var resources = Sizes.resources(pods);
        var asked = RelevantLabels.by(pods, start.nodes(), supply.ever());
        var catalogue = new Catalogue(supply, resources, asked);
        var stillToCome = stillToCome(supply, pods);
        var draft = new PackingDraft(start.behind(stillToCome));
        var unplaced = draft.unplaced(pods);
        fillRoom(draft, stillToCome.size(), start.nodes(), unplaced);
        var sizes = new Sizes(unplaced, resources);
        var shadowPrices = prices.of(resources, sizes, catalogue.items());
        var tilts = resources.stream().mapToDouble(name -> name.equals(Resources.CPU) ? tilt : 1);
        new NodeByNode(draft, sizes, catalogue, shadowPrices, tilts.toArray(), _ -> true).place();
        return PackingReplay.of(start, pods, draft.packing(unplaced));
    }

    /// One more node of each kind, if some pods have a topology spread.
    private static List<Node> stillToCome(Supply supply, List<Pods> pods) {
        if (!areSpread(pods)) {
            return List.of();
        }
        var ever = supply.ever();
        return new Catalogue(Supply.of(ever), List.of(), RelevantLabels.by(pods, List.of(), ever))
                .oneOfEach();
    }

    /// Places pods on existing nodes.
    static void fillRoom(PackingDraft draft, int from, List<Node> there, UnplacedPods unplaced) {
        there.stream()
                .max(Comparator.comparingLong(node -> node.allocatable().offered(Resources.CPU)))
                .map(largest -> new Offer("", largest, Money.NONE, 0))
                .ifPresent(none -> new FirstFit(draft, none, from).place(unplaced));
    }

    /// Some pods have a topology spread.
    public static boolean areSpread(List<Pods> pods) {
        return pods.stream().anyMatch(some -> !some.shape().constraints().spread().isEmpty());
    }
}

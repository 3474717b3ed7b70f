package dev.plimsoll.packing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import java.util.Comparator;
import java.util.List;

/// The cheapest set of nodes that it finds for all pods that wait: on room that is there first,
/// then on new nodes of any offers, by all rules. Where limits leave no place for all of them, as
/// many as it finds one for.
///
/// What a packing puts in a domain is judged as if all nodes stood from the beginning, and as if
/// one more of each kind were still to come: so no spread leans on the order in which nodes come.
public final class Mix {

    private Mix() {}

    public static Packing cheapest(Ground ground, List<Offer> offers, List<Pods> pods) {
        return cheapest(ground, Supply.of(offers), pods);
    }

    public static Packing cheapest(Ground ground, Supply supply, List<Pods> pods) {
        if (pods.isEmpty()) {
            return Packing.NOTHING;
        }
        var packing = pack(ground, supply, pods);
        var best =
                packing.left().isEmpty()
                        ? packing
                        : new Scarcity(ground, supply, pods).orBetter(packing);
        return new Amends(ground, supply, pods).of(best);
    }

    static Packing pack(Ground ground, Supply supply, List<Pods> pods) {
        var resources = Sizes.resources(pods);
        var asked = Asked.by(pods, ground.nodes(), supply.ever());
        var catalogue = new Catalogue(supply, resources, asked);
        var stillToCome = stillToCome(supply, pods);
        var draft = new Draft(ground.behind(stillToCome));
        var waiting = draft.waiting(pods);
        fillRoom(draft, stillToCome.size(), ground.nodes(), waiting);
        var sizes = new Sizes(waiting, resources);
        var worth = Worth.of(resources, sizes, catalogue.items());
        new NodeByNode(draft, sizes, catalogue, worth, _ -> true).place();
        return Replay.of(ground, pods, draft.packing(waiting));
    }

    /// One more node of each kind, where some pods are to lie evenly.
    private static List<Node> stillToCome(Supply supply, List<Pods> pods) {
        if (!areSpread(pods)) {
            return List.of();
        }
        var ever = supply.ever();
        return new Catalogue(Supply.of(ever), List.of(), Asked.by(pods, List.of(), ever))
                .oneOfEach();
    }

    /// Puts pods on nodes that are there.
    static void fillRoom(Draft draft, int from, List<Node> there, Waiting waiting) {
        there.stream()
                .max(Comparator.comparingLong(node -> node.allocatable().offered(Resources.CPU)))
                .map(largest -> new Offer("", largest, Money.NONE, 0))
                .ifPresent(none -> new FirstFit(draft, none, from).place(waiting));
    }

    /// Some are to lie evenly on nodes or zones.
    public static boolean areSpread(List<Pods> pods) {
        return pods.stream().anyMatch(some -> !some.shape().company().spread().isEmpty());
    }
}

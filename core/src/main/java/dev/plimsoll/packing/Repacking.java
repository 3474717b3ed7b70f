package dev.plimsoll.packing;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.packing.UnplacedPods.Party;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// Packs few pods again and starts with those that were left or that needed a new node, so that
/// free resources of existing nodes go to pods whose new nodes are expensive or cannot be bought.
/// Pods with rules about zones are tried first too, while there is room for them in all zones.
///
/// **Invariant:** it never leaves more pods than before, nor costs more for the same pods:
/// `CheapestPackingTest`.
final class Repacking {

    private final PackingStart start;
    private final Supply supply;
    private final List<Pods> pods;
    private final PriorityPacking scarcity;

    Repacking(PackingStart start, Supply supply, List<Pods> pods) {
        this.start = start;
        this.supply = supply;
        this.pods = UnplacedPods.merged(pods);
        this.scarcity = new PriorityPacking(start, supply, pods);
    }

    /// The packing, or a better one.
    Packing of(Packing first) {
        int tries = scarcity.more();
        var best = first;
        var badlyOff = tries > 0 ? badlyOff(best) : List.<List<Pods>>of();
        for (int i = 0; tries > 0 && i < badlyOff.size(); tries--) {
            var next = withFirst(badlyOff.get(i));
            if (PriorityPacking.isBetter(next, best)) {
                best = next;
                badlyOff = badlyOff(best);
                i = 0;
            } else {
                i++;
            }
        }
        return best;
    }

    /// One list per trial: the pods to place first.
    private List<List<Pods>> badlyOff(Packing packing) {
        var badlyOff = new ArrayList<List<Pods>>();
        badlyOff.add(packing.left());
        badlyOff.add(pods.stream().filter(some -> Party.isRoaming(some.shape())).toList());
        packing.left().forEach(some -> badlyOff.add(List.of(some)));
        packing.left()
                .forEach(some -> badlyOff.add(List.of(new Pods(some.shape(), 1, some.first()))));
        badlyOff.addAll(byNewNode(packing));
        return badlyOff.stream().filter(some -> !some.isEmpty()).distinct().toList();
    }

    private static List<List<Pods>> byNewNode(Packing packing) {
        var byNode = new LinkedHashMap<String, List<Pods>>();
        packing.opened().forEach(node -> byNode.put(node.node(), new ArrayList<>()));
        for (var some : packing.placed()) {
            var on = byNode.getOrDefault(some.node(), new ArrayList<>());
            on.add(new Pods(some.shape(), some.count(), ""));
        }
        return byNode.values().stream().map(UnplacedPods::merged).toList();
    }

    private Packing withFirst(List<Pods> some) {
        var ahead = CheapestPacking.pack(start, supply, some);
        var others = PriorityPacking.less(pods, some);
        var rest = CheapestPacking.pack(start.after(ahead), supply.after(ahead), others);
        var all =
                rest.left().isEmpty()
                        ? PriorityPacking.leavingOthers(pods, ahead.and(rest))
                        : scarcity.withTheRest(ahead);
        return PackingReplay.of(start, pods, all);
    }
}

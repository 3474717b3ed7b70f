package dev.plimsoll.packing;

import dev.plimsoll.fit.Fit;
import dev.plimsoll.packing.Packing.Opened;
import dev.plimsoll.packing.Packing.Placed;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/// Puts the pods of several new nodes on one larger node in the same zone that costs no more than
/// they do. A scheduler that places pods otherwise than planned loses less room on few large nodes
/// than on many small ones.
///
/// Most offers replace no node, and there are hundreds, so an offer costs one pass over the new
/// nodes; the packing and its limits are computed again only after nodes are replaced.
///
/// **Invariant:** it places the same pods at no higher cost on no more nodes: `LargerNodesTest`.
final class LargerNodes {

    private final PackingStart start;
    private final Supply supply;

    LargerNodes(PackingStart start, Supply supply) {
        this.start = start;
        this.supply = supply;
    }

    /// The packing, or one with fewer nodes. Offers come in falling order of price, so a large node
    /// is not replaced by a node of a later offer.
    Packing of(Packing packing) {
        var loads = new NodeLoads(packing);
        var best = packing;
        var byZone = byZone(packing);
        var rest = supply.after(packing);
        for (var offer : largestFirst()) {
            var nodes = byZone.getOrDefault(zone(offer), List.of());
            var sets = new Search(loads, offer).sets(nodes, rest.alone(offer).most());
            if (!sets.isEmpty()) {
                best = merged(best, offer, sets);
                byZone = byZone(best);
                rest = supply.after(best);
            }
        }
        return best;
    }

    private List<Offer> largestFirst() {
        return supply.offers().stream()
                .sorted(
                        Comparator.comparing(Offer::priceHour)
                                .reversed()
                                .thenComparing(Offer::name))
                .toList();
    }

    private static Map<String, List<Opened>> byZone(Packing packing) {
        var byZone = new LinkedHashMap<String, List<Opened>>();
        for (var node : packing.opened()) {
            byZone.computeIfAbsent(zone(node.offer()), _ -> new ArrayList<>()).add(node);
        }
        return byZone;
    }

    private static String zone(Offer offer) {
        return offer.node().variant().zone();
    }

    /// Nodes whose pods fit on one node of an offer that costs no more.
    private static final class Search {

        private final NodeLoads loads;
        private final Offer large;
        private final Resources room;

        /// The numbers of shapes that were looked at, and of those that may not move.
        private final BitSet known = new BitSet();

        private final BitSet refused = new BitSet();

        private Search(NodeLoads loads, Offer large) {
            this.loads = loads;
            this.large = large;
            this.room = large.node().allocatable().less(large.node().asked());
        }

        /// Sets of nodes, each for one large node.
        ///
        /// @param nodes in its zone
        /// @param most sets to find
        private List<List<Opened>> sets(List<Opened> nodes, int most) {
            var sets = new ArrayList<List<Opened>>();
            var some = new ArrayList<Opened>();
            var asked = Resources.NONE;
            long nanos = 0;
            for (var node : nodes) {
                if (sets.size() < most && isSmaller(node)) {
                    var more = asked.plus(loads.asked(node));
                    if (more.fitsIn(room) && mayMove(node)) {
                        some.add(node);
                        asked = more;
                        nanos = Math.addExact(nanos, node.offer().priceHour().nanos());
                    }
                    if (nanos >= large.priceHour().nanos()) {
                        sets.add(List.copyOf(some));
                        some.clear();
                        asked = Resources.NONE;
                        nanos = 0;
                    }
                }
            }
            return sets;
        }

        private boolean isSmaller(Opened node) {
            return node.offer().priceHour().compareTo(large.priceHour()) < 0;
        }

        private boolean mayMove(Opened node) {
            if (loads.mustStay(node)) {
                return false;
            }
            var shapes = loads.shapes(node);
            int next = shapes.nextSetBit(0);
            while (next >= 0 && !isRefused(next)) {
                next = shapes.nextSetBit(next + 1);
            }
            return next < 0;
        }

        private boolean isRefused(int number) {
            if (!known.get(number)) {
                known.set(number);
                refused.set(number, !Fit.admits(large.node(), loads.shape(number)).fits());
            }
            return refused.get(number);
        }
    }

    /// The packing with one large node for each set of nodes.
    private Packing merged(Packing before, Offer large, List<List<Opened>> sets) {
        var in = names(before, large, sets);
        var opened = new ArrayList<Opened>();
        var names = new LinkedHashSet<String>();
        for (var node : before.opened()) {
            var name = in.get(node.node());
            if (name == null) {
                opened.add(node);
            } else if (names.add(name)) {
                opened.add(new Opened(name, large));
            }
        }
        var placed = new ArrayList<Placed>();
        for (var one : before.placed()) {
            var name = in.get(one.node());
            placed.add(name == null ? one : new Placed(one.shape(), one.count(), name));
        }
        return new Packing(opened, placed, before.left());
    }

    /// The names of the large nodes, by the nodes that they stand for.
    private Map<String, String> names(Packing before, Offer large, List<List<Opened>> sets) {
        var naming = new Naming(start.nodes());
        before.opened().forEach(node -> naming.taken(node.node()));
        var in = new LinkedHashMap<String, String>();
        for (var some : sets) {
            var name = naming.next(large);
            some.forEach(node -> in.put(node.node(), name));
        }
        return in;
    }
}

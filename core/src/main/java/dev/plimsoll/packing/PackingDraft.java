package dev.plimsoll.packing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.packing.UnplacedPods.Party;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// A packing in progress: the nodes, the new ones among them, and the pods placed so far.
final class PackingDraft {

    private static final class Opened {
        private Offer offer;
        private String name;
        private int pods;

        private Opened(Offer offer, String name) {
            this.offer = offer;
            this.name = name;
        }
    }

    /// Pods that were placed on a node.
    record Put(Party party, int node, int count) {}

    private final List<Node> there;
    private final NodeFit nodeFit;
    private final Naming naming;
    private final List<Opened> opened = new ArrayList<>();
    private final List<Put> puts = new ArrayList<>();

    PackingDraft(PackingStart start) {
        this.there = start.nodes();
        this.nodeFit = start.nodeFit();
        this.naming = start.naming();
    }

    /// The pods that are still to be placed.
    UnplacedPods unplaced(List<Pods> pods) {
        return new UnplacedPods(pods, nodeFit);
    }

    NodeFit nodeFit() {
        return nodeFit;
    }

    /// The index of the first new node.
    int firstNew() {
        return there.size();
    }

    int nodes() {
        return nodeFit.size();
    }

    /// Opens a new node of the offer; returns its index.
    int open(Offer offer) {
        var name = naming.next(offer);
        opened.add(new Opened(offer, name));
        return nodeFit.add(offer.node(name));
    }

    /// Replaces a new node by a node of another offer. The state of the rules stays, so the two can
    /// differ only in free resources that are not needed.
    void exchange(int node, Offer offer) {
        var changed = opened.get(node - firstNew());
        if (!changed.offer.equals(offer)) {
            changed.offer = offer;
            changed.name = naming.next(offer);
        }
    }

    void put(Party party, int node, int count) {
        var last = puts.isEmpty() ? new Put(party, -1, 0) : puts.getLast();
        if (last.party() == party && last.node() == node) {
            puts.set(puts.size() - 1, new Put(party, node, last.count() + count));
        } else {
            puts.add(new Put(party, node, count));
        }
        change(party, node, count);
    }

    private void change(Party party, int node, int by) {
        party.shapeFit().change(node, by);
        party.change(-by);
        if (node >= firstNew()) {
            opened.get(node - firstNew()).pods += by;
        }
    }

    /// No pod was placed on the new node.
    boolean isUnused(int node) {
        return opened.get(node - firstNew()).pods == 0;
    }

    /// The number of placements so far, for [#undo] and [#since].
    int mark() {
        return puts.size();
    }

    /// Undoes all placements since then; nodes stay open.
    void undo(int mark) {
        while (puts.size() > mark) {
            var last = puts.removeLast();
            change(last.party(), last.node(), -last.count());
        }
    }

    List<Put> since(int mark) {
        return List.copyOf(puts.subList(mark, puts.size()));
    }

    /// The placements on the node that got pods last; each party once.
    List<Put> on(int node) {
        var counts = new LinkedHashMap<Party, Integer>();
        for (int i = puts.size() - 1; i >= 0 && puts.get(i).node() == node; i--) {
            counts.merge(puts.get(i).party(), puts.get(i).count(), Integer::sum);
        }
        var merged = new ArrayList<Put>();
        counts.forEach((party, count) -> merged.add(new Put(party, node, count)));
        return merged;
    }

    /// The new nodes that are used, and all placements.
    Packing packing(UnplacedPods left) {
        var used = opened.stream().filter(node -> node.pods > 0);
        return new Packing(
                used.map(node -> new Packing.Opened(node.name, node.offer)).toList(),
                puts.stream().map(this::placed).toList(),
                left.pods());
    }

    private Packing.Placed placed(Put put) {
        var node =
                put.node() < firstNew()
                        ? there.get(put.node()).name()
                        : opened.get(put.node() - firstNew()).name;
        return new Packing.Placed(put.party().shape(), put.count(), node);
    }
}

package dev.plimsoll.packing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.packing.Waiting.Party;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A packing in the making: rooms, the nodes that were opened in them, and what was put where.
final class Draft {

    private static final class Opened {
        private final Offer offer;
        private final Node node;
        private int pods;

        private Opened(Offer offer, Node node) {
            this.offer = offer;
            this.node = node;
        }
    }

    private record Put(Party party, int node, int count) {}

    private final List<Node> there;
    private final Rooms rooms;
    private final Set<String> names = new LinkedHashSet<>();
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final List<Opened> opened = new ArrayList<>();
    private final List<Put> puts = new ArrayList<>();

    Draft(Ground ground) {
        this.there = ground.nodes();
        this.rooms = ground.rooms();
        there.forEach(node -> names.add(node.name()));
    }

    Rooms rooms() {
        return rooms;
    }

    /// The index of the first node that was not there before.
    int firstNew() {
        return there.size();
    }

    int nodes() {
        return rooms.size();
    }

    /// A new node of the offer; its index.
    int open(Offer offer) {
        var node = offer.node(nextName(offer.node().name()));
        opened.add(new Opened(offer, node));
        return rooms.add(node);
    }

    private String nextName(String stem) {
        String name;
        do {
            name = stem + "-" + numbers.merge(stem, 1, Integer::sum);
        } while (!names.add(name));
        return name;
    }

    void put(Party party, int node, int count) {
        puts.add(new Put(party, node, count));
        change(party, node, count);
    }

    private void change(Party party, int node, int by) {
        party.guest().change(node, by);
        party.change(-by);
        if (node >= firstNew()) {
            opened.get(node - firstNew()).pods += by;
        }
    }

    /// Nothing was put on the new node.
    boolean isUnused(int node) {
        return opened.get(node - firstNew()).pods == 0;
    }

    /// How much was put, for [#undo].
    int mark() {
        return puts.size();
    }

    /// Takes back all that was put since; nodes stay open.
    void undo(int mark) {
        while (puts.size() > mark) {
            var last = puts.removeLast();
            change(last.party(), last.node(), -last.count());
        }
    }

    /// The nodes that were opened and used, and what was put where.
    Packing packing(Waiting left) {
        var used = opened.stream().filter(node -> node.pods > 0);
        return new Packing(
                used.map(node -> new Packing.Opened(node.node.name(), node.offer)).toList(),
                puts.stream().map(this::placed).toList(),
                left.pods());
    }

    private Packing.Placed placed(Put put) {
        var node =
                put.node() < firstNew()
                        ? there.get(put.node())
                        : opened.get(put.node() - firstNew()).node;
        return new Packing.Placed(put.party().shape(), put.count(), node.name());
    }
}

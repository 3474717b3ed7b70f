package dev.plimsoll.packing;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// A limit that several offers share: on nodes, on cores, on addresses of a subnet.
///
/// @param takes how much of it a node takes, by the name of its offer; of others none
/// @param left how much more can be had
public record Quota(SortedMap<String, Long> takes, long left) {

    public Quota {
        takes = Collections.unmodifiableSortedMap(new TreeMap<>(takes));
    }

    /// How much a node of the offer takes.
    long takes(Offer offer) {
        return takes.getOrDefault(offer.name(), 0L);
    }

    /// How many nodes of the offer it leaves room for.
    public long nodes(Offer offer) {
        long each = takes(offer);
        return each == 0 ? Long.MAX_VALUE : Math.max(0, left) / each;
    }

    /// What is left of it once a packing has its nodes.
    public Quota after(Packing packing) {
        long taken = 0;
        for (var node : packing.opened()) {
            taken = Math.addExact(taken, takes(node.offer()));
        }
        return new Quota(takes, left - taken);
    }
}

package dev.plimsoll.packing;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// A limit that several offers share: on nodes, on cores, on addresses of a subnet.
///
/// @param takes how much of it one node uses, by the name of its offer; others use none
/// @param left how much of it is left
public record SharedLimit(SortedMap<String, Long> takes, long left) {

    public SharedLimit {
        takes = Collections.unmodifiableSortedMap(new TreeMap<>(takes));
    }

    /// How much of it one node of the offer uses.
    long takes(Offer offer) {
        return takes.getOrDefault(offer.name(), 0L);
    }

    /// How many nodes of the offer it allows.
    public long nodes(Offer offer) {
        long each = takes(offer);
        return each == 0 ? Long.MAX_VALUE : Math.max(0, left) / each;
    }

    /// The rest of it after a packing.
    public SharedLimit after(Packing packing) {
        long taken = 0;
        for (var node : packing.opened()) {
            taken = Math.addExact(taken, takes(node.offer()));
        }
        return new SharedLimit(takes, left - taken);
    }
}

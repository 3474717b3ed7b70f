package dev.plimsoll.packing;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.packing.UnplacedPods.Party;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/// The sizes of pending pods: pods of one size have equal requests, so they fill a node in the same
/// way, whatever else differs.
final class Sizes {

    /// The pods with the same requests.
    static final class Size {
        private final long[] asks;
        private final List<Party> parties;

        private Size(long[] asks, List<Party> parties) {
            this.asks = asks;
            this.parties = parties;
        }

        /// By resource.
        long[] asks() {
            return asks;
        }

        /// Pods with further rules first.
        List<Party> parties() {
            return parties;
        }
    }

    private final List<String> resources;
    private final List<Size> sizes;

    Sizes(UnplacedPods unplaced, List<String> resources) {
        this.resources = resources;
        var byAsks = new TreeMap<String, List<Party>>();
        for (var party : unplaced.parties()) {
            var asks = party.shape().requests().toString();
            byAsks.computeIfAbsent(asks, _ -> new ArrayList<>()).add(party);
        }
        this.sizes = byAsks.values().stream().map(this::size).toList();
        for (int size = 0; size < sizes.size(); size++) {
            for (var party : sizes.get(size).parties()) {
                party.sizeIs(size);
            }
        }
    }

    /// The names of all requested resources, including pod slots.
    static List<String> resources(List<Pods> pods) {
        var names = new TreeSet<String>();
        names.add(Resources.PODS);
        pods.forEach(some -> names.addAll(some.shape().requests().names()));
        return List.copyOf(names);
    }

    private Size size(List<Party> given) {
        var parties = new ArrayList<>(given);
        parties.sort(Comparator.comparing(Party::isBulk));
        return new Size(amounts(given.getFirst().shape().requests()), List.copyOf(parties));
    }

    private long[] amounts(Resources asks) {
        return resources.stream()
                .mapToLong(name -> name.equals(Resources.PODS) ? 1 : asks.asked(name))
                .toArray();
    }

    List<String> resources() {
        return resources;
    }

    List<Size> list() {
        return sizes;
    }
}

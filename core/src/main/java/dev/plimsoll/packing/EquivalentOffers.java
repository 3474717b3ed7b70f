package dev.plimsoll.packing;

import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.WellKnown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Sets of offers whose nodes are alike.
public final class EquivalentOffers {

    /// Nodes of one instance type differ by some bytes of memory.
    private static final double SAME_AMOUNT = 0.015;

    private record Key(int kind, double price, List<Long> takes) {}

    private record Similar(
            Labels labels, List<Taint> taints, NodeState state, Money price, List<Long> takes) {}

    private EquivalentOffers() {}

    /// Sets of two or more offers that differ only in their zone, in the name of their pool, in the
    /// pods of DaemonSets and by some bytes of memory; in the order of their names. Other labels
    /// count if a rule about these pods looks at them.
    public static List<List<Offer>> butForZones(
            PackingStart start, Supply supply, List<Pods> pods) {
        var asked = new TreeSet<>(RelevantLabels.by(pods, start.nodes(), List.of()));
        asked.removeAll(WellKnown.ZONAL);
        asked.removeAll(WellKnown.POOLS);
        var bySimilar = new LinkedHashMap<Similar, List<List<Offer>>>();
        for (var offer : Supply.byName(supply.offers())) {
            put(
                    offer,
                    bySimilar.computeIfAbsent(
                            similar(offer, supply, asked), _ -> new ArrayList<>()));
        }
        return bySimilar.values().stream()
                .flatMap(List::stream)
                .filter(set -> set.size() > 1)
                .toList();
    }

    private static Similar similar(Offer offer, Supply supply, SortedSet<String> asked) {
        var node = offer.node();
        return new Similar(
                node.labels().without(WellKnown.HOSTNAME).only(asked),
                node.taints(),
                node.state(),
                offer.priceHour(),
                takes(offer, supply));
    }

    private static Resources free(Offer offer) {
        return offer.node().allocatable().less(offer.node().asked());
    }

    private static boolean areAlike(Resources one, Resources other) {
        var names = new TreeSet<>(one.names());
        names.addAll(other.names());
        return names.stream().allMatch(name -> areAlike(one.offered(name), other.offered(name)));
    }

    private static boolean areAlike(long one, long other) {
        return Math.abs((double) one - other) <= SAME_AMOUNT * Math.max(one, other);
    }

    /// All offers in families: offers of one family differ only in their topology labels, in how
    /// many can be bought and by some bytes of memory, for example one instance type in several
    /// zones.
    public static List<List<Offer>> families(Supply supply, List<Pods> pods) {
        var shared = supply.quotas().stream().filter(quota -> quota.takes().size() > 1).toList();
        var limits = new Supply(supply.offers(), shared);
        var catalogue = new Catalogue(limits, Sizes.resources(pods), RelevantLabels.byChoice(pods));
        var byKey = new LinkedHashMap<Key, List<List<Offer>>>();
        for (var item : catalogue.items()) {
            var key = new Key(item.kind, item.price, takes(item.offer, limits));
            put(item.offer, byKey.computeIfAbsent(key, _ -> new ArrayList<>()));
        }
        return byKey.values().stream().flatMap(List::stream).toList();
    }

    /// Puts an offer in the set whose nodes have the same free resources.
    private static void put(Offer offer, List<List<Offer>> sets) {
        for (var set : sets) {
            if (areAlike(free(set.getFirst()), free(offer))) {
                set.add(offer);
                return;
            }
        }
        sets.add(new ArrayList<>(List.of(offer)));
    }

    private static List<Long> takes(Offer offer, Supply supply) {
        return supply.quotas().stream().map(quota -> quota.takes(offer)).toList();
    }
}

package dev.plimsoll.packing;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.packing.Catalogue.Item;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SortedSet;

/// Sets of offers with equal prices and equal free resources.
public final class EquivalentOffers {

    private record Key(int kind, List<Long> room, double price, List<Long> takes) {}

    private EquivalentOffers() {}

    /// Sets of two or more offers that no rule about these pods and no shared limit treats
    /// differently; in the order of their names.
    public static List<List<Offer>> of(PackingStart start, Supply supply, List<Pods> pods) {
        var asked = RelevantLabels.by(pods, start.nodes(), supply.offers());
        return sets(supply, pods, asked).stream()
                .filter(equivalents -> equivalents.size() > 1)
                .toList();
    }

    /// All offers in families: offers of one family differ only in their topology labels and in how
    /// many can be bought, for example one instance type in several zones.
    public static List<List<Offer>> families(Supply supply, List<Pods> pods) {
        var shared = supply.quotas().stream().filter(quota -> quota.takes().size() > 1).toList();
        return sets(new Supply(supply.offers(), shared), pods, RelevantLabels.byChoice(pods));
    }

    private static List<List<Offer>> sets(Supply supply, List<Pods> pods, SortedSet<String> asked) {
        var catalogue = new Catalogue(supply, Sizes.resources(pods), asked);
        var sets = new LinkedHashMap<Key, List<Offer>>();
        for (var item : catalogue.items()) {
            sets.computeIfAbsent(key(item, supply), _ -> new ArrayList<>()).add(item.offer);
        }
        return List.copyOf(sets.values());
    }

    private static Key key(Item item, Supply supply) {
        return new Key(
                item.kind,
                Arrays.stream(item.room).boxed().toList(),
                item.price,
                supply.quotas().stream().map(quota -> quota.takes(item.offer)).toList());
    }
}

package dev.plimsoll.packing;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.packing.Catalogue.Item;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SortedSet;

/// Offers that are as good as each other: they cost the same and have the same room.
public final class EquivalentOffers {

    private record Likeness(int kind, List<Long> room, double price, List<Long> takes) {}

    private EquivalentOffers() {}

    /// Two or more each, which neither a rule about these pods nor a limit that they share with
    /// others tells apart; in the order of their names.
    public static List<List<Offer>> of(PackingStart start, Supply supply, List<Pods> pods) {
        var asked = RelevantLabels.by(pods, start.nodes(), supply.offers());
        return alike(supply, pods, asked).stream()
                .filter(equivalents -> equivalents.size() > 1)
                .toList();
    }

    /// All offers, those together that differ in where they stand alone, and in how many can be
    /// had: such as one type of machine in some zones.
    public static List<List<Offer>> families(Supply supply, List<Pods> pods) {
        var shared = supply.quotas().stream().filter(quota -> quota.takes().size() > 1).toList();
        return alike(new Supply(supply.offers(), shared), pods, RelevantLabels.byChoice(pods));
    }

    private static List<List<Offer>> alike(
            Supply supply, List<Pods> pods, SortedSet<String> asked) {
        var catalogue = new Catalogue(supply, Sizes.resources(pods), asked);
        var alike = new LinkedHashMap<Likeness, List<Offer>>();
        for (var item : catalogue.items()) {
            alike.computeIfAbsent(likeness(item, supply), _ -> new ArrayList<>()).add(item.offer);
        }
        return List.copyOf(alike.values());
    }

    private static Likeness likeness(Item item, Supply supply) {
        return new Likeness(
                item.kind,
                Arrays.stream(item.room).boxed().toList(),
                item.price,
                supply.quotas().stream().map(quota -> quota.takes(item.offer)).toList());
    }
}

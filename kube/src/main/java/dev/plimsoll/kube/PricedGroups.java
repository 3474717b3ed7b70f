package dev.plimsoll.kube;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.formats.prices.GroupPrices;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;

/// Groups with the prices of their variants, which are looked up again only when variants appear.
final class PricedGroups {

    private final GroupPrices prices;
    private final Consumer<String> say;
    private final Map<String, Known> known = new HashMap<>();

    /// @param asked the variants without prices
    /// @param keys the variants of existing nodes
    /// @param priced the same variants with prices
    private record Known(List<Variant> asked, List<VariantKey> keys, List<Variant> priced) {}

    /// @param say receives what is to be known about prices
    PricedGroups(GroupPrices prices, Consumer<String> say) {
        this.prices = prices;
        this.say = say;
    }

    /// @param own the nodes of the group
    Group priced(Group group, List<Node> own) {
        var keys = new TreeSet<VariantKey>();
        own.forEach(node -> keys.add(VariantKey.of(node.labels())));
        var before = known.get(group.name());
        if (before == null
                || !before.asked().equals(group.variants())
                || !before.keys().equals(List.copyOf(keys))) {
            var priced = prices.priced(group, own);
            priced.warnings().forEach(say);
            before = new Known(group.variants(), List.copyOf(keys), priced.group().variants());
            known.put(group.name(), before);
        }
        return group.with(before.priced());
    }
}

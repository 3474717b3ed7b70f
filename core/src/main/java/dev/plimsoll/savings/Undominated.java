package dev.plimsoll.savings;

import dev.plimsoll.groups.NodeGroup.NodeOffer;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Offers of equal labels and taints, without those that cost no less than another one and offer no
/// more of anything.
final class Undominated {

    private static final Comparator<NodeOffer> CHEAPEST_FIRST =
            Comparator.comparing(Undominated::hour).thenComparing(NodeOffer::name);

    private Undominated() {}

    /// @param offers with known prices
    static List<NodeOffer> of(List<NodeOffer> offers) {
        var kept = new ArrayList<NodeOffer>();
        for (var offer : offers.stream().sorted(CHEAPEST_FIRST).toList()) {
            if (kept.stream().noneMatch(other -> offersAll(other, offer))) {
                kept.removeIf(other -> hour(other).equals(hour(offer)) && offersAll(offer, other));
                kept.add(offer);
            }
        }
        return kept;
    }

    private static boolean offersAll(NodeOffer one, NodeOffer other) {
        return fits(other.node().allocatable(), one.node().allocatable());
    }

    private static boolean fits(Resources some, Resources in) {
        return some.names().stream().allMatch(name -> some.offered(name) <= in.offered(name));
    }

    private static Money hour(NodeOffer offer) {
        return offer.price() instanceof Price.Known(var hour, _) ? hour : new Money(Long.MAX_VALUE);
    }
}

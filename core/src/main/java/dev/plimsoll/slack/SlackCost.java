package dev.plimsoll.slack;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import java.math.BigInteger;
import java.util.List;
import java.util.SortedMap;

/// What placeholders cost an hour: their shares of the nodes that they are on. The share of a node
/// is the mean of the shares of its resources.
///
/// @param hour of those on nodes with a known price; each rounded half up to a billionth
/// @param priced the number of placeholders on nodes with a known price
/// @param unpriced the number of placeholders on other nodes
public record SlackCost(Money hour, int priced, int unpriced) {

    static final SlackCost NONE = new SlackCost(Money.NONE, 0, 0);

    /// With a placeholder on the node.
    SlackCost plus(
            Resources requests,
            Node node,
            SortedMap<String, Price> prices,
            List<String> resources) {
        if (prices.get(node.name()) instanceof Price.Known(var price, _)) {
            var share = share(price, requests, node, resources);
            return new SlackCost(hour.plus(share), priced + 1, unpriced);
        }
        return new SlackCost(hour, priced, unpriced + 1);
    }

    private static Money share(Money price, Resources requests, Node node, List<String> resources) {
        long nanos = 0;
        for (var resource : resources) {
            long whole = node.allocatable().offered(resource);
            if (whole > 0 && whole < Resources.UNLIMITED) {
                var part = BigInteger.valueOf(requests.asked(resource));
                var twice = part.multiply(BigInteger.valueOf(price.nanos())).shiftLeft(1);
                var parts =
                        BigInteger.valueOf(whole).multiply(BigInteger.valueOf(resources.size()));
                var half = twice.add(parts).divide(parts.shiftLeft(1));
                nanos = Math.addExact(nanos, half.longValueExact());
            }
        }
        return new Money(nanos);
    }
}

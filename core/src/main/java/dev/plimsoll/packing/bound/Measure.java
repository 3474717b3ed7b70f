package dev.plimsoll.packing.bound;

import dev.plimsoll.quantity.Resources;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.ToLongFunction;

/// A weight of pods of which no node holds more than a known amount: a resource, the number of pods
/// with a limit per node, the number of pods of one shape, or whole nodes.
final class Measure {

    final String name;

    /// By choice, the total weight of its pods.
    final long[] asked;

    /// By offer, the most that one node holds.
    final long[] holds;

    private final MarketColumns market;

    private Measure(
            String name, MarketColumns market, ToLongFunction<ShapeDemand> weighs, long[] holds) {
        this.name = name;
        this.market = market;
        this.asked = new long[market.choices.size()];
        this.holds = holds;
        for (var line : market.lines) {
            long sum = Math.multiplyExact(weighs.applyAsLong(line), line.count);
            asked[line.choice] = Math.addExact(asked[line.choice], sum);
        }
    }

    static Measure resource(MarketColumns market, int resource) {
        return new Measure(
                market.resources[resource],
                market,
                line -> line.asks[resource],
                Arrays.stream(market.holds).mapToLong(holds -> holds[resource]).toArray());
    }

    static Measure apart(MarketColumns market, Market.Apart apart) {
        var needs = apart.needs();
        var holds = new long[market.offers()];
        Arrays.setAll(holds, o -> Math.multiplyExact(apart.perNode(), market.nodes[o]));
        return new Measure("apart", market, line -> needs.get(line.given) ? 1 : 0, holds);
    }

    /// How many pods of one shape a node holds: less than each resource alone would allow, because
    /// the rest of a node after the last whole pod holds nothing.
    static Measure shape(MarketColumns market, ShapeDemand shape) {
        var holds = new long[market.offers()];
        Arrays.setAll(holds, offer -> fitting(market, shape, offer));
        return new Measure("shape", market, line -> line == shape ? 1 : 0, holds);
    }

    /// The number of nodes.
    static Measure node(MarketColumns market) {
        var holds = new long[market.offers()];
        Arrays.fill(holds, 1);
        return new Measure("node", market, _ -> 0, holds);
    }

    static long fitting(MarketColumns market, ShapeDemand line, int offer) {
        var holds = market.holds[offer];
        long most = Resources.UNLIMITED;
        for (int i = 0; i < line.asks.length; i++) {
            if (line.asks[i] > 0 && holds[i] != Resources.UNLIMITED) {
                most = Math.min(most, holds[i] / line.asks[i]);
            }
        }
        return most;
    }

    /// All offers that some of its pods can use.
    BitSet offers() {
        var all = new BitSet();
        for (int choice = 0; choice < asked.length; choice++) {
            if (asked[choice] > 0) {
                all.or(market.choices.get(choice));
            }
        }
        return all;
    }

    /// The row that these offers must satisfy: they alone hold the pods that can use no others.
    Row row(BitSet offers) {
        long demand = 0;
        for (int choice = 0; choice < asked.length; choice++) {
            if (isWithin(market.choices.get(choice), offers)) {
                demand = Math.addExact(demand, asked[choice]);
            }
        }
        return new Row(this, offers, demand);
    }

    private static boolean isWithin(BitSet some, BitSet all) {
        var rest = (BitSet) some.clone();
        rest.andNot(all);
        return rest.isEmpty();
    }
}

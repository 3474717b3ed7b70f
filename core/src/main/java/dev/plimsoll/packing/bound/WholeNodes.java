package dev.plimsoll.packing.bound;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;

/// The rows of whole nodes: pods of one shape that fit on no free node need at least as many nodes
/// with a price as they fill, and at least one.
///
/// **Invariant:** every placement of whole pods on whole nodes meets them: `BoundLawsTest`.
final class WholeNodes {

    private WholeNodes() {}

    /// One row for each set of offers, with the demand of the shape that needs most nodes of it.
    static List<Row> rows(MarketColumns market) {
        var demands = new LinkedHashMap<BitSet, Long>();
        for (var line : market.lines) {
            if (!market.fitsFreeNode(line)) {
                demands.merge(market.pricedOffers(line), nodes(market, line), Math::max);
            }
        }
        var measure = Measure.node(market);
        return demands.entrySet().stream()
                .map(entry -> new Row(measure, entry.getKey(), entry.getValue()))
                .toList();
    }

    /// ⌈ pods ÷ the most of them that a node holds ⌉
    private static long nodes(MarketColumns market, ShapeDemand line) {
        long most =
                market.pricedOffers(line).stream()
                        .mapToLong(offer -> Measure.fitting(market, line, offer))
                        .max()
                        .orElse(1);
        return Math.ceilDiv(line.count, Math.max(1, most));
    }
}

package dev.plimsoll.packing.bound;

import dev.plimsoll.quantity.Money;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/// A proof of a bound: it turns the row prices that the simplex found into a bound that holds
/// whatever the simplex did.
///
/// The prices become whole multiples of a tiny fraction of a billionth of a dollar. The content of
/// a node must not be worth more than the node at these prices: if it is and the offer has no
/// limit, all prices are reduced a little; if the offer has a limit, the difference is subtracted
/// from the bound for each available node. All numbers are whole.
///
/// **Invariant:** no placement costs less: `BoundLawsTest` compares with every placement of small
/// markets.
final class Proof {

    private static final int FINE = 96;

    private final MarketColumns market;
    private final List<Row> rows;
    private final BigInteger[] prices;

    /// @param prices of a unit of each row, in billionths of a dollar
    Proof(MarketColumns market, List<Row> rows, double[] prices) {
        this.market = market;
        this.rows = rows;
        this.prices = new BigInteger[rows.size()];
        for (int row = 0; row < this.prices.length; row++) {
            var exact = new BigDecimal(Double.isFinite(prices[row]) ? prices[row] : 0);
            this.prices[row] = exact.multiply(new BigDecimal(fine(1))).toBigInteger();
        }
        shrink();
    }

    /// The least cost of any placement.
    Money bound() {
        var worth = BigInteger.ZERO;
        for (int row = 0; row < prices.length; row++) {
            worth = worth.add(prices[row].multiply(BigInteger.valueOf(rows.get(row).demand())));
        }
        for (int offer = 0; offer < market.offers(); offer++) {
            var above = value(offer).subtract(fine(market.prices[offer]));
            if (above.signum() > 0) {
                worth = worth.subtract(above.multiply(BigInteger.valueOf(market.most[offer])));
            }
        }
        return new Money(wholeNodes(worth));
    }

    /// The price of a unit of a row, in billionths of a dollar.
    BigDecimal price(int row) {
        return new BigDecimal(prices[row]).divide(new BigDecimal(fine(1)));
    }

    /// Purchases are whole nodes, so their cost is a multiple of the greatest common divisor of all
    /// prices.
    private long wholeNodes(BigInteger worth) {
        var step = BigInteger.ZERO;
        for (long price : market.prices) {
            step = step.gcd(BigInteger.valueOf(price));
        }
        if (worth.signum() <= 0 || step.signum() == 0) {
            return 0;
        }
        var unit = step.shiftLeft(FINE);
        return worth.add(unit)
                .subtract(BigInteger.ONE)
                .divide(unit)
                .multiply(step)
                .longValueExact();
    }

    private void shrink() {
        var price = BigInteger.ONE;
        var value = BigInteger.ONE;
        for (int offer = 0; offer < market.offers(); offer++) {
            if (market.most[offer] == Market.UNLIMITED) {
                var ofOffer = value(offer);
                var itsPrice = fine(market.prices[offer]);
                if (itsPrice.multiply(value).compareTo(price.multiply(ofOffer)) < 0) {
                    price = itsPrice;
                    value = ofOffer;
                }
            }
        }
        for (int row = 0; row < prices.length; row++) {
            prices[row] = prices[row].multiply(price).divide(value);
        }
    }

    /// The value of a node's content for all rows at their prices.
    private BigInteger value(int offer) {
        var value = BigInteger.ZERO;
        for (int row = 0; row < prices.length; row++) {
            long holds = rows.get(row).holds(offer);
            if (holds > 0 && prices[row].signum() > 0) {
                value = value.add(prices[row].multiply(BigInteger.valueOf(holds)));
            }
        }
        return value;
    }

    private static BigInteger fine(long nanos) {
        return BigInteger.valueOf(nanos).shiftLeft(FINE);
    }
}

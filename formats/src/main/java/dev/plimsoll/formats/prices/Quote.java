package dev.plimsoll.formats.prices;

import dev.plimsoll.prices.Price;
import dev.plimsoll.prices.Price.Source;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Percent;
import java.math.BigInteger;
import java.util.List;

/// The price of one machine an hour.
///
/// @param warnings about the price, for the operator
public record Quote(Price price, List<String> warnings) {

    public Quote {
        warnings = List.copyOf(warnings);
    }

    static Quote of(Price price) {
        return new Quote(price, List.of());
    }

    static Quote unknown(String why) {
        return of(new Price.Unknown(why));
    }

    /// The discounted price.
    ///
    /// @param by who gives the discount, as in " by prices.csv:2"
    Quote less(Percent share, String by) {
        return switch (price) {
            case Price.Known(var hour, var source) ->
                    new Quote(
                            new Price.Known(
                                    less(hour, share), source.and(", " + share + " off" + by)),
                            warnings);
            case Price.Unknown _ -> this;
        };
    }

    /// The same price as an estimate.
    Quote asEstimate() {
        return switch (price) {
            case Price.Known(var hour, var source) ->
                    new Quote(new Price.Known(hour, Source.estimate(source.name())), warnings);
            case Price.Unknown _ -> this;
        };
    }

    /// Rounded up to a billionth of a dollar.
    private static Money less(Money hour, Percent share) {
        var whole = BigInteger.valueOf(Percent.WHOLE.hundredths());
        var taken =
                BigInteger.valueOf(hour.nanos()).multiply(BigInteger.valueOf(share.hundredths()));
        return new Money(hour.nanos() - taken.divide(whole).longValueExact());
    }
}

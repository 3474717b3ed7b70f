package dev.plimsoll.cli;

import dev.plimsoll.formats.Shares;
import dev.plimsoll.formats.document.PolicyFile.PricesFrom;
import dev.plimsoll.formats.prices.Regions;
import dev.plimsoll.formats.prices.SpotPricing;
import java.util.List;

/// The options about prices, which override the `prices` of a policy.
record PriceOptions(Arguments arguments) {

    private static final String FILE = "--prices";
    private static final String REGION = "--region";
    private static final String DISCOUNT = "--spot-discount";

    static final List<Command.Option> ALL =
            List.of(
                    new Command.Option(FILE, "FILE", "a table of your own prices and discounts"),
                    new Command.Option(
                            REGION, "REGION", "of nodes without a region label: aws/us-east-1"),
                    new Command.Option(
                            DISCOUNT, "RATE", "spot nodes cost less than list price: 60%"));

    /// The prices of a policy, as far as no option overrides them.
    PricesFrom over(PricesFrom prices) {
        var file = arguments.text(FILE, prices.file());
        var region = arguments.text(REGION, prices.region());
        if (arguments.has(REGION) && file.isEmpty()) {
            check(region);
        }
        return new PricesFrom(file, region, spot(prices.spot()));
    }

    private void check(String region) {
        var regions = Regions.builtIn();
        if (regions.find(region).isEmpty()) {
            throw arguments.wrong(REGION, regions.mistake(region));
        }
    }

    private SpotPricing spot(SpotPricing orElse) {
        if (!arguments.has(DISCOUNT)) {
            return orElse;
        }
        try {
            return new SpotPricing.Discount(Shares.parse(arguments.text(DISCOUNT, "")));
        } catch (IllegalArgumentException malformed) {
            throw arguments.wrong(DISCOUNT, String.valueOf(malformed.getMessage()));
        }
    }
}

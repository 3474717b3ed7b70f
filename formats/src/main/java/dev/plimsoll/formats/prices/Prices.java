package dev.plimsoll.formats.prices;

import dev.plimsoll.formats.prices.PriceFile.Says;
import dev.plimsoll.prices.Price;
import dev.plimsoll.savings.InstanceType;
import java.util.List;

/// Looks up the price of a machine: by the lines of the price file that select it, else by the
/// list.
///
/// Lines are applied from top to bottom to the list price on demand, also for spot machines: a
/// price replaces the price so far, a discount reduces it.
public final class Prices {

    private final ListPrices list;
    private final Terms terms;

    /// An operator's own terms.
    ///
    /// @param elsewhere the region of machines without a region label; its name may be empty
    public record Terms(PriceFile file, Region elsewhere, SpotPricing spot) {

        public static final Terms NONE =
                new Terms(PriceFile.NONE, Region.of(""), new SpotPricing.Listed());
    }

    public Prices(PriceList list, Terms terms) {
        this.list = new ListPrices(list);
        this.terms = terms;
    }

    /// The price of one machine an hour.
    public Quote of(Machine machine) {
        var region = list.region(machine, terms.elsewhere());
        var lines =
                terms.file().lines().stream()
                        .filter(line -> line.speaksOf(machine, region))
                        .toList();
        if (lines.isEmpty() && machine.isSpot()) {
            return spot(machine, region);
        }
        var quote = list.onDemand(machine, region);
        for (var line : lines) {
            quote =
                    switch (line.says()) {
                        case Says.Costs(var hour) -> Quote.of(new Price.Known(hour, line.named()));
                        case Says.CostsByUnit byUnit -> byUnit(machine, line, byUnit);
                        case Says.Off(var share) -> quote.less(share, " by " + line.named());
                    };
        }
        return quote;
    }

    /// The instance types that are sold in the region of a machine and can take its place, by name.
    List<InstanceType> types(Machine machine) {
        var region = list.region(machine, terms.elsewhere());
        return list.types(region).stream()
                .filter(type -> TypeFamily.canReplace(machine.type(), type.type()))
                .map(type ->
                        new InstanceType(
                                type.type(),
                                type.capacity(),
                                of(machine.onDemand(type.type())).price(),
                                of(machine.spot(type.type())).price()))
                .toList();
    }

    private Quote spot(Machine machine, Region region) {
        return switch (terms.spot()) {
            case SpotPricing.Listed _ -> list.spot(machine, region);
            case SpotPricing.Discount(var off) ->
                    list.onDemand(machine, region).less(off, " for spot").asEstimate();
        };
    }

    private static Quote byUnit(Machine machine, PriceFile.Line line, Says.CostsByUnit says) {
        if (machine.capacity().isEmpty()) {
            return Quote.unknown(
                    line.named()
                            + " sets prices by unit, but the capacity of the machine is not known");
        }
        return Quote.of(new Price.Known(says.units().machine(machine.capacity()), line.named()));
    }
}

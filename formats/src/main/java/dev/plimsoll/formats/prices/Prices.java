package dev.plimsoll.formats.prices;

import dev.plimsoll.formats.prices.PriceFile.Says;
import dev.plimsoll.prices.Price;
import dev.plimsoll.prices.UnitPrices;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.WellKnown;
import java.math.BigInteger;

/// Looks up the price of a machine: the list price, then each line of the price file that selects
/// the machine, from top to bottom. A price replaces the price so far, a discount reduces it.
///
/// The list has no spot prices. The price of a spot machine comes from the file, where its first
/// discount reduces the list price on demand, or from the unit prices on GCE.
public final class Prices {

    private static final String ADVICE =
            "; set priceHour in the policy, or add a line to a price file";

    private final PriceList list;
    private final GceUnits units;
    private final PriceFile file;
    private final Region elsewhere;

    /// @param elsewhere the region of machines without a region label; its name may be empty
    public Prices(PriceList list, PriceFile file, Region elsewhere) {
        this.list = list;
        this.units = GceUnits.builtIn();
        this.file = file;
        this.elsewhere = elsewhere;
    }

    /// The price of one machine an hour.
    public Price of(Machine machine) {
        var region = region(machine);
        var listed = listed(machine, region);
        var price = machine.isSpot() ? spot(machine, region) : listed;
        for (var line : file.lines()) {
            if (line.speaksOf(machine, region)) {
                price =
                        switch (line.says()) {
                            case Says.Costs(var hour) -> new Price.Known(hour, line.named());
                            case Says.CostsByUnit byUnit -> byUnit(machine, line, byUnit);
                            case Says.Off(var share) ->
                                    off(known(price, listed), share, line.named());
                        };
            }
        }
        return price;
    }

    private Region region(Machine machine) {
        var name = machine.region();
        if (name.isEmpty()) {
            return elsewhere;
        }
        return machine.cloud().isEmpty()
                ? new Region(list.cloudOf(machine.type(), name), name)
                : new Region(machine.cloud(), name);
    }

    private Price listed(Machine machine, Region region) {
        if (machine.type().isEmpty()) {
            return new Price.Unknown("no label has the instance type" + ADVICE);
        }
        if (machine.isWindows()) {
            return new Price.Unknown("the list has no prices for Windows" + ADVICE);
        }
        if (region.name().isEmpty()) {
            return new Price.Unknown("no label has the region of this " + machine.type() + ADVICE);
        }
        return list.find(region, machine.type())
                .map(found -> listed(machine, region, found))
                .orElseGet(() -> unlisted(machine, region));
    }

    private Price listed(Machine machine, Region region, PriceList.Listed found) {
        var from =
                "list price of "
                        + found.type()
                        + " in "
                        + region
                        + " of "
                        + list.date(region.cloud());
        if (!isGce(region) || machine.gpus() == 0 || UnitPrices.gpus(found.capacity()) > 0) {
            return new Price.Known(found.hour(), from);
        }
        return new Price.Known(
                found.hour().plus(units.attached(machine)), from + units.said(machine));
    }

    private Price unlisted(Machine machine, Region region) {
        if (isGce(region) && units.price(machine) instanceof Price.Known known) {
            return known;
        }
        return new Price.Unknown(
                "the list has no price for " + machine.type() + " in " + region + ADVICE);
    }

    private Price spot(Machine machine, Region region) {
        if (isGce(region) && units.price(whole(machine, region)) instanceof Price.Known known) {
            return known;
        }
        var type = machine.type().isEmpty() ? "machine" : machine.type();
        return new Price.Unknown(
                "the list has no spot price for "
                        + type
                        + " in "
                        + region
                        + "; add a line with capacity spot to a price file");
    }

    /// The machine with the listed capacity, which is more exact than the node's own figures.
    private Machine whole(Machine machine, Region region) {
        return list.find(region, machine.type())
                .map(PriceList.Listed::capacity)
                .filter(capacity -> !capacity.isEmpty())
                .map(capacity -> machine.with(withGpus(capacity, machine.gpus())))
                .orElse(machine);
    }

    private static Resources withGpus(Resources capacity, long gpus) {
        return gpus == 0 ? capacity : capacity.with(WellKnown.NVIDIA_GPU, gpus);
    }

    private static boolean isGce(Region region) {
        return region.cloud().equals("gce");
    }

    private static Price byUnit(Machine machine, PriceFile.Line line, Says.CostsByUnit says) {
        if (machine.capacity().isEmpty()) {
            return new Price.Unknown(
                    line.named()
                            + " sets prices by unit, but the capacity of the machine is not known");
        }
        return new Price.Known(says.units().machine(machine.capacity()), line.named());
    }

    private static Price known(Price price, Price orElse) {
        return price instanceof Price.Known ? price : orElse;
    }

    private static Price off(Price price, Percent share, String line) {
        return switch (price) {
            case Price.Known(var hour, var source) ->
                    new Price.Known(
                            less(hour, share), source.and(", " + share + " off by " + line));
            case Price.Unknown unknown -> unknown;
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

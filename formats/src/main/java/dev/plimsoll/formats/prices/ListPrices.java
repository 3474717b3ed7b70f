package dev.plimsoll.formats.prices;

import dev.plimsoll.formats.prices.PriceList.Listed;
import dev.plimsoll.prices.Price;
import dev.plimsoll.prices.UnitPrices;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.WellKnown;
import java.util.List;
import java.util.Optional;

/// The price of a machine by the built-in lists: by its instance type and region, or by its parts
/// on GCE.
///
/// A region without prices takes those of the nearest region. These and all spot prices are
/// estimates.
final class ListPrices {

    private static final String ADVICE =
            "; set priceHour in the policy, or add a line to a price file";

    private final PriceList list;
    private final GceUnits units = GceUnits.builtIn();

    /// A machine and where it is looked up.
    ///
    /// @param listed the region whose prices are used
    private record Lookup(Machine machine, Region region, Region listed) {

        boolean isElsewhere() {
            return !region.equals(listed);
        }

        String where() {
            return machine.type() + " in " + listed;
        }

        String forWhom() {
            return isElsewhere() ? " for " + region : "";
        }
    }

    ListPrices(PriceList list) {
        this.list = list;
    }

    /// The region of a machine.
    ///
    /// @param elsewhere the region of machines without a region label
    Region region(Machine machine, Region elsewhere) {
        var name = machine.region();
        if (name.isEmpty()) {
            return elsewhere;
        }
        return machine.cloud().isEmpty()
                ? new Region(list.cloudOf(machine.type(), name), name)
                : new Region(machine.cloud(), name);
    }

    /// The types that are sold in a region, or in the nearest one with prices, without those with
    /// GPUs.
    List<Listed> types(Region region) {
        return list.nearest(region).map(list::types).orElse(List.of()).stream()
                .filter(type -> UnitPrices.gpus(type.capacity()) == 0)
                .toList();
    }

    Quote onDemand(Machine machine, Region region) {
        return missing(machine, region)
                .orElseGet(() ->
                        list.nearest(region)
                                .map(listed -> onDemand(new Lookup(machine, region, listed)))
                                .orElseGet(() -> noPrice(machine.type() + " in " + region)));
    }

    Quote spot(Machine machine, Region region) {
        return missing(machine, region)
                .orElseGet(() ->
                        list.nearest(region)
                                .map(listed -> spot(new Lookup(machine, region, listed)))
                                .orElseGet(() -> noSpotPrice(machine.type() + " in " + region)));
    }

    /// The reason why a machine cannot be looked up.
    private static Optional<Quote> missing(Machine machine, Region region) {
        if (WellKnown.isVirtual(machine.labels())) {
            return Optional.of(Quote.unknown("a virtual node is charged by its pods"));
        }
        if (machine.type().isEmpty()) {
            return Optional.of(Quote.unknown("no label has the instance type" + ADVICE));
        }
        if (machine.isWindows()) {
            return Optional.of(Quote.unknown("the list has no prices for Windows" + ADVICE));
        }
        if (region.name().isEmpty()) {
            return Optional.of(
                    Quote.unknown(
                            "no label has the region of this "
                                    + machine.type()
                                    + "; set prices.region or priceHour in the policy, or add a"
                                    + " line to a price file"));
        }
        return Optional.empty();
    }

    private Quote onDemand(Lookup lookup) {
        return list.find(lookup.listed(), lookup.machine().type())
                .map(found -> quote(lookup, found, "list price of "))
                .or(() -> byUnit(lookup))
                .orElseGet(() -> noPrice(lookup.where() + lookup.forWhom()));
    }

    private Quote spot(Lookup lookup) {
        return list.findSpot(lookup.listed(), lookup.machine().type())
                .map(found -> quote(lookup, found, "spot price of "))
                .or(() -> byUnit(lookup))
                .map(Quote::asEstimate)
                .orElseGet(() -> noSpotPrice(lookup.where() + lookup.forWhom()));
    }

    private Quote quote(Lookup lookup, Listed found, String kind) {
        var machine = lookup.machine();
        var name = kind + lookup.where() + " of " + found.date() + lookup.forWhom();
        if (!isGce(lookup) || machine.gpus() == 0 || UnitPrices.gpus(found.capacity()) > 0) {
            return quote(lookup, new Price.Known(found.hour(), name));
        }
        var hour = found.hour().plus(units.attached(machine));
        return quote(lookup, new Price.Known(hour, name + units.said(machine)));
    }

    private static Quote quote(Lookup lookup, Price price) {
        if (!lookup.isElsewhere()) {
            return Quote.of(price);
        }
        var warning =
                "no list prices for "
                        + lookup.region()
                        + "; prices of "
                        + lookup.listed()
                        + " are used";
        return new Quote(price, List.of(warning)).asEstimate();
    }

    /// The price on GCE by the cores and the memory of the machine, the same in every region.
    private Optional<Quote> byUnit(Lookup lookup) {
        return isGce(lookup) && units.price(whole(lookup)) instanceof Price.Known known
                ? Optional.of(Quote.of(known))
                : Optional.empty();
    }

    /// The machine with the listed capacity, which is more exact than the node's own figures.
    private Machine whole(Lookup lookup) {
        var machine = lookup.machine();
        return list.find(lookup.listed(), machine.type())
                .map(Listed::capacity)
                .filter(capacity -> !capacity.isEmpty())
                .map(capacity -> machine.with(withGpus(capacity, machine.gpus())))
                .orElse(machine);
    }

    private static Resources withGpus(Resources capacity, long gpus) {
        return gpus == 0 ? capacity : capacity.with(WellKnown.NVIDIA_GPU, gpus);
    }

    private static boolean isGce(Lookup lookup) {
        return lookup.region().cloud().equals("gce");
    }

    private static Quote noPrice(String what) {
        return Quote.unknown("the list has no price for " + what + ADVICE);
    }

    private static Quote noSpotPrice(String what) {
        return Quote.unknown(
                "the list has no spot price for "
                        + what
                        + "; set prices.spotDiscount in the policy, or add a line with capacity"
                        + " spot to a price file");
    }
}

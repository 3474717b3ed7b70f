package dev.plimsoll.formats.prices;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Csv;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Place;
import dev.plimsoll.formats.Source;
import dev.plimsoll.prices.UnitPrices;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Percent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// An operator's own prices: a table with a header, described in `docs/prices.md`.
///
/// A line selects machines (by `group`, `type`, `region` and `capacity`; an empty value selects
/// all) and sets their price (`priceHour`, or `cpuHour`, `memoryGiBHour` and `gpuHour`) or a
/// discount (`discount`).
public final class PriceFile {

    public static final PriceFile NONE = new PriceFile(List.of());

    private static final List<String> UNITS = List.of("cpuHour", "memoryGiBHour", "gpuHour");

    private static final Percent NOTHING = new Percent(0);

    enum Capacity {
        ON_DEMAND,
        SPOT
    }

    /// The effect of a line on a price.
    sealed interface Says {

        record Costs(Money hour) implements Says {}

        record CostsByUnit(UnitPrices units) implements Says {}

        record Off(Percent discount) implements Says {}
    }

    /// @param type a whole name, or the beginning of one with a star; empty for all
    record Line(
            Place place, String group, String type, String region, Capacity capacity, Says says) {

        boolean speaksOf(Machine machine, Region where) {
            return machine.isSpot() == (capacity == Capacity.SPOT)
                    && (group.isEmpty() || group.equals(machine.group()))
                    && (region.isEmpty() || where.isWritten(region))
                    && (type.isEmpty() || matches(machine.type()));
        }

        private boolean matches(String other) {
            return type.endsWith("*")
                    ? other.startsWith(type.substring(0, type.length() - 1))
                    : type.equals(other);
        }

        String named() {
            return place.file() + ":" + place.line();
        }
    }

    private final List<Line> lines;

    private PriceFile(List<Line> lines) {
        this.lines = List.copyOf(lines);
    }

    /// @throws BadInput with all mistakes of the file
    public static PriceFile read(Source source) {
        var mistakes = new Mistakes();
        var lines = new ArrayList<Line>();
        for (var line : Csv.read(source, mistakes)) {
            lines.add(line(Fields.of(line, "", mistakes)));
        }
        mistakes.throwIfAny();
        return new PriceFile(lines);
    }

    List<Line> lines() {
        return lines;
    }

    private static Line line(Fields fields) {
        var line =
                new Line(
                        fields.place(),
                        fields.text("group", ""),
                        fields.text("type", ""),
                        fields.text("region", ""),
                        fields.choice(
                                "capacity",
                                Capacity.ON_DEMAND,
                                Map.of("on-demand", Capacity.ON_DEMAND, "spot", Capacity.SPOT)),
                        says(fields));
        fields.done();
        return line;
    }

    private static Says says(Fields fields) {
        var said = new ArrayList<Says>();
        if (fields.has("priceHour")) {
            said.add(new Says.Costs(fields.money("priceHour", Money.NONE)));
        }
        if (UNITS.stream().anyMatch(fields::has)) {
            said.add(new Says.CostsByUnit(units(fields)));
        }
        if (fields.has("discount")) {
            said.add(new Says.Off(fields.share("discount", NOTHING)));
        }
        if (said.size() == 1) {
            return said.getFirst();
        }
        fields.mistake(
                "a line sets one kind of price; write priceHour, or discount, or"
                        + " cpuHour with memoryGiBHour and gpuHour");
        return new Says.Off(NOTHING);
    }

    private static UnitPrices units(Fields fields) {
        return UnitPrices.machines(
                fields.money("cpuHour", Money.NONE),
                fields.money("memoryGiBHour", Money.NONE),
                fields.money("gpuHour", Money.NONE));
    }
}

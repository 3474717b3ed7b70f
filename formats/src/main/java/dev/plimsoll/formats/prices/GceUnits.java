package dev.plimsoll.formats.prices;

import dev.plimsoll.prices.Price;
import dev.plimsoll.prices.UnitPrices;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/// The unit prices of GCE, for machines that the list does not have: a price for each core and GiB
/// by machine family, and for each attached GPU. They are the same in every region.
///
/// Its text has lines `family|custom NAME CORE GIB SPOT-CORE SPOT-GIB` and `gpu MODEL EACH SPOT`;
/// the line for the GPU `other` applies to all other models.
final class GceUnits {

    /// `custom-8-30720`, `n2-custom-4-10240-ext`: cores and mebibytes.
    private static final Pattern CUSTOM =
            Pattern.compile("(?:([a-z0-9]+)-)?custom-([0-9]{1,4})-([0-9]{1,8})(-ext)?");

    private final Map<String, String[]> lines = new LinkedHashMap<>();
    private final String[] other;

    private GceUnits(List<String[]> lines) {
        lines.forEach(words -> this.lines.put(words[0] + " " + words[1], words));
        this.other = Objects.requireNonNull(this.lines.get("gpu other"), "no line 'gpu other'");
    }

    static GceUnits builtIn() {
        return new GceUnits(Lines.of("gce-unit-prices.txt"));
    }

    Price price(Machine machine) {
        var custom = CUSTOM.matcher(machine.type());
        if (custom.matches()) {
            var family = custom.group(1) == null ? "n1" : custom.group(1);
            var cpu = Cpu.cores(Long.parseLong(custom.group(2)));
            var memory = Bytes.mebibytes(Long.parseLong(custom.group(3)));
            return price(machine, "custom " + family, Resources.of(cpu, memory));
        }
        var family = "family " + machine.type().split("-", 2)[0];
        if (!lines.containsKey(family)) {
            return new Price.Unknown("GCE's family of " + machine.type() + " is not known");
        }
        if (machine.capacity().isEmpty()) {
            return new Price.Unknown("the capacity of " + machine.type() + " is not known");
        }
        return price(machine, family, machine.capacity());
    }

    private Price price(Machine machine, String units, Resources capacity) {
        var words = lines.get(units);
        if (words == null) {
            return new Price.Unknown("GCE's unit prices for " + units + " are not known");
        }
        int first = machine.isSpot() ? 4 : 2;
        var prices = UnitPrices.machines(money(words[first]), money(words[first + 1]), Money.NONE);
        var hour = prices.machine(capacity).plus(attached(machine));
        return new Price.Known(hour, "gce unit prices of " + units + said(machine));
    }

    /// The price of the GPUs that are attached to a machine.
    Money attached(Machine machine) {
        var named = lines.get("gpu " + machine.accelerator());
        var words = named == null ? other : named;
        return money(words[machine.isSpot() ? 3 : 2]).times(machine.gpus());
    }

    /// The GPUs that are attached to a machine, in words.
    String said(Machine machine) {
        if (machine.gpus() == 0) {
            return "";
        }
        var model = machine.accelerator().isEmpty() ? "" : " " + machine.accelerator();
        return " and "
                + machine.gpus()
                + " attached GPU"
                + (machine.gpus() == 1 ? "" : "s")
                + model;
    }

    private static Money money(String dollars) {
        return Money.dollars(new BigDecimal(dollars));
    }
}

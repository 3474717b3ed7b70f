package dev.plimsoll.packing.bound;

import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/// The amount that one more unit of a scarce resource adds to a bound.
///
/// @param measure a resource; `apart` for pods with a limit per node; `shape` for pods of one
///   shape; `node` for whole nodes
/// @param offers the names of the offers on which it is scarce
/// @param nanos billionths of a dollar an hour per unit: a thousandth of a core, a byte, a device,
///   a pod, a node
public record Dual(String measure, List<String> offers, BigDecimal nanos) {

    private static final long CORE = 1_000;
    private static final long GIBIBYTE = 1L << 30;

    public Dual {
        offers = List.copyOf(offers);
    }

    /// The hourly price of a customary unit: a core, a GiB, a device, a pod.
    public Money hour() {
        long units =
                switch (measure) {
                    case Resources.CPU -> CORE;
                    case Resources.MEMORY, Resources.STORAGE -> GIBIBYTE;
                    default -> 1;
                };
        var hour = nanos.multiply(BigDecimal.valueOf(units));
        return new Money(hour.setScale(0, RoundingMode.HALF_UP).longValueExact());
    }
}

package dev.plimsoll.prices;

import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.WellKnown;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/// What a unit of each resource costs an hour; the formula is in the package's description.
///
/// **Invariant:** a price is rounded once, half up to a billionth of a dollar, so twice the
/// resources cost twice as much to a billionth: `UnitPricesTest`.
public record UnitPrices(
        Money cpuHour, Money memoryGiBHour, Money gpuHour, Money podHour, Money storageGiBHour) {

    /// The source's: machines of one's own making (n1 custom) on GCE.
    public static final UnitPrices BASE =
            machines(new Money(33_174_000), new Money(4_446_000), new Money(700_000_000));

    private static final BigInteger CORE = BigInteger.valueOf(1_000);
    private static final BigInteger GIBIBYTE = BigInteger.ONE.shiftLeft(30);

    /// Prices in which neither pods nor storage cost anything of their own.
    public static UnitPrices machines(Money cpuHour, Money memoryGiBHour, Money gpuHour) {
        return new UnitPrices(cpuHour, memoryGiBHour, gpuHour, Money.NONE, Money.NONE);
    }

    /// How many GPUs these amounts have, of any maker.
    public static long gpus(Resources amounts) {
        return WellKnown.GPUS.stream().mapToLong(amounts::asked).sum();
    }

    /// What a machine of this capacity costs an hour.
    public Money machine(Resources capacity) {
        var cpu = product(capacity.asked(Resources.CPU), cpuHour).multiply(GIBIBYTE);
        var memory = product(capacity.asked(Resources.MEMORY), memoryGiBHour).multiply(CORE);
        var storage = product(capacity.asked(Resources.STORAGE), storageGiBHour).multiply(CORE);
        var gpus = product(gpus(capacity), gpuHour).multiply(CORE).multiply(GIBIBYTE);
        var sum = new BigDecimal(cpu.add(memory).add(storage).add(gpus));
        var unit = new BigDecimal(CORE.multiply(GIBIBYTE));
        return new Money(sum.divide(unit, 0, RoundingMode.HALF_UP).longValueExact());
    }

    /// What a pod with these requests costs an hour on a machine that it fills.
    public Money pod(Resources requests) {
        return machine(requests).plus(podHour);
    }

    private static BigInteger product(long amount, Money price) {
        return BigInteger.valueOf(amount).multiply(BigInteger.valueOf(price.nanos()));
    }
}

package dev.plimsoll.ranking;

import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import java.math.BigInteger;

/// What a pod costs an hour on a machine that fits it exactly, by what it asks for.
public sealed interface Rates {

    /// Without them only pods that bring their own price have one.
    record Unknown() implements Rates {}

    /// @param cpu a core
    /// @param memory a gibibyte
    /// @param storage a gibibyte of ephemeral storage
    /// @param gpu a device
    /// @param pod whatever it asks for
    record Of(Money cpu, Money memory, Money storage, Money gpu, Money pod) implements Rates {

        private static final BigInteger MILLIS = BigInteger.valueOf(1_000);
        private static final BigInteger GIBIBYTE = BigInteger.ONE.shiftLeft(30);

        /// Rounded half up to a billionth of a dollar.
        Money of(Resources requests) {
            var byCore = product(requests.asked(Resources.CPU), cpu).multiply(GIBIBYTE);
            var byGibibyte =
                    product(requests.asked(Resources.MEMORY), memory)
                            .add(product(requests.asked(Resources.STORAGE), storage))
                            .multiply(MILLIS);
            var whole = MILLIS.multiply(GIBIBYTE);
            var twice = byCore.add(byGibibyte).shiftLeft(1).add(whole);
            var divided = twice.divide(whole.shiftLeft(1));
            return new Money(
                    divided.add(product(Gpus.in(requests), gpu))
                            .add(BigInteger.valueOf(pod.nanos()))
                            .longValueExact());
        }

        private static BigInteger product(long amount, Money rate) {
            return BigInteger.valueOf(amount).multiply(BigInteger.valueOf(rate.nanos()));
        }
    }

    default Price price(Resources requests) {
        return switch (this) {
            case Unknown _ -> Price.unknown();
            case Of rates -> Price.of(rates.of(requests));
        };
    }
}

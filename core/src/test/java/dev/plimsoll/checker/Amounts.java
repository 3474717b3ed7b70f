package dev.plimsoll.checker;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;

/// Amounts of resources by name, exact.
final class Amounts {

    private static final List<String> BINARY = List.of("Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
    private static final List<String> SMALL = List.of("m", "u", "n");
    private static final List<String> LARGE = List.of("k", "M", "G", "T", "P", "E");

    private final Map<String, BigDecimal> amounts = new LinkedHashMap<>();

    static Amounts of(Map<String, Object> written) {
        var amounts = new Amounts();
        written.forEach((name, value) -> amounts.amounts.put(name, parse(value.toString())));
        return amounts;
    }

    /// Reads a quantity, for example `250m`, `1.5Gi` or `1e3`.
    static BigDecimal parse(String text) {
        int last = text.length();
        for (int power = 0; power < BINARY.size(); power++) {
            if (text.endsWith(BINARY.get(power))) {
                return new BigDecimal(text.substring(0, last - 2))
                        .multiply(BigDecimal.valueOf(1024).pow(power + 1));
            }
        }
        for (int power = 0; power < SMALL.size(); power++) {
            if (text.endsWith(SMALL.get(power))) {
                return new BigDecimal(text.substring(0, last - 1)).movePointLeft(3 * power + 3);
            }
        }
        for (int power = 0; power < LARGE.size(); power++) {
            if (text.endsWith(LARGE.get(power))) {
                return new BigDecimal(text.substring(0, last - 1)).movePointRight(3 * power + 3);
            }
        }
        return new BigDecimal(text);
    }

    Amounts plus(Amounts other) {
        return merged(other, BigDecimal::add);
    }

    Amounts max(Amounts other) {
        return merged(other, BigDecimal::max);
    }

    /// These amounts, replaced by those of the other for equal names.
    Amounts replacedBy(Amounts other) {
        return merged(other, (_, replacing) -> replacing);
    }

    private Amounts merged(Amounts other, BinaryOperator<BigDecimal> operator) {
        var result = new Amounts();
        result.amounts.putAll(amounts);
        other.amounts.forEach((name, amount) -> result.amounts.merge(name, amount, operator));
        return result;
    }

    /// Cpu rounded up to a thousandth, all others to a whole number.
    Amounts roundedUp() {
        var result = new Amounts();
        amounts.forEach((name, amount) -> {
            int digits = name.equals("cpu") ? 3 : 0;
            result.amounts.put(name, amount.setScale(digits, RoundingMode.CEILING));
        });
        return result;
    }

    List<String> names() {
        return List.copyOf(amounts.keySet());
    }

    BigDecimal get(String name) {
        return amounts.getOrDefault(name, BigDecimal.ZERO);
    }
}

package dev.plimsoll.slack;

import dev.plimsoll.quantity.Resources;
import dev.plimsoll.slack.Placeholders.Kind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Amounts cut into parts that are as equal as whole numbers allow.
///
///     cut(i) = ⌈ i · whole ÷ parts ⌉ − ⌈ (i − 1) · whole ÷ parts ⌉
///
/// The first n cuts hold ⌈ n · whole ÷ parts ⌉, so as many cuts as there are parts hold the whole
/// and fit on a node of that size. Equal parts would not, as they are rounded up: only four fifths
/// of 16Gi would fit.
///
/// **Invariant:** the cuts that hold an amount hold less than it and one cut: `SlackLawsTest`.
///
/// @param whole above zero of each resource
record Cuts(Resources whole, long parts) {

    /// More than any cluster needs; they would only use up memory.
    private static final long MOST = 1_000_000;

    /// The smallest number of cuts that hold an amount.
    long count(String resource, long amount) {
        if (amount == 0) {
            return 0;
        }
        var below = BigInteger.valueOf(amount - 1).multiply(BigInteger.valueOf(parts));
        return below.divide(BigInteger.valueOf(whole.asked(resource)))
                .add(BigInteger.ONE)
                .longValueExact();
    }

    private long cut(String resource, long number) {
        return upTo(resource, number) - upTo(resource, number - 1);
    }

    private long upTo(String resource, long number) {
        var product =
                BigInteger.valueOf(whole.asked(resource)).multiply(BigInteger.valueOf(number));
        var all = BigInteger.valueOf(parts);
        return product.add(all).subtract(BigInteger.ONE).divide(all).longValueExact();
    }

    /// Standard placeholders and fillers that hold at least some amounts.
    List<Placeholders> holding(Resources amounts) {
        var names = whole.names();
        long standard = Long.MAX_VALUE;
        for (var resource : names) {
            standard = Math.min(standard, count(resource, amounts.asked(resource)));
        }
        var all = new ArrayList<>(placeholders(Kind.STANDARD, "standard", names, 0, standard));
        for (var resource : names) {
            long count = count(resource, amounts.asked(resource));
            all.addAll(
                    placeholders(
                            Kind.FILLER,
                            "filler-" + resource,
                            List.of(resource),
                            standard,
                            count - standard));
        }
        return all;
    }

    /// Placeholders of some resources, one for each cut.
    ///
    /// @param after the number of cuts before the first
    List<Placeholders> placeholders(
            Kind kind, String name, List<String> resources, long after, long count) {
        if (count > MOST) {
            throw new ArithmeticException("too many placeholders: " + count);
        }
        Map<Resources, List<Integer>> bySize = new LinkedHashMap<>();
        for (int number = 1; number <= count; number++) {
            var size = Resources.NONE;
            for (var resource : resources) {
                size = size.with(resource, cut(resource, after + number));
            }
            bySize.computeIfAbsent(size, _ -> new ArrayList<>()).add(number);
        }
        var all = new ArrayList<Placeholders>();
        bySize.forEach(
                (size, numbers) -> all.add(Placeholders.standard(kind, name, size, numbers)));
        return all;
    }
}

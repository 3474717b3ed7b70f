package dev.plimsoll.formats;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.regex.Pattern;

/// Lengths of time as Kubernetes writes them: `90s`, `10m`, `1h30m`, `500ms`.
public final class Durations {

    private static final Pattern WHOLE =
            Pattern.compile("([0-9]{1,18}(\\.[0-9]{1,18})?(ns|us|µs|ms|s|m|h))+");
    private static final Pattern PART =
            Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ns|us|µs|ms|s|m|h)");
    private static final Pattern BARE = Pattern.compile("[0-9]{1,18}(\\.[0-9]{1,18})?");
    private static final Duration MOST = Duration.ofDays(36_500);
    private static final BigDecimal NANOS_IN_SECOND = BigDecimal.valueOf(1_000_000_000);

    private Durations() {}

    /// @throws IllegalArgumentException with a sentence that says what is wrong
    public static Duration parse(String text) {
        if (text.equals("0")) {
            return Duration.ZERO;
        }
        if (BARE.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "'"
                            + text
                            + "' has no unit; write "
                            + text
                            + "s for seconds, "
                            + text
                            + "m for minutes or "
                            + text
                            + "h for hours");
        }
        if (!WHOLE.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "'"
                            + (text.length() > 40 ? text.substring(0, 40) + "…" : text)
                            + "' is not a duration; write one such as 90s, 10m or 1h30m");
        }
        var nanos = BigDecimal.ZERO;
        var parts = PART.matcher(text);
        while (parts.find()) {
            nanos = nanos.add(new BigDecimal(parts.group(1)).multiply(nanosIn(parts.group(2))));
        }
        if (nanos.compareTo(BigDecimal.valueOf(MOST.toSeconds()).multiply(NANOS_IN_SECOND)) > 0) {
            throw new IllegalArgumentException(
                    "'" + text + "' is longer than a hundred years; write less");
        }
        var seconds = nanos.divideToIntegralValue(NANOS_IN_SECOND);
        var rest = nanos.subtract(seconds.multiply(NANOS_IN_SECOND));
        return Duration.ofSeconds(
                seconds.longValueExact(), rest.setScale(0, RoundingMode.DOWN).longValueExact());
    }

    /// The text that [#parse] reads as this length: `1h30m`, `0s`.
    public static String text(Duration duration) {
        var text = new StringBuilder();
        append(text, duration.toHours(), "h");
        append(text, duration.toMinutesPart(), "m");
        append(text, duration.toSecondsPart(), "s");
        append(text, duration.toNanosPart() / 1_000_000, "ms");
        append(text, duration.toNanosPart() / 1_000 % 1_000, "us");
        append(text, duration.toNanosPart() % 1_000, "ns");
        return text.isEmpty() ? "0s" : text.toString();
    }

    private static void append(StringBuilder text, long count, String unit) {
        if (count > 0) {
            text.append(count).append(unit);
        }
    }

    private static BigDecimal nanosIn(String unit) {
        return BigDecimal.valueOf(
                switch (unit) {
                    case "ns" -> 1L;
                    case "us", "µs" -> 1_000L;
                    case "ms" -> 1_000_000L;
                    case "s" -> 1_000_000_000L;
                    case "m" -> 60_000_000_000L;
                    default -> 3_600_000_000_000L;
                });
    }
}

package dev.plimsoll.cli;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

/// How fast virtual time goes by for who looks.
///
/// @param speed virtual seconds a second; zero: as fast as it can
record Pace(BigDecimal speed) {

    private static final String MAX = "max";
    private static final Duration SLICE = Duration.ofMillis(100);

    static Pace of(Arguments arguments) {
        var text = arguments.text("--speed", "600");
        if (text.equals(MAX)) {
            return new Pace(BigDecimal.ZERO);
        }
        if (!text.matches("[0-9]{1,9}(\\.[0-9]{1,9})?") || new BigDecimal(text).signum() == 0) {
            throw arguments.wrong(
                    "--speed", "'" + text + "' is not a speed; write a number above 0, or max");
        }
        return new Pace(new BigDecimal(text));
    }

    /// Waits as long as so much virtual time takes, if nobody asks to stop.
    ///
    /// @param meanwhile called at the beginning, and again every [#SLICE]
    void keep(Duration virtual, Console console, Runnable meanwhile) {
        meanwhile.run();
        if (speed.signum() == 0) {
            return;
        }
        var nanos = BigDecimal.valueOf(virtual.toNanos()).divide(speed, 0, RoundingMode.HALF_UP);
        for (long left = nanos.longValue(); left > 0 && !console.isStopping(); ) {
            long slice = Math.min(left, SLICE.toNanos());
            console.waitFor(Duration.ofNanos(slice));
            meanwhile.run();
            left -= slice;
        }
    }

    /// The value of `--speed`.
    String text() {
        return speed.signum() == 0 ? MAX : speed.toPlainString();
    }
}

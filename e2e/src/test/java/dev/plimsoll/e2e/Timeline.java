package dev.plimsoll.e2e;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// The events of a test with the time since its start. `./check` prints them while the test runs.
public final class Timeline {

    private final LongSupplier nanos;
    private final Consumer<String> out;
    private final long start;

    public Timeline() {
        this(System::nanoTime, System.out::println);
    }

    Timeline(LongSupplier nanos, Consumer<String> out) {
        this.nanos = nanos;
        this.out = out;
        start = nanos.getAsLong();
    }

    /// Prints an event, such as `e2e: +12.3 s nodes Ready`.
    ///
    /// @return the time since the start
    public Duration note(String event) {
        var since = Duration.ofNanos(nanos.getAsLong() - start);
        out.accept(String.format(Locale.ROOT, "e2e: +%.1f s %s", since.toMillis() / 1e3, event));
        return since;
    }
}

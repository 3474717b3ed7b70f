package dev.plimsoll.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// A run on the screen of a terminal. It is drawn at most ten times a second, so that a fast run is
/// not slowed down. Once a second the size is asked again, and every line is written again.
///
/// Messages appear among the decisions, and are printed when the screen is left.
final class RunScreen implements RunView {

    static final long FRAME_NANOS = Duration.ofMillis(100).toNanos();
    static final long SIZE_NANOS = Duration.ofSeconds(1).toNanos();

    /// More than any screen has rows.
    private static final int KEPT_LINES = 500;

    private final Console console;
    private final Function<List<String>, RunState> state;
    private final LongSupplier nanos;
    private final Screen screen;
    private final Ink ink;
    private final Deque<String> lines = new ArrayDeque<>();
    private final List<String> messages = new ArrayList<>();
    private ScreenSize size;
    private long frameAt;
    private long sizeAt;

    /// @param state of the run, with these lines
    /// @param nanos the time in nanoseconds from any origin
    RunScreen(
            Console console,
            ScreenSize size,
            Function<List<String>, RunState> state,
            LongSupplier nanos) {
        this.console = console;
        this.size = size;
        this.state = state;
        this.nanos = nanos;
        ink = new Ink(console.terminal().look().colours());
        frameAt = nanos.getAsLong();
        sizeAt = frameAt + SIZE_NANOS;
        screen = new Screen(console.out());
        console.sendMessages(this::message);
    }

    @Override
    public void show(Instant now, String line) {
        keep(line);
    }

    private void message(String line) {
        messages.add(line);
        keep(line);
    }

    private void keep(String line) {
        lines.addLast(line);
        if (lines.size() > KEPT_LINES) {
            lines.removeFirst();
        }
    }

    @Override
    public void refresh() {
        long now = nanos.getAsLong();
        if (now - frameAt < 0) {
            return;
        }
        if (now - sizeAt >= 0) {
            size = console.terminal().size().orElse(size);
            screen.repair();
            sizeAt = now + SIZE_NANOS;
        }
        // The last column stays free, as Screen asks.
        var drawn = new ScreenSize(Math.max(1, size.columns() - 1), size.rows());
        screen.draw(size, RunFrame.of(state.apply(List.copyOf(lines)), drawn, ink));
        frameAt = now + FRAME_NANOS;
    }

    @Override
    public void close() {
        screen.close();
        console.printMessages();
        messages.forEach(console::error);
        messages.clear();
    }
}

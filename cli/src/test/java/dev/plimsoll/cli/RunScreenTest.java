package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.simulator.Day;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A run on a terminal, from the first escape sequence to the summary.
class RunScreenTest {

    private final FakeTerminal terminal = new FakeTerminal(ScreenSize.USUAL);
    private final Recorder out = new Recorder();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Console console = new Console(InputStream.nullInputStream(), out, err, terminal);

    @Test
    void showsTheRunOnAScreenAndPrintsItsSummaryAfterIt() {
        var code = plimsoll("run", "--for", "1h", "--speed", "max");

        assertThat(code).isEqualTo(ExitCode.DONE);
        assertThat(out.text())
                .startsWith(Screen.ENTER + Screen.CLEAR)
                .contains(
                        "Plimsoll · embedded cluster · 2026-01-05 00:00:00 · speed max · 0% of 1h")
                .containsOnlyOnce(Screen.ENTER)
                .containsOnlyOnce(Screen.LEAVE + "1h of virtual time: ");
        assertThat(err.size()).isZero();
    }

    /// As by Ctrl-C, while the first frame is drawn. Without it, the run has no end.
    @Test
    void leavesTheScreenWhenSomebodyAsksItToStop() {
        out.whenWritten("Plimsoll ·", console::stop);

        var code = plimsoll("run");

        assertThat(code).isEqualTo(ExitCode.DONE);
        assertThat(out.text())
                .containsOnlyOnce(Screen.ENTER)
                .containsOnlyOnce(Screen.LEAVE + "0s of virtual time: ");
    }

    @Test
    void leavesTheScreenWhenTheRunFails() {
        out.whenWritten(
                "Plimsoll ·",
                () -> {
                    throw new IllegalStateException("broken");
                });

        var code = plimsoll("run");

        assertThat(code).isEqualTo(ExitCode.FAILED);
        assertThat(out.text()).containsOnlyOnce(Screen.ENTER).containsOnlyOnce(Screen.LEAVE);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("broken", "internal error");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--plain", "--quiet"})
    void printsNoScreenIfItIsNotWanted(String option) {
        plimsoll("run", "--for", "1h", "--speed", "max", option);

        assertThat(out.text()).doesNotContain("\033").contains("1h of virtual time: ");
        assertThat(out.text().contains("00:00:00  web    14 nodes"))
                .isEqualTo(option.equals("--plain"));
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    TERM           | has a screen
                    xterm-256color | true
                    screen         | true
                    dumb           | false
                    ''             | false
                    """)
    void needsATerminalThatCanMoveItsCursor(String kind, boolean hasScreen) {
        assertThat(SystemTerminal.hasScreen(Map.of("TERM", kind))).isEqualTo(hasScreen);
    }

    /// Tests run without a terminal.
    @Test
    void aPipeHasNoScreen() {
        assertThat(new SystemTerminal().size()).isEmpty();
    }

    @Test
    void drawsAtMostTenTimesASecond() {
        var clock = new long[1];
        var frames = new ArrayList<Long>();
        try (var screen = screen(clock, frames)) {
            for (; clock[0] < Duration.ofSeconds(2).toNanos(); clock[0] += 1_000_000) {
                screen.refresh();
            }
        }

        assertThat(frames).hasSize(20);
        assertThat(terminal.asked()).isEqualTo(1);
    }

    @Test
    void noticesAResizeWithinASecond() {
        var clock = new long[1];
        try (var screen = screen(clock, new ArrayList<>())) {
            screen.refresh();
            out.forget();
            terminal.resize(new ScreenSize(60, 10));
            clock[0] = RunScreen.SIZE_NANOS - 1;
            screen.refresh();
            assertThat(out.text()).isEmpty();

            clock[0] += RunScreen.FRAME_NANOS;
            screen.refresh();

            assertThat(out.text()).startsWith(Screen.CLEAR).doesNotContain("\033[11;1H");
        }
    }

    @Test
    void messagesAreShownAmongTheDecisionsAndPrintedAfterTheScreen() {
        try (var screen = screen(new long[1], new ArrayList<>())) {
            screen.show(Run.START, "a decision");
            console.warn("the disk is full");
            screen.refresh();

            assertThat(out.text()).contains("a decision", "warning: the disk is full");
            assertThat(err.size()).isZero();
        }

        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo("plimsoll: warning: the disk is full\n");
    }

    private RunScreen screen(long[] clock, List<Long> frames) {
        var world = Day.scenario().world(Run.START, 1);
        var times = new RunState.Times(Run.START, Run.START, Run.FOR_EVER, "max");
        return new RunScreen(
                console,
                ScreenSize.USUAL,
                lines -> {
                    frames.add(clock[0]);
                    return RunState.of(world, times, List.of(), lines);
                },
                () -> clock[0]);
    }

    private ExitCode plimsoll(String... words) {
        return console.finish(Main.run(List.of(words), console));
    }

    /// Keeps what is written, and does something once when a text has come.
    private static final class Recorder extends OutputStream {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private String awaited = "";
        private Runnable then = () -> {};

        private void whenWritten(String text, Runnable action) {
            awaited = text;
            then = action;
        }

        private String text() {
            return bytes.toString(StandardCharsets.UTF_8);
        }

        private void forget() {
            bytes.reset();
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] some, int begin, int count) {
            bytes.write(some, begin, count);
            if (!awaited.isEmpty() && text().contains(awaited)) {
                awaited = "";
                then.run();
            }
        }
    }
}

package dev.plimsoll.cli;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.page.Look;
import dev.plimsoll.formats.page.Look.Colours;
import dev.plimsoll.formats.page.Page;
import dev.plimsoll.formats.page.PlainText;
import dev.plimsoll.formats.page.Visible;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Where a command reads and prints, and whether it should stop.
final class Console {

    private static final int USUAL_COLUMNS = 80;

    private final InputStream in;
    private final Checked checked;
    private final PrintStream out;
    private final PrintStream err;
    private final Terminal terminal;
    private Consumer<String> messages = this::print;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final CountDownLatch finished = new CountDownLatch(1);

    /// Output for files and other programs.
    Console(InputStream in, OutputStream out, OutputStream err) {
        this(in, out, err, Terminal.NONE);
    }

    Console(InputStream in, OutputStream out, OutputStream err, Terminal terminal) {
        this.in = in;
        this.terminal = terminal;
        this.checked = new Checked(out);
        this.out =
                new PrintStream(new BufferedOutputStream(checked), false, StandardCharsets.UTF_8);
        this.err = new PrintStream(err, true, StandardCharsets.UTF_8);
    }

    InputStream in() {
        return in;
    }

    /// For output that is escaped already: documents and rendered pages.
    PrintStream out() {
        return out;
    }

    PrintStream err() {
        return err;
    }

    Terminal terminal() {
        return terminal;
    }

    void page(Page page) {
        out.print(PlainText.of(page, terminal.look()));
    }

    /// Prints one line. Control characters in it become visible.
    void line(String text) {
        out.println(Visible.text(text));
    }

    void warn(String sentence) {
        error("warning: " + sentence);
    }

    /// Prints a message on standard error, after everything that was printed before it.
    void error(String message) {
        message.lines().forEach(messages);
    }

    private void print(String message) {
        out.flush();
        err.println("plimsoll: " + Visible.text(message));
    }

    /// Sends the lines of messages to a receiver, while a screen covers the terminal.
    void sendMessages(Consumer<String> receiver) {
        messages = receiver;
    }

    /// Prints messages again.
    void printMessages() {
        messages = this::print;
    }

    /// Prints mistakes as compilers do: the place comes first, so that editors find it.
    void mistakes(BadInput wrong) {
        out.flush();
        String.valueOf(wrong.getMessage()).lines().forEach(line -> err.println(Visible.text(line)));
    }

    /// A person looks at it.
    static boolean isTerminal() {
        return Optional.ofNullable(System.console()).map(java.io.Console::isTerminal).orElse(false);
    }

    /// The look of pages on standard output.
    static Look look() {
        return isTerminal() ? onTerminal(System.getenv()) : Look.PLAIN;
    }

    /// As wide as the variable `COLUMNS` says, and coloured unless `NO_COLOR` or `TERM` forbid it.
    static Look onTerminal(Map<String, String> environment) {
        var columns = environment.getOrDefault("COLUMNS", "");
        boolean isPlain =
                !environment.getOrDefault("NO_COLOR", "").isEmpty()
                        || environment.getOrDefault("TERM", "").equals("dumb");
        return new Look(
                columns.matches("[1-9][0-9]{0,3}") ? Integer.parseInt(columns) : USUAL_COLUMNS,
                isPlain ? Colours.NONE : Colours.ANSI);
    }

    /// The exit code once everything is printed: a command whose output is lost did not succeed. A
    /// reader that closed its pipe has read enough.
    ExitCode finish(ExitCode code) {
        try {
            return afterOutput(code);
        } finally {
            finished.countDown();
        }
    }

    private ExitCode afterOutput(ExitCode code) {
        out.flush();
        var failure = checked.failure;
        if (failure == null || isClosedPipe(failure)) {
            return code;
        }
        err.println("plimsoll: cannot write to standard output: " + failure.getMessage());
        return code == ExitCode.DONE ? ExitCode.FAILED : code;
    }

    private static boolean isClosedPipe(IOException failure) {
        return String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
    }

    /// Somebody asked it to stop, or its output goes nowhere.
    boolean isStopping() {
        return isStopped() || out.checkError();
    }

    /// Somebody asked it to stop.
    boolean isStopped() {
        return stop.getCount() == 0;
    }

    /// The command has ended and its output is written.
    boolean isFinished() {
        return finished.getCount() == 0;
    }

    void stop() {
        stop.countDown();
    }

    /// Asks the command to stop, and waits until it has [finished][#finish], at most for a time.
    void stopAndWait(Duration most) {
        stop();
        try {
            finished.await(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Waits for a time, or until somebody asks it to stop. Nothing is interrupted: that would
    /// close a journal in the middle of a record.
    void waitFor(Duration time) {
        try {
            stop.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            stop();
        }
    }

    /// Remembers the first failure, which a `PrintStream` swallows.
    private static final class Checked extends OutputStream {

        private final OutputStream to;
        private @Nullable IOException failure;

        private Checked(OutputStream to) {
            this.to = to;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int begin, int count) throws IOException {
            try {
                to.write(bytes, begin, count);
            } catch (IOException failed) {
                throw remembered(failed);
            }
        }

        @Override
        public void flush() throws IOException {
            try {
                to.flush();
            } catch (IOException failed) {
                throw remembered(failed);
            }
        }

        private IOException remembered(IOException failed) {
            if (failure == null) {
                failure = failed;
            }
            return failed;
        }
    }
}

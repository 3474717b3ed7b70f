package dev.plimsoll.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Where a command reads and prints, and whether it should stop.
final class Console {

    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;
    private final CountDownLatch stop = new CountDownLatch(1);

    Console(InputStream in, PrintStream out, PrintStream err) {
        this.in = in;
        this.out = out;
        this.err = err;
    }

    InputStream in() {
        return in;
    }

    PrintStream out() {
        return out;
    }

    PrintStream err() {
        return err;
    }

    void warn(String sentence) {
        err.println("plimsoll: warning: " + sentence);
    }

    /// A person looks at it.
    static boolean isTerminal() {
        return Optional.ofNullable(System.console()).map(java.io.Console::isTerminal).orElse(false);
    }

    /// Somebody asked it to stop, or nobody reads any more what it prints.
    boolean isStopping() {
        return stop.getCount() == 0 || out.checkError();
    }

    void stop() {
        stop.countDown();
    }

    /// Waits so long, or until somebody asks it to stop. Nothing is interrupted: that would close a
    /// journal in the middle of a record.
    void waitFor(Duration time) {
        try {
            stop.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            stop();
        }
    }
}

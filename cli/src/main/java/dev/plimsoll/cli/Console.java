package dev.plimsoll.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.Optional;

/// Where a command reads and prints, and whether it should stop.
final class Console {

    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;
    private volatile boolean stopping;

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
        return stopping || out.checkError();
    }

    void stop() {
        stopping = true;
    }
}

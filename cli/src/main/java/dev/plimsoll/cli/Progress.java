package dev.plimsoll.cli;

/// A line on a terminal that changes while a long work goes on. Nothing for the first second, and
/// nothing at all if nobody looks.
final class Progress implements AutoCloseable {

    private static final long FIRST_MILLIS = 1_000;
    private static final long EVERY_MILLIS = 200;

    private final Console console;
    private final String work;
    private final boolean seen;
    private long next = System.currentTimeMillis() + FIRST_MILLIS;
    private boolean said;
    private boolean ended;

    Progress(Console console, String work) {
        this.console = console;
        this.work = work;
        this.seen = Console.isTerminal();
    }

    void say(String what) {
        long now = System.currentTimeMillis();
        if (seen && now >= next && !ended) {
            console.err().print("\r\033[K" + work + ": " + what);
            console.err().flush();
            next = now + EVERY_MILLIS;
            said = true;
        }
    }

    @Override
    public void close() {
        end();
    }

    /// Nothing is shown any more.
    void end() {
        ended = true;
        if (said) {
            said = false;
            console.err().print("\r\033[K");
            console.err().flush();
        }
    }
}

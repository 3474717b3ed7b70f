package dev.plimsoll.turn;

/// Counts the points at which a process may end, and ends it at one of them.
final class Fuse {

    /// The process is gone; whoever holds the world and the journal goes on without it.
    static final class Killed extends RuntimeException {

        private Killed(String where) {
            super(where);
        }
    }

    static final int NEVER = 0;

    private final int killAt;
    private int points;
    private Runnable watcher = () -> {};

    /// @param killAt the point at which the process ends, counted from one
    Fuse(int killAt) {
        this.killAt = killAt;
    }

    /// @param eye looks at every point that is passed
    void watch(Runnable eye) {
        watcher = eye;
    }

    void point(String where) {
        watcher.run();
        if (++points == killAt) {
            throw new Killed(where);
        }
    }
}

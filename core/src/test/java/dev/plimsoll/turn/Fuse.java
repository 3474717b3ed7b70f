package dev.plimsoll.turn;

/// Counts the points at which a process may end, and ends it at one of them.
final class Fuse {

    /// The end of the process. The world, the journal and the memory outlive it. It is an error,
    /// because a loop contains exceptions.
    static final class Killed extends Error {

        private static final long serialVersionUID = 1;

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

    /// @param other runs at every point that is passed
    void watch(Runnable other) {
        watcher = other;
    }

    void point(String where) {
        watcher.run();
        if (++points == killAt) {
            throw new Killed(where);
        }
    }
}

package dev.plimsoll.simulator.subnet;

/// The counts of a simulation.
final class Tally {

    private long ticks;
    private long changes;
    private long moved;
    private long writes;
    private long starts;
    private long cold;
    private long waits;

    /// Resets all counts.
    void begin() {
        ticks = 0;
        changes = 0;
        moved = 0;
        writes = 0;
        starts = 0;
        cold = 0;
        waits = 0;
    }

    void changed() {
        changes++;
    }

    void moved(int addresses) {
        moved += addresses;
    }

    void written(int requests) {
        writes += requests;
    }

    void started(boolean warm) {
        starts++;
        cold += warm ? 0 : 1;
    }

    void waited(int pods) {
        ticks++;
        waits += pods;
    }

    Summary summary(int waiting) {
        return new Summary(ticks, changes, moved, writes, starts, cold, waits, waiting);
    }
}

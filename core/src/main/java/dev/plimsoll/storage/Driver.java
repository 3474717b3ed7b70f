package dev.plimsoll.storage;

import java.util.List;

/// A program that makes and attaches volumes: a CSIDriver.
public record Driver(String name, List<Trait> traits) {

    /// What it asks of the scheduler.
    public enum Trait {
        /// It reports how much room it has; without enough, no volume.
        REPORTS_CAPACITY,
        /// No pod that needs it goes to a node without it.
        MUST_BE_THERE
    }

    public boolean has(Trait trait) {
        return traits.contains(trait);
    }
}

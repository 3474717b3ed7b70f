package dev.plimsoll.storage;

import java.util.List;

/// A CSIDriver.
public record Driver(String name, List<Trait> traits) {

    /// What the scheduler has to check for it.
    public enum Trait {
        /// It reports its storage capacity; a volume needs enough of it.
        REPORTS_CAPACITY,
        /// Pods with its volumes run only on nodes where it is installed.
        MUST_BE_THERE
    }

    public boolean has(Trait trait) {
        return traits.contains(trait);
    }
}

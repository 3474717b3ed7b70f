package dev.plimsoll.cluster;

import java.time.Instant;

/// Machines that a provider was asked for and could not deliver.
///
/// @param why the message of the provider
public record FailedMachines(Cause cause, int machines, Instant at, String why) {

    /// The class of the provider's error.
    public enum Cause {
        OUT_OF_STOCK,
        QUOTA,
        OTHER
    }
}

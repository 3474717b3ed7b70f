package dev.plimsoll.provider;

import dev.plimsoll.cluster.FailedMachines.Cause;
import dev.plimsoll.cluster.VariantKey;
import java.time.Instant;

/// A machine of a provider.
///
/// @param id the `spec.providerID` of its node; while that is unknown, a name of the provider's own
/// @param since when it was ordered
public record Machine(String id, VariantKey variant, Instant since, State state) {

    /// The life of a machine.
    public sealed interface State {

        record Creating() implements State {}

        record Running() implements State {}

        record Deleting() implements State {}

        /// It will not come.
        ///
        /// @param message of the provider
        record Failed(Cause cause, String message) implements State {}
    }
}

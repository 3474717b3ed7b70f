package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.FailedMachines.Cause;
import dev.plimsoll.formats.Fields;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// What a provider needs to know of a group of the policy.
///
/// @param group the name of the group in the policy
/// @param name its name at the provider; empty if the policy does not say
/// @param boot of the provider `nodes`: the time from the order of a node until it is created
/// @param fails of the provider `nodes`: the error of every new machine
public record ProviderSettings(String group, String name, Duration boot, Optional<Cause> fails) {

    private static final Map<String, Optional<Cause>> CAUSES =
            Map.of(
                    "out-of-stock",
                    Optional.of(Cause.OUT_OF_STOCK),
                    "quota",
                    Optional.of(Cause.QUOTA),
                    "other",
                    Optional.of(Cause.OTHER));

    /// The settings of a group without any.
    static ProviderSettings of(String group, String name) {
        return new ProviderSettings(group, name, Duration.ZERO, Optional.empty());
    }

    static ProviderSettings read(String group, Fields provider) {
        return new ProviderSettings(
                group,
                provider.text("group", ""),
                provider.duration("boot", Duration.ZERO),
                provider.choice("fails", Optional.empty(), CAUSES));
    }
}

package dev.plimsoll.provider;

import java.util.List;

/// The groups of a provider.
///
/// @param problem why groups may be outdated or missing, in sentences; empty if they are current
public record ProviderState(List<ProviderGroup> groups, String problem) {

    public ProviderState {
        groups = List.copyOf(groups);
    }

    public ProviderState(List<ProviderGroup> groups) {
        this(groups, "");
    }
}

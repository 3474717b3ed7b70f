package dev.plimsoll.provider;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Variant;
import java.util.List;

/// A node group as its provider shows it.
///
/// @param target the number of machines that the provider is asked to keep
/// @param limits the provider's own bounds of the target
/// @param variants the kinds of nodes that it can have; empty if the provider does not say
/// @param machines those that exist or are ordered, and those that failed to come
public record ProviderGroup(
        String name,
        int target,
        Limits limits,
        List<Variant> variants,
        List<Machine> machines,
        Group.Condition condition) {

    public ProviderGroup {
        variants = List.copyOf(variants);
        machines = List.copyOf(machines);
    }

    /// This group under another name.
    public ProviderGroup with(String other) {
        return new ProviderGroup(other, target, limits, variants, machines, condition);
    }
}

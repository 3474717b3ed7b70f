package dev.plimsoll.provider;

import dev.plimsoll.decision.Step.InVariant;
import java.util.List;
import java.util.Optional;

/// Buys and deletes the machines of node groups.
///
/// A request is accepted or not; machines come and go later, and [#state] shows them. Failures are
/// values, never thrown.
///
/// **Invariant:** `state` shows every request that was accepted.
public interface Provider {

    /// The groups as they are now.
    ProviderState state();

    /// One group as it is now; nothing if there is no group of this name.
    default Optional<ProviderGroup> group(String name) {
        return state().groups().stream().filter(group -> group.name().equals(name)).findFirst();
    }

    /// Sets the target of a group to a higher number of machines.
    ///
    /// @param from the target before; another one makes the answer [ProviderAnswer.Changed]
    /// @param in the new machines of each variant; empty if the provider chooses
    ProviderAnswer resize(String group, int from, int machines, List<InVariant> in);

    /// Lowers the target of a group by machines that do not exist yet.
    ///
    /// @param from the target before; another one makes the answer [ProviderAnswer.Changed]
    ProviderAnswer giveUp(String group, int from, int machines);

    /// Deletes machines, and lowers the target of the group by their number.
    ///
    /// @param from the target before; another one makes the answer [ProviderAnswer.Changed]
    /// @param machines their ids
    ProviderAnswer remove(String group, int from, List<String> machines);
}

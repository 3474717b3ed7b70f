package dev.plimsoll.kube;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.formats.document.ProviderSettings;
import dev.plimsoll.provider.Provider;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// A provider whose machines are objects of the cluster itself.
public interface ClusterProvider extends Provider, AutoCloseable {

    /// A group of the policy, and what the policy tells its provider.
    record Declared(Group group, ProviderSettings settings) {

        /// The name of the group at the provider.
        public String name() {
            return settings.name().isEmpty() ? group.name() : settings.name();
        }
    }

    /// Makes a provider.
    @FunctionalInterface
    interface Maker {

        /// @param guard is asked before each request that changes something
        ClusterProvider make(ApiServer.Guard guard);
    }

    /// The groups of the policy; they replace those before.
    void declare(List<Declared> groups);

    /// Begins to lead: reads what another process may have written.
    void recall() throws IOException, InterruptedException;

    /// The work of the provider itself between turns, if this replica leads and acts.
    void deliver();

    /// Why the groups may be outdated, in a sentence; nothing if they are current. Nothing is
    /// removed on an old picture. Any thread may ask.
    default Optional<String> staleness() {
        return Optional.empty();
    }

    @Override
    void close();
}

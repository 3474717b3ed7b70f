package dev.plimsoll.kube;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.formats.document.ProviderSettings;
import dev.plimsoll.provider.Provider;
import java.io.IOException;
import java.util.List;

/// A provider whose machines are objects of the cluster itself.
public interface ClusterProvider extends Provider, AutoCloseable {

    /// A group of the policy, and what the policy tells its provider.
    record Declared(Group group, ProviderSettings settings) {

        /// The name of the group at the provider.
        public String name() {
            return settings.name().isEmpty() ? group.name() : settings.name();
        }
    }

    /// The groups of the policy; they replace those before.
    void declare(List<Declared> groups);

    /// Begins to lead: reads what another process may have written.
    void recall() throws IOException, InterruptedException;

    /// The work of the provider itself between turns, if this replica leads and acts.
    void deliver();

    @Override
    void close();
}

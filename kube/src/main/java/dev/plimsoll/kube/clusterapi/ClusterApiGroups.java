package dev.plimsoll.kube.clusterapi;

import dev.plimsoll.decision.Step.InVariant;
import dev.plimsoll.kube.ClusterProvider;
import dev.plimsoll.provider.ProviderAnswer;
import dev.plimsoll.provider.ProviderGroup;
import dev.plimsoll.provider.ProviderState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// The groups of a policy at Cluster API, under the names that the policy has for them.
public final class ClusterApiGroups implements ClusterProvider {

    private static final Duration FIRST_LISTS = Duration.ofSeconds(30);

    private final ClusterApiProvider provider;
    private List<Declared> declared = List.of();

    public ClusterApiGroups(ClusterApiProvider provider) {
        this.provider = provider;
    }

    @Override
    public void declare(List<Declared> groups) {
        declared = List.copyOf(groups);
    }

    @Override
    public void recall() throws IOException, InterruptedException {
        if (!provider.awaitLists(FIRST_LISTS)) {
            throw new IOException(provider.problem());
        }
    }

    @Override
    public void deliver() {}

    @Override
    public Optional<String> staleness() {
        return provider.staleness();
    }

    /// Groups that the policy does not name have their whole names: they help to find a mistake.
    @Override
    public ProviderState state() {
        var groups = new ArrayList<ProviderGroup>();
        var named = new HashSet<String>();
        for (var group : declared) {
            provider.find(group.name())
                    .ifPresent(found -> {
                        named.add(found.name());
                        groups.add(found.with(group.name()));
                    });
        }
        var state = provider.state();
        state.groups().stream().filter(group -> !named.contains(group.name())).forEach(groups::add);
        return new ProviderState(groups, state.problem());
    }

    @Override
    public ProviderAnswer resize(String group, int from, int machines, List<InVariant> in) {
        return provider.resize(group, from, machines, in);
    }

    @Override
    public ProviderAnswer giveUp(String group, int from, int machines) {
        return provider.giveUp(group, from, machines);
    }

    @Override
    public ProviderAnswer remove(String group, int from, List<String> machines) {
        return provider.remove(group, from, machines);
    }

    @Override
    public void close() {
        provider.close();
    }
}

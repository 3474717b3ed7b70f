package dev.plimsoll.kube.clusterapi;

import dev.plimsoll.decision.Step.InVariant;
import dev.plimsoll.kube.ApiServer;
import dev.plimsoll.kube.ListWatch;
import dev.plimsoll.provider.Provider;
import dev.plimsoll.provider.ProviderAnswer;
import dev.plimsoll.provider.ProviderGroup;
import dev.plimsoll.provider.ProviderState;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The groups of Cluster API: `MachineDeployment`s, `MachineSet`s of their own, and `MachinePool`s
/// that carry the annotations of Cluster Autoscaler.
///
/// A group is named `Kind/namespace/name`, or by its name alone if no other group has it. Watches
/// keep all objects current: [#state] asks nobody. `docs/cluster-api.md` is for users.
public final class ClusterApiProvider implements Provider, AutoCloseable {

    private final ClusterApiScope scope;
    private final InstantSource clock;
    private final Rollouts rollouts = new Rollouts();
    private final Map<MachineKind, ObjectStore> stores = new EnumMap<>(MachineKind.class);
    private final List<ListWatch> watches = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final ObjectWrites writes;

    /// The groups of the objects after this number of changes.
    private record Known(long changes, ScalableGroups groups) {}

    private Optional<Known> known = Optional.empty();

    private ClusterApiProvider(ApiServer server, ClusterApiScope scope, InstantSource clock) {
        this.scope = scope;
        this.clock = clock;
        for (var kind : MachineKind.values()) {
            var store = new ObjectStore();
            stores.put(kind, store);
            watches.add(
                    new ListWatch(server, new KindWatch(server, kind, scope.namespace(), store)));
        }
        writes = new ObjectWrites(server, stores);
    }

    /// Begins to watch; [#awaitLists] waits for the first lists.
    ///
    /// @param server of the management cluster; it is not closed here
    public static ClusterApiProvider start(
            ApiServer server, ClusterApiScope scope, InstantSource clock) {
        var provider = new ClusterApiProvider(server, scope, clock);
        for (var watch : provider.watches) {
            provider.threads.add(Thread.ofVirtual().name("watch").start(watch));
        }
        return provider;
    }

    /// Waits until every kind has been listed.
    ///
    /// @return whether that was so in time; [#state] has the problem
    public boolean awaitLists(Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (!isListed() && System.nanoTime() < end) {
            Thread.sleep(10);
        }
        return isListed();
    }

    private boolean isListed() {
        return stores.values().stream().allMatch(ObjectStore::isListed);
    }

    @Override
    public ProviderState state() {
        return new ProviderState(isListed() ? groups().shown() : List.of(), problem());
    }

    /// Why groups may be outdated or missing, in sentences; empty if they are current.
    String problem() {
        var problems = new ArrayList<>(staleness().stream().toList());
        if (isListed()) {
            problems.addAll(groups().problems());
        }
        return String.join("; ", problems);
    }

    /// Why the groups may be outdated: they were not listed yet, or a watch is broken or silent.
    /// Nothing if they are current. Any thread may ask.
    public Optional<String> staleness() {
        var problems =
                watches.stream()
                        .map(ListWatch::problem)
                        .filter(problem -> !problem.isEmpty())
                        .collect(Collectors.toCollection(TreeSet::new));
        if (problems.isEmpty() && !isListed()) {
            problems.add("the objects of Cluster API are being listed");
        }
        return problems.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", problems));
    }

    /// The group of this name.
    ///
    /// @param name `Kind/namespace/name`, or the last part if only one group has it
    public Optional<ProviderGroup> find(String name) {
        return groups().shown(name);
    }

    /// Made again only if an object has changed: a turn asks many times.
    private synchronized ScalableGroups groups() {
        // The number before the objects: a change between the two is seen by the next call.
        long changes = stores.values().stream().mapToLong(ObjectStore::changes).sum();
        var last = known;
        if (last.isPresent() && last.get().changes() == changes) {
            return last.get().groups();
        }
        var objects = new EnumMap<MachineKind, List<ApiObject>>(MachineKind.class);
        stores.forEach((kind, store) -> objects.put(kind, store.all()));
        var groups = ScalableGroups.of(objects, scope, rollouts);
        known = Optional.of(new Known(changes, groups));
        return groups;
    }

    @Override
    public synchronized ProviderAnswer resize(
            String name, int from, int machines, List<InVariant> in) {
        return inGroup(name, from, requests -> requests.grow(machines));
    }

    @Override
    public synchronized ProviderAnswer giveUp(String name, int from, int machines) {
        return inGroup(name, from, requests -> requests.giveUp(machines));
    }

    @Override
    public synchronized ProviderAnswer remove(String name, int from, List<String> machines) {
        return inGroup(name, from, requests -> requests.remove(machines));
    }

    private ProviderAnswer inGroup(
            String name, int from, Function<GroupRequests, ProviderAnswer> request) {
        if (!isListed()) {
            return new ProviderAnswer.Refused(problem());
        }
        var found = groups().named(name);
        if (found.isEmpty()) {
            return new ProviderAnswer.Refused(
                    "Cluster API has no group "
                            + name
                            + "; annotate the object with "
                            + Annotations.MAX_SIZE);
        }
        if (found.size() > 1) {
            return new ProviderAnswer.Refused(
                    found.stream().map(ScalableGroup::name).collect(Collectors.joining(" and "))
                            + " are both named "
                            + name
                            + "; write the whole name");
        }
        var group = found.getFirst();
        return group.target() == from
                ? request.apply(new GroupRequests(group, writes, clock))
                : new ProviderAnswer.Changed();
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
        watches.forEach(ListWatch::cut);
    }
}

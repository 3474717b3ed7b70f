package dev.plimsoll.kube;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.FailedMachines;
import dev.plimsoll.cluster.FailedMachines.Cause;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.provider.Machine;
import dev.plimsoll.provider.Provider;
import dev.plimsoll.provider.ProviderAnswer;
import dev.plimsoll.provider.ProviderGroup;
import dev.plimsoll.turn.World;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// A running cluster as the world of loops: it observes by watches, and acts by one request for
/// each step.
final class LiveCluster implements World<Cluster> {

    /// How long a machine waits for its volumes to be detached before it is removed with them.
    static final Duration DETACH_TIMEOUT = Duration.ofMinutes(6);

    /// Whether a step may be taken now.
    @FunctionalInterface
    interface Permission {

        /// Why not; nothing if it may.
        Optional<String> refusal();
    }

    private final WatchedCluster watched;
    private final Provider provider;
    private final Permission permission;
    private final Supplier<Instant> now;
    private final NodePatches patches;
    private final Evictions evictions;

    /// The declared groups by their names at the provider.
    private Map<String, Group> declared = Map.of();

    private final Map<String, Instant> waiting = new LinkedHashMap<>();

    LiveCluster(
            ApiServer server,
            WatchedCluster watched,
            Provider provider,
            Permission permission,
            Supplier<Instant> now) {
        this.watched = watched;
        this.provider = provider;
        this.permission = permission;
        this.now = now;
        this.patches = new NodePatches(server, watched, now);
        this.evictions = new Evictions(server, watched);
    }

    /// The groups of the policy.
    ///
    /// @param groups by their names at the provider
    void declare(Map<String, Group> groups) {
        declared.values().forEach(group -> watched.inventory().removeGroup(group.name()));
        declared = new LinkedHashMap<>(groups);
    }

    @Override
    public Cluster observe() {
        watched.take();
        for (var offered : provider.state().groups()) {
            var group = declared.get(offered.name());
            if (group != null) {
                watched.inventory().put(current(group, offered));
            }
        }
        return watched.inventory().cluster();
    }

    /// A group of the policy in the state that its provider shows.
    private static Group current(Group declared, ProviderGroup offered) {
        boolean isDescribed =
                declared.variants().stream().anyMatch(variant -> variant.template().isKnown());
        var variants =
                isDescribed || offered.variants().isEmpty()
                        ? declared.variants()
                        : offered.variants();
        return new Group(
                declared.name(),
                declared.labels(),
                offered.target(),
                offered.limits(),
                variants,
                declared.spread(),
                failed(offered.machines()),
                offered.condition());
    }

    private static List<FailedMachines> failed(List<Machine> machines) {
        var byCause = new EnumMap<Cause, FailedMachines>(Cause.class);
        for (var machine : machines) {
            if (machine.state() instanceof Machine.State.Failed(var cause, var message)) {
                byCause.merge(
                        cause,
                        new FailedMachines(cause, 1, machine.since(), message),
                        (some, one) ->
                                new FailedMachines(
                                        cause, some.machines() + 1, some.at(), some.why()));
            }
        }
        return List.copyOf(byCause.values());
    }

    @Override
    public List<Outcome> act(Plan plan) {
        var outcomes = new ArrayList<Outcome>();
        for (var step : plan.steps()) {
            outcomes.add(
                    permission
                            .refusal()
                            .<Outcome>map(why -> new Outcome.Failed(step, why))
                            .orElseGet(() -> take(step)));
        }
        return outcomes;
    }

    private Outcome take(Step step) {
        try {
            return switch (step) {
                case Step.ResizeGroup(var group, int from, int nodes, var in) ->
                        answered(step, provider.resize(providerName(group), from, nodes, in));
                case Step.GiveUp(var group, int from, int nodes) ->
                        answered(step, provider.giveUp(providerName(group), from, nodes));
                case Step.DrainNode drain -> patches.drain(drain);
                case Step.UndrainNode undrain -> patches.undrain(undrain);
                case Step.EvictPods evict -> evictions.evict(evict);
                case Step.RemoveNode remove -> remove(remove);
                case Step.UseBatch _, Step.RunReplicas _ ->
                        new Outcome.Failed(step, "this cluster has node groups only");
            };
        } catch (IOException failure) {
            return new Outcome.Failed(step, String.valueOf(failure.getMessage()));
        }
    }

    private static Outcome answered(Step step, ProviderAnswer answer) {
        return switch (answer) {
            case ProviderAnswer.Accepted _ -> new Outcome.Done(step);
            case ProviderAnswer.Changed _ -> new Outcome.Stale(step);
            case ProviderAnswer.Refused(var why) -> new Outcome.Failed(step, why);
        };
    }

    private String providerName(String group) {
        return declared.entrySet().stream()
                .filter(entry -> entry.getValue().name().equals(group))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(group);
    }

    /// The pods that were evicted since the last call.
    List<TurnReport.Evicted> evicted() {
        return evictions.read();
    }

    /// Whether the provider has a group of the policy.
    boolean isProvided(String group) {
        return provided(providerName(group)).isPresent();
    }

    /// The names of the provider's groups.
    String provided() {
        var names = provider.state().groups().stream().map(ProviderGroup::name).toList();
        return names.isEmpty() ? "no groups" : String.join(", ", names);
    }

    private Outcome remove(Step.RemoveNode step) throws IOException {
        var node = watched.inventory().cluster().node(step.node());
        var group = provided(providerName(step.group()));
        if (node == null || group.isEmpty() || group.get().target() - 1 < step.leaves()) {
            return new Outcome.Stale(step);
        }
        if (hasUnknownPods(node)) {
            return new Outcome.Stale(step);
        }
        var attached = attached(node);
        if (attached > 0 && !isTimeOver(node)) {
            return new Outcome.Failed(
                    step, "it waits until " + attached + " of its volumes are detached");
        }
        waiting.remove(node.name());
        return answered(
                step, provider.remove(group.get().name(), group.get().target(), List.of(id(node))));
    }

    /// Whether pods run on the node that the watch did not show to the decision.
    private boolean hasUnknownPods(Node node) throws IOException {
        return evictions.moving(evictions.podsOn(node.name())).isEmpty();
    }

    private long attached(Node node) {
        return watched.inventory().cluster().storage().attachments().values().stream()
                .filter(attachment -> attachment.node().equals(node.name()))
                .count();
    }

    private boolean isTimeOver(Node node) {
        var since = waiting.computeIfAbsent(node.name(), _ -> now.get());
        return Duration.between(since, now.get()).compareTo(DETACH_TIMEOUT) >= 0;
    }

    private Optional<ProviderGroup> provided(String name) {
        return provider.state().groups().stream()
                .filter(group -> group.name().equals(name))
                .findFirst();
    }

    /// The id of its machine.
    static String id(Node node) {
        var id = node.machine().providerId();
        return id.isEmpty() ? node.name() : id;
    }
}

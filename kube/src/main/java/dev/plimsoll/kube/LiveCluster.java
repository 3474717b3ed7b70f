package dev.plimsoll.kube;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.FailedMachines;
import dev.plimsoll.cluster.FailedMachines.Cause;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Subnet;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.formats.document.PolicyFile.PricesFrom;
import dev.plimsoll.formats.prices.GroupPrices;
import dev.plimsoll.provider.Machine;
import dev.plimsoll.provider.Provider;
import dev.plimsoll.provider.ProviderAnswer;
import dev.plimsoll.provider.ProviderGroup;
import dev.plimsoll.turn.World;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A running cluster as the world of loops: it observes by watches, and acts by one request for
/// each step.
final class LiveCluster implements World<Cluster> {

    /// Whether a step may be taken now.
    @FunctionalInterface
    interface Permission {

        /// Why not; nothing if it may.
        Optional<String> refusal();
    }

    private final WatchedCluster watched;
    private final Provider provider;
    private final Permission permission;
    private final NodePatches patches;
    private final Evictions evictions;

    /// The declared groups by their names at the provider.
    private Map<String, Group> declared = Map.of();

    private final Consumer<String> say;
    private PricedGroups prices;
    private List<Subnet> subnets = List.of();
    private final Detaching detaching = new Detaching(System::nanoTime);

    /// @param server asks for permission before each request that changes something
    /// @param permission is asked before each step
    /// @param say receives what is to be known about prices
    LiveCluster(
            ApiServer server,
            WatchedCluster watched,
            Provider provider,
            Permission permission,
            Supplier<Instant> now,
            Consumer<String> say) {
        this.say = say;
        this.prices = new PricedGroups(PricesFrom.LIST.pricing(), say);
        this.watched = watched;
        this.provider = provider;
        this.permission = permission;
        this.patches = new NodePatches(server, watched, now);
        this.evictions = new Evictions(server, watched.inventory());
    }

    /// The groups of the policy, their prices and the subnets of their nodes.
    ///
    /// @param groups by their names at the provider
    void declare(Map<String, Group> groups, GroupPrices pricing, List<Subnet> others) {
        var inventory = watched.inventory();
        declared.values().forEach(group -> inventory.removeGroup(group.name()));
        subnets.forEach(subnet -> inventory.removeSubnet(subnet.name()));
        declared = new LinkedHashMap<>(groups);
        prices = new PricedGroups(pricing, say);
        subnets = List.copyOf(others);
        subnets.forEach(inventory::put);
    }

    @Override
    public Cluster observe() {
        watched.take();
        for (var offered : provider.state().groups()) {
            var group = declared.get(offered.name());
            if (group != null) {
                watched.inventory().put(priced(current(group, offered)));
            }
        }
        var cluster = watched.inventory().cluster();
        detaching.keepThoseOf(cluster);
        return cluster;
    }

    private Group priced(Group group) {
        var cluster = watched.inventory().cluster();
        boolean isKnown = cluster.groups().has(group.name());
        return prices.priced(group, isKnown ? cluster.nodesOf(group.name()) : List.of());
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

    /// The groups of the policy that the provider has, by their names in the policy.
    Set<String> provided() {
        var provided = new LinkedHashSet<String>();
        for (var offered : provider.state().groups()) {
            var group = declared.get(offered.name());
            if (group != null) {
                provided.add(group.name());
            }
        }
        return provided;
    }

    /// The names of the provider's groups, in a sentence.
    String offered() {
        var names = provider.state().groups().stream().map(ProviderGroup::name).toList();
        return names.isEmpty() ? "no groups" : String.join(", ", names);
    }

    private Outcome remove(Step.RemoveNode step) throws IOException {
        var cluster = watched.inventory().cluster();
        var node = cluster.node(step.node());
        var group = provider.group(providerName(step.group()));
        if (node == null || group.isEmpty() || group.get().target() - 1 < step.leaves()) {
            return new Outcome.Stale(step);
        }
        if (evictions.moving(node.name(), evictions.podsOn(node.name())).isEmpty()) {
            return new Outcome.Stale(step);
        }
        var refusal = detaching.refusal(node, cluster);
        return refusal.isPresent()
                ? new Outcome.Failed(step, refusal.get())
                : answered(
                        step,
                        provider.remove(
                                group.get().name(), group.get().target(), List.of(id(node))));
    }

    /// The id of its machine.
    static String id(Node node) {
        var id = node.machine().providerId();
        return id.isEmpty() ? node.name() : id;
    }
}

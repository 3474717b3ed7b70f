package dev.plimsoll.groups;

import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.groups.GroupPolicy.Manage;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.groups.NodeGroup.Member;
import dev.plimsoll.groups.NodeGroup.NodeOffer;
import dev.plimsoll.prices.Price;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.selection.WellKnown;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The groups of a cluster as they will be when all ordered machines have joined, and the nodes of
/// the cluster at that time: starting nodes take pods, and arriving machines are nodes.
public final class NodeGroups {

    /// The settings that groups are seen with.
    ///
    /// @param policies by the names of groups
    /// @param unlisted what groups without a setting do
    /// @param provisionTimeout how long a machine may take to become Ready
    public record Settings(
            SortedMap<String, GroupPolicy> policies,
            Unlisted unlisted,
            Duration provisionTimeout) {}

    /// Whether groups without a setting grow.
    public enum Unlisted {
        /// They grow without a limit, except the control plane.
        GROW,
        HOLD
    }

    /// A group with its nodes by state and its next node.
    public record GroupState(NodesByState byState, NextNode next, NodeGroup group) {

        /// Machines that were ordered and did not join in time, and those that failed.
        public int late() {
            return byState.owed() - byState.arriving();
        }
    }

    private final Cluster cluster;
    private final Settings settings;
    private final List<GroupState> all = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final List<String> notThereYet = new ArrayList<>();

    /// @param observed its nodes without a group are put in groups that do not grow
    /// @param pasts what is remembered, by the names of groups
    public NodeGroups(
            Cluster observed, Settings settings, SortedMap<String, GroupPast> pasts, Instant now) {
        this.cluster = Grouping.withInferred(observed);
        this.settings = settings;
        Grouping.conflict(cluster)
                .ifPresent(conflict -> {
                    throw new IllegalArgumentException(
                            "node "
                                    + conflict.node()
                                    + " belongs to groups "
                                    + conflict.first()
                                    + " and "
                                    + conflict.second());
                });
        boolean hasWorkers = cluster.nodes().stream().anyMatch(node -> !isControlPlane(node));
        Map<String, Node> shown = new LinkedHashMap<>();
        cluster.nodes().forEach(node -> shown.put(node.name(), node));
        cluster.groups()
                .forEach((name, group) -> {
                    var past = pasts.getOrDefault(name, GroupPast.NONE);
                    all.add(state(group, past, now, hasWorkers, shown));
                });
        nodes.addAll(shown.values());
    }

    /// Whether a node runs the control plane.
    public static boolean isControlPlane(Node node) {
        return GroupKey.isControlPlane(node.labels());
    }

    private GroupState state(
            Group told, GroupPast past, Instant now, boolean hasWorkers, Map<String, Node> shown) {
        var own = cluster.nodesOf(told.name());
        var group = GroupVariants.complete(told, own);
        var byState =
                NodesByState.at(
                                now,
                                own,
                                group.target(),
                                past.missing(),
                                settings.provisionTimeout(),
                                past.timers().clock())
                        .withFailed(group.failedMachines());
        var next = NextNode.of(group.template(), own, byState.ready(), past);
        if (byState.ready().isEmpty()) {
            next = next.orDaemonsOf(cluster.nodes());
        }
        for (var node : byState.starting()) {
            shown.put(node.name(), node.inService());
            notThereYet.add(node.name());
        }
        close(own, byState.stuck(), shown);
        var members = new ArrayList<Member>();
        var prices = new LinkedHashMap<VariantKey, Price>();
        for (var node : own) {
            var key = node.variant();
            var price = prices.computeIfAbsent(key, _ -> price(group, key));
            members.add(new Member(node.name(), key, price));
        }
        var offers =
                new NextNodes(group, own, byState.ready(), past, cluster.nodes()).offers(members);
        for (int i = 1; !offers.isEmpty() && i <= byState.arriving(); i++) {
            var name = unused(group.name() + "-arriving-" + i, shown);
            var offer = leastUsed(offers, members);
            var node = offer.node();
            shown.put(
                    name, node.withName(name).withLabels(node.labels().with(Node.HOSTNAME, name)));
            members.add(new Member(name, offer.key(), offer.price()));
            notThereYet.add(name);
        }
        var nodeGroup =
                new NodeGroup(
                        group.name(),
                        group.labels(),
                        group.target(),
                        members,
                        offers,
                        group.spread(),
                        growth(group, offers, hasWorkers));
        return new GroupState(byState, next, nodeGroup);
    }

    /// Shows nodes that are no room as closed: their taints may not say it.
    private static void close(List<Node> own, List<Node> stuck, Map<String, Node> shown) {
        for (var node : stuck) {
            var why = node.ready() ? "late to start" : "not Ready";
            shown.put(node.name(), node.with(new NodeState.Closed(why)));
        }
        for (var node : own) {
            if (WellKnown.isVirtual(node.labels())) {
                shown.put(node.name(), node.with(new NodeState.Closed("virtual")));
            } else if (node.state() instanceof NodeState.Leaving(var why)) {
                shown.put(node.name(), node.with(new NodeState.Closed("leaving: " + why)));
            }
        }
    }

    /// The price of a variant, or of its type in another zone.
    private static Price price(Group group, VariantKey key) {
        var variants = group.variants();
        return Stream.<Predicate<Variant>>of(
                        variant -> variant.key().equals(key),
                        variant -> variant.key().in("").equals(key.in("")),
                        _ -> variants.size() == 1)
                .flatMap(is -> variants.stream().filter(is).limit(1))
                .findFirst()
                .map(Variant::price)
                .orElseGet(() -> new Price.Unknown("its variant has no price"));
    }

    /// The first offer in a zone with the fewest nodes.
    private static NodeOffer leastUsed(List<NodeOffer> offers, List<Member> members) {
        return Collections.min(
                offers,
                Comparator.comparingLong(offer ->
                        members.stream()
                                .filter(m -> m.key().zone().equals(offer.key().zone()))
                                .count()));
    }

    private static String unused(String name, Map<String, Node> shown) {
        return shown.containsKey(name) ? unused(name + "-x", shown) : name;
    }

    private Growth growth(Group group, List<NodeOffer> offers, boolean hasWorkers) {
        var policy = settings.policies().get(group.name());
        if (group.condition() != Group.Condition.IN_SERVICE) {
            return never(
                    group.condition() == Group.Condition.PAUSED ? Rules.PAUSED : Rules.UPGRADING,
                    group);
        }
        if (policy == null && settings.unlisted() == Unlisted.HOLD) {
            return never(Rules.NOT_IN_POLICY, group);
        }
        if (policy != null && policy.manage() != Manage.PODS) {
            return never(Rules.BY_UTILISATION, group);
        }
        if (offers.isEmpty()) {
            return never(Rules.NO_TEMPLATE, group);
        }
        if (offers.stream().allMatch(offer -> WellKnown.isVirtual(offer.node().labels()))) {
            return never(Rules.VIRTUAL_NODES, group);
        }
        if (policy == null) {
            boolean isHeld =
                    hasWorkers && GroupKey.isControlPlane(offers.getFirst().node().labels());
            return isHeld
                    ? never(Rules.CONTROL_PLANE, group)
                    : within(group, new Limits(0, NodeGroup.UNLIMITED));
        }
        return new Growth.Within(bounded(policy.limits(), group), policy.standing());
    }

    private static Growth within(Group group, Limits limits) {
        return new Growth.Within(bounded(limits, group), Standing.EXISTS);
    }

    /// The limits, within those of the provider.
    private static Limits bounded(Limits limits, Group group) {
        int most = Math.min(limits.most(), group.provider().most());
        return new Limits(Math.min(limits.least(), most), most, group.provider().capacity());
    }

    private static Growth never(Rule rule, Group group) {
        return new Growth.Never(because(rule, group.name()));
    }

    /// The groups, by name.
    public List<GroupState> all() {
        return all;
    }

    /// Existing nodes, by name, then arriving machines.
    public List<Node> nodes() {
        return nodes;
    }

    /// The names of starting nodes and arriving machines.
    public List<String> notThereYet() {
        return notThereYet;
    }
}

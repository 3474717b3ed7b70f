package dev.plimsoll.sizing;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.GroupSpread;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step.InVariant;
import dev.plimsoll.groups.GroupVariants;
import dev.plimsoll.groups.NextNode;
import dev.plimsoll.groups.NextNodes;
import dev.plimsoll.groups.ZoneOrder;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The kinds of nodes that a group of several zones or instance types can get.
///
/// Where the provider picks the type, there is one kind in each zone: it has the least of every
/// resource, and a pod must fit whichever type comes. Where the provider picks the zone, a zone is
/// counted on only if it is certain to get a node ([ZoneOrder]).
final class Variants {

    /// @param key its parts are empty where the provider picks them
    record Kind(VariantKey key, Template template) {

        String zone() {
            return key.zone();
        }
    }

    private final Group group;
    private final List<Kind> kinds;

    /// The number of the group's nodes in each zone of its kinds.
    private final SortedMap<String, Integer> nodesByZone = new TreeMap<>();

    private final Template any;

    /// The next node of every variant.
    private final SortedMap<VariantKey, NextNode> known;

    private Variants(
            Group group,
            List<Kind> kinds,
            List<Node> nodes,
            SortedMap<VariantKey, NextNode> known) {
        this.group = group;
        this.known = known;
        this.kinds = kinds;
        kinds.forEach(kind -> nodesByZone.put(kind.zone(), 0));
        for (var node : nodes) {
            nodesByZone.computeIfPresent(zone(node), (_, count) -> count + 1);
        }
        this.any = kinds.isEmpty() ? Template.UNKNOWN : oneOf(usual());
    }

    /// @param nodes of the group
    /// @param ready those of them that are Ready
    static Variants of(Group group, List<Node> nodes, List<Node> ready, GroupPast past) {
        var whole = GroupVariants.complete(group, nodes);
        if (whole.variants().size() == 1) {
            return new Variants(whole, List.of(), List.of(), new TreeMap<>());
        }
        var next = NextNodes.of(whole, nodes, ready, past);
        var kinds =
                next.size() == 1
                        ? List.<Kind>of()
                        : group.spread().types() == GroupSpread.Types.ANY
                                ? byZone(next, group.labels())
                                : each(next, group.labels());
        return new Variants(whole, kinds, nodes, next);
    }

    private static List<Kind> each(SortedMap<VariantKey, NextNode> next, Labels labels) {
        var kinds = new ArrayList<Kind>();
        next.entrySet().stream()
                .sorted(
                        Comparator.comparing((Map.Entry<VariantKey, NextNode> one) ->
                                        one.getValue().created())
                                .reversed()
                                .thenComparing(Map.Entry::getKey))
                .forEach(one ->
                        kinds.add(new Kind(one.getKey(), with(labels, one.getValue().template()))));
        return List.copyOf(kinds);
    }

    private static List<Kind> byZone(SortedMap<VariantKey, NextNode> next, Labels labels) {
        var byZone = new TreeMap<String, List<Template>>();
        next.forEach((key, node) ->
                byZone.computeIfAbsent(key.zone(), _ -> new ArrayList<>())
                        .add(with(labels, node.template())));
        var kinds = new ArrayList<Kind>();
        byZone.forEach((zone, templates) ->
                kinds.add(new Kind(new VariantKey(zone, "", ""), oneOf(templates))));
        return List.copyOf(kinds);
    }

    /// The template with the labels of the group.
    private static Template with(Labels group, Template template) {
        var labels = template.labels().toMap();
        labels.putAll(group.toMap());
        return new Template(template.allocatable(), Labels.of(labels), template.taints());
    }

    /// A node that is one of several: it has the least of every resource.
    private static Template oneOf(List<Template> several) {
        var first = several.getFirst();
        var least = new TreeMap<String, Long>();
        for (var name : first.allocatable().names()) {
            if (several.stream().allMatch(one -> one.allocatable().has(name))) {
                least.put(
                        name,
                        several.stream()
                                .mapToLong(one -> one.allocatable().offered(name))
                                .min()
                                .orElse(0));
            }
        }
        var labels = several.stream().flatMap(one -> one.labels().possible().stream()).toList();
        var taints = several.stream().flatMap(one -> one.taints().stream()).distinct().toList();
        return new Template(Resources.of(least), Labels.oneOf(labels), taints);
    }

    /// Whether all nodes of the group are alike.
    boolean isOne() {
        return kinds.isEmpty();
    }

    /// The kinds of nodes; where the planner picks the type, those of the newest node first. None
    /// if all nodes are alike.
    List<Kind> kinds() {
        return kinds;
    }

    /// The reasons to tell an operator if nodes have not what the templates declare.
    ///
    /// @param declared the group as it was declared
    List<Reason> differences(Group declared) {
        var reasons = new ArrayList<Reason>();
        for (var variant : declared.variants()) {
            known.entrySet().stream()
                    .filter(one -> one.getKey().in("").equals(variant.key().in("")))
                    .limit(1)
                    .forEach(one ->
                            reasons.addAll(
                                    one.getValue()
                                            .differences(declared.name(), variant.template())));
        }
        return reasons.stream().distinct().toList();
    }

    /// A node of which only the group is known: it may be in any zone, and of any type that the
    /// provider may pick.
    Template any() {
        return any;
    }

    /// The kinds that a node without a wish is one of.
    private List<Template> usual() {
        var type = kinds.getFirst().key().in("");
        return kinds.stream()
                .filter(kind -> kind.key().in("").equals(type))
                .map(Kind::template)
                .toList();
    }

    private boolean isBalanced() {
        return group.spread().zones() == GroupSpread.Zones.BALANCED;
    }

    /// Whether the provider picks the zone, and there are several.
    boolean isZoneOpen() {
        return isBalanced() && nodesByZone.size() > 1;
    }

    /// Whether the planner picks the zone or the type, so that a step names it.
    boolean isChosen() {
        return !isOne() && !isBalanced();
    }

    /// The number of zones.
    int zones() {
        return nodesByZone.size();
    }

    /// The zones of the next machines.
    ZoneOrder order(int machines) {
        return ZoneOrder.of(nodesByZone, machines);
    }

    /// The number of the group's nodes in the zone.
    int nodesIn(String zone) {
        return nodesByZone.getOrDefault(zone, 0);
    }

    /// The next machines, as far as is known.
    List<Template> next(int machines) {
        var next = new ArrayList<Template>();
        if (!isZoneOpen()) {
            for (int i = 0; i < machines; i++) {
                next.add(any);
            }
            return next;
        }
        var order = order(machines);
        order.settled()
                .forEach((zone, count) -> {
                    for (int i = 0; i < count; i++) {
                        next.add(in(List.of(zone)));
                    }
                });
        for (int i = 0; i < order.unsettled(); i++) {
            next.add(in(order.among()));
        }
        return next;
    }

    private Template in(List<String> zones) {
        return oneOf(
                kinds.stream()
                        .filter(kind -> zones.contains(kind.zone()))
                        .map(Kind::template)
                        .toList());
    }

    /// The machines of each variant, to name them in a step: those that pods need first; the others
    /// in the zones with the fewest nodes.
    ///
    /// @param needed by pods, in order
    /// @param machines of all
    List<InVariant> named(List<VariantKey> needed, int machines) {
        if (!isChosen()) {
            return List.of();
        }
        var level = new TreeMap<>(nodesByZone);
        var counts = new TreeMap<VariantKey, Integer>();
        var type = kinds.getFirst().key().in("");
        for (int i = 0; i < machines; i++) {
            var key =
                    i < needed.size()
                            ? needed.get(i)
                            : kinds.stream()
                                    .map(Kind::key)
                                    .filter(one -> one.in("").equals(type))
                                    .min(
                                            Comparator.comparingInt(
                                                    one -> level.getOrDefault(one.zone(), 0)))
                                    .orElseThrow();
            level.merge(key.zone(), 1, Integer::sum);
            counts.merge(key, 1, Integer::sum);
        }
        return counts.entrySet().stream()
                .map(one -> new InVariant(one.getKey(), one.getValue()))
                .toList();
    }

    static String zone(Node node) {
        return node.variant().zone();
    }

    /// Whether it matters for the pod in which zone a node is, whatever its node affinity says: it
    /// has volumes, or rules about pods in a domain larger than a node.
    static boolean isZonal(Shape shape) {
        var rules = shape.constraints();
        return !shape.mounts().isEmpty()
                || rules.near().stream().anyMatch(term -> isLarge(term.topologyKey()))
                || rules.apart().stream().anyMatch(term -> isLarge(term.topologyKey()))
                || rules.spread().stream().anyMatch(term -> isLarge(term.topologyKey()));
    }

    private static boolean isLarge(String topologyKey) {
        return !topologyKey.equals(Node.HOSTNAME);
    }
}

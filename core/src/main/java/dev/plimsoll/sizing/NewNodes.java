package dev.plimsoll.sizing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.decision.Step.InVariant;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.fit.Verdict;
import dev.plimsoll.sizing.Variants.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// New nodes that are opened for pods without a place, one after the other.
///
/// In a group of several zones whose provider picks the zone, pods that need a certain zone are
/// counted on only where their zone is certain to get a node, with at most one further node fewer
/// than there are zones. The zones of pods that do not care stay open.
final class NewNodes {

    /// @param nodes the number of new nodes so far
    record Filled(List<Pods> left, int nodes) {}

    private final SizingFacts facts;
    private final Variants variants;

    /// The nodes that must be in a zone, where the provider picks it.
    private final SortedMap<String, Integer> bound = new TreeMap<>();

    /// The variants of nodes for pods that need them, where the planner picks them.
    private final List<VariantKey> picked = new ArrayList<>();

    private final Map<Shape, Pods> outOfReach = new LinkedHashMap<>();
    private final Map<Shape, Boolean> free = new LinkedHashMap<>();
    private int ordered;

    NewNodes(SizingFacts facts) {
        this.facts = facts;
        this.variants = facts.variants;
    }

    /// @param machines that the utilisation orders anyway
    void orders(int machines) {
        ordered = machines;
    }

    /// Opens new nodes as long as they take pods.
    ///
    /// @param from the number of nodes that are open
    /// @param to the most nodes in all
    /// @param room as many nodes may be ordered
    Filled fill(PodPlaces places, List<Pods> pods, int from, int to, int room) {
        if (!facts.template.isKnown()) {
            return new Filled(pods, from);
        }
        return variants.isOne()
                ? fillAlike(places, pods, from, to)
                : fillKinds(places, pods, from, to, room);
    }

    private Filled fillAlike(PodPlaces places, List<Pods> pods, int from, int to) {
        var left = pods;
        int nodes = from;
        while (nodes < to && !left.isEmpty()) {
            var after = places.open(facts.newNode("new-" + nodes), left);
            if (after.equals(left)) {
                return new Filled(left, nodes);
            }
            var taken = counts(less(left, after));
            int alike = Math.min(to - nodes - 1, alike(taken, after));
            taken.replaceAll((_, count) -> count * alike);
            left = less(after, taken);
            nodes += 1 + alike;
        }
        return new Filled(left, nodes);
    }

    /// Pods that need a certain kind of node come first: others fill the rest of their nodes.
    private Filled fillKinds(PodPlaces places, List<Pods> pods, int from, int to, int room) {
        var filled = new Filled(pods, from);
        var stuck = new TreeSet<Shape>();
        while (filled.nodes() < to) {
            var next = next(filled.left(), stuck);
            if (next.isEmpty()) {
                break;
            }
            var opened = open(places, next.getFirst(), filled, to, room);
            if (opened.nodes() == filled.nodes()) {
                stuck.add(next.getFirst().shape());
            } else {
                // With more nodes, more zones are certain.
                stuck.removeAll(outOfReach.keySet());
                outOfReach.clear();
            }
            filled = opened;
        }
        return filled;
    }

    private List<Pods> next(List<Pods> pods, SortedSet<Shape> stuck) {
        return pods.stream()
                .filter(some -> !stuck.contains(some.shape()))
                .sorted(Comparator.comparing(some -> isFree(some.shape())))
                .limit(1)
                .toList();
    }

    /// Whether the pod runs on any new node.
    private boolean isFree(Shape shape) {
        return free.computeIfAbsent(
                shape, _ -> !Variants.isZonal(shape) && takes(facts.template, shape));
    }

    private boolean takes(Template template, Shape shape) {
        return !(Fit.onEmpty(facts.newNode("a new node", template), shape)
                instanceof Verdict.Refused);
    }

    /// Opens nodes of one kind for the pods.
    private Filled open(PodPlaces places, Pods some, Filled filled, int to, int room) {
        if (isFree(some.shape())) {
            var others = filled.left().stream().filter(one -> isFree(one.shape())).toList();
            return open(places, facts.template, first(some, others), filled, to);
        }
        for (var kind : fitting(some.shape())) {
            int most = reachable(kind.zone(), filled.nodes(), to, room);
            if (most == 0) {
                outOfReach.put(some.shape(), some);
                continue;
            }
            var offered = first(some, filled.left());
            var opened = open(places, kind.template(), offered, filled, filled.nodes() + most);
            int nodes = opened.nodes() - filled.nodes();
            if (nodes > 0) {
                outOfReach.remove(some.shape());
                bound.merge(kind.zone(), nodes, Integer::sum);
                for (int i = 0; i < nodes; i++) {
                    picked.add(kind.key());
                }
                return opened;
            }
        }
        return filled;
    }

    private static List<Pods> first(Pods some, List<Pods> all) {
        var pods = new ArrayList<>(all);
        pods.remove(some);
        pods.addFirst(some);
        return pods;
    }

    /// Opens nodes that take the first of the pods.
    private Filled open(
            PodPlaces places, Template template, List<Pods> offered, Filled filled, int to) {
        int nodes = filled.nodes();
        var after = places.open(facts.newNode("new-" + nodes, template), offered);
        var taken = counts(less(offered, after));
        if (!taken.containsKey(offered.getFirst().shape())) {
            return filled;
        }
        int alike = Math.min(to - nodes - 1, alike(taken, after));
        taken.replaceAll((_, count) -> count * (1 + alike));
        return new Filled(less(filled.left(), taken), nodes + 1 + alike);
    }

    /// The kinds that take the pod: those of the first type, in the emptiest zones, come first.
    private List<Kind> fitting(Shape shape) {
        var types = variants.kinds().stream().map(kind -> kind.key().in("")).distinct().toList();
        return variants.kinds().stream()
                .filter(kind -> takes(kind.template(), shape))
                .sorted(
                        Comparator.comparingInt((Kind kind) -> types.indexOf(kind.key().in("")))
                                .thenComparingInt(kind ->
                                        variants.nodesIn(kind.zone())
                                                + bound.getOrDefault(kind.zone(), 0)))
                .toList();
    }

    /// How many more nodes the zone is certain to get.
    private int reachable(String zone, int nodes, int to, int room) {
        if (!variants.isZoneOpen()) {
            return to - nodes;
        }
        int most = 0;
        while (nodes + most < to && isReached(zone, most + 1, nodes + most + 1, room)) {
            most++;
        }
        return most;
    }

    private boolean isReached(String zone, int more, int nodes, int room) {
        int all = Math.max(nodes, ordered);
        int extra = Math.min(variants.zones() - 1, room - all);
        var wanted = wantedNodes();
        wanted.merge(zone, more, Integer::sum);
        return extra >= 0 && variants.order(arriving() + all + extra).covers(wanted);
    }

    private int arriving() {
        return facts.byState.arriving();
    }

    /// The nodes that each zone must get, those of arriving machines included.
    private SortedMap<String, Integer> wantedNodes() {
        var wanted = new TreeMap<>(variants.order(arriving()).settled());
        bound.forEach((zone, nodes) -> wanted.merge(zone, nodes, Integer::sum));
        return wanted;
    }

    /// How many further machines make the zones certain.
    ///
    /// @param machines that are ordered for pods and for the utilisation
    int extra(int machines) {
        if (bound.isEmpty() || !variants.isZoneOpen()) {
            return 0;
        }
        var wanted = wantedNodes();
        int extra = 0;
        while (extra < variants.zones() - 1
                && !variants.order(arriving() + machines + extra).covers(wanted)) {
            extra++;
        }
        return extra;
    }

    /// The zones that must get a node.
    List<String> zones() {
        return List.copyOf(bound.keySet());
    }

    /// The pods whose zones the provider would not reach.
    List<Pods> outOfReach() {
        return List.copyOf(outOfReach.values());
    }

    /// The zones that these pods need.
    SortedSet<String> wanted() {
        var zones = new TreeSet<String>();
        for (var shape : outOfReach.keySet()) {
            fitting(shape).forEach(kind -> zones.add(kind.zone()));
        }
        return zones;
    }

    /// The variants of machines, where the planner picks them.
    List<InVariant> named(int machines) {
        return variants.named(picked, machines);
    }

    /// The machines of these variants.
    List<Node> nodes(String name, int machines) {
        var nodes = new ArrayList<Node>();
        for (var one : named(machines)) {
            for (var kind : variants.kinds()) {
                for (int i = 0; i < one.nodes() && kind.key().equals(one.variant()); i++) {
                    nodes.add(facts.newNode(name + nodes.size(), kind.template()));
                }
            }
        }
        return nodes;
    }

    /// The pods without some of them.
    static List<Pods> less(List<Pods> pods, List<Pods> some) {
        return less(pods, counts(some));
    }

    /// The pods without some of each shape.
    private static List<Pods> less(List<Pods> pods, SortedMap<Shape, Integer> some) {
        var counts = new TreeMap<>(some);
        var rest = new ArrayList<Pods>();
        for (var one : pods) {
            int off = Math.min(one.count(), counts.getOrDefault(one.shape(), 0));
            counts.merge(one.shape(), -off, Integer::sum);
            if (off < one.count()) {
                rest.add(one.times(one.count() - off));
            }
        }
        return rest;
    }

    /// How many further new nodes take the same pods, if the pods do not look at each other.
    private static int alike(SortedMap<Shape, Integer> taken, List<Pods> left) {
        boolean isPlain =
                left.stream()
                        .map(Pods::shape)
                        .allMatch(shape ->
                                shape.constraints().isAny()
                                        && shape.ports().isEmpty()
                                        && shape.mounts().isEmpty());
        var counts = counts(left);
        return isPlain
                ? taken.entrySet().stream()
                        .mapToInt(some -> counts.getOrDefault(some.getKey(), 0) / some.getValue())
                        .min()
                        .orElse(0)
                : 0;
    }

    private static SortedMap<Shape, Integer> counts(List<Pods> pods) {
        var counts = new TreeMap<Shape, Integer>();
        pods.forEach(some -> counts.merge(some.shape(), some.count(), Integer::sum));
        return counts;
    }
}

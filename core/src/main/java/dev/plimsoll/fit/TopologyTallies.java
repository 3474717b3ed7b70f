package dev.plimsoll.fit;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.PodTerm;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/// The counts of pods by topology domain that affinity, anti-affinity and topology spread need.
///
/// The tallies of a shape are built when the shape is first asked about, by one walk over all pods;
/// from then on they are kept up to date. The anti-affinity terms of running pods are counted from
/// the beginning.
final class TopologyTallies {

    /// An anti-affinity term of running pods, and the domains of these pods.
    record Brought(PodTerm term, Tally owners) {}

    private record Key(String topologyKey, Object who, Object where) {}

    private static final String ALL = "all";

    private final PodsOnNodes pods;
    private final BiPredicate<PodTerm, Shape> means;
    private final Map<String, Topology> topologies = new LinkedHashMap<>();
    private final Map<Key, Tally> tallies = new LinkedHashMap<>();
    private final List<Tally> inOrder = new ArrayList<>();
    private final Map<PodTerm, Brought> byTerm = new LinkedHashMap<>();
    private final List<Brought> brought = new ArrayList<>();

    /// @param means whether a term matches the pods of a shape
    TopologyTallies(PodsOnNodes pods, BiPredicate<PodTerm, Shape> means) {
        this.pods = pods;
        this.means = means;
    }

    /// The tallies so far, in the order of creation; none is ever removed.
    List<Tally> tallies() {
        return inOrder;
    }

    /// The anti-affinity terms of running pods, in the order of creation; none is ever removed.
    List<Brought> brought() {
        return brought;
    }

    boolean means(PodTerm term, Shape shape) {
        return means.test(term, shape);
    }

    /// Adds a node with its pods, without the terms that these bring.
    void add(int index) {
        topologies.values().forEach(topology -> topology.add(pods.node(index), index));
        inOrder.forEach(tally -> tally.add(index));
        brought.forEach(term -> term.owners().add(index));
        if (inOrder.isEmpty()) {
            return;
        }
        pods.forEach(
                index,
                (shape, count) -> {
                    for (var tally : inOrder) {
                        if (tally.counts(shape)) {
                            tally.change(index, count);
                        }
                    }
                });
    }

    /// Adds the anti-affinity terms of pods of the shape to the node, or removes them.
    void bring(Shape shape, int node, int by) {
        for (var term : shape.constraints().apart()) {
            var known = byTerm.get(term);
            (known == null ? brought(term) : known).owners().change(node, by);
        }
    }

    private Brought brought(PodTerm term) {
        var owners = new Tally(topology(term.topologyKey()), _ -> false, _ -> true);
        for (int node = 0; node < pods.nodeCount(); node++) {
            owners.add(node);
        }
        var added = new Brought(term, owners);
        byTerm.put(term, added);
        brought.add(added);
        return added;
    }

    /// The pods that match all of the terms, by the domains of one of them.
    Tally near(List<PodTerm> terms, PodTerm one) {
        return tally(
                new Key(one.topologyKey(), terms, ALL),
                shape -> terms.stream().allMatch(term -> means.test(term, shape)),
                _ -> true);
    }

    /// The pods that count for a topology spread constraint of the shape, on the nodes that count.
    Tally spread(Shape shape, Spread spread) {
        var keys = shape.constraints().spread().stream().map(Spread::topologyKey).toList();
        boolean byAffinity = spread.affinity() == Spread.Policy.HONOR;
        boolean byTaints = spread.taints() == Spread.Policy.HONOR;
        var where =
                List.of(
                        keys,
                        byAffinity ? List.of(shape.nodeSelector(), shape.affinity()) : ALL,
                        byTaints ? shape.tolerations() : ALL);
        return tally(
                new Key(spread.topologyKey(), List.of(shape.namespace(), spread.selector()), where),
                other -> isCounted(other, shape, spread),
                index -> {
                    var node = pods.node(index);
                    return hasAll(node, keys)
                            && (!byAffinity || Fit.isChosen(node, shape))
                            && (!byTaints || Fit.isTolerated(node, shape));
                });
    }

    /// An empty selector counts no running pod, although it matches the pod itself.
    private static boolean isCounted(Shape other, Shape asking, Spread spread) {
        return !spread.selector().isEmpty()
                && other.stage() == Shape.Stage.STAYING
                && other.namespace().equals(asking.namespace())
                && spread.selector().matches(other.labels());
    }

    private static boolean hasAll(Node node, List<String> keys) {
        for (var key : keys) {
            if (!node.labels().has(key)) {
                return false;
            }
        }
        return true;
    }

    private Tally tally(Key key, Predicate<Shape> who, IntPredicate where) {
        var known = tallies.get(key);
        if (known != null) {
            return known;
        }
        var tally = new Tally(topology(key.topologyKey()), who, where);
        tallies.put(key, tally);
        inOrder.add(tally);
        var answers = new LinkedHashMap<Shape, Boolean>();
        for (int index = 0; index < pods.nodeCount(); index++) {
            int node = index;
            tally.add(node);
            pods.forEach(
                    node,
                    (shape, count) -> {
                        if (answers.computeIfAbsent(shape, tally::counts)) {
                            tally.change(node, count);
                        }
                    });
        }
        return tally;
    }

    private Topology topology(String key) {
        return topologies.computeIfAbsent(
                key,
                _ -> {
                    var topology = new Topology(key);
                    for (int node = 0; node < pods.nodeCount(); node++) {
                        topology.add(pods.node(node), node);
                    }
                    return topology;
                });
    }
}

package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.collection.Kept;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.packing.Packing.Placed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The pods of nodes that go, tried on the nodes that stay, one node after the other.
///
/// The results are kept with the cluster. Another turn about the same cluster reads them as long as
/// it tries the same nodes in the same order.
final class Moves {

    /// The nodes before any has gone.
    ///
    /// @param staying the nodes that take pods now and are too full to go
    /// @param others the other nodes that take pods now
    /// @param alsoSpreads whether pods must also fit in the worst order of a scheduler that spreads
    /// @param kept nodes that take pods of some nodes only
    record Start(List<Node> staying, List<Node> others, boolean alsoSpreads, List<KeptFor> kept) {

        Start(List<Node> staying, List<Node> others, boolean alsoSpreads) {
            this(staying, others, alsoSpreads, List.of());
        }

        /// All nodes that take pods now, those first that are too full to go.
        List<Node> ready() {
            var ready = new ArrayList<>(staying);
            ready.addAll(others);
            return ready;
        }
    }

    /// Nodes that take the pods of these nodes only. They count as domains of topology spread for
    /// all pods.
    ///
    /// @param of the names of the nodes whose pods they take; empty: they take none
    /// @param nodes the names of the nodes that take them
    record KeptFor(Set<String> of, Set<String> nodes) {}

    /// The result for one node.
    ///
    /// @param homeless pods that fit nowhere; nothing if all have a place
    /// @param places of its pods; none if they do not all fit
    record Tried(Node node, Optional<Pods> homeless, List<Placed> places) {}

    /// The results of a turn, in order.
    ///
    /// @param noPlaces why pods found no place, by the number of the node in that order
    private record Results(List<Tried> all, SortedMap<Integer, NoPlace> noPlaces) {

        private static final Results NONE = new Results(List.of(), new TreeMap<>());
    }

    private final Start start;
    private final Cluster cluster;
    private final Kept kept;
    private final Results known;
    private final List<Tried> done = new ArrayList<>();
    private final SortedMap<Integer, NoPlace> noPlaces = new TreeMap<>();

    /// The nodes with pending pods and placeholders, by name.
    private final Map<String, Node> filled = new LinkedHashMap<>();

    private final Set<String> taking;
    private @Nullable Trials trials;

    /// @param taking the names of nodes that are to take pending pods
    /// @param kept with the results of earlier turns about the cluster
    Moves(Start start, Set<String> taking, Cluster cluster, Kept kept) {
        this.start = start;
        this.cluster = cluster;
        this.kept = kept;
        this.known = kept.find(start, Results.class).orElse(Results.NONE);
        this.taking = new LinkedHashSet<>(taking);
        start.ready().forEach(node -> filled.put(node.name(), node));
    }

    /// The pods of a node that move if it goes.
    static List<Pods> movers(Node node) {
        return node.pods().stream()
                .filter(pods -> !pods.shape().owner().staysWithNode())
                .filter(pods -> pods.shape().stage() != Shape.Stage.TERMINATING)
                .toList();
    }

    /// The pods of a node that need a place on another one if it goes.
    static List<Pods> needy(Node node) {
        return movers(node).stream()
                .filter(pods -> !PendingPods.isExpendable(pods.shape()))
                .toList();
    }

    /// Whether pods were placed on the node that are not on it yet.
    boolean takes(String node) {
        return taking.contains(node);
    }

    /// Moves the pods of a node away, and lets it take no more pods. If they do not all fit,
    /// nothing changes.
    ///
    /// @return pods that fit nowhere; nothing if all have a place
    Optional<Pods> away(Node seen) {
        var node = filled.getOrDefault(seen.name(), seen);
        var tried = isKnown(node) ? known.all().get(done.size()) : trials().away(node);
        done.add(tried);
        tried.places().forEach(place -> taking.add(place.node()));
        return tried.homeless();
    }

    /// Why the pods of the node that was tried last found no place.
    NoPlace noPlace() {
        int last = done.size() - 1;
        var before = trials == null ? known.noPlaces().get(last) : null;
        var why = before == null ? trials().noPlace(done.get(last).node()).orElseThrow() : before;
        noPlaces.put(last, why);
        return why;
    }

    /// Why the pods of the nodes that were tried and stay found no place, by the name of the node.
    Map<String, NoPlace> noPlaces() {
        var all = new LinkedHashMap<String, NoPlace>();
        var nodes = new Trials(start, cluster);
        for (var tried : List.copyOf(done)) {
            if (tried.homeless().isPresent()) {
                nodes.noPlace(tried.node()).ifPresent(why -> all.put(tried.node().name(), why));
            }
            nodes.away(tried.node());
        }
        return all;
    }

    private boolean isKnown(Node node) {
        return trials == null
                && done.size() < known.all().size()
                && known.all().get(done.size()).node().equals(node);
    }

    /// The nodes after those that went so far.
    private Trials trials() {
        if (trials == null) {
            var nodes = new Trials(start, cluster);
            done.forEach(tried -> nodes.away(tried.node()));
            trials = nodes;
        }
        return trials;
    }

    /// The places of the pods of nodes that were moved away, by the name of the node.
    Map<String, List<Placed>> places() {
        var places = new LinkedHashMap<String, List<Placed>>();
        for (var tried : done) {
            places.merge(
                    tried.node().name(),
                    tried.places(),
                    (before, again) -> again.isEmpty() ? before : again);
        }
        return places;
    }

    /// The nodes that were moved away.
    Set<String> gone() {
        var gone = new LinkedHashSet<String>();
        done.stream()
                .filter(tried -> tried.homeless().isEmpty())
                .forEach(tried -> gone.add(tried.node().name()));
        return gone;
    }

    /// The nodes that stay and take any pods, with the pods that were moved.
    List<Node> after() {
        var out = gone();
        start.kept().forEach(one -> out.addAll(one.nodes()));
        var placed = new ArrayList<Placed>();
        done.forEach(tried -> placed.addAll(tried.places()));
        return new Packing(List.of(), placed, List.of())
                .after(start.ready()).stream().filter(node -> !out.contains(node.name())).toList();
    }

    /// Keeps the results for the next turn about the same cluster.
    void keep() {
        kept.put(start, new Results(List.copyOf(done), new TreeMap<>(noPlaces)));
    }
}

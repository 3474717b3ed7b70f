package dev.plimsoll.simulator;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.selection.Labels;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/// The invariants of a simulated cluster, checked on what it shows:
///
/// - every wanted pod is pending or running, and no other pod is;
/// - the pods on a node request at most its allocatable, and their node selectors match it;
/// - a node runs one DaemonSet pod, and others only if it is or was Ready;
/// - a node is draining if and only if it has the taint that says so;
/// - a target is within the limits of the provider and at least the number of nodes;
/// - nothing was created in the future.
///
/// **Invariant:** each of them can be broken: `InvariantsTest`.
final class Invariants {

    private final Scenario scenario;

    /// The places of shapes in the counts. Shapes that differ only in their labels have one place:
    /// a cluster shows only the labels that selectors ask for.
    private final Map<Shape, Integer> places = new LinkedHashMap<>();

    /// The places of the scenario's workloads.
    private final int[] workloads;

    /// The nodes of the last check, if it found nothing.
    private List<Node> sound = List.of();

    Invariants(Scenario scenario) {
        this.scenario = scenario;
        workloads = new int[scenario.workloads().size()];
        for (int i = 0; i < workloads.length; i++) {
            var bare = bare(scenario.workloads().get(i).shape());
            places.putIfAbsent(bare, i);
            workloads[i] = places.getOrDefault(bare, i);
        }
    }

    /// @throws IllegalStateException with a sentence for every broken invariant
    void check(EmbeddedCluster world) {
        var broken = broken(world.observe(), world.now(), world::wanted);
        if (!broken.isEmpty()) {
            throw new IllegalStateException(
                    "at %s %s".formatted(world.now(), String.join("; ", broken)));
        }
    }

    /// @param wanted the number of pods that a workload wants
    /// @return a sentence for every broken invariant
    List<String> broken(Cluster cluster, Instant now, ToIntFunction<Workload> wanted) {
        var broken = new ArrayList<String>();
        var counts = new int[workloads.length];
        cluster.pending().forEach(pods -> count(pods, counts, broken));
        for (var pods : cluster.pending()) {
            if (pods.age().newest().isAfter(now) || pods.age().oldest().isAfter(now)) {
                broken.add("%s was created after %s".formatted(pods.example(), now));
            }
        }
        for (int i = 0; i < cluster.nodes().size(); i++) {
            var node = cluster.nodes().get(i);
            node.pods().forEach(pods -> count(pods, counts, broken));
            if (!isSound(node, i)) {
                checkNode(node, now, broken);
            }
        }
        checkCounts(counts, wanted, broken);
        checkTargets(cluster, broken);
        sound = broken.isEmpty() ? cluster.nodes() : List.of();
        return broken;
    }

    /// Whether the last check found this node as it is, at this place. Time only goes on, so it
    /// breaks no invariant now.
    @SuppressWarnings("ReferenceEquality") // A cluster shows an unchanged node as the same value.
    private boolean isSound(Node node, int place) {
        return place < sound.size() && sound.get(place) == node;
    }

    private void count(Pods pods, int[] counts, List<String> broken) {
        if (pods.shape().owner() == Owner.DAEMON_SET) {
            return;
        }
        var place = places.get(pods.shape());
        if (place == null) {
            place = places.get(bare(pods.shape()));
        }
        if (place == null) {
            broken.add(pods.example() + " belongs to no workload");
            return;
        }
        places.putIfAbsent(pods.shape(), place);
        counts[place] += pods.count();
    }

    private void checkCounts(int[] counts, ToIntFunction<Workload> wanted, List<String> broken) {
        var sums = new int[counts.length];
        for (int i = 0; i < workloads.length; i++) {
            sums[workloads[i]] += wanted.applyAsInt(scenario.workloads().get(i));
        }
        for (int i = 0; i < sums.length; i++) {
            if (sums[i] != counts[i]) {
                broken.add(
                        "%d pods like those of %s are wanted, and %d are pending or running"
                                .formatted(sums[i], scenario.workloads().get(i).name(), counts[i]));
            }
        }
    }

    private static Shape bare(Shape shape) {
        return shape.with(Labels.NONE);
    }

    private static void checkNode(Node node, Instant now, List<String> broken) {
        if (!node.asked().fitsIn(node.allocatable())) {
            broken.add(
                    "the pods on %s request %s of %s"
                            .formatted(node.name(), node.asked(), node.allocatable()));
        }
        boolean wasReady = node.ready() || node.readySince().isAfter(node.created());
        if (!wasReady && !node.isEmpty()) {
            broken.add(node.name() + " runs pods and was never Ready");
        }
        if (node.created().isAfter(now)) {
            broken.add("%s was created after %s".formatted(node.name(), now));
        }
        checkDraining(node, now, broken);
        checkPods(node, broken);
    }

    private static void checkDraining(Node node, Instant now, List<String> broken) {
        boolean isTainted = false;
        for (var taint : node.taints()) {
            isTainted |= taint.key().equals(Node.DRAINING_TAINT);
        }
        if (isTainted != node.state() instanceof NodeState.Draining) {
            broken.add("%s is %s with %s".formatted(node.name(), node.state(), node.taints()));
        }
        if (node.state() instanceof NodeState.Draining(var since, _) && since.isAfter(now)) {
            broken.add("%s is draining since after %s".formatted(node.name(), now));
        }
    }

    private static void checkPods(Node node, List<String> broken) {
        int daemons = 0;
        for (var pods : node.pods()) {
            daemons += pods.shape().owner() == Owner.DAEMON_SET ? pods.count() : 0;
            if (!node.labels().hasAll(pods.shape().nodeSelector())) {
                broken.add(
                        "%s runs on %s and selects other nodes"
                                .formatted(pods.example(), node.name()));
            }
        }
        if (daemons != 1) {
            broken.add("%s runs %d DaemonSet pods".formatted(node.name(), daemons));
        }
    }

    private static void checkTargets(Cluster cluster, List<String> broken) {
        cluster.groups()
                .forEach((name, group) -> {
                    int nodes = cluster.nodesOf(name).size();
                    int least = Math.max(nodes, group.provider().least());
                    if (group.target() < least || group.target() > group.provider().most()) {
                        broken.add(
                                "%s has %d nodes and a target of %d, limits %d to %d"
                                        .formatted(
                                                name,
                                                nodes,
                                                group.target(),
                                                group.provider().least(),
                                                group.provider().most()));
                    }
                });
    }
}

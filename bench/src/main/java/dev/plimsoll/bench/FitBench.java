package dev.plimsoll.bench;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.PodConstraints;
import dev.plimsoll.cluster.PodTerm;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Spread;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Selector;
import dev.plimsoll.selection.Taint;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Measures the CPU time of checking a pod against 5,000 nodes of 50 kinds, and of adding and
/// removing 150,000 pods: the best of several rounds, because the machine is shared.
public final class FitBench {

    private static final int NODES = 5_000;
    private static final int KINDS = 50;
    private static final int PODS = 150_000;
    private static final String ZONE = "topology.kubernetes.io/zone";

    private FitBench() {}

    public static void main(String[] arguments) {
        var nodeFit = NodeFit.of(nodes());
        ask(nodeFit, "a plain pod", shape(0, PodConstraints.ANY));
        ask(nodeFit, "a pod that spreads over zones and nodes", shape(1, spread()));
        ask(nodeFit, "a pod that keeps apart from its like on a node", shape(2, apart()));
        for (var constraints : List.of(PodConstraints.ANY, spread(), apart())) {
            move(nodeFit, constraints);
        }
        build();
    }

    private static void ask(NodeFit nodeFit, String what, Shape shape) {
        Warm.print(what, List.of(() -> asked(nodeFit, shape)));
    }

    /// A number that depends on every answer.
    private static long asked(NodeFit nodeFit, Shape shape) {
        long fits = 0;
        for (int node = 0; node < NODES; node++) {
            fits += nodeFit.fits(shape, node) ? 1 : 0;
        }
        return NODES + fits;
    }

    private static void move(NodeFit nodeFit, PodConstraints constraints) {
        var shapes = new ArrayList<Shape>();
        for (int i = 0; i < 100; i++) {
            shapes.add(shape(i, constraints));
        }
        long best = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long begin = cpuNanos();
            for (int pod = 0; pod < PODS; pod++) {
                nodeFit.put(shapes.get(pod % shapes.size()), pod % NODES);
            }
            for (int pod = 0; pod < PODS; pod++) {
                nodeFit.take(shapes.get(pod % shapes.size()), pod % NODES);
            }
            best = Math.min(best, cpuNanos() - begin);
        }
        var what =
                constraints.isAny() ? "plain" : constraints.spread().isEmpty() ? "apart" : "spread";
        System.out.printf(
                "%-50s %8.1f ms%n", "add and remove 150,000 pods, " + what, best / 1_000_000.0);
    }

    private static void build() {
        var nodes = nodes();
        long best = Long.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            long begin = cpuNanos();
            NodeFit.of(nodes);
            best = Math.min(best, cpuNanos() - begin);
        }
        System.out.printf(
                "%-50s %8.1f ms%n", "prepare 5,000 nodes with 150,000 pods", best / 1_000_000.0);
    }

    private static List<Node> nodes() {
        var nodes = new ArrayList<Node>();
        for (int i = 0; i < NODES; i++) {
            var pods = new ArrayList<Pods>();
            for (int j = 0; j < 30; j++) {
                pods.add(new Pods(shape(1_000 + (i + j) % 300, PodConstraints.ANY), 1, "pod"));
            }
            nodes.add(node(i).with(pods));
        }
        return nodes;
    }

    private static Node node(int index) {
        int kind = index % KINDS;
        var labels = new TreeMap<String, String>();
        labels.put("kubernetes.io/hostname", "node-" + index);
        labels.put("kind", "k" + kind);
        labels.put(ZONE, "z" + kind % 3);
        var taints =
                kind % 10 == 0
                        ? List.of(new Taint("dedicated", "gpu", Taint.Effect.NO_SCHEDULE))
                        : List.<Taint>of();
        var offers = new TreeMap<String, Long>();
        offers.put(Resources.CPU, 64_000L);
        offers.put(Resources.MEMORY, 256L << 30);
        offers.put(Resources.PODS, 250L);
        return Node.of("node-" + index, Resources.of(offers))
                .withLabels(Labels.of(labels))
                .withTaints(taints);
    }

    private static Shape shape(int index, PodConstraints constraints) {
        var asks = new TreeMap<String, Long>();
        asks.put(Resources.CPU, 100L + index % 100);
        asks.put(Resources.MEMORY, (64L + index % 100) << 20);
        return new Shape(
                "shop",
                Labels.of("app", "a" + index % 10),
                Resources.of(asks),
                new Shape.Placement(
                        Labels.NONE,
                        new Affinity.Anywhere(),
                        List.of(),
                        constraints,
                        List.of(),
                        List.of(),
                        List.of()),
                Owner.REPLICA_SET,
                0);
    }

    private static PodConstraints spread() {
        var own = new Selector.AllOf(List.of(Requirement.in("app", "a1")));
        return new PodConstraints(
                List.of(),
                List.of(),
                List.of(evenly(ZONE, own), evenly("kubernetes.io/hostname", own)));
    }

    private static Spread evenly(String key, Selector selector) {
        return new Spread(1, key, selector, 1, Spread.Policy.HONOR, Spread.Policy.IGNORE);
    }

    private static PodConstraints apart() {
        var own = new Selector.AllOf(List.of(Requirement.in("app", "a2")));
        return new PodConstraints(
                List.of(),
                List.of(
                        new PodTerm(
                                List.of("shop"),
                                Selector.nothing(),
                                own,
                                "kubernetes.io/hostname")),
                List.of());
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}

package dev.plimsoll.bench;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.slack.HeldSlack;
import dev.plimsoll.slack.Slack;
import dev.plimsoll.slack.SlackPast;
import dev.plimsoll.slack.SlackPolicy;
import dev.plimsoll.slack.SlackSeen;
import dev.plimsoll.slack.WantedSlack;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/// Measures slack on clusters with 30 pods on each node, in 1,000 shapes: CPU time without a past,
/// and with a past of which nothing changed. The fit of the nodes, which a caller has anyway, is
/// measured apart. The exit code is 1 if the target is missed.
public final class SlackBench {

    private static final int SHAPES = 1_000;
    private static final int PODS_EACH = 30;
    private static final int ROUNDS = 21;

    private final Verdict verdict = new Verdict();
    private final List<Shape> shapes = new ArrayList<>();

    private SlackBench() {}

    public static void main(String[] arguments) {
        var bench = new SlackBench();
        bench.fill();
        for (int nodes : List.of(500, 1_000, 2_000, 5_000, 15_000)) {
            bench.measure(nodes);
        }
        System.exit(bench.verdict.exitCode());
    }

    private void fill() {
        for (int i = 0; i < SHAPES; i++) {
            var requests = Resources.of(new Cpu(50 + i % 100), Bytes.mebibytes(64 + i % 400));
            shapes.add(
                    new Shape(
                            "team-" + i % 50,
                            Labels.NONE,
                            requests,
                            Placement.ANYWHERE,
                            Owner.REPLICA_SET,
                            i));
        }
    }

    private SlackSeen seen(int count) {
        var nodes = new ArrayList<Node>();
        var room = Resources.of(Cpu.cores(4), Bytes.gibibytes(16)).with(Resources.PODS, 110);
        for (int i = 0; i < count; i++) {
            var pods = new ArrayList<Pods>();
            for (int j = 0; j < PODS_EACH; j++) {
                var shape = shapes.get((i * PODS_EACH + j) % SHAPES);
                pods.add(new Pods(shape, 1, "pod-" + i + "-" + j));
            }
            nodes.add(Node.of("node-" + i, room).with(pods));
        }
        return new SlackSeen(
                Cluster.of(nodes, List.of(), List.of()),
                new TreeSet<>(),
                List.of(),
                new TreeMap<>());
    }

    private void measure(int count) {
        var seen = seen(count);
        var cold = median(seen, SlackPast.NONE);
        var held = cold.held();
        var warm = median(seen, held.remember());
        if (!warm.held().remember().equals(held.remember())) {
            throw new IllegalStateException("a placeholder moved, and nothing changed");
        }
        System.out.println(
                count
                        + " nodes, "
                        + held.placeholders().size()
                        + " placeholders: fit "
                        + millis(warm.fitNanos())
                        + " ms, without a past "
                        + millis(cold.nanos())
                        + " ms, nothing changed "
                        + millis(warm.nanos())
                        + " ms");
        if (count == 5_000) {
            verdict.say("5000 nodes, nothing changed", warm.nanos() / 1e6, 30, "ms");
        }
    }

    private static double millis(long nanos) {
        return Math.round(nanos / 1e5) / 10.0;
    }

    private record Measured(HeldSlack held, long nanos, long fitNanos) {}

    private static Measured median(SlackSeen seen, SlackPast past) {
        var nanos = new ArrayList<Long>();
        var fitNanos = new ArrayList<Long>();
        HeldSlack held = null;
        for (int round = 0; round < ROUNDS || held == null; round++) {
            var cluster = seen.cluster();
            var fit = timed(fitNanos, () -> NodeFit.of(cluster.nodes(), cluster));
            held =
                    timed(
                            nanos,
                            () -> {
                                var wanted = WantedSlack.of(seen, SlackPolicy.DEFAULT);
                                return Slack.hold(wanted, past, seen, fit);
                            });
        }
        return new Measured(held, middle(nanos), middle(fitNanos));
    }

    private static <T> T timed(List<Long> nanos, Supplier<T> task) {
        var threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        var result = task.get();
        nanos.add(threads.getCurrentThreadCpuTime() - start);
        return result;
    }

    private static long middle(List<Long> nanos) {
        var warm = nanos.subList(nanos.size() / 3, nanos.size()).stream().sorted().toList();
        return warm.get(warm.size() / 2);
    }
}

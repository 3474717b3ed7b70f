package dev.plimsoll.bench;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Question;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.Past;
import dev.plimsoll.scaling.Policy;
import dev.plimsoll.scaling.Scaling;
import dev.plimsoll.selection.Labels;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Finds the unneeded nodes of clusters that are 40 % full. A turn of the whole scaling loop is
/// measured.
final class ScaleDownBench {

    private static final Labels POOL = Labels.of("pool", "web");
    private static final int ROUNDS = 9;
    private static final int PODS_EACH = 40;

    private final Verdict verdict = new Verdict();

    private ScaleDownBench() {}

    public static void main(String[] arguments) {
        var bench = new ScaleDownBench();
        for (int shapes : List.of(1, 1_000)) {
            for (int nodes : List.of(500, 1_000, 2_000, 5_000)) {
                bench.measure(nodes, shapes);
            }
        }
        System.exit(bench.verdict.exitCode());
    }

    private void measure(int nodes, int shapes) {
        long best = Long.MAX_VALUE;
        Decision<Past> decision = null;
        for (int round = 0; round < ROUNDS || decision == null; round++) {
            var cluster = cluster(nodes, shapes);
            var threads = ManagementFactory.getThreadMXBean();
            long start = threads.getCurrentThreadCpuTime();
            decision =
                    new Scaling()
                            .decide(
                                    new Question<>(
                                            cluster,
                                            Policy.DEFAULT,
                                            Past.NONE,
                                            List.of(),
                                            Instant.ofEpochSecond(1_000_000),
                                            0));
            best = Math.min(best, threads.getCurrentThreadCpuTime() - start);
        }
        int unneeded = decision.remember().removals().unneeded().size();
        System.out.printf(
                "%5d nodes with %d pods of %d shapes: %d unneeded, %.0f ms%n",
                nodes, PODS_EACH, shapes, unneeded, best / 1e6);
        if (nodes == 2_000 && shapes == 1) {
            verdict.say("2000 nodes", best / 1e6, 200, "ms");
            verdict.say("2000 nodes that stay", nodes - unneeded, 800, "nodes");
        }
    }

    private static Cluster cluster(int count, int shapes) {
        var room = Resources.of(Cpu.cores(10), Bytes.gibibytes(64)).with(Resources.PODS, 110);
        var nodes = new ArrayList<Node>();
        for (int i = 0; i < count; i++) {
            var pods = new ArrayList<Pods>();
            if (shapes == 1) {
                pods.add(new Pods(shape(0), PODS_EACH, "pod-" + i));
            }
            for (int j = 0; shapes > 1 && j < PODS_EACH; j++) {
                pods.add(new Pods(shape((i * PODS_EACH + j) % shapes), 1, "pod-" + i + "-" + j));
            }
            nodes.add(Node.of("node-" + i, room).withLabels(POOL).with(pods));
        }
        var group =
                new Group(
                        "web",
                        POOL,
                        count,
                        Limits.UNLIMITED,
                        new Template(room, POOL, List.of()),
                        new Price.Known(new Money(400_000_000), "the benchmark"));
        return Cluster.of(nodes, List.of(), List.of(group));
    }

    private static Shape shape(int number) {
        return new Shape(
                "team-" + number % 50,
                Labels.NONE,
                Resources.of(new Cpu(100), Bytes.mebibytes(64 + number % 200)),
                Placement.ANYWHERE,
                Owner.REPLICA_SET,
                number);
    }
}

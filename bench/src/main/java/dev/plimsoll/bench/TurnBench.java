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
import dev.plimsoll.decision.Step;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.Consolidation;
import dev.plimsoll.scaling.KeptFree;
import dev.plimsoll.scaling.Past;
import dev.plimsoll.scaling.Policy;
import dev.plimsoll.scaling.ScaleDownPolicy;
import dev.plimsoll.scaling.Scaling;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.slack.SlackPolicy;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Measures whole turns of the scaling loop on large clusters: 30 pods on each node in 1,000
/// shapes, a fifth of the nodes at most half used, 500 pending pods, 20 groups, and 10 % of the
/// capacity kept free. CPU time of a turn on a cluster that was made from scratch, of a turn after
/// 1 % of the pods were replaced, and of a turn on the same cluster. A turn that finds a
/// replacement is measured apart. The exit code is 1 if a target is missed.
public final class TurnBench {

    private static final Resources ROOM =
            Resources.of(Cpu.cores(16), Bytes.gibibytes(64)).with(Resources.PODS, 110);
    private static final int SHAPES = 1_000;
    private static final int PODS_EACH = 30;
    private static final int GROUPS = 20;
    private static final int PENDING_SHAPES = 20;
    private static final int PENDING_EACH = 25;
    private static final long PRICE = 768_000_000;
    private static final int ROUNDS = 21;
    private static final Instant NOON = Instant.parse("2026-01-05T12:00:00Z");

    /// A pod that takes more than half of a node.
    private static final Shape LARGE = shape(SHAPES + PENDING_SHAPES, 8_200, 2_048);

    private static final Policy POLICY =
            Policy.DEFAULT.with(new KeptFree.Room(SlackPolicy.DEFAULT));

    private final Verdict verdict = new Verdict();

    private TurnBench() {}

    public static void main(String[] arguments) {
        var bench = new TurnBench();
        for (int nodes : List.of(500, 1_000, 2_000, 5_000, 15_000)) {
            bench.measure(nodes);
        }
        bench.replace(5_000);
        System.exit(bench.verdict.exitCode());
    }

    private void measure(int nodes) {
        var cold = new ArrayList<Double>();
        var churn = new ArrayList<Double>();
        var same = new ArrayList<Double>();
        Turn turn = null;
        for (int round = 0; round < ROUNDS || turn == null; round++) {
            var cluster = cluster(nodes, 1);
            turn = Turn.of(cluster, Past.NONE, NOON);
            cold.add(turn.millis());
            var later = Turn.of(cluster, turn.past(), NOON.plusSeconds(10));
            same.add(later.millis());
            requireSameSeats(turn, later);
            var changed = changed(cluster, round);
            churn.add(Turn.of(changed, later.past(), NOON.plusSeconds(20)).millis());
        }
        System.out.printf(
                "%5d nodes: cold %.0f ms, 1 %% changed %.0f ms, the same %.0f ms; %d nodes"
                        + " bought, %d unneeded, %d placeholders%n",
                nodes,
                middle(cold),
                middle(churn),
                middle(same),
                turn.bought(),
                turn.past().removals().unneeded().size(),
                turn.past().keptFree().seats().size());
        if (nodes == 5_000) {
            verdict.say("cold", middle(cold), 300, "ms");
            verdict.say("1 % changed", middle(churn), 100, "ms");
            verdict.say("the same", middle(same), 30, "ms");
        }
    }

    private static void requireSameSeats(Turn turn, Turn later) {
        if (!turn.past().keptFree().equals(later.past().keptFree())) {
            throw new IllegalStateException("a placeholder moved, and nothing changed");
        }
    }

    /// A turn that finds a replacement. Groups that grow or have unneeded nodes are left alone, so
    /// the pending pods fit on existing nodes, and instead of the nodes that are at most half used
    /// there are nodes with one pod each that fits on no other node.
    private void replace(int nodes) {
        var policy =
                POLICY.with(
                        ScaleDownPolicy.DEFAULT.with(
                                Consolidation.DEFAULT.with(Consolidation.Mode.REPLACE)));
        var times = new ArrayList<Double>();
        Turn turn = null;
        for (int round = 0; round < ROUNDS || turn == null; round++) {
            turn = Turn.of(replaceable(cluster(nodes, PRICE / 40)), policy, Past.NONE, NOON);
            times.add(turn.millis());
            turn.requireReplacement();
        }
        for (var found : turn.past().removals().replacements()) {
            System.out.printf("replace: %d nodes by %s%n", found.old().size(), found.bought());
        }
        verdict.say("consolidation: replace", middle(times), 1_000, "ms");
    }

    private static Cluster replaceable(Cluster cluster) {
        var nodes = new ArrayList<Node>();
        for (var node : cluster.nodes()) {
            var large = new Pods(LARGE, 1, "large-" + nodes.size());
            nodes.add(isUsed(node) ? node : node.with(List.of(large)));
        }
        var small =
                cluster.pending().stream()
                        .filter(some -> some.shape().requests().asked(Resources.CPU) < 1_000)
                        .map(some -> some.times(2 * PENDING_EACH))
                        .toList();
        return cluster.withNodes(nodes).withPending(small);
    }

    /// Above half of its cpu.
    private static boolean isUsed(Node node) {
        return 2 * node.asked().asked(Resources.CPU) > node.allocatable().offered(Resources.CPU);
    }

    private static double middle(List<Double> all) {
        var warm = all.subList(all.size() / 2, all.size()).stream().sorted().toList();
        return warm.get(warm.size() / 2);
    }

    /// A turn and the CPU time that it took.
    private record Turn(Decision<Past> decision, double millis) {

        static Turn of(Cluster cluster, Past past, Instant now) {
            return of(cluster, POLICY, past, now);
        }

        static Turn of(Cluster cluster, Policy policy, Past past, Instant now) {
            var threads = ManagementFactory.getThreadMXBean();
            long start = threads.getCurrentThreadCpuTime();
            var decision =
                    new Scaling().decide(new Question<>(cluster, policy, past, List.of(), now, 0));
            return new Turn(decision, (threads.getCurrentThreadCpuTime() - start) / 1e6);
        }

        Past past() {
            return decision.remember();
        }

        void requireReplacement() {
            if (past().removals().replacements().stream().allMatch(one -> one.bought().isEmpty())) {
                throw new IllegalStateException("no replacement was found");
            }
        }

        int bought() {
            return decision.plan().steps().stream()
                    .mapToInt(step ->
                            step instanceof Step.ResizeGroup grow ? grow.nodes() - grow.from() : 0)
                    .sum();
        }
    }

    /// Nodes, pods and shapes of their own in each call.
    ///
    /// @param cheaper how much less a node of each group costs than one of the group before
    private static Cluster cluster(int count, long cheaper) {
        var random = new SplittableRandom(1);
        var shapes = shapes();
        var nodes = new ArrayList<Node>();
        for (int i = 0; i < count; i++) {
            nodes.add(node(i, shapes, random));
        }
        var groups = new ArrayList<Group>();
        for (int g = 0; g < GROUPS; g++) {
            var labels = pool(g);
            groups.add(
                    new Group(
                            "group-" + g,
                            labels,
                            count / GROUPS,
                            new Limits(0, 2 * count),
                            new Template(ROOM, labels, List.of()),
                            new Price.Known(new Money(PRICE - g * cheaper), "the benchmark")));
        }
        return Cluster.of(nodes, pending(), groups);
    }

    private static Node node(int number, List<Shape> shapes, SplittableRandom random) {
        var pods = new ArrayList<Pods>();
        var free = ROOM;
        while (pods.size() < PODS_EACH) {
            var shape = shapes.get(random.nextInt(SHAPES));
            boolean isSmall = shape.requests().asked(Resources.CPU) < 350;
            if (!shape.requests().fitsIn(free)) {
                break;
            }
            if (isSmall || !isHalfEmpty(number)) {
                free = free.less(shape.requests());
                pods.add(new Pods(shape, 1, "pod-" + number + "-" + pods.size()));
            }
        }
        return Node.of("node-" + number, ROOM)
                .withLabels(pool(number % GROUPS))
                .withCreated(NOON.minus(Duration.ofDays(1)))
                .withReadySince(NOON.minus(Duration.ofDays(1)))
                .with(pods);
    }

    private static boolean isHalfEmpty(int number) {
        return number / GROUPS % 5 == 0;
    }

    private static Labels pool(int number) {
        return Labels.of("pool", "group-" + number);
    }

    private static List<Shape> shapes() {
        var shapes = new ArrayList<Shape>();
        for (int i = 0; i < SHAPES; i++) {
            shapes.add(shape(i, 50 + i % 100 * 7L, 128 + i % 37 * 32L));
        }
        return shapes;
    }

    private static Shape shape(int number, long cpuMillis, long mebibytes) {
        return new Shape(
                "team-" + number % 50,
                Labels.of("app", "app-" + number),
                Resources.of(new Cpu(cpuMillis), Bytes.mebibytes(mebibytes)),
                Placement.ANYWHERE,
                Owner.REPLICA_SET,
                number);
    }

    /// Half of them are too large for the room of existing nodes.
    private static List<Pods> pending() {
        var pending = new ArrayList<Pods>();
        for (int i = 0; i < PENDING_SHAPES; i++) {
            var shape = shape(SHAPES + i, i % 2 == 0 ? 500 : 15_000, 1_024);
            pending.add(new Pods(shape, PENDING_EACH, "pending-" + i));
        }
        return pending;
    }

    /// The same cluster, in which 1 % of the pods are gone, and others of their shapes run on the
    /// next nodes that have room.
    private static Cluster changed(Cluster cluster, int round) {
        var nodes = new ArrayList<>(cluster.nodes());
        int number = round;
        for (int i = 0; i < nodes.size(); i++) {
            var stays = new ArrayList<Pods>();
            for (var pods : nodes.get(i).pods()) {
                if (number++ % 100 == 0) {
                    start(pods, nodes, i + 1);
                } else {
                    stays.add(pods);
                }
            }
            nodes.set(i, nodes.get(i).with(stays));
        }
        return cluster.withNodes(nodes);
    }

    private static void start(Pods pods, List<Node> nodes, int from) {
        for (int i = from; i < nodes.size(); i++) {
            var node = nodes.get(i);
            if (pods.shape().requests().fitsIn(ROOM.less(node.asked()))) {
                var more = new ArrayList<>(node.pods());
                more.add(pods.times(1));
                nodes.set(i, node.with(more));
                return;
            }
        }
    }
}

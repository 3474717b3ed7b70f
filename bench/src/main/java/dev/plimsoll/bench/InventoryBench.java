package dev.plimsoll.bench;

import dev.plimsoll.cluster.Budget;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Inventory.Kind;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pod;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Selector;
import dev.plimsoll.storage.Claim;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/// Measures how fast an inventory of 5,000 nodes and 150,000 pods shows a change as a cluster: CPU
/// time of the report, of `cluster()` and of the nodes of one group together, the median of several
/// rounds after warm-up. The exit code is 1 if a target is missed.
public final class InventoryBench {

    private static final int NODES = 5_000;
    private static final int PODS = 150_000;
    private static final int NAMESPACES = 50;
    private static final int SHAPES = 1_000;
    private static final int CLAIMS = 20_000;
    private static final int ROUNDS = 41;

    private final Verdict verdict = new Verdict();
    private final SplittableRandom random = new SplittableRandom(1);
    private final Inventory inventory = new Inventory();
    private final List<Shape> shapes = new ArrayList<>();
    private final List<Pod> pods = new ArrayList<>();

    private InventoryBench() {}

    public static void main(String[] arguments) {
        var bench = new InventoryBench();
        bench.fill();
        for (int groups : List.of(1, 100, 1_200)) {
            bench.movesAPod(groups);
        }
        bench.replacesOneInAHundred();
        bench.bindsAClaim();
        bench.asksForAnotherLabel();
        bench.listsAllPodsAgain();
        System.exit(bench.verdict.exitCode());
    }

    private void fill() {
        for (int i = 0; i < SHAPES; i++) {
            var requests = Resources.of(new Cpu(50 + 10L * (i % 100)), Bytes.mebibytes(64 + i));
            shapes.add(
                    new Shape(
                            namespace(i % NAMESPACES),
                            Labels.NONE,
                            requests,
                            Placement.ANYWHERE,
                            Owner.REPLICA_SET,
                            0));
        }
        for (int i = 0; i < NODES; i++) {
            inventory.put(node(i));
        }
        for (int i = 0; i < PODS; i++) {
            pods.add(pod(i, i % NODES));
        }
        pods.forEach(inventory::put);
        for (int i = 0; i < CLAIMS; i++) {
            inventory.put(claim(i, Claim.State.UNBOUND));
        }
        inventory.cluster();
    }

    private static String namespace(int number) {
        return "team-" + number;
    }

    private static Node node(int number) {
        var labels = new TreeMap<String, String>();
        labels.put("kubernetes.io/hostname", "node-" + number);
        labels.put("kubernetes.io/os", "linux");
        labels.put("pool", "pool-" + number % 1_200);
        labels.put("hundred", "group-" + number % 100);
        for (int i = 0; i < 12; i++) {
            labels.put("label-" + i, "value-" + number % (i + 2));
        }
        var room = Resources.of(Cpu.cores(64), Bytes.gibibytes(256)).with(Resources.PODS, 250);
        return Node.of("node-" + number, room).withLabels(Labels.of(labels));
    }

    private Pod pod(int number, int node) {
        var labels = new TreeMap<String, String>();
        labels.put("app", "app-" + number % SHAPES);
        labels.put("tier", "tier-" + number % 3);
        labels.put("version", "v" + number % 7);
        return new Pod(
                "pod-" + number, "node-" + node, Labels.of(labels), shapes.get(number % SHAPES));
    }

    private static Claim claim(int number, Claim.State state) {
        var asks =
                new Claim.Ask(
                        "fast",
                        1L << 30,
                        List.of("ReadWriteOnce"),
                        "Filesystem",
                        "",
                        Selector.nothing());
        return new Claim(
                namespace(number % NAMESPACES), "claim-" + number, "", "", state, "", asks, "");
    }

    /// @param groups with a label of their own, and one that all share
    private void movesAPod(int groups) {
        for (var name : inventory.cluster().groups().keys()) {
            inventory.removeGroup(name);
        }
        for (int i = 0; i < groups; i++) {
            var labels = new TreeMap<String, String>();
            labels.put("kubernetes.io/os", "linux");
            if (groups > 1) {
                labels.put(
                        groups == 100 ? "hundred" : "pool",
                        (groups == 100 ? "group-" : "pool-") + i);
            }
            inventory.put(
                    new Group(
                            "g" + i,
                            Labels.of(labels),
                            NODES / groups,
                            Limits.UNLIMITED,
                            Template.UNKNOWN,
                            new Price.Unknown("not needed")));
        }
        show();
        measure(
                "a pod moves, " + groups + (groups == 1 ? " group" : " groups"),
                2,
                _ -> {
                    inventory.put(anyPod().on("node-" + random.nextInt(NODES)));
                    show();
                });
    }

    private void replacesOneInAHundred() {
        measure(
                "1 % of the pods are replaced",
                50,
                round -> {
                    for (int i = 0; i < PODS / 100; i++) {
                        int at = random.nextInt(PODS);
                        inventory.removePod(pods.get(at).key());
                        pods.set(at, pod(PODS + round * PODS + at, random.nextInt(NODES)));
                        inventory.put(pods.get(at));
                    }
                    show();
                });
    }

    private void bindsAClaim() {
        measure(
                "one of 20,000 claims is bound",
                2,
                round -> {
                    inventory.put(
                            claim(
                                    random.nextInt(CLAIMS),
                                    round % 2 == 0 ? Claim.State.BOUND : Claim.State.UNBOUND));
                    show();
                });
    }

    private void asksForAnotherLabel() {
        var namespace = namespace(7);
        var budget = new ObjectName(namespace, "new");
        measure(
                "a budget with a new label key",
                50,
                round -> {
                    if (round % 2 == 0) {
                        inventory.put(
                                new Budget(budget, List.of(Requirement.in("version", "v1")), 1));
                    } else {
                        inventory.removeBudget(budget);
                    }
                    show();
                });
        checkOthersAreShared(namespace, budget);
    }

    /// Nodes without pods of the namespace are the same objects.
    @SuppressWarnings("ReferenceEquality") // That is the question.
    private void checkOthersAreShared(String namespace, ObjectName name) {
        inventory.removeBudget(name);
        var before = inventory.cluster();
        inventory.put(new Budget(name, List.of(Requirement.in("version", "v1")), 1));
        var after = inventory.cluster();
        int others = 0;
        for (int i = 0; i < NODES; i++) {
            var node = before.nodes().get(i);
            boolean has =
                    node.pods().stream()
                            .anyMatch(some -> some.shape().namespace().equals(namespace));
            if (!has) {
                others++;
                if (node != after.nodes().get(i)) {
                    throw new IllegalStateException(node.name() + " is not shared");
                }
            }
        }
        System.out.println("nodes without pods of the namespace, all shared: " + others);
    }

    @SuppressWarnings("ReferenceEquality") // The same cluster is the same object.
    private void listsAllPodsAgain() {
        pods.forEach(inventory::put);
        var before = inventory.cluster();
        measure(
                "all pods are listed again",
                500,
                _ -> {
                    inventory.beginList(Kind.POD);
                    pods.forEach(pod ->
                            inventory.put(
                                    new Pod(pod.name(), pod.node(), pod.labels(), pod.shape())));
                    inventory.endList(Kind.POD);
                    show();
                });
        if (inventory.cluster() != before) {
            throw new IllegalStateException("nothing changed, and the cluster is another one");
        }
    }

    private Pod anyPod() {
        return pods.get(random.nextInt(PODS));
    }

    private void show() {
        Cluster cluster = inventory.cluster();
        cluster.nodesOf("g0");
    }

    private void measure(String what, double mostMillis, IntConsumer task) {
        var threads = ManagementFactory.getThreadMXBean();
        var nanos = new ArrayList<Long>();
        for (int round = 0; round < ROUNDS; round++) {
            long start = threads.getCurrentThreadCpuTime();
            task.accept(round);
            nanos.add(threads.getCurrentThreadCpuTime() - start);
        }
        var warm = nanos.subList(ROUNDS / 4, ROUNDS).stream().sorted().toList();
        verdict.say(what, warm.get(warm.size() / 2) / 1e6, mostMillis, "ms");
    }
}

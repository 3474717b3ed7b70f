package dev.plimsoll.formats.journal;

import dev.plimsoll.cluster.AnyObject;
import dev.plimsoll.cluster.Budget;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pod;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.Toleration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// A cluster that changes by chance: nodes, pods, groups and budgets come, change and go.
///
/// The groups `blue` and `green` are always there.
final class AnyCluster {

    private static final List<String> WORDS =
            List.of("a", "b.example.com/c", "é \"quoted\"\n", "1", "true", "-");

    private final RandomGenerator random;
    private final AnyObject any;
    private final Inventory inventory = new Inventory();

    AnyCluster(RandomGenerator random) {
        this.random = random;
        this.any = new AnyObject(random);
        List.of("blue", "green").forEach(name -> inventory.put(group(name)));
    }

    /// A few changes, often none, seldom many.
    void change() {
        int changes = random.nextInt(8) == 0 ? 20 : random.nextInt(4);
        for (; changes > 0; changes--) {
            changeOnce();
        }
    }

    Cluster cluster() {
        return inventory.cluster();
    }

    private void changeOnce() {
        switch (random.nextInt(10)) {
            case 0, 1 -> inventory.put(node(nodeName()));
            case 2 -> inventory.removeNode(nodeName());
            case 3, 4, 5, 6 -> inventory.put(pod());
            case 7 -> inventory.removePod(any.of(List.of("shop", "bank")), podName());
            case 8 -> inventory.put(group(any.of(List.of("blue", "green", "grey"))));
            default -> changeBudgets();
        }
    }

    private void changeBudgets() {
        var name = "budget-" + random.nextInt(2);
        if (random.nextBoolean()) {
            inventory.removeBudget("shop", name);
        } else {
            inventory.put(
                    new Budget("shop", name, some(2, any::requirement), random.nextInt(5) - 1));
        }
    }

    private Pod pod() {
        var node = random.nextInt(3) == 0 ? "" : nodeName();
        return new Pod(podName(), node, any.labels(), shape());
    }

    /// One of few, so that pods share them.
    private Shape shape() {
        var few = new AnyCluster.Parts(new SplittableRandom(random.nextInt(6)));
        return few.shape();
    }

    private Node node(String name) {
        return new Node(
                name,
                moment(random),
                any.labels(),
                some(2, any::taint),
                resources(random),
                any.of(
                        List.of(
                                new NodeState.Active(),
                                new NodeState.Active(),
                                new NodeState.Cordoned(),
                                new NodeState.Forced(),
                                new NodeState.Draining(moment(random)))),
                random.nextInt(5) > 0,
                random.nextInt(5) == 0,
                List.of());
    }

    private Group group(String name) {
        int least = random.nextInt(3);
        return new Group(
                name,
                Labels.of("disk", name.equals("blue") ? "1" : "2"),
                random.nextInt(10),
                random.nextBoolean() ? Limits.UNLIMITED : new Limits(least, least + 5),
                switch (random.nextInt(3)) {
                    case 0 -> Template.UNKNOWN;
                    case 1 -> new Template(Resources.NONE, any.labels(), some(2, any::taint));
                    default -> new Template(any.resources(1L << 40), any.labels(), List.of());
                },
                new Money(random.nextLong(1L << 40)));
    }

    private String nodeName() {
        return "node-" + random.nextInt(6);
    }

    private String podName() {
        return "pod-" + random.nextInt(30);
    }

    private <T> List<T> some(int most, Supplier<T> one) {
        var some = new ArrayList<T>();
        for (int left = random.nextInt(most + 1); left > 0; left--) {
            some.add(one.get());
        }
        return some;
    }

    private static Instant moment(RandomGenerator random) {
        return Instant.ofEpochSecond(random.nextInt(100), random.nextInt(2) * 500_000_000L);
    }

    private static Resources resources(RandomGenerator random) {
        var amounts = new TreeMap<String, Long>();
        for (var name : List.of("cpu", "memory", "pods", "ephemeral-storage", "nvidia.com/gpu")) {
            if (random.nextInt(3) > 0) {
                amounts.put(name, random.nextLong(1L << random.nextInt(1, 52)));
            }
        }
        return Resources.of(amounts);
    }

    /// The parts of a shape, by a chance of their own.
    private static final class Parts {

        private final RandomGenerator random;
        private final AnyObject any;

        private Parts(RandomGenerator random) {
            this.random = random;
            this.any = new AnyObject(random);
        }

        private Shape shape() {
            var plain =
                    new Shape.Placement(
                            random.nextBoolean() ? any.labels() : Labels.of("k", any.of(WORDS)),
                            affinity(),
                            tolerations());
            return new Shape(
                            any.of(List.of("shop", "bank")),
                            Labels.NONE,
                            random.nextInt(4) == 0 ? Resources.NONE : requests(),
                            random.nextInt(3) == 0 ? any.withExtras(plain) : plain,
                            any.of(List.of(Owner.values())),
                            random.nextInt(3) == 0 ? random.nextInt() : 0)
                    .in(any.of(List.of(Shape.Stage.values())));
        }

        private Resources requests() {
            return any.resources(1L << random.nextInt(40)).with("cpu", random.nextLong(1L << 40));
        }

        private Affinity affinity() {
            return switch (random.nextInt(4)) {
                case 0 -> new Affinity.AnyOf(List.of());
                case 1 ->
                        new Affinity.AnyOf(
                                List.of(
                                        any.term(),
                                        new Affinity.Term(
                                                List.of(any.requirement()),
                                                List.of(any.requirement()))));
                default -> new Affinity.Anywhere();
            };
        }

        /// One that names no effect speaks of all.
        private List<Toleration> tolerations() {
            var tolerations = new ArrayList<Toleration>();
            for (int left = random.nextInt(3); left > 0; left--) {
                tolerations.add(
                        new Toleration(
                                random.nextInt(4) == 0 ? "" : any.of(WORDS),
                                any.of(List.of(Toleration.Match.values())),
                                random.nextBoolean() ? "" : any.of(WORDS),
                                random.nextBoolean()
                                        ? List.of(Taint.Effect.values())
                                        : List.of(any.of(List.of(Taint.Effect.values())))));
            }
            return tolerations;
        }
    }
}

package dev.plimsoll.formats.journal;

import dev.plimsoll.cluster.AnyObject;
import dev.plimsoll.cluster.Budget;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.FailedMachines;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.GroupSpread;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Nomination;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pod;
import dev.plimsoll.cluster.Reserve;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Consent;
import dev.plimsoll.cluster.Shape.Disruption;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.cluster.Workload;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.KindName;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.Toleration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// A cluster that changes by chance: objects of every kind come, change and go.
///
/// The groups `blue` and `green` always exist. No node is in two groups.
public final class AnyCluster {

    private static final List<String> WORDS =
            List.of("a", "b.example.com/c", "é \"quoted\"\n", "1", "true", "-");

    private static final List<Price.Basis> BASES = List.of(Price.Basis.values());

    private final RandomGenerator random;
    private final AnyObject any;
    private final AnyStorage storage;
    private final Inventory inventory = new Inventory();

    public AnyCluster(RandomGenerator random) {
        this.random = random;
        this.any = new AnyObject(random);
        this.storage = new AnyStorage(random);
        List.of("blue", "green").forEach(name -> inventory.put(group(name)));
    }

    /// A few changes, often none, seldom many.
    public void change() {
        int changes = random.nextInt(8) == 0 ? 20 : random.nextInt(4);
        for (; changes > 0; changes--) {
            changeOnce();
        }
    }

    public Cluster cluster() {
        return inventory.cluster();
    }

    private void changeOnce() {
        switch (random.nextInt(22)) {
            case 0, 1, 2 -> inventory.put(node(nodeName()));
            case 3 -> inventory.removeNode(nodeName());
            case 4, 5, 6, 7, 8 -> inventory.put(pod());
            case 9 -> inventory.removePod(podName());
            case 10 -> inventory.put(group(any.of(List.of("blue", "green", "grey"))));
            case 11 -> inventory.removeGroup("grey");
            case 12 -> changeBudgets();
            case 13 -> changeNamespaces();
            case 14 -> changeNominations();
            case 15 -> changeSubnets();
            case 16 -> inventory.name(any.of(List.of("", "test", "é")));
            case 17, 18 -> {
                changeBuffers();
                changeQuotas();
            }
            default -> storage.change(inventory);
        }
    }

    private void changeBudgets() {
        var name = new ObjectName(any.namespace(), "budget-" + random.nextInt(2));
        if (random.nextInt(3) == 0) {
            inventory.removeBudget(name);
        } else {
            inventory.put(
                    new Budget(
                            name,
                            some(2, any::requirement),
                            random.nextInt(5) - 1,
                            random.nextInt(3),
                            random.nextInt(3),
                            any.of(List.of(Budget.Unready.values()))));
        }
    }

    private void changeBuffers() {
        switch (random.nextInt(6)) {
            case 0 -> inventory.removeBuffer(any.name());
            case 1 -> inventory.removeWorkload(new KindName("PodTemplate", any.name()));
            case 2, 3 -> inventory.put(any.capacityBuffer());
            case 4 -> inventory.put(workload("PodTemplate"));
            default -> inventory.put(workload("Deployment"));
        }
    }

    private void changeQuotas() {
        if (random.nextInt(3) == 0) {
            inventory.removeResourceQuota(any.name());
        } else {
            inventory.put(any.quota());
        }
    }

    private Workload workload(String kind) {
        var any = this.any.workload(kind);
        return new Workload(
                any.name(), pod().on(""), any.replicas(), any.reserve(), any.priorityClass());
    }

    private void changeNamespaces() {
        if (random.nextInt(3) == 0) {
            inventory.removeNamespace(any.namespace());
        } else {
            inventory.putNamespace(any.namespace(), any.labels());
        }
    }

    private void changeNominations() {
        if (random.nextInt(3) == 0) {
            inventory.removeNomination(podName());
        } else {
            inventory.nominate(podName(), new Nomination(nodeName(), random.nextInt()));
        }
    }

    private void changeSubnets() {
        var subnet = any.subnet();
        if (random.nextInt(3) == 0) {
            inventory.removeSubnet(subnet.name());
        } else {
            inventory.put(subnet);
        }
    }

    private Pod pod() {
        var node = random.nextInt(3) == 0 ? "" : nodeName();
        return new Pod(
                podName().name(),
                node,
                any.labels(),
                shape(),
                random.nextBoolean() ? Instant.EPOCH : moment());
    }

    /// One of few, so that pods share them.
    private Shape shape() {
        return new Parts(new SplittableRandom(random.nextInt(12))).shape();
    }

    private Node node(String name) {
        return new Node(
                        name,
                        moment(),
                        any.labels(),
                        some(2, any::taint),
                        resources(),
                        any.state(),
                        random.nextInt(5) > 0,
                        random.nextInt(5) == 0,
                        List.of())
                .with(machine());
    }

    private Node.Machine machine() {
        return new Node.Machine(
                any.of(List.of("", "aws:///eu-west-1a/i-" + random.nextInt(9))),
                any.of(List.of("", "", "blue", "green", "grey", "unknown")),
                random.nextBoolean() ? Resources.NONE : resources());
    }

    private Group group(String name) {
        int least = random.nextInt(3);
        return new Group(
                name,
                Labels.of("disk", label(name)),
                random.nextInt(10),
                random.nextBoolean()
                        ? Limits.UNLIMITED
                        : new Limits(least, least + 5, any.resources(2)),
                variants(),
                any.of(List.of(GroupSpread.PROVIDER, GroupSpread.CHOSEN)),
                some(2, this::failed),
                any.of(List.of(Group.Condition.values())));
    }

    private static String label(String group) {
        return switch (group) {
            case "blue" -> "1";
            case "green" -> "2";
            default -> "a";
        };
    }

    private List<Variant> variants() {
        var variants = new ArrayList<>(some(2, this::variant));
        variants.add(variant());
        return variants;
    }

    private Variant variant() {
        return new Variant(
                any.of(List.of("", "a", "b")),
                any.of(List.of("", "m5.large")),
                switch (random.nextInt(3)) {
                    case 0 -> Template.UNKNOWN;
                    case 1 -> new Template(Resources.NONE, any.labels(), some(2, any::taint));
                    default -> new Template(any.resources(1L << 24), any.labels(), List.of());
                },
                random.nextInt(3) == 0
                        ? new Price.Unknown(any.of(WORDS))
                        : new Price.Known(
                                new Money(random.nextLong(1L << 40)),
                                new Price.Source(any.of(WORDS), any.of(BASES))));
    }

    private FailedMachines failed() {
        return new FailedMachines(
                any.of(List.of(FailedMachines.Cause.values())),
                random.nextInt(1, 9),
                moment(),
                any.of(List.of("", "no \"quota\"\n")));
    }

    private String nodeName() {
        return "node-" + random.nextInt(6);
    }

    private ObjectName podName() {
        return new ObjectName(any.namespace(), "pod-" + random.nextInt(30));
    }

    private <T> List<T> some(int most, Supplier<T> one) {
        var some = new ArrayList<T>();
        for (int left = random.nextInt(most + 1); left > 0; left--) {
            some.add(one.get());
        }
        return some;
    }

    private Instant moment() {
        return Instant.ofEpochSecond(random.nextInt(100), random.nextInt(2) * 500_000_000L);
    }

    private Resources resources() {
        var amounts = new TreeMap<String, Long>();
        for (var name : List.of("memory", "pods", "ephemeral-storage")) {
            if (random.nextInt(3) > 0) {
                amounts.put(name, random.nextLong(1L << random.nextInt(1, 52)));
            }
        }
        return random.nextBoolean()
                ? Resources.of(amounts)
                : Resources.of(amounts)
                        .with("cpu", random.nextLong(1L << 40))
                        .with("nvidia.com/gpu", random.nextInt(1 << 20));
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
                            any.namespace(),
                            Labels.NONE,
                            random.nextInt(4) == 0 ? Resources.NONE : requests(),
                            random.nextInt(3) == 0 ? any.withExtras(plain) : plain,
                            any.of(List.of(Owner.values())),
                            random.nextInt(3) == 0 ? random.nextInt() : 0)
                    .in(any.of(List.of(Shape.Stage.values())))
                    .with(new Disruption(any.of(List.of(Consent.values())), random.nextBoolean()))
                    .with(reserve());
        }

        private Reserve reserve() {
            return random.nextInt(3) == 0
                    ? new Reserve.Placeholders(random.nextInt(3))
                    : Reserve.unmarked();
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

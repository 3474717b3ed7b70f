package dev.plimsoll.turn;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pod;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// Some groups of nodes in virtual time, which outlive the process that looks after them. Nodes
/// boot in three ticks; pods go to the first node that takes them; steps fail by chance, or do not.
///
/// What happens in a tick depends on the seed and the tick alone, never on who looks.
final class SmallWorld implements World {

    static final Duration TICK = Duration.ofMinutes(1);
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int BOOT_TICKS = 3;
    private static final Resources EACH =
            Resources.of(Cpu.cores(4), Bytes.gibibytes(16)).with(Resources.PODS, 20);

    /// A step that changed the world.
    record Change(int tick, Step step) {}

    private static final class Fleet {
        private final String name;
        private final Shape shape;
        private int target = 1;
        private int born;
        private int pods;
        private final List<Integer> booting = new ArrayList<>();

        private Fleet(String name, long cpuMillis) {
            this.name = name;
            this.shape =
                    new Shape(
                            "shop",
                            Labels.NONE,
                            Resources.of(new Cpu(cpuMillis), Bytes.gibibytes(1)),
                            new Placement(labels(), new Affinity.Anywhere(), List.of()),
                            Owner.STATEFUL_SET,
                            0);
        }

        private Labels labels() {
            return Labels.of("group", name);
        }
    }

    private final Fuse fuse;
    private final long seed;
    private final TreeMap<String, Fleet> fleets = new TreeMap<>();
    private final TreeMap<String, Node> nodes = new TreeMap<>();
    private final TreeMap<String, Pod> pods = new TreeMap<>();
    private final Inventory inventory = new Inventory();
    private final List<Change> changes = new ArrayList<>();

    /// The tick of every step that was tried.
    private final List<Integer> tries = new ArrayList<>();

    private Predicate<Plan> isJournaled = _ -> true;
    private Predicate<Step> isRefused = _ -> false;
    private int faultPercent;
    private int tick;

    SmallWorld(Fuse fuse, long seed) {
        this.fuse = fuse;
        this.seed = seed;
        var random = new SplittableRandom(seed);
        for (var name : List.of("blue", "green", "red")) {
            fleets.put(name, new Fleet(name, 250 * random.nextLong(1, 9)));
        }
    }

    SmallWorld failing(int percent) {
        faultPercent = percent;
        return this;
    }

    SmallWorld refusing(Predicate<Step> steps) {
        isRefused = steps;
        return this;
    }

    /// @param known tells whether a plan that is acted on is in the journal
    void journaled(Predicate<Plan> known) {
        isJournaled = known;
    }

    List<String> groups() {
        return List.copyOf(fleets.keySet());
    }

    Instant now() {
        return START.plus(TICK.multipliedBy(tick));
    }

    List<Change> changes() {
        return changes;
    }

    /// How many steps were tried in a tick.
    int tried(int inTick) {
        return Collections.frequency(tries, inTick);
    }

    int tick() {
        return tick;
    }

    /// Which machines there are, what is asked for, and how many pods wait.
    String state() {
        var state = new StringBuilder();
        for (var fleet : fleets.values()) {
            state.append(fleet.name).append(" target ").append(fleet.target).append(", ");
        }
        nodes.values().forEach(node -> state.append(node.name()).append(node.state()).append(' '));
        return state.append(pods.values().stream().filter(SmallWorld::waits).count())
                .append(" wait")
                .toString();
    }

    /// Time goes on: pods come and go, nodes boot, and the scheduler does its work.
    void tick(int... demand) {
        tick++;
        int index = 0;
        for (var fleet : fleets.values()) {
            demand(fleet, demand[index++]);
            boot(fleet);
        }
        schedule();
    }

    @Override
    public Cluster observe() {
        fuse.point("observe");
        for (var fleet : fleets.values()) {
            inventory.put(
                    new Group(
                            fleet.name,
                            fleet.labels(),
                            fleet.target,
                            Limits.UNLIMITED,
                            new Template(EACH, fleet.labels(), List.of()),
                            Money.NONE));
        }
        return inventory.cluster();
    }

    @Override
    public List<Outcome> act(Plan plan) {
        if (!isJournaled.test(plan)) {
            throw new AssertionError("acts on what is not in the journal: " + plan);
        }
        var outcomes = new ArrayList<Outcome>();
        for (var step : plan.steps()) {
            fuse.point("before " + step);
            outcomes.add(act(step));
            fuse.point("after " + step);
        }
        return outcomes;
    }

    private Outcome act(Step step) {
        tries.add(tick);
        if (fails(step)) {
            return new Outcome.Failed(step, "by chance");
        }
        if (!take(step)) {
            return new Outcome.Stale(step);
        }
        changes.add(new Change(tick, step));
        return new Outcome.Done(step);
    }

    private boolean fails(Step step) {
        if (isRefused.test(step)) {
            return true;
        }
        long hash = seed * 31 + tick * 1_000_003L + step.toString().hashCode();
        return new SplittableRandom(hash).nextInt(100) < faultPercent;
    }

    /// @return it was as the step expected, and is now as it wanted
    private boolean take(Step step) {
        return switch (step) {
            case Step.ResizeGroup(var group, int from, int size) -> resize(group, from, size);
            case Step.DrainNode(var name) -> turn(name, new NodeState.Draining(now()));
            case Step.UndrainNode(var name) -> turn(name, new NodeState.Active());
            case Step.EvictPods(var name) -> evict(name);
            case Step.RemoveNode(var name, var group, int leaves) -> remove(name, group, leaves);
            case Step.UseBatch _, Step.RunReplicas _ -> false;
        };
    }

    private boolean resize(String group, int from, int size) {
        var fleet = fleet(group);
        if (fleet.target != from) {
            return false;
        }
        fleet.target = size;
        return true;
    }

    private boolean turn(String name, NodeState duty) {
        var node = nodes.get(name);
        if (node == null || node.isActive() == (duty instanceof NodeState.Active)) {
            return false;
        }
        put(node(node.name(), node.labels(), node.created(), duty));
        return true;
    }

    private boolean evict(String name) {
        var leaving = pods.values().stream().filter(pod -> pod.node().equals(name)).toList();
        leaving.forEach(pod -> put(new Pod(pod.name(), "", pod.labels(), pod.shape())));
        return !leaving.isEmpty();
    }

    private boolean remove(String name, String group, int leaves) {
        var fleet = fleet(group);
        if (!nodes.containsKey(name) || fleet.target - 1 < leaves) {
            return false;
        }
        evict(name);
        nodes.remove(name);
        inventory.removeNode(name);
        fleet.target--;
        return true;
    }

    private void demand(Fleet fleet, int wanted) {
        while (fleet.pods < wanted) {
            var name = fleet.name + "-" + (100 + fleet.pods++);
            put(new Pod(name, "", Labels.NONE, fleet.shape));
        }
        while (fleet.pods > wanted) {
            var name = fleet.name + "-" + (100 + --fleet.pods);
            pods.remove(name);
            inventory.removePod("shop", name);
        }
    }

    private void boot(Fleet fleet) {
        long there = nodes.keySet().stream().filter(name -> name.startsWith(fleet.name)).count();
        long owed = Math.max(0, fleet.target - there);
        while (fleet.booting.size() > owed) {
            fleet.booting.removeLast();
        }
        while (fleet.booting.size() < owed) {
            fleet.booting.add(BOOT_TICKS);
        }
        fleet.booting.replaceAll(left -> left - 1);
        while (!fleet.booting.isEmpty() && fleet.booting.getFirst() <= 0) {
            fleet.booting.removeFirst();
            var name = fleet.name + "-" + (100 + fleet.born++);
            put(node(name, fleet.labels(), now(), new NodeState.Active()));
        }
    }

    private void schedule() {
        var places = inventory.cluster().nodes();
        var nodeFit = NodeFit.of(places);
        for (var pod : pods.values().stream().filter(SmallWorld::waits).toList()) {
            IntStream.range(0, places.size())
                    .filter(at -> nodeFit.fits(pod.shape(), at))
                    .findFirst()
                    .ifPresent(at -> {
                        nodeFit.put(pod.shape(), at);
                        put(new Pod(pod.name(), places.get(at).name(), pod.labels(), pod.shape()));
                    });
        }
    }

    private static boolean waits(Pod pod) {
        return pod.node().isEmpty();
    }

    private void put(Pod pod) {
        pods.put(pod.name(), pod);
        inventory.put(pod);
    }

    private void put(Node node) {
        nodes.put(node.name(), node);
        inventory.put(node);
    }

    private static Node node(String name, Labels labels, Instant created, NodeState duty) {
        var taints =
                duty instanceof NodeState.Draining
                        ? List.of(new Taint(Node.DRAINING_TAINT, "0", Taint.Effect.NO_SCHEDULE))
                        : List.<Taint>of();
        return new Node(name, created, labels, taints, EACH, duty, true, false, List.of());
    }

    private Fleet fleet(String name) {
        var fleet = fleets.get(name);
        if (fleet == null) {
            throw new IllegalArgumentException("no group " + name);
        }
        return fleet;
    }
}

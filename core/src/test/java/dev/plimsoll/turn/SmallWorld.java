package dev.plimsoll.turn;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.DrainingTaint;
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
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.Taint;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// Three node groups in virtual time that outlive the process that manages them. Nodes boot in
/// three ticks, pods run on the first node that takes them, and steps may fail by chance.
///
/// Everything that happens in a tick depends on the seed and the tick alone, not on the observers.
final class SmallWorld implements World<Cluster> {

    static final Duration TICK = Duration.ofMinutes(1);
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int BOOT_TICKS = 3;
    private static final Resources EACH =
            Resources.of(Cpu.cores(4), Bytes.gibibytes(16)).with(Resources.PODS, 20);

    private static final Price PRICE = new Price.Known(Money.dollars(BigDecimal.ONE), "list price");

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

    private final List<Change> repeated = new ArrayList<>();

    /// The tick of every step that was tried.
    private final List<Integer> tries = new ArrayList<>();

    private Predicate<Plan> isJournaled = _ -> true;
    private Predicate<Step> isRefused = _ -> false;
    private int faultPercent;
    private boolean isDelivering = true;
    private int tick;
    private int mostMachines;

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

    /// The provider accepts orders, but no machine joins from now on.
    void stopDelivering() {
        isDelivering = false;
    }

    /// @param known whether a plan is in the journal and in the memory
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

    /// The steps that were tried although the world was as they wanted it. Evictions are not among
    /// them: they are tried until the node is empty.
    List<Change> repeated() {
        return repeated;
    }

    /// The largest number of machines that there ever were.
    int mostMachines() {
        return mostMachines;
    }

    /// The draining nodes of a group, and since when they drain.
    SortedMap<String, Instant> draining(String group) {
        var draining = new TreeMap<String, Instant>();
        for (var node : nodes.values()) {
            if (node.name().startsWith(group)
                    && node.state() instanceof NodeState.Draining(var since, _)) {
                draining.put(node.name(), since);
            }
        }
        return draining;
    }

    /// The number of steps that were tried in a tick.
    int tried(int inTick) {
        return Collections.frequency(tries, inTick);
    }

    int tick() {
        return tick;
    }

    /// The targets, the nodes and the number of pending pods.
    String state() {
        var state = new StringBuilder();
        for (var fleet : fleets.values()) {
            state.append(fleet.name).append(" target ").append(fleet.target).append(", ");
        }
        nodes.values().forEach(node -> state.append(node.name()).append(node.state()).append(' '));
        return state.append(pods.values().stream().filter(SmallWorld::isPending).count())
                .append(" pending")
                .toString();
    }

    /// The next tick: pods come and go, nodes boot, and pending pods are scheduled.
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
        return observed();
    }

    private Cluster observed() {
        for (var fleet : fleets.values()) {
            inventory.put(
                    new Group(
                            fleet.name,
                            fleet.labels(),
                            fleet.target,
                            Limits.UNLIMITED,
                            new Template(EACH, fleet.labels(), List.of()),
                            PRICE));
        }
        return inventory.cluster();
    }

    @Override
    public List<Outcome> act(Plan plan) {
        if (!isJournaled.test(plan)) {
            throw new AssertionError("the journal or the memory does not have " + plan);
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
        if (isRepeated(step)) {
            repeated.add(new Change(tick, step));
        }
        if (!take(step)) {
            return new Outcome.Stale(step);
        }
        changes.add(new Change(tick, step));
        mostMachines = Math.max(mostMachines, observed().machines());
        return new Outcome.Done(step);
    }

    private boolean isRepeated(Step step) {
        return switch (step) {
            case Step.ResizeGroup(var group, _, int size, _) -> fleet(group).target == size;
            case Step.GiveUp(var group, _, int size) -> fleet(group).target == size;
            case Step.DrainNode(var name, _) -> isDraining(name);
            case Step.UndrainNode(var name) -> !isDraining(name);
            case Step.RemoveNode(var name, _, _) -> !nodes.containsKey(name);
            case Step.EvictPods _, Step.UseBatch _, Step.RunReplicas _ -> false;
        };
    }

    private boolean isDraining(String name) {
        var node = nodes.get(name);
        return node != null && node.state() instanceof NodeState.Draining;
    }

    private boolean fails(Step step) {
        if (isRefused.test(step)) {
            return true;
        }
        long hash = seed * 31 + tick * 1_000_003L + step.toString().hashCode();
        return new SplittableRandom(hash).nextInt(100) < faultPercent;
    }

    /// @return whether the world was as the step expected
    private boolean take(Step step) {
        return switch (step) {
            case Step.ResizeGroup(var group, int from, int size, _) -> resize(group, from, size);
            case Step.GiveUp(var group, int from, int size) ->
                    size >= count(group) && resize(group, from, size);
            case Step.DrainNode(var name, var why) ->
                    turn(name, new NodeState.Draining(now(), why));
            case Step.UndrainNode(var name) -> turn(name, new NodeState.Active());
            case Step.EvictPods(var name, int most) -> isDraining(name) && evict(name, most);
            case Step.RemoveNode(var name, var group, int leaves) -> remove(name, group, leaves);
            case Step.UseBatch _, Step.RunReplicas _ -> false;
        };
    }

    private long count(String group) {
        return nodes.keySet().stream().filter(name -> name.startsWith(group)).count();
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

    private boolean evict(String name, int most) {
        var leaving = pods.values().stream().filter(pod -> pod.node().equals(name)).toList();
        if (leaving.isEmpty() || leaving.size() > most) {
            return false;
        }
        leaving.forEach(pod -> put(pod.on("")));
        return true;
    }

    private boolean remove(String name, String group, int leaves) {
        var fleet = fleet(group);
        if (!nodes.containsKey(name) || fleet.target - 1 < leaves) {
            return false;
        }
        evict(name, Integer.MAX_VALUE);
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
            inventory.removePod(new ObjectName("shop", name));
        }
    }

    private void boot(Fleet fleet) {
        long owed = isDelivering ? Math.max(0, fleet.target - count(fleet.name)) : 0;
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
        for (var pod : pods.values().stream().filter(SmallWorld::isPending).toList()) {
            IntStream.range(0, places.size())
                    .filter(at -> nodeFit.fits(pod.shape(), at))
                    .findFirst()
                    .ifPresent(at -> {
                        nodeFit.put(pod.shape(), at);
                        put(pod.on(places.get(at).name()));
                    });
        }
    }

    private static boolean isPending(Pod pod) {
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
                duty instanceof NodeState.Draining draining
                        ? List.of(DrainingTaint.of(draining))
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

package dev.plimsoll.sizing;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.quantity.Share;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.WellKnown;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/// One group, whose pods come and go only if a test says so. Nodes boot in three ticks. Pending
/// pods go to the fullest node that takes them, the largest first; or, if it spreads, to the
/// emptiest node, in the order of their names.
final class SteadyWorld {

    static final Duration TICK = Duration.ofMinutes(1);
    private static final int BOOT_TICKS = 3;

    private static final class Machine {
        private final String name;
        private final Instant created;
        private final Resources offers;
        private final String zone;
        private NodeState state = new NodeState.Active();
        private boolean noDelete;
        private int drainedAt;
        private int goesAt = Integer.MAX_VALUE;
        private final List<Pod> pods = new ArrayList<>();

        private Machine(String name, Instant created, Resources offers, String zone) {
            this.name = name;
            this.created = created;
            this.offers = offers;
            this.zone = zone;
        }

        private Node node() {
            var taints =
                    state instanceof NodeState.Draining
                            ? List.of(new Taint(Node.DRAINING_TAINT, "0", Taint.Effect.NO_SCHEDULE))
                            : List.<Taint>of();
            var labels = zone.isEmpty() ? Labels.NONE : Labels.of(WellKnown.ZONE, zone);
            return Node.of(name, offers)
                    .withCreated(created)
                    .withLabels(labels)
                    .withTaints(taints)
                    .with(state)
                    .withNoDelete(noDelete)
                    .with(byShape(pods));
        }
    }

    private record Pod(String name, Shape shape) {}

    final Policy policy;
    private final Resources each;
    private Resources declared;
    private final List<Shape> daemons;
    private final TreeMap<String, Machine> machines = new TreeMap<>();
    private final List<Pod> waiting = new ArrayList<>();
    private final List<Integer> booting = new ArrayList<>();
    private int target;
    private int born;
    private int made;
    private Past past = Past.NONE;
    private List<Outcome> last = List.of();
    private Instant now = AnyQuestion.NOW;
    private Limits provider = Limits.UNLIMITED;
    private boolean spreads;

    /// The zones of the group. Its provider adds each node in one with the fewest; of several, in
    /// the first.
    private List<String> zones = List.of();

    /// Chooses nodes for pods; empty if the scheduler has a rule.
    private Optional<RandomGenerator> chance = Optional.empty();

    private int bootTicks = BOOT_TICKS;

    /// The ticks of drains for low utilisation whose pods had no other place afterwards, with the
    /// ticks that showed it.
    private final TreeMap<Integer, Integer> failedDrains = new TreeMap<>();

    /// The pods that such drains moved and that have no node yet, with the tick of the drain.
    private final TreeMap<String, Integer> moved = new TreeMap<>();

    SteadyWorld(Policy policy, Resources each, List<Shape> daemons) {
        this.policy = policy;
        this.each = each;
        this.declared = each;
        this.daemons = daemons;
    }

    /// The template of the group, which its nodes need not match.
    void declare(Resources other) {
        declared = other;
    }

    void zones(List<String> names) {
        zones = names;
    }

    boolean isZonal() {
        return !zones.isEmpty();
    }

    /// The number of nodes in each zone.
    Map<String, Integer> nodesByZone() {
        var nodes = new TreeMap<String, Integer>();
        zones.forEach(zone -> nodes.put(zone, 0));
        machines.values().forEach(machine -> nodes.merge(machine.zone, 1, Integer::sum));
        return nodes;
    }

    private String nextZone() {
        var nodes = nodesByZone();
        return zones.stream().min(Comparator.comparing(nodes::get)).orElse("");
    }

    void spread() {
        spreads = true;
    }

    /// Pending pods go to any node that takes them.
    void scatterAlways(RandomGenerator random) {
        chance = Optional.of(random);
    }

    /// Machines that were ordered never join.
    void deliverNothing() {
        bootTicks = Integer.MAX_VALUE;
    }

    void boots(int ticks) {
        bootTicks = ticks;
    }

    void provider(Limits limits) {
        provider = limits;
    }

    void node(Resources offers) {
        var name = "n%04d".formatted(born++);
        var machine = new Machine(name, now, offers, nextZone());
        daemons.forEach(shape -> machine.pods.add(pod(shape)));
        machines.put(name, machine);
        target++;
    }

    /// Somebody closes the newest node, or asks to keep it.
    void meddle(RandomGenerator random) {
        var newest = machines.lastEntry().getValue();
        if (random.nextBoolean()) {
            newest.state = new NodeState.Cordoned();
        } else {
            newest.noDelete = true;
        }
    }

    /// Somebody closes one of the nodes for new pods, or opens it again.
    void cordon(RandomGenerator random) {
        any(random, NodeState.Active.class).state = new NodeState.Cordoned();
    }

    void uncordon(RandomGenerator random) {
        any(random, NodeState.Cordoned.class).state = new NodeState.Active();
    }

    /// Somebody forbids to remove one of the nodes.
    void protect(RandomGenerator random) {
        any(random, NodeState.class).noDelete = true;
    }

    /// The provider announces that it takes one of the nodes back in two ticks. It starts another
    /// one then, as for every machine that its target lacks.
    void interrupt(RandomGenerator random) {
        var machine = any(random, NodeState.Active.class);
        machine.state = new NodeState.Leaving("spot");
        machine.goesAt = ticks() + 2;
    }

    /// One of the nodes in such a state; one that nobody sees, if there is none.
    private Machine any(RandomGenerator random, Class<? extends NodeState> state) {
        var some = machines.values().stream().filter(one -> state.isInstance(one.state)).toList();
        return some.isEmpty()
                ? new Machine("none", now, each, "")
                : some.get(random.nextInt(some.size()));
    }

    private void leave() {
        for (var machine : List.copyOf(machines.values())) {
            if (machine.goesAt <= ticks()) {
                evict(machine);
                machines.remove(machine.name);
            }
        }
    }

    /// The ticks at which failed drains showed, one for all drains of a tick: a pod that a drain
    /// for low utilisation moved found no node, or its node was taken back after the hard grace
    /// period.
    List<Integer> failedDrains() {
        return failedDrains.values().stream().sorted().toList();
    }

    /// Looks where the moved pods are, after the scheduler placed what it could.
    private void watch() {
        var names = waiting.stream().map(Pod::name).toList();
        moved.forEach((pod, drain) -> {
            if (names.contains(pod)) {
                failedDrains.putIfAbsent(drain, ticks());
            }
        });
        moved.clear();
    }

    void pods(int count, Shape shape) {
        for (int i = 0; i < count; i++) {
            waiting.add(pod(shape));
        }
    }

    /// Names are handed out in order, as if by chance: what is made again has another. Adds a node
    /// with one pod of each shape.
    void nodeWith(Shape... shapes) {
        node(each);
        for (var shape : shapes) {
            machines.lastEntry().getValue().pods.add(pod(shape));
        }
    }

    /// The number of ticks so far.
    int ticks() {
        return Math.toIntExact(Duration.between(AnyQuestion.NOW, now).dividedBy(TICK));
    }

    /// Lets time pass until the decider wants to look again, if no machine boots.
    void sleep(Instant until, int last) {
        if (booting.isEmpty()) {
            long pause = Duration.between(now, until).dividedBy(TICK) - 1;
            long most = Math.min(pause, last - ticks());
            now = now.plus(TICK.multipliedBy(Math.max(0, most)));
        }
    }

    int nodes() {
        return machines.size();
    }

    /// The number of draining nodes.
    long draining() {
        return machines.values().stream()
                .filter(machine -> machine.state instanceof NodeState.Draining)
                .count();
    }

    int target() {
        return target;
    }

    int waiting() {
        return waiting.size();
    }

    private Pod pod(Shape shape) {
        return new Pod("pod-%04d".formatted(made++ * 7_919 % 10_000), shape);
    }

    private static List<Pods> byShape(List<Pod> pods) {
        var names = new TreeMap<Shape, TreeSet<String>>();
        pods.forEach(
                pod -> names.computeIfAbsent(pod.shape(), _ -> new TreeSet<>()).add(pod.name()));
        var counted = new ArrayList<Pods>();
        names.forEach((shape, all) -> counted.add(new Pods(shape, all.size(), all.first())));
        return counted;
    }

    @Override
    public String toString() {
        return "nodes=%d target=%d waiting=%d".formatted(machines.size(), target, waiting.size());
    }

    /// Some pods finish, running or not.
    void finish(RandomGenerator random) {
        waiting.removeIf(_ -> random.nextInt(3) == 0);
        for (var machine : machines.values()) {
            machine.pods.removeIf(
                    pod -> !pod.shape().owner().staysWithNode() && random.nextInt(3) == 0);
        }
    }

    /// Puts a pod on every active node that takes it.
    void occupy(Shape shape) {
        for (var machine : machines.values()) {
            if (machine.state instanceof NodeState.Active && Fit.on(machine.node(), shape).fits()) {
                machine.pods.add(pod(shape));
            }
        }
    }

    /// The pods of the shape finish.
    void vacate(Shape shape) {
        machines.values()
                .forEach(machine -> machine.pods.removeIf(pod -> pod.shape().equals(shape)));
    }

    /// Since how many ticks the first draining node drains; 0 if none does.
    int drainingFor() {
        return machines.values().stream()
                .filter(machine -> machine.state instanceof NodeState.Draining)
                .mapToInt(machine -> ticks() - machine.drainedAt)
                .max()
                .orElse(0);
    }

    /// All pods finish.
    void finishAll() {
        waiting.clear();
        for (var machine : machines.values()) {
            machine.pods.removeIf(pod -> !pod.shape().owner().staysWithNode());
        }
    }

    /// Puts the pods on nodes anyhow, as a history may have left them.
    void scatter(RandomGenerator random) {
        var all = new ArrayList<>(waiting);
        waiting.clear();
        for (var pod : all) {
            var order = new ArrayList<>(machines.values());
            while (!order.isEmpty()) {
                var machine = order.remove(random.nextInt(order.size()));
                if (Fit.on(machine.node(), pod.shape()).fits()) {
                    machine.pods.add(pod);
                    break;
                }
                if (order.isEmpty()) {
                    waiting.add(pod);
                }
            }
            if (machines.isEmpty()) {
                waiting.add(pod);
            }
        }
    }

    Decision<Past> tick() {
        now = now.plus(TICK);
        leave();
        boot();
        if (!waiting.isEmpty()) {
            schedule();
        }
        watch();
        var decision = new Sizing().decide(new Question<>(seen(), policy, past, last, now, 0));
        past = decision.remember();
        var outcomes = new ArrayList<Outcome>();
        for (var step : decision.plan().steps()) {
            if (!take(step)) {
                throw new AssertionError("nobody else acts here, and yet it is stale: " + step);
            }
            outcomes.add(new Outcome.Done(step));
        }
        last = outcomes;
        return decision;
    }

    Seen seen() {
        var template = new Template(declared, Labels.NONE, List.of());
        var one = new Group("blue", Labels.NONE, target, provider, template, OneGroup.NO_PRICE);
        var variants =
                zones.stream()
                        .map(zone -> new Variant(zone, "", template, OneGroup.NO_PRICE))
                        .toList();
        var group = zones.isEmpty() ? one : one.with(variants);
        var nodes = machines.values().stream().map(Machine::node).toList();
        return new Seen(group, nodes, byShape(waiting), List.of());
    }

    private void boot() {
        int owed = Math.max(0, target - machines.size());
        while (booting.size() > owed) {
            booting.removeLast();
        }
        while (booting.size() < owed) {
            booting.add(bootTicks);
        }
        booting.replaceAll(left -> left - 1);
        while (!booting.isEmpty() && booting.getFirst() <= 0) {
            booting.removeFirst();
            node(each);
            target--;
        }
    }

    /// Unless it spreads, this is what a drain counts on.
    private void schedule() {
        var largestFirst =
                Comparator.comparingLong((Pod pod) -> Share.dominant(pod.shape().requests(), each))
                        .reversed()
                        .thenComparing(Pod::shape);
        var order = spreads ? Comparator.comparing(Pod::name) : largestFirst;
        var active =
                machines.values().stream()
                        .filter(machine -> machine.state instanceof NodeState.Active)
                        .toList();
        var nodeFit = NodeFit.of(active.stream().map(Machine::node).toList());
        for (var pod : waiting.stream().sorted(order).toList()) {
            IntStream.range(0, active.size())
                    .filter(at -> nodeFit.fits(pod.shape(), at))
                    .boxed()
                    .min(
                            Comparator.comparingLong(at -> {
                                long free = Share.dominant(nodeFit.free(at), active.get(at).offers);
                                return chance.map(RandomGenerator::nextLong)
                                        .orElse(spreads ? -free : free);
                            }))
                    .ifPresent(at -> {
                        nodeFit.put(pod.shape(), at);
                        active.get(at).pods.add(pod);
                        waiting.remove(pod);
                    });
        }
    }

    private boolean take(Step step) {
        switch (step) {
            case Step.ResizeGroup(_, int from, int nodes, _) -> {
                return setTarget(from, nodes);
            }
            case Step.GiveUp(_, int from, int nodes) -> {
                return setTarget(from, nodes);
            }
            case Step.DrainNode(var name, var why) -> {
                machine(name).state = new NodeState.Draining(now, why);
                machine(name).drainedAt = ticks();
            }
            case Step.UndrainNode(var name) -> undrain(machine(name));
            case Step.EvictPods(var name, _) -> evict(machine(name));
            case Step.UseBatch _, Step.RunReplicas _ ->
                    throw new AssertionError("no step of sizing: " + step);
            case Step.RemoveNode(var name, _, int leaves) -> {
                if (target - 1 < leaves) {
                    return false;
                }
                evict(machine(name));
                machines.remove(name);
                target--;
            }
        }
        return true;
    }

    private boolean setTarget(int from, int nodes) {
        if (from != target) {
            return false;
        }
        target = nodes;
        return true;
    }

    private void undrain(Machine machine) {
        boolean isOverdue = ticks() - machine.drainedAt >= policy.graces().hard().dividedBy(TICK);
        if (isOverdue && machine.node().movers() > 0) {
            failedDrains.putIfAbsent(machine.drainedAt, ticks());
        }
        machine.state = new NodeState.Active();
    }

    private void evict(Machine machine) {
        for (var pod : List.copyOf(machine.pods)) {
            if (!pod.shape().owner().staysWithNode()) {
                machine.pods.remove(pod);
                var again = pod(pod.shape());
                waiting.add(again);
                if (machine.state instanceof NodeState.Draining(_, var why)
                        && why == DrainCause.LOW_UTILISATION) {
                    moved.put(again.name(), machine.drainedAt);
                }
            }
        }
    }

    private Machine machine(String name) {
        var machine = machines.get(name);
        if (machine == null) {
            throw new AssertionError("no node " + name);
        }
        return machine;
    }
}

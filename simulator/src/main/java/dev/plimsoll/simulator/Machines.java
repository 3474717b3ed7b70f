package dev.plimsoll.simulator;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Step;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// The simulated provider: machines are ordered, boot, join as nodes and are deleted.
///
/// **Invariant:** a group's target is within the provider's limits and not below its nodes:
/// `LawsTest`.
final class Machines {

    private record Machine(MachinePool pool, Node node) {}

    private final Timeline timeline;
    private final Inventory inventory;
    private final Roster roster;
    private final Tally tally;
    private final TreeMap<String, MachinePool> pools = new TreeMap<>();
    private final TreeMap<String, Machine> there = new TreeMap<>();

    Machines(Timeline timeline, Inventory inventory, Roster roster, Tally tally) {
        this.timeline = timeline;
        this.inventory = inventory;
        this.roster = roster;
        this.tally = tally;
    }

    /// Adds a group whose machines have all joined.
    void begin(Group group, SplittableRandom random) {
        var pool = new MachinePool(group, random);
        pools.put(group.name(), pool);
        retarget(pool, group.target());
        for (int i = 0; i < group.target(); i++) {
            var name = pool.name();
            join(pool, name);
            start(name);
        }
    }

    Outcome resize(Step.ResizeGroup step) {
        var pool = pools.get(step.group());
        if (pool != null && !isOffered(step, pool.group())) {
            return new Outcome.Failed(
                    step,
                    "%s can order %s, got %s"
                            .formatted(
                                    step.group(),
                                    List.of(inVariant(pool.group(), step.nodes() - step.from())),
                                    step.in()));
        }
        return resize(step, new Size(step.group(), step.from(), step.nodes()));
    }

    Outcome giveUp(Step.GiveUp step) {
        if (step.nodes() > step.from()) {
            return new Outcome.Failed(
                    step,
                    "giving up machines of %s lowers its target (%d), got %d"
                            .formatted(step.group(), step.from(), step.nodes()));
        }
        return resize(step, new Size(step.group(), step.from(), step.nodes()));
    }

    private record Size(String group, int from, int nodes) {}

    private Outcome resize(Step step, Size size) {
        var pool = pools.get(size.group());
        if (pool == null) {
            return new Outcome.Failed(step, "there is no group " + size.group());
        }
        if (pool.group().target() != size.from()) {
            return new Outcome.Stale(step);
        }
        if (!pool.mayKeep(size.nodes())) {
            return new Outcome.Failed(step, pool.refusal(size.nodes()));
        }
        if (size.nodes() < pool.nodes()) {
            return new Outcome.Failed(
                    step,
                    "%s has %d nodes; remove nodes by name to get to %d"
                            .formatted(size.group(), pool.nodes(), size.nodes()));
        }
        if (size.nodes() > size.from()) {
            int more = size.nodes() - size.from();
            tally.regrets(size.group()).bought(more, timeline.now());
        }
        for (int machine = size.from(); machine < size.nodes(); machine++) {
            buy(pool);
        }
        for (int machine = size.from(); machine > size.nodes(); machine--) {
            pool.cancel();
        }
        retarget(pool, size.nodes());
        return new Outcome.Done(step);
    }

    /// A group of a scenario has one variant. A step leaves it to the provider, or names it for
    /// every new machine.
    private static boolean isOffered(Step.ResizeGroup step, Group group) {
        return step.in().isEmpty()
                || step.in().equals(List.of(inVariant(group, step.nodes() - step.from())));
    }

    private static Step.InVariant inVariant(Group group, int machines) {
        var only = group.variants().getFirst();
        return new Step.InVariant(only.key(), machines);
    }

    Outcome drain(Step.DrainNode step) {
        var machine = there.get(step.node());
        if (machine == null || !machine.node().isActive()) {
            return new Outcome.Stale(step);
        }
        put(machine.pool(), NodeObject.draining(machine.node(), timeline.now(), step.why()));
        tally.regrets(machine.pool().group().name()).drained(timeline.now());
        return new Outcome.Done(step);
    }

    Outcome undrain(Step.UndrainNode step) {
        var machine = there.get(step.node());
        if (machine == null || !(machine.node().state() instanceof NodeState.Draining)) {
            return new Outcome.Stale(step);
        }
        put(machine.pool(), NodeObject.undrained(machine.node()));
        return new Outcome.Done(step);
    }

    Outcome remove(Step.RemoveNode step) {
        var machine = there.get(step.node());
        if (machine == null) {
            return new Outcome.Stale(step);
        }
        var pool = machine.pool();
        if (!pool.group().name().equals(step.group())) {
            return new Outcome.Failed(
                    step, "%s is a node of %s".formatted(step.node(), pool.group().name()));
        }
        int left = pool.group().target() - 1;
        if (left < step.leaves()) {
            return new Outcome.Stale(step);
        }
        if (!pool.mayKeep(left)) {
            return new Outcome.Failed(step, pool.refusal(left));
        }
        there.remove(step.node());
        inventory.removeNode(step.node());
        retarget(pool, left);
        tally.regrets(step.group()).removed(timeline.now());
        roster.abandon(step.node());
        roster.nodesChanged();
        return new Outcome.Done(step);
    }

    boolean isDraining(String node) {
        var machine = there.get(node);
        return machine != null && machine.node().state() instanceof NodeState.Draining;
    }

    /// From now on ordered machines of the group do not come.
    void stopDelivering(String group) {
        pool(group).stopDelivering();
    }

    /// From now on machines of the group come again, first those that were ordered meanwhile.
    void deliverAgain(String group) {
        var pool = pool(group);
        pool.deliverAgain().forEach(name -> boot(pool, name));
    }

    /// The Ready nodes of the group that take pods, by name.
    List<String> inService(String group) {
        return there.values().stream()
                .filter(machine -> machine.pool().group().name().equals(group))
                .map(Machine::node)
                .filter(Node::isReady)
                .map(Node::name)
                .toList();
    }

    /// The provider announces that it stops the machine.
    void announceStop(String node) {
        change(node, NodeObject::leaving);
    }

    /// The kubelet of the machine does not report any more.
    void loseContact(String node) {
        change(node, ready -> NodeObject.unreachable(ready, timeline.now()));
    }

    private void change(String node, UnaryOperator<Node> change) {
        var machine = there.get(node);
        if (machine != null) {
            put(machine.pool(), change.apply(machine.node()));
        }
    }

    /// Whether the machine still exists.
    boolean exists(String node) {
        return there.containsKey(node);
    }

    /// The provider takes the machine away, and starts another to keep the group at its target.
    ///
    /// @return whether the machine still existed
    boolean stop(String node) {
        var machine = there.remove(node);
        if (machine == null) {
            return false;
        }
        inventory.removeNode(node);
        roster.abandon(node);
        roster.nodesChanged();
        buy(machine.pool());
        return true;
    }

    private MachinePool pool(String group) {
        return Optional.ofNullable(pools.get(group)).orElseThrow();
    }

    private void buy(MachinePool pool) {
        var name = pool.order();
        if (pool.delivers()) {
            boot(pool, name);
        }
    }

    private void boot(MachinePool pool, String name) {
        int boot = pool.bootSeconds();
        timeline.after(Duration.ofSeconds(2L * boot / 3), () -> arrive(pool, name));
        timeline.after(Duration.ofSeconds(boot), () -> start(name));
    }

    /// Does nothing if the machine was cancelled.
    private void arrive(MachinePool pool, String name) {
        if (pool.arrived(name)) {
            join(pool, name);
        }
    }

    private void join(MachinePool pool, String name) {
        put(pool, NodeObject.joining(pool.group().template(), name, timeline.now()));
        roster.welcome(name);
    }

    /// Does nothing if the machine was cancelled or removed.
    private void start(String name) {
        var machine = there.get(name);
        if (machine != null) {
            put(machine.pool(), NodeObject.started(machine.node(), timeline.now()));
        }
    }

    private void put(MachinePool pool, Node node) {
        there.put(node.name(), new Machine(pool, node));
        inventory.put(node);
        roster.nodesChanged();
    }

    private void retarget(MachinePool pool, int machines) {
        pool.retarget(machines);
        inventory.put(pool.group());
        tally.kept(pool.group(), timeline.now());
    }
}

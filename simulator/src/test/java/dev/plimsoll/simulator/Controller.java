package dev.plimsoll.simulator;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step;
import dev.plimsoll.sizing.Past;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Seen;
import dev.plimsoll.sizing.Sizing;
import dev.plimsoll.turn.Journal;
import dev.plimsoll.turn.LoopId;
import dev.plimsoll.turn.LoopSpec;
import dev.plimsoll.turn.Memory;
import dev.plimsoll.turn.OwnWrites;
import dev.plimsoll.turn.Remembered;
import dev.plimsoll.turn.Setup;
import dev.plimsoll.turn.Turns;
import dev.plimsoll.turn.World;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// A process with a sizing loop for each group, on a simulated cluster behind a network with
/// faults.
final class Controller {

    private static final Duration TURN = Duration.ofSeconds(30);
    private static final int MOST_NODES = 5;

    /// Cancels machines often, because the cool-down ends before they join.
    private static final Policy POLICY = policy();

    /// A step that reached the cluster.
    record Taken(Instant at, Step step, Outcome outcome) {}

    /// Records the steps that reach the cluster.
    private final class Recorder implements World<Cluster> {

        @Override
        public Cluster observe() {
            return world.observe();
        }

        @Override
        public List<Outcome> act(Plan plan) {
            var outcomes = world.act(plan);
            outcomes.forEach(outcome -> taken.add(new Taken(world.now(), outcome.step(), outcome)));
            return outcomes;
        }
    }

    /// Outlives the process.
    private static final class KeptMemory implements Memory {

        private final TreeMap<LoopId, Remembered<?>> kept = new TreeMap<>();

        @Override
        public List<Remembered<?>> recall() {
            return List.copyOf(kept.values());
        }

        @Override
        public void keep(Remembered<?> memory) {
            kept.put(memory.loop(), memory);
        }

        @Override
        public void forget(LoopId loop) {
            kept.remove(loop);
        }
    }

    /// No decider fails, whatever the faults.
    private static final class Strict implements Journal<Object> {

        @Override
        public <S, P, M> void decided(
                LoopSpec<?, S, P, M> spec,
                Object observed,
                Question<S, P, M> question,
                Decision<M> decision) {}

        @Override
        public void acted(LoopId loop, List<Outcome> outcomes) {}

        @Override
        public void failed(LoopId loop, Instant now, String cause) {
            throw new AssertionError("%s at %s: %s".formatted(loop, now, cause));
        }
    }

    private final EmbeddedCluster world;
    private final FaultyWorld<Cluster> faulty;
    private final Setup<Cluster> setup;
    private final Memory memory = new KeptMemory();
    private final List<Taken> taken = new ArrayList<>();
    private Turns<Cluster> turns;
    private long fullTurns;

    Controller(Scenario scenario, EmbeddedCluster world, Faults faults, long seed) {
        this.world = world;
        this.faulty = new FaultyWorld<>(new Recorder(), faults, seed);
        this.setup =
                Setup.of(
                        scenario.groups().stream()
                                .<LoopSpec<Cluster, ?, ?, ?>>map(group -> spec(group.name()))
                                .toList());
        this.turns = process();
    }

    private static Policy policy() {
        var defaults = Policy.defaults(Policy.Reading.PLIMSOLL);
        var growth = defaults.growth();
        return new Policy(
                defaults.reading(),
                new Limits(1, MOST_NODES),
                new Policy.Growth(
                        growth.above(),
                        growth.onStarve(),
                        Duration.ofSeconds(30),
                        growth.provisionTimeout()),
                defaults.shrink(),
                defaults.graces(),
                defaults.counting(),
                Policy.UNLIMITED);
    }

    private static LoopSpec<Cluster, Seen, Policy, Past> spec(String group) {
        return new LoopSpec<>(
                new LoopId("Sizing", group),
                List.of(group),
                cluster -> Seen.of(cluster, group),
                new Sizing(),
                POLICY,
                Past.NONE);
    }

    private Turns<Cluster> process() {
        var shown = new OwnWrites(faulty, world::now, POLICY.growth().provisionTimeout());
        return new Turns<>(shown, new Strict(), memory, 1);
    }

    /// Another process continues with the memory of this one.
    void restart() {
        faulty.beginSession();
        turns = process();
    }

    void use(Faults faults) {
        faulty.use(faults);
    }

    void runTo(Instant until) {
        while (world.now().isBefore(until)) {
            world.advanceTo(world.now().plus(TURN));
            turns.turn(world.now(), setup);
            world.observe().groups().keys().forEach(this::requireWithinLimits);
        }
    }

    /// Machines that do not leave are at most as many as the policy allows.
    private void requireWithinLimits(String group) {
        var cluster = world.observe();
        int machines = cluster.group(group).target();
        machines -= (int) cluster.nodesOf(group).stream().filter(node -> !node.isActive()).count();
        if (machines > MOST_NODES) {
            throw new AssertionError(
                    "%s has %d machines at %s".formatted(group, machines, world.now()));
        }
        fullTurns += machines == MOST_NODES ? 1 : 0;
    }

    /// How many times a group had all the machines that its policy allows.
    long fullTurns() {
        return fullTurns;
    }

    FaultyWorld<Cluster> faulty() {
        return faulty;
    }

    /// The steps that reached the cluster, in order.
    List<Taken> taken() {
        return taken;
    }
}

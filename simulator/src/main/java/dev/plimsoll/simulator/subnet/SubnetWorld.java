package dev.plimsoll.simulator.subnet;

import dev.plimsoll.batching.Nodes;
import dev.plimsoll.batching.Seen;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Count;
import dev.plimsoll.simulator.subnet.Agent.Scaler;
import dev.plimsoll.turn.World;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// A simulated subnet, tick by tick.
public final class SubnetWorld implements World<Seen> {

    /// The length of a tick: a round trip of a node's request.
    public static final Duration TICK = Duration.ofSeconds(10);

    /// The subnet's name.
    public static final String NAME = "pods";

    private static final int PRIMARY = 1;
    private static final int FIRST_BATCH = 16;
    private static final int MIN_FREE = 50;
    private static final int TRIES = 10_000;

    /// Addresses on their way back to the subnet.
    private record Release(Pool pool, int addresses, long tick) {}

    /// The behaviour of the simulated nodes.
    ///
    /// @param releaseTicks ticks until a released address can be used again
    /// @param wavePercent percentage of nodes that a raise reaches per tick; a lowering reaches all
    ///   nodes at once
    public record Manners(Agent agent, int releaseTicks, int maxPerNode, int wavePercent) {
        public static final Manners USUAL = new Manners(Agent.AT_ONCE, 3, 250, 100);
    }

    private final Load load;
    private final Manners manners;
    private final SplittableRandom random;
    private final List<Pool> pools = new ArrayList<>();
    private final ArrayDeque<Release> releases = new ArrayDeque<>();
    private final Tally tally = new Tally();
    private Optional<SubnetWorld> neighbour = Optional.empty();
    private Scaler scaler = new Scaler(FIRST_BATCH, MIN_FREE);
    private Instant now;
    private long tick;
    private int gone;
    private int pods;
    private Seen observed;

    public SubnetWorld(Load load, Manners manners, Instant start, long seed) {
        this.load = load;
        this.manners = manners;
        this.now = start;
        random = new SplittableRandom(seed);
        for (int i = 0; i < load.nodes(); i++) {
            join();
        }
        for (; pods < wanted(); pods++) {
            pools.get(pods % pools.size()).start();
        }
        observed = seen();
    }

    /// Joins two worlds into one subnet with two clusters. Each sees the addresses of the other one
    /// as held by others. Both have the capacity of the subnet.
    public void shareWith(SubnetWorld other) {
        neighbour = Optional.of(other);
        other.neighbour = Optional.of(this);
    }

    /// Restarts the counts of the summary.
    public void countFromHere() {
        tally.begin();
    }

    /// Plays all ticks up to that moment.
    public void advanceTo(Instant until) {
        while (!now.plus(TICK).isAfter(until)) {
            now = now.plus(TICK);
            tick++;
            move();
            serve();
            tally.waited(waiting());
        }
    }

    public Instant now() {
        return now;
    }

    public int batch() {
        return scaler.batch();
    }

    /// Addresses in use, by this cluster and by others.
    public int used() {
        return held() + others();
    }

    public int capacity() {
        return load.capacity();
    }

    /// Pods without an address.
    public int waiting() {
        return pools.stream().mapToInt(Pool::waiting).sum();
    }

    public Summary summary() {
        return tally.summary(waiting());
    }

    List<Pool> pools() {
        return pools;
    }

    private int held() {
        return pools.stream().mapToInt(pool -> PRIMARY + pool.held()).sum();
    }

    /// Addresses held by others, and by removed nodes until their release.
    private int others() {
        return load.others().at(hour()) + gone + neighbour.map(SubnetWorld::taken).orElse(0);
    }

    private int taken() {
        return held() + gone;
    }

    private int hour() {
        return (int) Math.floorMod(now.getEpochSecond() / 3600, 24L);
    }

    private int wanted() {
        return (int) ((long) load.pods() * load.curve().at(now) / 1000);
    }

    private void move() {
        int nodes = load.nodes() + load.extraNodes().at(hour());
        while (pools.size() < nodes) {
            join();
        }
        while (pools.size() > nodes) {
            leave();
        }
        for (int i = 0; i < load.churn(); i++) {
            stop();
            start();
        }
        for (int more = wanted() - pods; more > 0; more--) {
            start();
        }
        for (int less = pods - wanted(); less > 0; less--) {
            stop();
        }
    }

    private void join() {
        pools.add(new Pool(manners.maxPerNode(), scaler));
    }

    /// The node's pods start on other nodes; its addresses are released with a delay.
    private void leave() {
        var pool = pools.removeLast();
        int addresses = PRIMARY + pool.held();
        releases.removeIf(release -> release.pool() == pool);
        gone += addresses;
        releases.add(new Release(pool, -addresses, tick + manners.releaseTicks()));
        pods -= pool.demand();
        for (int i = 0; i < pool.demand(); i++) {
            start();
        }
    }

    /// On a random node with room; on none after many tries.
    private void start() {
        for (int tries = 0; tries < TRIES; tries++) {
            var pool = pools.get(random.nextInt(pools.size()));
            if (pool.demand() < pool.max()) {
                tally.started(pool.start());
                pods++;
                return;
            }
        }
    }

    /// A random pod: the chance of a node is in proportion to its pods.
    private void stop() {
        for (int tries = 0; pods > 0 && tries < TRIES; tries++) {
            var pool = pools.get(random.nextInt(pools.size()));
            if (random.nextInt(pool.max()) < pool.demand()) {
                pool.stop();
                pods--;
                return;
            }
        }
    }

    /// Rolls the batch out: a lowering to all nodes, a raise to the next wave.
    private void rollOut() {
        int wave = Math.ceilDiv(pools.size() * manners.wavePercent(), 100);
        for (var pool : pools) {
            boolean isRaise = scaler.isMoreThan(pool.told());
            if (pool.told().equals(scaler) || (isRaise && wave == 0)) {
                continue;
            }
            wave -= isRaise ? 1 : 0;
            pool.tell(scaler);
            tally.written(1);
        }
    }

    /// Agents request, finished releases come back, and free addresses are granted.
    private void serve() {
        rollOut();
        for (var pool : pools) {
            if (pool.request(manners.agent().requested(pool, pool.told()))) {
                tally.written(1);
            }
            int surplus = pool.surplus();
            if (surplus > 0) {
                pool.release(surplus);
                releases.add(new Release(pool, surplus, tick + manners.releaseTicks()));
            }
        }
        comeBack();
        int free = load.capacity() - used();
        for (var pool : pools) {
            int lack = pool.lack();
            if (lack > 0 && lack <= free) {
                pool.grant(lack);
                tally.moved(lack);
                free -= lack;
            }
        }
    }

    private void comeBack() {
        while (!releases.isEmpty() && releases.getFirst().tick() <= tick) {
            var release = releases.removeFirst();
            int addresses = release.addresses();
            if (addresses < 0) {
                gone += addresses;
            } else {
                release.pool().released(addresses);
                tally.moved(addresses);
            }
        }
    }

    @Override
    public Seen observe() {
        var seen = seen();
        if (!seen.equals(observed)) {
            observed = seen;
        }
        return observed;
    }

    private Seen seen() {
        var nodes = new ArrayList<Nodes>();
        for (var pool : pools) {
            nodes.add(new Nodes(1, pool.demand(), pool.max(), pool.requested()));
        }
        return new Seen(
                NAME,
                Count.of(load.capacity()),
                others(),
                scaler.batch(),
                Count.of(scaler.minFreePercent()),
                new Seen.Used(Count.of(used()), Count.unknown()),
                nodes,
                0,
                (int) pools.stream().filter(pool -> !pool.told().equals(scaler)).count(),
                Duration.ZERO);
    }

    @Override
    public List<Outcome> act(Plan plan) {
        return plan.steps().stream().map(this::take).toList();
    }

    private Outcome take(Step step) {
        return switch (step) {
            case Step.UseBatch use -> use(use);
            case Step.ResizeGroup _,
                    Step.GiveUp _,
                    Step.DrainNode _,
                    Step.UndrainNode _,
                    Step.EvictPods _,
                    Step.RemoveNode _,
                    Step.RunReplicas _ ->
                    new Outcome.Failed(
                            step, "the simulated subnet supports only the step useBatch");
        };
    }

    private Outcome use(Step.UseBatch step) {
        if (!step.subnet().equals(NAME) || step.from() != scaler.batch()) {
            return new Outcome.Stale(step);
        }
        if (step.addresses() != scaler.batch()) {
            tally.changed();
        }
        scaler = new Scaler(step.addresses(), step.minFreePercent());
        return new Outcome.Done(step);
    }
}

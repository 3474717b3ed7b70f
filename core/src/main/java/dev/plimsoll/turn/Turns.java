package dev.plimsoll.turn;

import dev.plimsoll.decision.Decision;
import dev.plimsoll.turn.Loop.Surroundings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Turns all loops of one world in order, each on one policy a turn.
///
/// It looks at the world again after each loop that acted, so two loops never spend one limit
/// twice. Loops come and go with groups and policies. A loop that stays keeps its memory. A group
/// that moves to another loop takes along what is remembered of it. A group that no loop has any
/// more gets the loop that its setup has for leaving it. A decider that throws is recorded once a
/// cause, backs off, and keeps no other loop from its turn. If the clock jumps ahead, nothing
/// expires in the time that it jumped over.
///
/// **Invariant:** all of this holds when the process is killed at any point and another continues
/// from its memory: `TurnsTest`, `TurnsHandOverTest`, `TurnsFailureTest`.
public final class Turns<O> {

    private final Surroundings<O> around;
    private final Duration every;
    private Optional<Instant> last = Optional.empty();

    /// The loops of the setup, and those of groups that it left.
    private final Map<LoopId, Loop<O, ?, ?, ?>> loops = new LinkedHashMap<>();

    /// The memory of the process before; empty after the first turn.
    private final Map<LoopId, Remembered<?>> recalled = new LinkedHashMap<>();

    /// Turns on a clock that does not jump.
    public Turns(World<O> world, Journal<? super O> journal, Memory memory, long seed) {
        this(world, journal, memory, seed, Duration.ZERO);
    }

    /// @param every the time between turns; zero for a clock that does not jump
    public Turns(
            World<O> world, Journal<? super O> journal, Memory memory, long seed, Duration every) {
        this.every = every;
        this.around = new Surroundings<>(world, journal, memory, seed);
        memory.recall().forEach(known -> recalled.put(known.loop(), known));
    }

    /// Gives each loop a turn.
    ///
    /// @return when to turn again, if nothing changes before
    public Instant turn(Instant now, Setup<O> setup) {
        jump(now);
        arrange(setup);
        var observed = around.world().observe();
        var next = Decision.NEVER;
        for (var loop : loops.values()) {
            if (loop.turn(observed, now)) {
                observed = around.world().observe();
                next = now;
            }
            next = loop.wakeAt().isBefore(next) ? loop.wakeAt() : next;
        }
        forgetLeft(setup);
        last = Optional.of(now);
        return next;
    }

    /// A turn that comes more than two turns late comes after a jump of the clock.
    private void jump(Instant now) {
        if (every.isZero() || last.isEmpty()) {
            return;
        }
        var latest = last.get().plus(every.multipliedBy(3));
        if (now.isAfter(latest)) {
            var lost = Duration.between(latest, now);
            loops.values().forEach(loop -> loop.jump(now, lost));
        }
    }

    /// Starts, continues and ends loops.
    ///
    /// Every group is in the memory of the loop that takes it before it goes from the memory of the
    /// loop that had it, so a crash in between loses nothing.
    private void arrange(Setup<O> setup) {
        var before = before();
        var next = new LinkedHashMap<LoopId, Loop<O, ?, ?, ?>>();
        for (var spec : specs(setup, before)) {
            next.put(spec.id(), continued(spec, before));
        }
        next.values().forEach(loop -> takeOver(loop, before));
        before.keySet().stream()
                .filter(id -> !next.containsKey(id))
                .forEach(around.memory()::forget);
        next.values().forEach(loop -> giveAway(loop, before));
        recalled.clear();
        loops.clear();
        loops.putAll(next);
    }

    /// The memory of all loops before this turn.
    private Map<LoopId, Remembered<?>> before() {
        var before = new LinkedHashMap<>(recalled);
        loops.forEach((id, loop) -> before.put(id, loop.remembered()));
        return before;
    }

    /// First the loops of groups that no loop of the setup has any more.
    private List<LoopSpec<O, ?, ?, ?>> specs(Setup<O> setup, Map<LoopId, Remembered<?>> before) {
        var left = new LinkedHashSet<String>();
        before.values().forEach(memory -> left.addAll(memory.groups()));
        setup.loops().forEach(spec -> left.removeAll(spec.groups()));
        var specs = new ArrayList<LoopSpec<O, ?, ?, ?>>();
        left.forEach(group -> setup.leaving().of(group).ifPresent(specs::add));
        specs.addAll(setup.loops());
        return specs;
    }

    private Loop<O, ?, ?, ?> continued(
            LoopSpec<O, ?, ?, ?> spec, Map<LoopId, Remembered<?>> before) {
        var running = loops.get(spec.id());
        if (running != null) {
            running.continueWith(spec);
            return running;
        }
        var loop = new Loop<>(spec, around);
        var known = before.get(spec.id());
        if (known != null) {
            loop.continueFrom(known);
        }
        return loop;
    }

    /// Hands the loop what others remember of groups that it did not have before.
    private void takeOver(Loop<O, ?, ?, ?> loop, Map<LoopId, Remembered<?>> before) {
        var had = groupsBefore(loop, before);
        boolean takes = false;
        for (var group : loop.spec().groups()) {
            for (var other : before.values()) {
                if (!had.contains(group) && other.groups().contains(group)) {
                    loop.takeOver(group, other.handOver(group));
                    takes = true;
                }
            }
        }
        if (takes) {
            around.memory().keep(loop.remembered().with(had));
        }
    }

    /// Keeps the memory of a loop that has other groups than before.
    private void giveAway(Loop<O, ?, ?, ?> loop, Map<LoopId, Remembered<?>> before) {
        boolean isKnown = before.containsKey(loop.spec().id());
        if (isKnown && !groupsBefore(loop, before).equals(loop.spec().groups())) {
            around.memory().keep(loop.remembered());
        }
    }

    private static List<String> groupsBefore(
            Loop<?, ?, ?, ?> loop, Map<LoopId, Remembered<?>> before) {
        var known = before.get(loop.spec().id());
        return known == null ? List.of() : known.groups();
    }

    /// A group is left when nothing more is to be done for it.
    private void forgetLeft(Setup<O> setup) {
        var staying = new LinkedHashSet<LoopId>();
        setup.loops().forEach(spec -> staying.add(spec.id()));
        for (var loop : new ArrayList<>(loops.values())) {
            var id = loop.spec().id();
            if (!staying.contains(id) && loop.isSettled()) {
                loops.remove(id);
                around.memory().forget(id);
            }
        }
    }
}

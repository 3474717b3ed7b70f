package dev.plimsoll.simulator;

import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.simulator.Faults.Kind;
import dev.plimsoll.turn.World;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/// A world behind a network with faults, around any world: steps fail, lose their answers, come
/// late or twice, and observations lag behind.
///
/// Observations never go back to an earlier one. Steps that are late come in the order of the
/// observations that they wait for, before the world inside is observed.
///
/// **Invariant:** equal seeds and equal calls give equal faults, and without faults it is the world
/// inside: `FaultyWorldTest`.
///
/// @param <O> what the world shows
public final class FaultyWorld<O> implements World<O> {

    /// A step on its way.
    ///
    /// @param due the number of the observation before which it is carried out
    private record Late(Step step, long due) {}

    private final World<O> inside;
    private final SplittableRandom random;
    private final EnumMap<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final List<Late> late = new ArrayList<>();

    /// Observations from the one that is shown to the newest.
    private final Deque<O> recent = new ArrayDeque<>();

    private Faults faults;
    private long observations;

    public FaultyWorld(World<O> inside, Faults faults, long seed) {
        this.inside = inside;
        this.faults = faults;
        random = new SplittableRandom(seed);
        for (var kind : Kind.values()) {
            counts.put(kind, 0L);
        }
    }

    /// From here on the faults are these. Steps on their way still come.
    public void use(Faults others) {
        faults = others;
    }

    /// A new process observes the world: its first observation is the newest. Steps that the
    /// process before it sent still come.
    public void beginSession() {
        recent.clear();
    }

    /// How often each kind of fault happened.
    public Map<Kind, Long> counts() {
        return Collections.unmodifiableMap(new EnumMap<>(counts));
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // An unchanged observation is the same one.
    public O observe() {
        observations++;
        carryOutLate();
        boolean isFirst = recent.isEmpty();
        recent.addLast(inside.observe());
        boolean lags = happens(faults.lagging());
        int behind = lags && !isFirst ? random.nextInt(1, faults.longest() + 1) : 0;
        while (recent.size() > behind + 1) {
            recent.removeFirst();
        }
        var shown = recent.getFirst();
        if (shown != recent.getLast()) {
            counted(Kind.LAGGING);
        }
        return shown;
    }

    @Override
    public List<Outcome> act(Plan plan) {
        return plan.steps().stream().map(this::act).toList();
    }

    private void carryOutLate() {
        var due = late.stream().filter(step -> step.due() <= observations).toList();
        late.removeAll(due);
        due.forEach(step -> send(step.step()));
    }

    private Outcome act(Step step) {
        var fault = draw();
        fault.ifPresent(this::counted);
        return fault.map(kind -> act(step, kind)).orElseGet(() -> send(step));
    }

    private Outcome act(Step step, Kind fault) {
        return switch (fault) {
            case FAILED -> new Outcome.Failed(step, "the request failed, as simulated");
            case LOST -> {
                send(step);
                yield new Outcome.Unknown(step);
            }
            case DELAYED -> {
                late.add(new Late(step, observations + random.nextInt(1, faults.longest() + 1)));
                yield new Outcome.Unknown(step);
            }
            case REPEATED -> {
                var first = send(step);
                send(step);
                yield first;
            }
            case LAGGING -> send(step);
        };
    }

    private Outcome send(Step step) {
        return inside.act(Plan.of(step)).getFirst();
    }

    /// The fault of one step, if it has one.
    private Optional<Kind> draw() {
        int drawn = random.nextInt(100);
        if (drawn < faults.failed()) {
            return Optional.of(Kind.FAILED);
        }
        drawn -= faults.failed();
        if (drawn < faults.lost()) {
            return Optional.of(Kind.LOST);
        }
        drawn -= faults.lost();
        if (drawn < faults.delayed()) {
            return Optional.of(Kind.DELAYED);
        }
        drawn -= faults.delayed();
        return drawn < faults.repeated() ? Optional.of(Kind.REPEATED) : Optional.empty();
    }

    private boolean happens(int percent) {
        return random.nextInt(100) < percent;
    }

    private void counted(Kind kind) {
        counts.merge(kind, 1L, Long::sum);
    }
}

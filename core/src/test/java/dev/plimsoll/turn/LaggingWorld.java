package dev.plimsoll.turn;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;

/// A world that is observed late: an observation is up to three ticks old, but never older than the
/// one before it. Steps are taken at once. The first observation is current, because a process that
/// starts lists all objects.
final class LaggingWorld implements World<Cluster> {

    static final int MOST_TICKS = 3;

    private record Moment(int tick, Cluster cluster) {}

    private final World<Cluster> inside;
    private final IntSupplier tick;
    private final SplittableRandom random;
    private final List<Moment> history = new ArrayList<>();
    private int shown;

    LaggingWorld(World<Cluster> inside, IntSupplier tick, SplittableRandom random) {
        this.inside = inside;
        this.tick = tick;
        this.random = random;
    }

    @Override
    public Cluster observe() {
        history.add(new Moment(tick.getAsInt(), inside.observe()));
        int oldest = shown;
        while (history.size() > oldest + 1 && isTooOld(history.get(oldest))) {
            oldest++;
        }
        shown = random.nextBoolean() ? oldest : random.nextInt(oldest, history.size());
        return history.get(shown).cluster();
    }

    private boolean isTooOld(Moment moment) {
        return moment.tick() < tick.getAsInt() - MOST_TICKS;
    }

    @Override
    public List<Outcome> act(Plan plan) {
        return inside.act(plan);
    }
}

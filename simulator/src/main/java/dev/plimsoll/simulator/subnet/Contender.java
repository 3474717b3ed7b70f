package dev.plimsoll.simulator.subnet;

import dev.plimsoll.batching.Batching;
import dev.plimsoll.batching.Formula;
import dev.plimsoll.batching.Past;
import dev.plimsoll.batching.Policy;
import dev.plimsoll.batching.Seen;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.turn.Journal;
import dev.plimsoll.turn.LoopId;
import dev.plimsoll.turn.LoopSpec;
import dev.plimsoll.turn.Memory;
import dev.plimsoll.turn.Setup;
import dev.plimsoll.turn.Turns;
import java.time.Instant;
import java.util.List;

/// A formula with a subnet of its own, run by the same loop as a real one.
public final class Contender {

    private final String name;
    private final SubnetWorld world;
    private final Turns<Seen> turns;
    private final Setup<Seen> setup;

    private Contender(String name, SubnetWorld world, Turns<Seen> turns, Setup<Seen> setup) {
        this.name = name;
        this.world = world;
        this.turns = turns;
        this.setup = setup;
    }

    /// The setting of a contender.
    public record Field(Load load, SubnetWorld.Manners manners, Instant start, long seed) {

        private SubnetWorld world() {
            return new SubnetWorld(load, manners, start, seed);
        }
    }

    /// All formulas, Plimsoll's first, each with the same load. The first one has a journal of its
    /// own.
    public static List<Contender> all(
            Field field, Journal<? super Seen> first, Journal<? super Seen> rest) {
        return List.of(
                of("feed-forward", new Formula.FeedForward(), field, first),
                of("state", new Formula.State(200), field, rest),
                of("always 16", Setup.of(List.of()), field, rest),
                of("level", new Formula.Level(Percent.WHOLE, 200), field, rest),
                of(
                        "threshold",
                        new Formula.Threshold(Percent.of(90), Percent.of(50), 16, 1),
                        field,
                        rest),
                of("snippet", new Formula.Snippet(200), field, rest),
                of("prose", new Formula.Prose(200), field, rest));
    }

    /// Two clusters on one subnet, each with its own loop, which sees the addresses of the other
    /// one as held by others.
    public static List<Contender> pair(Field blue, Field green, Journal<? super Seen> journal) {
        var policy = Policy.DEFAULTS;
        var first = of("blue", policy.withController("blue"), blue, journal);
        var second = of("green", policy.withController("green"), green, journal);
        first.world.shareWith(second.world);
        return List.of(first, second);
    }

    private static Contender of(
            String name, Formula rule, Field field, Journal<? super Seen> journal) {
        return of(name, Policy.DEFAULTS.withRule(rule), field, journal);
    }

    private static Contender of(
            String name, Policy policy, Field field, Journal<? super Seen> journal) {
        var loop = policy.controller().isEmpty() ? SubnetWorld.NAME : policy.controller();
        var spec =
                new LoopSpec<Seen, Seen, Policy, Past>(
                        new LoopId("Batching", loop),
                        List.of(),
                        seen -> seen,
                        new Batching(),
                        policy,
                        Past.begun(SubnetWorld.NAME, field.start()));
        return of(name, Setup.of(List.of(spec)), field, journal);
    }

    private static Contender of(
            String name, Setup<Seen> setup, Field field, Journal<? super Seen> journal) {
        var world = field.world();
        var turns = new Turns<>(world, journal, Memory.none(), field.seed());
        return new Contender(name, world, turns, setup);
    }

    public String name() {
        return name;
    }

    public SubnetWorld world() {
        return world;
    }

    /// Advances the world to that moment, then gives the loop a turn.
    public void turn(Instant now) {
        world.advanceTo(now);
        turns.turn(now, setup);
    }
}

package dev.plimsoll.simulator.subnet;

import dev.plimsoll.batching.Batching;
import dev.plimsoll.batching.Formula;
import dev.plimsoll.batching.Past;
import dev.plimsoll.batching.Policy;
import dev.plimsoll.batching.Seen;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.turn.Journal;
import dev.plimsoll.turn.Loop;
import dev.plimsoll.turn.LoopSpec;
import dev.plimsoll.turn.Restart;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A formula with a subnet of its own, run by the same loop as a real one.
public final class Contender {

    private final String name;
    private final SubnetWorld world;
    private final Optional<Loop<Seen, Policy, Past>> loop;

    private Contender(String name, SubnetWorld world, Optional<Loop<Seen, Policy, Past>> loop) {
        this.name = name;
        this.world = world;
        this.loop = loop;
    }

    /// The setting of a contender.
    public record Field(Load load, SubnetWorld.Manners manners, Instant start, long seed) {

        private SubnetWorld world() {
            return new SubnetWorld(load, manners, start, seed);
        }
    }

    /// All formulas, Plimsoll's first, each with the same load. The first one has a journal of its
    /// own.
    public static List<Contender> all(Field field, Journal first, Journal rest) {
        return List.of(
                of("feed-forward", new Formula.FeedForward(), field, first),
                of("state", new Formula.State(200), field, rest),
                new Contender("always 16", field.world(), Optional.empty()),
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
    public static List<Contender> pair(Field blue, Field green, Journal journal) {
        var policy = Policy.DEFAULTS;
        var first = of("blue", policy.withController("blue"), blue, journal);
        var second = of("green", policy.withController("green"), green, journal);
        first.world.shareWith(second.world);
        return List.of(first, second);
    }

    private static Contender of(String name, Formula rule, Field field, Journal journal) {
        return of(name, Policy.DEFAULTS.withRule(rule), field, journal);
    }

    private static Contender of(String name, Policy policy, Field field, Journal journal) {
        var world = field.world();
        var loop = policy.controller().isEmpty() ? SubnetWorld.NAME : policy.controller();
        var spec =
                new LoopSpec<Seen, Policy, Past>(
                        loop, _ -> world.seen(), new Batching(), () -> policy);
        var restart = new Restart<>(Past.begun(SubnetWorld.NAME, field.start()), List.of());
        return new Contender(
                name, world, Optional.of(new Loop<>(spec, world, journal, restart, field.seed())));
    }

    public String name() {
        return name;
    }

    public SubnetWorld world() {
        return world;
    }

    /// Advances the world to that moment, then turns the loop.
    public void turn(Instant now) {
        world.advanceTo(now);
        loop.ifPresent(turning -> turning.turn(world.observe(), now));
    }
}

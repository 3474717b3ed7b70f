package dev.plimsoll.simulator.subnet;

import dev.plimsoll.batching.Batching;
import dev.plimsoll.batching.Formula;
import dev.plimsoll.batching.Past;
import dev.plimsoll.batching.Policy;
import dev.plimsoll.batching.Seen;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.turn.Brief;
import dev.plimsoll.turn.Journal;
import dev.plimsoll.turn.Loop;
import dev.plimsoll.turn.Recalled;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A rule with a subnet of its own, turned by the loop that turns real ones.
public final class Contender {

    private final String name;
    private final SubnetWorld world;
    private final Optional<Loop<Seen, Policy, Past>> loop;

    private Contender(String name, SubnetWorld world, Optional<Loop<Seen, Policy, Past>> loop) {
        this.name = name;
        this.world = world;
        this.loop = loop;
    }

    /// What a contender is given.
    public record Field(Load load, SubnetWorld.Manners manners, Instant start, long seed) {

        private SubnetWorld world() {
            return new SubnetWorld(load, manners, start, seed);
        }
    }

    /// All there are, ours first, each on an equal field; the first tells its decisions.
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

    private static Contender of(String name, Formula rule, Field field, Journal journal) {
        var world = field.world();
        var policy = Policy.DEFAULTS.withRule(rule);
        var brief =
                new Brief<Seen, Policy, Past>(
                        SubnetWorld.NAME, _ -> world.seen(), new Batching(), () -> policy);
        var recalled = new Recalled<>(Past.NONE, List.of());
        return new Contender(
                name,
                world,
                Optional.of(new Loop<>(brief, world, journal, recalled, field.seed())));
    }

    public String name() {
        return name;
    }

    public SubnetWorld world() {
        return world;
    }

    /// Plays up to that moment, then lets the loop look.
    public void turn(Instant now) {
        world.advanceTo(now);
        loop.ifPresent(turning -> turning.turn(world.observe(), now));
    }
}

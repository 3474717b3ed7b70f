package dev.plimsoll.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Step.DrainNode;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// What holds for a group once its pods neither come nor go, whatever was before.
class SettlingTest {

    private static final int QUIET_TICKS = 40;
    private static final int MOST_TICKS = 600;
    private static final List<String> GROWS =
            List.of("above-threshold", "from-zero", "below-min", "starved");

    @Test
    void itSettlesAndNeverGrowsBackWhatItDrained() {
        Seeds.forAtLeast(
                60,
                Seeds.few(1, 4),
                random -> {
                    var world = any(random);
                    if (random.nextBoolean()) {
                        unsettle(world, random);
                    }
                    var told = new ArrayList<String>();
                    int quiet = 0;
                    boolean drained = false;
                    for (int tick = 0; tick < MOST_TICKS && quiet < QUIET_TICKS; tick++) {
                        var decision = world.tick();
                        boolean acts = !decision.plan().steps().isEmpty();
                        if (acts) {
                            told.add("%d %s %s".formatted(tick, world, tell(decision)));
                        }

                        quiet = acts ? 0 : quiet + 1;
                        if (drained) {
                            assertThat(codes(decision))
                                    .as(() -> String.join("\n", told))
                                    .doesNotContainAnyElementsOf(GROWS);
                        }
                        drained |=
                                !codes(decision).contains("above-max")
                                        && decision.plan().steps().stream()
                                                .anyMatch(DrainNode.class::isInstance);
                    }

                    assertThat(quiet)
                            .as(() -> world.policy + "\n" + String.join("\n", told))
                            .isEqualTo(QUIET_TICKS);
                    return drained;
                });
    }

    /// An hour in which pods come and go.
    private static void unsettle(SteadyWorld world, RandomGenerator random) {
        for (int tick = 0; tick < 60; tick++) {
            switch (random.nextInt(12)) {
                case 0 -> world.pods(random.nextInt(1, 20), shape(random, Owner.REPLICA_SET, 900));
                case 1 -> world.finish(random);
                default -> world.tick();
            }
        }
    }

    private static String tell(Decision<Past> decision) {
        return codes(decision) + " " + decision.plan().steps();
    }

    private static List<String> codes(Decision<Past> decision) {
        return decision.reasons().stream().map(reason -> reason.rule().code()).toList();
    }

    private static SteadyWorld any(RandomGenerator random) {
        var each = offers(random, 5);
        if (random.nextInt(4) == 0) {
            each = each.with(Resources.PODS, random.nextInt(2, 12));
        }
        var world = new SteadyWorld(patient(AnyQuestion.policy(random)), each, daemons(random));
        if (random.nextInt(4) == 0) {
            int least = random.nextInt(4);
            world.provider(new Limits(least, least + random.nextInt(12)));
        }
        boolean large = random.nextInt(5) == 0;
        int odd = random.nextInt(2, 8);
        for (int i = random.nextInt(large ? 30 : 9); i > 0; i--) {
            world.node(random.nextInt(odd) == 0 ? offers(random, 9) : each);
            if (random.nextInt(10) == 0) {
                world.meddle(random);
            }
        }
        for (int i = random.nextInt(6); i > 0; i--) {
            long most = List.of(200L, 1_000L, 1_000L, 4_000L).get(random.nextInt(4));
            var owner = random.nextInt(4) == 0 ? Owner.JOB : Owner.REPLICA_SET;
            world.pods(random.nextInt(1, large ? 40 : 12), shape(random, owner, most));
        }
        world.scatter(random);
        return world;
    }

    /// A policy that waits for the machines of this world and replaces no node. One that does not
    /// wait gives up each order.
    private static Policy patient(Policy policy) {
        var growth = policy.growth();
        return policy.with(Policy.Rotation.NONE)
                .with(
                        new Policy.Growth(
                                growth.above(),
                                growth.onStarve(),
                                growth.coolDown(),
                                growth.provisionTimeout().plusMinutes(5)));
    }

    private static List<Shape> daemons(RandomGenerator random) {
        var daemons = new ArrayList<Shape>();
        for (int i = random.nextInt(3); i > 0; i--) {
            daemons.add(shape(random, Owner.DAEMON_SET, 150));
        }
        return daemons;
    }

    private static Shape shape(RandomGenerator random, Owner owner, long most) {
        return OneGroup.shape(
                owner,
                Resources.NONE
                        .with(Resources.CPU, random.nextLong(most))
                        .with(Resources.MEMORY, random.nextLong(most)));
    }

    private static Resources offers(RandomGenerator random, int most) {
        return Resources.NONE
                .with(Resources.CPU, 1_000 * random.nextLong(1, most))
                .with(Resources.MEMORY, 1_000 * random.nextLong(1, most));
    }
}

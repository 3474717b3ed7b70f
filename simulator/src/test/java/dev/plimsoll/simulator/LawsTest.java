package dev.plimsoll.simulator;

import static dev.plimsoll.simulator.Village.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LawsTest {

    private static final Scenario SCENARIO = Village.busy();
    private static final Instant START = NOON.minusSeconds(1_000);
    private static final int TURNS = 150;

    /// @param wanted how many pods the deployments want
    private record Moment(Cluster cluster, List<Outcome> outcomes, List<Integer> wanted) {}

    private record History(List<Moment> moments, Summary summary) {}

    /// A checked world throws if an invariant is broken.
    @Test
    void invariantsHoldAfterEveryEventWhateverStepsAreTaken() {
        Seeds.forOneIn(
                40,
                random -> {
                    var world = SCENARIO.checkedWorld(START, random.nextLong());
                    var actor = new RandomActor(random);
                    for (int turn = 0; turn < TURNS; turn++) {
                        var until = world.now().plusMillis(random.nextInt(120_000));
                        world.advanceTo(until);
                        actor.act(world);
                    }
                });
    }

    @Test
    void everyKindOfOutcomeOccurs() {
        var outcomes =
                Stream.of(1, 2, 3)
                        .map(seed -> played(seed, new RandomActor(new SplittableRandom(seed))))
                        .flatMap(history -> history.moments().stream())
                        .flatMap(moment -> moment.outcomes().stream())
                        .map(outcome ->
                                outcome.step().getClass().getSimpleName()
                                        + " "
                                        + outcome.getClass().getSimpleName())
                        .distinct()
                        .sorted();

        assertThat(outcomes)
                .containsExactly(
                        "DrainNode Done",
                        "DrainNode Stale",
                        "EvictPods Done",
                        "EvictPods Failed",
                        "EvictPods Stale",
                        "GiveUp Done",
                        "GiveUp Failed",
                        "GiveUp Stale",
                        "RemoveNode Done",
                        "RemoveNode Failed",
                        "RemoveNode Stale",
                        "ResizeGroup Done",
                        "ResizeGroup Failed",
                        "ResizeGroup Stale",
                        "UndrainNode Done",
                        "UndrainNode Stale");
    }

    @Test
    void equalSeedsGiveEqualHistories() {
        Seeds.forOneIn(
                200,
                random -> {
                    long seed = random.nextLong();

                    var history = played(seed, new RandomActor(new SplittableRandom(seed)));
                    var again = played(seed, new RandomActor(new SplittableRandom(seed)));
                    var other = played(seed + 1, new RandomActor(new SplittableRandom(seed)));

                    assertThat(again).isEqualTo(history);
                    assertThat(other).isNotEqualTo(history);
                });
    }

    @Test
    void deploymentsWantTheSameWhateverStepsAreTaken() {
        Seeds.forOneIn(
                200,
                random -> {
                    long seed = random.nextLong();

                    var one = played(seed, new RandomActor(random.split()));
                    var other = played(seed, new RandomActor(random.split()));

                    assertThat(one.moments())
                            .extracting(Moment::wanted)
                            .isEqualTo(other.moments().stream().map(Moment::wanted).toList());
                });
    }

    @Test
    void itDoesNotMatterInHowManyStridesTimePasses() {
        Seeds.forOneIn(
                100,
                random -> {
                    long seed = random.nextLong();
                    var until = START.plus(Duration.ofHours(4));
                    var once = SCENARIO.checkedWorld(START, seed);
                    var often = SCENARIO.checkedWorld(START, seed);

                    once.advanceTo(until);
                    while (often.now().isBefore(until.minusSeconds(600))) {
                        often.advanceTo(often.now().plusMillis(random.nextInt(600_000)));
                        assertThat(often.summary().elapsed()).isPositive();
                    }
                    often.advanceTo(until);

                    assertThat(often.observe()).isEqualTo(once.observe());
                    assertThat(often.summary()).isEqualTo(once.summary());
                });
    }

    private static History played(long seed, RandomActor actor) {
        var world = SCENARIO.checkedWorld(START, seed);
        var moments = new ArrayList<Moment>();
        for (int turn = 0; turn < TURNS; turn++) {
            world.advanceTo(world.now().plusSeconds(60));
            var outcomes = actor.act(world);
            var wanted =
                    SCENARIO.workloads().stream()
                            .filter(Workload.Deployment.class::isInstance)
                            .map(world::wanted)
                            .toList();
            moments.add(new Moment(world.observe(), outcomes, wanted));
        }
        return new History(List.copyOf(moments), world.summary());
    }
}

package dev.plimsoll.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plimsoll.Seeds;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Outcome.Done;
import dev.plimsoll.decision.Outcome.Failed;
import dev.plimsoll.decision.Outcome.Unknown;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.decision.Step.UndrainNode;
import dev.plimsoll.simulator.Faults.Kind;
import dev.plimsoll.turn.World;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FaultyWorldTest {

    private static final Step ONE = new UndrainNode("one");
    private static final Step TWO = new UndrainNode("two");
    private static final int LONGEST = 3;

    /// Shows the steps that came, in order. A step that came before is stale.
    private static final class Ledger implements World<List<Step>> {

        private List<Step> steps = List.of();

        @Override
        public List<Step> observe() {
            return steps;
        }

        @Override
        public List<Outcome> act(Plan plan) {
            return plan.steps().stream().map(this::take).toList();
        }

        private Outcome take(Step step) {
            boolean isNew = !steps.contains(step);
            var more = new ArrayList<>(steps);
            more.add(step);
            steps = List.copyOf(more);
            return isNew ? new Done(step) : new Outcome.Stale(step);
        }
    }

    private final Ledger ledger = new Ledger();

    @Test
    void aStepThatFailsIsNotSent() {
        var world = world(new Faults(100, 0, 0, 0, 0, 0));

        assertThat(world.act(Plan.of(ONE, TWO)))
                .containsExactly(
                        new Failed(ONE, "the request failed, as simulated"),
                        new Failed(TWO, "the request failed, as simulated"));
        assertThat(world.observe()).isEmpty();
        assertThat(world.counts()).containsEntry(Kind.FAILED, 2L).containsEntry(Kind.LOST, 0L);
    }

    @Test
    void aStepWhoseAnswerIsLostIsCarriedOut() {
        var world = world(new Faults(0, 100, 0, 0, 0, 0));

        assertThat(world.act(Plan.of(ONE))).containsExactly(new Unknown(ONE));
        assertThat(world.observe()).containsExactly(ONE);
        assertThat(world.counts()).containsEntry(Kind.LOST, 1L);
    }

    @Test
    void aDelayedStepIsCarriedOutOnceSomeObservationsLater() {
        Seeds.forOneIn(
                20,
                random -> {
                    var inside = new Ledger();
                    var delays = new Faults(0, 0, 100, 0, 0, LONGEST);
                    var world = new FaultyWorld<>(inside, delays, random.nextLong());

                    assertThat(world.act(Plan.of(ONE))).containsExactly(new Unknown(ONE));
                    assertThat(inside.observe()).isEmpty();
                    for (int i = 0; i < LONGEST; i++) {
                        world.observe();
                    }

                    assertThat(world.observe()).containsExactly(ONE);
                    assertThat(world.counts()).containsEntry(Kind.DELAYED, 1L);
                });
    }

    @Test
    void ofARepeatedStepTheFirstOutcomeCounts() {
        var world = world(new Faults(0, 0, 0, 100, 0, 0));

        assertThat(world.act(Plan.of(ONE))).containsExactly(new Done(ONE));
        assertThat(world.observe()).containsExactly(ONE, ONE);
        assertThat(world.counts()).containsEntry(Kind.REPEATED, 1L);
    }

    @Test
    void observationsLagByAFewAndNeverGoBack() {
        Seeds.forAtLeast(
                40,
                20,
                random -> {
                    var inside = new Ledger();
                    var lags = new Faults(0, 0, 0, 0, random.nextInt(101), LONGEST);
                    var world = new FaultyWorld<>(inside, lags, random.nextLong());
                    int shown = 0;
                    int longest = 0;

                    for (int i = 0; i < 100; i++) {
                        int now = world.observe().size();
                        assertThat(now).isBetween(Math.max(shown, i - LONGEST), i);
                        shown = now;
                        longest = Math.max(longest, i - now);
                        inside.act(Plan.of(new UndrainNode("" + i)));
                    }

                    assertThat(world.counts().getOrDefault(Kind.LAGGING, 0L) > 0)
                            .isEqualTo(longest > 0);
                    return longest == LONGEST;
                });
    }

    @Test
    void aNewSessionBeginsWithTheNewestObservation() {
        var world = world(new Faults(0, 0, 0, 0, 100, LONGEST));
        world.observe();
        ledger.act(Plan.of(ONE));
        var before = world.observe();

        world.beginSession();

        assertThat(before).isEmpty();
        assertThat(world.observe()).containsExactly(ONE);
    }

    @Test
    void aDelayedStepComesInALaterSessionAndAfterTheFaultsEnd() {
        var world = world(new Faults(0, 0, 100, 0, 0, LONGEST));
        world.act(Plan.of(ONE));

        world.use(Faults.NONE);
        world.beginSession();
        for (int i = 0; i < LONGEST; i++) {
            world.observe();
        }

        assertThat(world.observe()).containsExactly(ONE);
    }

    @Test
    void withoutFaultsItIsTheWorldInside() {
        Seeds.forOneIn(
                20,
                random -> {
                    var alone = new Ledger();
                    var world = new FaultyWorld<>(new Ledger(), Faults.NONE, random.nextLong());

                    for (int i = 0; i < 30; i++) {
                        var plan = plan(random);
                        assertThat(world.act(plan)).isEqualTo(alone.act(plan));
                        assertThat(world.observe()).isEqualTo(alone.observe());
                    }
                });
    }

    @Test
    void equalSeedsGiveEqualFaults() {
        Seeds.forOneIn(
                20,
                random -> {
                    long seed = random.nextLong();

                    assertThat(history(seed)).isEqualTo(history(seed));
                    assertThat(history(seed)).isNotEqualTo(history(seed + 1));
                });
    }

    @Test
    void percentagesAreWithinBounds() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Faults(-1, 0, 0, 0, 0, 0))
                .withMessage("failed is between 0% and 100%, got -1%");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Faults(0, 0, 0, 0, 101, 1))
                .withMessage("lagging is between 0% and 100%, got 101%");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Faults(40, 30, 20, 11, 0, 1))
                .withMessage("the sum of the faults of a step is between 0% and 100%, got 101%");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Faults(0, 0, 1, 0, 0, 0))
                .withMessage("a delay or a lag takes 1 observation or more, got 0");
    }

    private FaultyWorld<List<Step>> world(Faults faults) {
        return new FaultyWorld<>(ledger, faults, 1);
    }

    private static List<Object> history(long seed) {
        var world = new FaultyWorld<>(new Ledger(), new Faults(20, 20, 20, 20, 50, 3), seed);
        var random = new SplittableRandom(1);
        var history = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            history.add(world.act(plan(random)));
            history.add(world.observe());
        }
        history.add(world.counts());
        return history;
    }

    private static Plan plan(SplittableRandom random) {
        return random.nextBoolean() ? Plan.of(ONE, TWO) : Plan.of(TWO);
    }
}

package dev.plimsoll.sizing;

import static dev.plimsoll.sizing.OneGroup.codes;
import static dev.plimsoll.sizing.OneGroup.shape;
import static dev.plimsoll.sizing.OneGroup.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.sizing.Policy.Drop;
import dev.plimsoll.sizing.Policy.Finish;
import dev.plimsoll.sizing.Policy.Growth;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Policy.Shrink;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Groups under constant demand, over hours.
class CalmTest {

    private static final int HOUR = 60;

    /// What a group did, by tick.
    private record Log(
            List<Integer> failedDrains,
            List<Integer> purchases,
            List<Integer> drains,
            List<Integer> evictions,
            List<Integer> undrains,
            List<String> sentences) {

        static Log of(SteadyWorld world, int ticks) {
            var log =
                    new Log(
                            new ArrayList<>(),
                            new ArrayList<>(),
                            new ArrayList<>(),
                            new ArrayList<>(),
                            new ArrayList<>(),
                            new ArrayList<>());
            int last = world.ticks() + ticks;
            int first = world.ticks();
            while (world.ticks() < last) {
                int tick = world.ticks() - first;
                var decision = world.tick();
                if (decision.plan().steps().isEmpty()) {
                    world.sleep(decision.wakeAt(), last);
                }
                if (codes(decision).contains("drain-failed")) {
                    log.failedDrains.add(tick);
                }
                for (var step : decision.plan().steps()) {
                    log.add(tick, step);
                }
                log.sentences.addAll(OneGroup.sentences(decision));
            }
            return log;
        }

        private void add(int tick, Step step) {
            switch (step) {
                case Step.ResizeGroup _ -> purchases.add(tick);
                case Step.DrainNode _ -> drains.add(tick);
                case Step.EvictPods _ -> evictions.add(tick);
                case Step.UndrainNode _ -> undrains.add(tick);
                case Step.GiveUp _, Step.RemoveNode _, Step.UseBatch _, Step.RunReplicas _ -> {}
            }
        }
    }

    private static Policy policy(int lower, int upper, int grow) {
        var defaults = Policy.defaults(Reading.PLIMSOLL);
        var growth = defaults.growth();
        var shrink = defaults.shrink();
        return defaults.with(
                        new Growth(
                                Percent.of(grow),
                                true,
                                growth.coolDown(),
                                growth.provisionTimeout()))
                .with(
                        new Shrink(
                                new Drop(Percent.of(upper), shrink.slow().nodes()),
                                new Drop(Percent.of(lower), shrink.fast().nodes()),
                                shrink.order(),
                                shrink.settle()));
    }

    private static SteadyWorld world(Policy policy, Resources each) {
        return new SteadyWorld(policy, each, List.of());
    }

    /// Three nodes of 10 cores with pods of 3 and 5, 5, and 7. A drain of the first counts on the 3
    /// going to the 7; a scheduler that spreads puts it beside the 5.
    @Test
    void aDrainThatTheSchedulerUndoesIsNotRepeatedForEver() {
        var world = world(policy(10, 90, 100), size(10_000, 10_000));
        world.spread();
        world.nodeWith(shape(3_000, 0), shape(5_000, 0));
        world.nodeWith(shape(5_000, 0));
        world.nodeWith(shape(7_000, 0));

        var log = Log.of(world, 24 * HOUR);

        assertThat(log.failedDrains()).hasSize(1);
        assertThat(world.nodes()).isEqualTo(3);
        assertThat(world.waiting()).isZero();
    }

    @Test
    void machinesThatDoNotComeAreGivenUpAndAskedForAgainLater() {
        var world = world(policy(0, 0, 70), size(1_000, 1_000));
        world.nodeWith(shape(600, 0));
        world.pods(5, shape(600, 0));
        world.deliverNothing();

        var log = Log.of(world, 6 * HOUR);

        assertThat(log.purchases()).hasSizeBetween(6, 12);
        assertThat(log.sentences())
                .contains("blue cancels 5 machines that the provider did not deliver in 15 min");
        world.boots(3);
        Log.of(world, HOUR);
        assertThat(world.waiting()).isZero();
    }

    /// At the hard grace the pods are tried again. Two nodes drain; the pods that come then fill
    /// the third node and bring back one of the two. The pod of the other has no place left.
    @Test
    void aNodeWhosePodsLostTheirPlaceIsTakenBackAndNotEvicted() {
        var world = world(policy(10, 40, 100), size(1_000, 1_000));
        world.nodeWith(shape(300, 0));
        world.nodeWith(shape(310, 0));
        world.nodeWith(shape(320, 0));
        var before = Log.of(world, 17);
        world.pods(2, shape(500, 0));

        var log = Log.of(world, 12);

        assertThat(before.drains()).hasSize(2);
        assertThat(before.evictions()).isEmpty();
        assertThat(log.undrains()).containsExactly(0, 7);
        assertThat(log.sentences())
                .contains(
                        "n0001 has been draining for 10 min, and no other node has room for 1 pod"
                                + " on it; it is un-drained");
        assertThat(log.evictions()).isEmpty();
        assertThat(world.waiting()).isZero();
    }

    @Test
    void anEmptyDrainingNodeIsTakenBackForAStarvedPod() {
        var world = world(policy(10, 40, 100), size(1_000, 1_000));
        world.nodeWith(shape(500, 0));
        world.nodeWith();
        world.nodeWith();
        var before = Log.of(world, 15);
        world.pods(1, shape(900, 0));

        var log = Log.of(world, 1);

        assertThat(before.drains()).hasSize(2);
        assertThat(log.undrains()).hasSize(1);
        assertThat(log.purchases()).isEmpty();
    }

    @Test
    void nodesWhosePodsDoNotFitTwiceStay() {
        var world = world(policy(40, 60, 70), size(1_000, 1_000));
        for (int i = 0; i < 5; i++) {
            world.nodeWith(shape(550, 0));
        }

        var log = Log.of(world, 4 * HOUR);

        assertThat(log.drains()).isEmpty();
        assertThat(log.purchases()).isEmpty();
    }

    @Test
    void jobsThatFinishOnDrainingNodesBringNoneBack() {
        var counting = Policy.defaults(Reading.PLIMSOLL).counting();
        var jobs = new Policy.Counting(counting.pods(), counting.daemonSets(), Finish.JOBS);
        var world = world(policy(10, 40, 70).with(jobs), size(1_000, 1_000));
        var job = OneGroup.shape(Owner.JOB, size(390, 0));
        for (int i = 0; i < 10; i++) {
            world.nodeWith(job);
        }

        var log = Log.of(world, 4 * HOUR);

        assertThat(log.drains()).isNotEmpty();
        assertThat(log.undrains()).isEmpty();
        assertThat(log.purchases()).isEmpty();
    }

    @Test
    void machinesThatAreNoLongerNeededAreCancelled() {
        var world = world(policy(10, 40, 70), size(1_000, 1_000));
        world.nodeWith();
        world.nodeWith();
        world.pods(6, shape(900, 0));
        Log.of(world, 1);
        assertThat(world.target()).isGreaterThan(6);
        world.finishAll();
        world.pods(1, shape(1_000, 0));

        var log = Log.of(world, 4 * HOUR);

        assertThat(world.nodes()).isLessThanOrEqualTo(2);
        assertThat(log.purchases()).isEmpty();
        assertThat(world.waiting()).isZero();
    }

    /// Its pod waits: there is no fourth node for it.
    @Test
    void aNodeAboveTheMaximumIsNotTakenBack() {
        var world = world(policy(10, 40, 100).with(new Limits(0, 3)), size(1_000, 1_000));
        for (int i = 0; i < 4; i++) {
            world.nodeWith(shape(900, 0));
        }

        var log = Log.of(world, 4 * HOUR);

        assertThat(log.drains()).hasSize(1);
        assertThat(log.undrains()).isEmpty();
        assertThat(world.nodes()).isEqualTo(3);
        assertThat(world.waiting()).isEqualTo(1);
    }

    /// The declared node has 4 cores, a real one 3.92; a pod of 3.95 fits on none of them.
    @Test
    void aTemplateThatIsTooLargeBuysOneNodeForAPodThatDoesNotFit() {
        var world = world(policy(10, 40, 100), size(3_920, 4_000));
        world.declare(size(4_000, 4_000));
        world.pods(1, shape(3_950, 0));

        var log = Log.of(world, 4 * HOUR);

        assertThat(log.purchases()).hasSize(1);
    }

    @Test
    void onlyLowUtilisationMayBeTakenBack() {
        assertThat(DrainCause.values())
                .filteredOn(SizingFacts::mayUndrain)
                .containsExactly(DrainCause.UNKNOWN, DrainCause.LOW_UTILISATION);
    }
}

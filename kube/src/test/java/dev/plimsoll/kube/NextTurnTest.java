package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Turns every ten seconds, and earlier ones. A turn takes 30 ms.
class NextTurnTest {

    private static final Step GROW = new Step.ResizeGroup("web", 4, 5);
    private static final Shape SHAPE =
            new Shape(
                    "shop",
                    Labels.NONE,
                    Resources.of(Cpu.cores(1), Bytes.gibibytes(1)),
                    Shape.Placement.ANYWHERE,
                    Owner.REPLICA_SET,
                    0);
    private static final Duration NEVER = Duration.ofHours(1);

    private final NextTurn next = new NextTurn(Duration.ofSeconds(10));

    @Test
    void comesAfterTheUsualTimeIfNothingHappens() {
        ended(new OneTurn().report(), NEVER);

        assertThat(isDue(9_999, 0)).isFalse();
        assertThat(isDue(10_000, 0)).isTrue();
    }

    @Test
    void comesASecondAfterAStepWasTaken() {
        ended(new OneTurn().with(new Outcome.Done(GROW)).report(), NEVER);

        assertThat(isDue(999, 0)).isFalse();
        assertThat(isDue(1_000, 0)).isTrue();
    }

    /// An API server that refuses everything is not asked more often.
    @Test
    void comesAfterTheUsualTimeIfEveryStepFailed() {
        ended(new OneTurn().with(new Outcome.Failed(GROW, "no")).report(), NEVER);

        assertThat(isDue(9_999, 0)).isFalse();
    }

    @Test
    void comesWhenALoopWantsToBeWoken() {
        ended(new OneTurn().report(), Duration.ofSeconds(2));

        assertThat(isDue(1_999, 0)).isFalse();
        assertThat(isDue(2_000, 0)).isTrue();
    }

    @Test
    void comesAfterASecondWhenMorePodsArePending() {
        ended(new OneTurn().report(), NEVER);

        assertThat(isDue(999, 3)).isFalse();
        assertThat(isDue(1_000, 3)).isTrue();
    }

    /// Pods that are pending for long do not hurry anybody, nor do those that were just bound.
    @Test
    void doesNotComeForPodsThatWerePendingBefore() {
        next.begins(0);
        next.ended(with(new OneTurn().report(), cluster(3), Duration.ofMillis(30)), NEVER);

        assertThat(isDue(9_999, 3)).isFalse();
        assertThat(isDue(9_999, 2)).isFalse();
        assertThat(isDue(1_000, 4)).isTrue();
    }

    /// The pods that are left fit nowhere, or they would be bound.
    @Test
    void comesASecondAfterTheLastPodWasBoundIfOthersAreLeft() {
        next.begins(0);
        next.ended(with(new OneTurn().report(), cluster(9), Duration.ofMillis(30)), NEVER);

        assertThat(isDue(1_000, 7)).isFalse();
        assertThat(isDue(1_900, 7)).isFalse();
        assertThat(isDue(1_950, 4)).isFalse();
        assertThat(isDue(2_949, 4)).isFalse();
        assertThat(isDue(2_950, 4)).isTrue();
        assertThat(isDue(2_950, 0)).isFalse();
        assertThat(isDue(9_999, 0)).isFalse();
    }

    @Test
    void leavesThreeTimesTheLengthOfALongTurn() {
        next.begins(0);
        next.ended(with(new OneTurn().report(), cluster(0), Duration.ofMillis(800)), NEVER);

        assertThat(isDue(2_399, 1)).isFalse();
        assertThat(isDue(2_400, 1)).isTrue();
    }

    /// Without the lease, for example.
    @Test
    void comesAfterTheUsualTimeIfATurnWasLeftOut() {
        next.begins(0);

        assertThat(isDue(9_999, 5)).isFalse();
        assertThat(isDue(10_000, 0)).isTrue();
    }

    @Test
    void neverWaitsPastTheUsualTime() {
        next.begins(0);

        assertThat(next.atMost(Duration.ofMillis(200), nanos(9_900)))
                .isEqualTo(Duration.ofMillis(100));
        assertThat(next.atMost(Duration.ofMillis(200), nanos(10_100))).isZero();
    }

    private void ended(TurnReport turn, Duration wakeIn) {
        next.begins(0);
        next.ended(with(turn, cluster(0), turn.took()), wakeIn);
    }

    private boolean isDue(long millis, int pending) {
        return next.isDue(nanos(millis), () -> cluster(pending));
    }

    private static long nanos(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }

    private static TurnReport with(TurnReport turn, Cluster cluster, Duration took) {
        return new TurnReport(turn.at(), cluster, List.of(), turn.loops(), List.of(), took, 0);
    }

    private static Cluster cluster(int pending) {
        return pending == 0
                ? Cluster.EMPTY
                : Cluster.EMPTY.withPending(List.of(new Pods(SHAPE, pending, "shop/web-0")));
    }
}

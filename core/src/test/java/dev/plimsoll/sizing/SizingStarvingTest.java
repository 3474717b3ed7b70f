package dev.plimsoll.sizing;

import static dev.plimsoll.sizing.OneGroup.EACH;
import static dev.plimsoll.sizing.OneGroup.MINUTE;
import static dev.plimsoll.sizing.OneGroup.NOW;
import static dev.plimsoll.sizing.OneGroup.codes;
import static dev.plimsoll.sizing.OneGroup.named;
import static dev.plimsoll.sizing.OneGroup.pinned;
import static dev.plimsoll.sizing.OneGroup.pods;
import static dev.plimsoll.sizing.OneGroup.sentences;
import static dev.plimsoll.sizing.OneGroup.shape;
import static dev.plimsoll.sizing.OneGroup.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step.ResizeGroup;
import dev.plimsoll.decision.Step.UndrainNode;
import dev.plimsoll.selection.Taint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Growth for pending pods that fit on no node, and the back-off between two attempts.
class SizingStarvingTest {

    /// Escalator's own tests of scale on starve.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    bound a node | each | waiting | max | starve | nodes then
                              10 |   50 |     550 |  10 | true   | 6
                              10 |   50 |     550 |  10 | false  | 5
                              10 |   50 |     550 |   5 | true   | 5
                               2 |   50 |     950 |  10 | true   | 6
                              10 |   80 |     550 |  10 | true   | 7
                    """)
    void growsForAPodThatFitsNoNode(
            int bound, long each, long waiting, int max, boolean starve, int then) {
        var node = size(1_000, 1_000);
        var group = new OneGroup().limits(2, max).starve(starve).template(node);
        for (int i = 0; i < 5; i++) {
            group.node(node, pods(bound, shape(each, each)));
        }

        var decision = group.waiting(1, shape(waiting, waiting)).decide();

        assertThat(decision.plan())
                .isEqualTo(then == 5 ? Plan.nothing() : Plan.of(new ResizeGroup("blue", 5, then)));
    }

    /// Each of nine pods needs a node of its own; an arriving node takes one of them.
    @Test
    void countsTheNodesThatStarvedPodsNeed() {
        var group =
                new OneGroup()
                        .template(EACH)
                        .node(EACH, pods(1, shape(300, 0)))
                        .owes(1)
                        .waiting(9, shape(800, 0))
                        .lines(0, 0, 50_000);

        var decision = group.decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 2, 10)));
        assertThat(sentences(decision))
                .contains(
                        "no Ready or arriving node of blue has room for 8 pods: shop/pod-1 and 7"
                                + " like it; it needs 8 more nodes");
    }

    /// What the utilisation buys is counted first.
    @Test
    void buysNoNodeTwiceForOnePod() {
        var decision =
                new OneGroup()
                        .template(EACH)
                        .node(EACH, pods(1, shape(700, 0)))
                        .waiting(1, shape(600, 0))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 1, 2)));
        assertThat(codes(decision)).containsExactly("above-threshold");
    }

    @Test
    void asksForNoNodeIfTheSchedulerDoesNotUseTheRoomOfReadyNodes() {
        var big = shape(800, 0);
        var roomy = new OneGroup().template(EACH).node(EACH).waiting(1, big).lines(0, 0, 50_000);
        var first = roomy.decide();
        var second = roomy.remembers(first.remember()).at(NOW.plus(MINUTE)).decide();
        var later = NOW.plus(MINUTE.multipliedBy(3));
        var full =
                new OneGroup()
                        .template(EACH)
                        .node(EACH, pods(1, shape(500, 0)))
                        .waiting(2, big)
                        .lines(0, 0, 50_000)
                        .remembers(second.remember());

        assertThat(full.at(later).decide().plan())
                .describedAs("one of two pods backs off")
                .isEqualTo(Plan.of(new ResizeGroup("blue", 1, 2)));
        assertThat(sentences(full.at(later).decide()))
                .contains(
                        "blue does not grow for shop/pod-1 for another 180 s: the scheduler did"
                                + " not use the room that Ready nodes had");
        assertThat(full.at(NOW.plus(MINUTE.multipliedBy(6))).decide().plan())
                .describedAs("after the back-off")
                .isEqualTo(Plan.of(new ResizeGroup("blue", 1, 3)));
    }

    @Test
    void backsOffTwiceAsLongEachTime() {
        var roomy =
                new OneGroup()
                        .template(EACH)
                        .node(EACH)
                        .waiting(1, shape(800, 0))
                        .lines(0, 0, 50_000);
        var pauses = new ArrayList<Long>();
        var past = Past.NONE;
        for (int minute = 0; minute < 120; minute++) {
            var now = NOW.plus(MINUTE.multipliedBy(minute));
            past = roomy.remembers(past).at(now).decide().remember();
            var backOff = past.unbound().getFirst().backOff();
            long pause = Duration.between(backOff.since(), backOff.until()).toMinutes();
            if (pause > 0 && (pauses.isEmpty() || pauses.getLast() != pause)) {
                pauses.add(pause);
            }
        }

        assertThat(pauses).containsExactly(5L, 10L, 20L, 30L);
    }

    /// Pods that are bound and come again are not the same pods.
    @Test
    void aStreamOfPodsThatAreBoundDoesNotBackOff() {
        var group = new OneGroup().template(EACH).node(EACH).lines(0, 0, 50_000);
        var past = Past.NONE;
        for (int minute = 0; minute < 5; minute++) {
            var now = NOW.plus(MINUTE.multipliedBy(minute));
            var age = new Pods.Age(now.minusSeconds(1), now.minusSeconds(1));
            var turn =
                    new OneGroup()
                            .template(EACH)
                            .node(EACH)
                            .waiting(new Pods(shape(800, 0), 1, "pod-" + minute, age))
                            .lines(0, 0, 50_000);
            past = turn.remembers(past).at(now).decide().remember();
        }

        assertThat(past.unbound()).allMatch(entry -> entry.backOff().isNone());
        assertThat(group.decide().remember().unbound()).isEmpty();
    }

    @Test
    void aPodThatANodeOnItsWayTakesDoesNotStarve() {
        var starting =
                Node.of("new", EACH)
                        .withCreated(NOW)
                        .withTaints(
                                List.of(
                                        new Taint(
                                                "node.kubernetes.io/not-ready",
                                                "",
                                                Taint.Effect.NO_SCHEDULE)))
                        .withReady(false);

        var decision =
                new OneGroup()
                        .template(EACH)
                        .node(EACH, pods(1, shape(300, 0)))
                        .node(starting)
                        .waiting(1, shape(800, 0))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.nothing());
        assertThat(codes(decision)).containsExactly("nodes-arriving");
        assertThat(decision.wakeAt()).isEqualTo(NOW.plus(Duration.ofMinutes(15)));
    }

    /// Where pods of one shape come in a stream, each new one may ask.
    @Test
    void asksAgainAtOnceForAnotherPodOfTheShape() {
        var big = shape(800, 0);
        var asked =
                new OneGroup()
                        .template(EACH)
                        .node(EACH, pods(1, big))
                        .waiting(1, big)
                        .lines(0, 0, 50_000)
                        .decide();

        var next =
                new OneGroup()
                        .template(EACH)
                        .node(EACH, pods(1, big))
                        .node(EACH, pods(1, big))
                        .waiting(new Pods(big, 1, "pod-2"))
                        .lines(0, 0, 50_000)
                        .remembers(asked.remember())
                        .at(NOW.plus(MINUTE.multipliedBy(3)))
                        .decide();

        assertThat(next.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 2, 3)));
    }

    /// A pending pod that fits holds its node, whether or not the scheduler uses it.
    @Test
    void keepsTheOnlyNodeThatAPendingPodFitsOn() {
        var group =
                new OneGroup()
                        .template(EACH)
                        .node(EACH, pods(1, shape(300, 0)))
                        .node(EACH)
                        .waiting(1, shape(800, 0))
                        .lines(0, 9_000, 10_000)
                        .limits(0, 10);

        assertThat(group.decide().plan()).isEqualTo(Plan.nothing());
    }

    /// A node that starts or drains carries taints that it will lose.
    @Test
    void takesBackADrainingNodeForPodsThatNoNewOneCanHold() {
        var tainted =
                Node.of("large", size(4_000, 4_000))
                        .withCreated(NOW)
                        .withTaints(
                                List.of(
                                        new Taint(
                                                Node.DRAINING_TAINT,
                                                "0",
                                                Taint.Effect.NO_SCHEDULE)))
                        .with(new NodeState.Draining(NOW));

        var decision =
                new OneGroup()
                        .template(EACH)
                        .node(EACH)
                        .node(tainted)
                        .waiting(1, shape(2_000, 0))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new UndrainNode("large")));
    }

    @Test
    void growsFromZeroForPodsThatAskForNothing() {
        var decision = new OneGroup().limits(0, 10).template(EACH).waiting(3, shape(0, 0)).decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 0, 1)));
        assertThat(codes(decision)).containsExactly("no-requests", "starved");
    }

    @Test
    void buysNothingForAPodThatIsPinnedToANode() {
        var decision =
                new OneGroup()
                        .node(named("n1", pods(1, shape(500, 0))))
                        .waiting(1, pinned("n1", size(600, 0)))
                        .lines(0, 0, 20_000)
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.nothing());
        assertThat(codes(decision)).containsExactly("starved-cannot-fit", "within-thresholds");
    }
}

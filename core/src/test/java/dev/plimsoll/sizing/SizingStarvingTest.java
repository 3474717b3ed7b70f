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
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.GroupPast.CoolDown;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step.GiveUp;
import dev.plimsoll.decision.Step.ResizeGroup;
import dev.plimsoll.decision.Step.UndrainNode;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Taint;
import java.time.Duration;
import java.time.Instant;
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

    @Test
    void backsOffFromAPodThatStillFitsNoNodeAfterItGotOne() {
        var node = size(1_000, 1_000);
        var busy = pods(1, shape(300, 0));
        var first =
                new OneGroup()
                        .template(node)
                        .node(node, busy)
                        .node(node, busy)
                        .waiting(1, shape(800, 0))
                        .lines(0, 0, 10_000)
                        .decide();

        var second =
                new OneGroup()
                        .template(node)
                        .node(node, busy)
                        .node(node, busy)
                        .node(node, busy)
                        .waiting(1, shape(800, 0))
                        .lines(0, 0, 10_000)
                        .remembers(first.remember())
                        .at(NOW.plus(MINUTE.multipliedBy(4)))
                        .decide();
        var third =
                new OneGroup()
                        .template(node)
                        .node(node, busy)
                        .node(node, busy)
                        .node(node, busy)
                        .waiting(1, shape(800, 0))
                        .lines(0, 0, 10_000)
                        .remembers(second.remember())
                        .at(NOW.plus(MINUTE.multipliedBy(5)))
                        .decide();

        assertThat(first.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 2, 3)));
        assertThat(second.plan()).isEqualTo(Plan.nothing());
        assertThat(sentences(second))
                .contains(
                        "no node of blue has room for shop/pod-1 after attempt 1 to grow; the next"
                                + " attempt is in 60 s");
        assertThat(second.wakeAt()).isEqualTo(NOW.plus(MINUTE.multipliedBy(5)));
        assertThat(third.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 3, 4)));
        assertThat(third.remember().starving().getFirst().until())
                .isEqualTo(NOW.plus(MINUTE.multipliedBy(15)));
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

    /// Of a crowd of one shape, whichever the scheduler takes first may have used the node.
    @Test
    void asksAgainAtOnceIfTheNodeOfOneOfACrowdWasUsed() {
        var node = size(1_000, 1_000);
        var big = shape(800, 0);
        var asked =
                new OneGroup()
                        .template(node)
                        .node(node, pods(1, big))
                        .waiting(3, big)
                        .lines(0, 0, 50_000)
                        .decide();
        var unused = new OneGroup().template(node).node(node, pods(1, big)).node(size(1, 1));
        var used = new OneGroup().template(node).node(node, pods(1, big)).node(node, pods(1, big));

        for (var group : List.of(unused, used)) {
            int left = group == used ? 2 : 3;
            var next =
                    group.waiting(left, big)
                            .lines(0, 0, 50_000)
                            .remembers(asked.remember())
                            .at(NOW.plus(MINUTE.multipliedBy(3)))
                            .decide();

            assertThat(next.plan())
                    .isEqualTo(
                            group == used
                                    ? Plan.of(new ResizeGroup("blue", 2, 3))
                                    : Plan.nothing());
        }
    }

    @Test
    void drainsNothingWhileAPodBacksOff() {
        var busy = pods(1, shape(300, 0));
        var asked =
                new OneGroup()
                        .template(EACH)
                        .node(EACH, busy)
                        .node(EACH, busy)
                        .waiting(1, shape(800, 0))
                        .lines(0, 6_000, 10_000)
                        .decide();

        var backsOff =
                new OneGroup()
                        .template(EACH)
                        .node(EACH, busy)
                        .node(EACH, busy)
                        .node(EACH, busy)
                        .waiting(1, shape(800, 0))
                        .lines(0, 6_000, 10_000)
                        .remembers(asked.remember())
                        .at(NOW.plus(MINUTE.multipliedBy(3)))
                        .decide();

        assertThat(backsOff.plan()).isEqualTo(Plan.nothing());
        assertThat(codes(backsOff)).containsExactly("starved-back-off");
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

    @Test
    void anAskThatIsRefusedIsNoTryOfItsPodAndKeepsTheBackOffOfOthers() {
        var first = starving(shape(900, 0), "pod-1", 1, NOW.plus(MINUTE.multipliedBy(5)));
        var second = starving(shape(900, 0), "pod-1", 2, NOW.plus(MINUTE.multipliedBy(10)));
        var other = starving(shape(901, 0), "pod-2", 2, NOW.plus(MINUTE.multipliedBy(4)));
        var ask = new Outcome.Failed(new ResizeGroup("blue", 1, 2), "no");
        var callOff = new Outcome.Failed(new GiveUp("blue", 1, 0), "no");

        assertThat(starvingAfter(ask, first, other)).containsExactly(other);
        assertThat(starvingAfter(ask, second, other))
                .containsExactlyInAnyOrder(
                        starving(shape(900, 0), "pod-1", 1, Instant.EPOCH), other);
        assertThat(starvingAfter(callOff, first, other)).containsExactlyInAnyOrder(first, other);
    }

    /// What is remembered by a group whose pods cannot be fed for want of room.
    private static List<Past.Starving> starvingAfter(Outcome last, Past.Starving... starving) {
        var coolDown = new CoolDown(NOW.plus(Duration.ofMinutes(2)), Resources.NONE);
        return new OneGroup()
                .limits(0, 1)
                .template(EACH)
                .node(EACH, pods(1, shape(600, 0)))
                .waiting(1, shape(900, 0))
                .waiting(1, shape(901, 0))
                .remembers(
                        new Past(
                                new GroupPast(
                                        coolDown, List.of(), Template.UNKNOWN, Resources.NONE),
                                List.of(starving)))
                .tells(last)
                .at(NOW.plusSeconds(10))
                .decide()
                .remember()
                .starving();
    }

    private static Past.Starving starving(Shape shape, String pod, int tries, Instant until) {
        return new Past.Starving(shape.id(), pod, 1, tries, until);
    }
}

package dev.plimsoll.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Budget;
import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.scaling.Consolidation.Mode;
import dev.plimsoll.scaling.Replacement.Stage;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.slack.SlackPolicy;
import dev.plimsoll.slack.SlackPolicy.Basis;
import dev.plimsoll.slack.SlackPolicy.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Nodes that make way for cheaper ones: a node of 16 cpu at 80 cents with 5 cpu of pods, where one
/// of 8 cpu costs 40 cents.
class ReplacementTest extends Replacing {

    @Test
    void ordersACheaperNodeThatPaysForTenMinutes() {
        var nodes = List.of(large("l1", 9));

        assertThat(turn(nodes).plan().steps()).isEmpty();
        assertThat(stage()).isEqualTo(Stage.FOUND);
        now = now.plus(TEN);
        var decision = turn(nodes);

        assertThat(decision.plan().steps()).containsExactly(new Step.ResizeGroup("small", 0, 1));
        assertThat(sentences(decision))
                .contains(
                        "1 node such as l1 makes way for 1 cheaper one: that saves $0.40 an hour,"
                                + " 50%");
    }

    /// The new node would stay empty until a window lets the old one go.
    @Test
    void ordersNothingWhileNoWindowLetsItsNodesGo() {
        var shut = new DisruptionWindow(Percent.of(0), new DisruptionWindow.Times.Always());
        policy = policy.with(policy.scaleDown().with(List.of(shut)));
        var nodes = List.of(large("l1", 9));
        turn(nodes);
        now = now.plus(TEN);

        var decision = turn(nodes);

        assertThat(decision.plan().steps()).isEmpty();
        assertThat(stage()).isEqualTo(Stage.FOUND);
        assertThat(sentences(decision))
                .contains(
                        "the replacement of l1 waits: at most 0 of 1 node of large may be"
                                + " disrupted at a time now, and 0 are");

        policy = mode(Mode.REPLACE);
        assertThat(turn(nodes).plan().steps()).containsExactly(new Step.ResizeGroup("small", 0, 1));
    }

    @Test
    void drainsTheOldNodeWhenTheNewOneIsReady() {
        var nodes = new ArrayList<>(List.of(large("l1", 9)));
        order(nodes);
        assertThat(turn(nodes).plan().steps()).isEmpty();

        nodes.add(small("s1").withCreated(now).withReadySince(now));
        now = now.plus(Duration.ofMinutes(1));
        var decision = turn(nodes);

        assertThat(decision.plan().steps())
                .containsExactly(new Step.DrainNode("l1", DrainCause.REPLACED));
        assertThat(stage()).isEqualTo(Stage.DRAINING);
        assertThat(sentences(decision))
                .contains("l1 is drained: other nodes are Ready for its pods");
    }

    @Test
    void isDoneWhenTheOldNodeIsGone() {
        var nodes = new ArrayList<>(List.of(large("l1", 9)));
        order(nodes);
        nodes.add(small("s1").withCreated(now).withReadySince(now));
        turn(nodes);
        var draining = nodes.getFirst().with(new NodeState.Draining(now, DrainCause.REPLACED));
        nodes.set(0, draining);
        assertThat(turn(nodes).plan().steps()).containsExactly(new Step.EvictPods("l1", 9));
        nodes.set(0, draining.with(List.of()));
        nodes.set(1, small("s1", 9).withCreated(now));
        assertThat(turn(nodes).plan().steps())
                .containsExactly(new Step.RemoveNode("l1", "large", 0));

        nodes.remove(0);
        turn(nodes);

        assertThat(past.removals().replacements()).isEmpty();
    }

    /// Neither the new node, which is empty, nor the old one is drained by another rule.
    @Test
    void keepsItsNodesWhileItRuns() {
        var nodes = new ArrayList<>(List.of(large("l1", 9)));
        order(nodes);
        now = now.plus(Duration.ofMinutes(14));
        assertThat(turn(nodes).plan().steps()).isEmpty();
        assertThat(stage()).isEqualTo(Stage.ORDERED);
    }

    @Test
    void isGivenUpIfTheNewNodeDoesNotCome() {
        var nodes = List.of(large("l1", 9));
        order(nodes);
        turn(nodes);

        now = now.plus(Duration.ofMinutes(15));
        var decision = turn(nodes);

        assertThat(stage()).isEqualTo(Stage.GIVEN_UP);
        assertThat(sentences(decision))
                .contains(
                        "the replacement of l1 is given up: its new nodes were not Ready in 15"
                                + " min; no other begins in large for 60 min");
        assertThat(decision.plan().steps()).contains(new Step.GiveUp("small", 1, 0));
    }

    @Test
    void isGivenUpIfOthersTookTheRoom() {
        var nodes = new ArrayList<>(List.of(large("l1", 9)));
        order(nodes);
        nodes.add(small("s1", 14).withCreated(now).withReadySince(now));

        var decision = turn(nodes);

        assertThat(decision.plan().steps()).isEmpty();
        assertThat(stage()).isEqualTo(Stage.GIVEN_UP);
        assertThat(sentences(decision))
                .contains(
                        "the replacement of l1 is given up: shop/l1 fits on no other node; no"
                                + " other begins in large for 60 min");
    }

    @Test
    void isGivenUpIfTheOldNodeCannotBeDrainedInTime() {
        var nodes = new ArrayList<>(List.of(large("l1", 9)));
        order(nodes);
        nodes.add(small("s1").withCreated(now).withReadySince(now));
        budgets.add(new Budget(new ObjectName("shop", "all"), List.of(), 0));
        assertThat(turn(nodes).plan().steps()).isEmpty();
        assertThat(stage()).isEqualTo(Stage.DRAINING);

        now = now.plus(Duration.ofHours(1));
        var decision = turn(nodes);

        assertThat(stage()).isEqualTo(Stage.GIVEN_UP);
        assertThat(decision.reasons())
                .anyMatch(reason -> reason.rule().equals(RemovalRules.REPLACEMENT_BLOCKED));
        assertThat(sentences(decision))
                .contains(
                        "the replacement of l1 is given up: it could not be drained in 60 min; no"
                                + " other begins in large for 60 min");
    }

    @Test
    void isGivenUpIfItDoesNotPayAnyMoreWhenTheNewNodeIsReady() {
        var nodes = new ArrayList<>(List.of(large("l1", 9)));
        order(nodes);
        nodes.add(small("s1").withCreated(now).withReadySince(now));

        smallPrice = "0.76";
        var decision = turn(nodes);

        assertThat(stage()).isEqualTo(Stage.GIVEN_UP);
        assertThat(sentences(decision))
                .contains(
                        "the replacement of l1 is given up: it would save 5%, less than 10%; no"
                                + " other begins in large for 60 min");
    }

    /// Although its group grew a moment ago.
    @Test
    void givesAnEmptyNewNodeBackAtOnceIfItIsGivenUp() {
        var nodes = new ArrayList<>(List.of(large("l1", 9)));
        order(nodes);
        nodes.add(small("s1").withCreated(now).withReadySince(now));

        smallPrice = "0.76";
        var decision = turn(nodes);

        assertThat(decision.plan().steps())
                .containsExactly(new Step.DrainNode("s1", DrainCause.LOW_UTILISATION));
        assertThat(sentences(decision))
                .contains(
                        "s1 is drained: it is empty, and the replacement that it was bought for is"
                                + " given up");
    }

    @Test
    void givesEmptyNewNodesBackBeforeOtherEmptyNodes() {
        var nodes = new ArrayList<>(List.of(large("l1", 9)));
        order(nodes);
        nodes.add(small("a-empty"));
        turn(nodes);
        now = now.plus(TEN);
        nodes.add(small("s1").withCreated(now).withReadySince(now));

        smallPrice = "0.76";
        var steps = turn(nodes).plan().steps();

        assertThat(steps).containsExactly(new Step.DrainNode("s1", DrainCause.LOW_UTILISATION));
    }

    @Test
    void takesTwiceAsLongToTryAgainAfterEachThatIsGivenUpAndHalfAsLongAfterOneThatIsDone() {
        for (long minutes : List.of(60L, 120L, 240L, 480L, 960L, 1_440L, 1_440L)) {
            giveUp();
            assertThat(minutes()).isEqualTo(minutes);
            now = now.plus(Duration.ofMinutes(minutes));
        }

        var nodes = new ArrayList<>(List.of(large("l1", 9)));
        order(nodes);
        nodes.add(small("s1").withCreated(now).withReadySince(now));
        turn(nodes);
        nodes.remove(0);
        turn(nodes);
        smallTarget = 0;
        giveUp();

        assertThat(minutes()).isEqualTo(1_440L);
        assertThat(past.removals().pauses().get("large"))
                .satisfies(pause -> assertThat(pause.failures()).isEqualTo(6));
    }

    private void giveUp() {
        var nodes = new ArrayList<>(List.of(large("l1", 9)));
        order(nodes);
        nodes.add(small("s1", 14).withCreated(now).withReadySince(now));
        turn(nodes);
        smallTarget = 0;
    }

    private long minutes() {
        var pause = Objects.requireNonNull(past.removals().pauses().get("large"));
        return Duration.between(now, pause.until()).toMinutes();
    }

    /// The clock jumped after the new node had joined: it was created before the time from which
    /// the replacement counts.
    @Test
    void knowsItsNewNodesAfterTheClockJumped() {
        var nodes = new ArrayList<>(List.of(large("l1", 9)));
        order(nodes);
        nodes.add(small("s1").withCreated(now.plusSeconds(60)).withReadySince(now.plusSeconds(90)));

        var lost = Duration.ofHours(5);
        now = now.plus(lost).plusSeconds(120);
        past = new Scaling().jumped(past, now, lost);

        assertThat(turn(nodes).plan().steps())
                .containsExactly(new Step.DrainNode("l1", DrainCause.REPLACED));
    }

    @Test
    void timeThatWasLostInAJumpDoesNotCount() {
        var nodes = List.of(large("l1", 9));
        order(nodes);

        var lost = Duration.ofHours(5);
        now = now.plus(lost);
        past = new Scaling().jumped(past, now, lost);
        turn(nodes);

        assertThat(stage()).isEqualTo(Stage.ORDERED);
    }

    /// Nodes of 8 cpu for one of 16, at the price of one or a cent less. All are spot nodes.
    @Test
    void replacesASpotNodeByAnotherOnlyForTheSaving() {
        labels = ",karpenter.sh/capacity-type=spot";
        policy = mode(Mode.REPLACE, 0);
        smallPrice = "0.8";
        assertThat(twoTurns(List.of(large("l1", 9)))).isEmpty();
        assertThat(past.removals().replacements()).isEmpty();

        smallPrice = "0.79";
        assertThat(twoTurns(List.of(large("l1", 9))))
                .containsExactly(new Step.ResizeGroup("small", 0, 1));
    }

    @Test
    void doesNotReplaceForLessThanTheLeastSaving() {
        policy = mode(Mode.REPLACE, 51);

        assertThat(twoTurns(List.of(large("l1", 9)))).isEmpty();
        assertThat(past.removals().replacements()).isEmpty();
    }

    @Test
    void replacesNothingUnlessThePolicySaysSo() {
        policy = mode(Mode.REMOVE);

        assertThat(twoTurns(List.of(large("l1", 9)))).isEmpty();
    }

    @Test
    void drainsNoNodeWithPodsIfConsolidationIsOff() {
        policy = mode(Mode.OFF);
        var nodes = List.of(large("l1", 1), large("l2", 1), large("l3", 0));

        assertThat(twoTurns(nodes))
                .containsExactly(new Step.DrainNode("l3", DrainCause.LOW_UTILISATION));
    }

    /// Three nodes of 16 cpu with 8.4 cpu of pods each: two of them take all pods.
    @Test
    void letsNodesGoWhosePodsFitOnOthersAboveTheThreshold() {
        policy = mode(Mode.REPLACE).with(Village.limits("small", 0, 0).groups());
        var nodes = List.of(large("l1", 14), large("l2", 14), large("l3", 14));

        turn(nodes);
        now = now.plus(TEN);
        var decision = turn(nodes);

        assertThat(stage()).isEqualTo(Stage.ORDERED);
        assertThat(sentences(decision))
                .anyMatch(sentence -> sentence.contains("the pods fit on other nodes"));
        assertThat(turn(nodes).plan().steps())
                .hasSize(1)
                .allMatch(step -> step instanceof Step.DrainNode);
    }

    /// The pods fill the smaller node to nine tenths, so its own slack of 20 % would have no place,
    /// and a second node would be bought for it.
    @Test
    void doesNotReplaceANodeIfTheRoomToKeepFreeWouldThenBeMissing() {
        var nodes = List.of(large("l1", 12));
        var defaults = SlackPolicy.DEFAULT;
        var twenty =
                new SlackPolicy(
                        defaults.reading(),
                        new Rate(Percent.of(20), Basis.CAPACITY),
                        defaults.pieces(),
                        defaults.biggest(),
                        defaults.resources());
        policy = policy.with(new KeptFree.Room(twenty));

        assertThat(twoTurns(nodes)).isEmpty();
        assertThat(past.removals().replacements()).isEmpty();

        policy = mode(Mode.REPLACE);
        past = Past.NONE;
        assertThat(twoTurns(nodes)).containsExactly(new Step.ResizeGroup("small", 0, 1));
    }
}

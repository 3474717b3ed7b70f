package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.emptyGroup;
import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Budget;
import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.BackOff;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.scaling.DisruptionWindow.Times;
import dev.plimsoll.scaling.Past.Removals;
import dev.plimsoll.scaling.Replacement.Stage;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// A replacement beside everything else that a loop does.
class ReplacementBesideOthersTest extends Replacing {

    @Test
    void goesOnAfterATurnInWhichTooManyNodesAreNotReady() {
        var nodes = new ArrayList<>(List.of(large("l1", 9)));
        order(nodes);
        var before = past.removals().replacements();

        var unready = new ArrayList<>(nodes);
        for (int i = 0; i < 4; i++) {
            unready.add(large("down-" + i, 0).withReady(false));
        }
        assertThat(turn(unready).reasons()).anyMatch(one -> one.rule().equals(Rules.UNHEALTHY));

        assertThat(past.removals().replacements()).isEqualTo(before);
    }

    @Test
    void goesOnAfterATurnInWhichNoNodeMayGo() {
        var nodes = new ArrayList<>(List.of(large("l1", 9)));
        order(nodes);
        var before = past.removals().replacements();

        policy = policy.with(policy.scaleDown().withOn(false));
        turn(nodes);

        assertThat(past.removals().replacements()).isEqualTo(before);
    }

    /// The unneeded node and the one that is replaced are of the same group of three.
    @Test
    void sharesTheWindowsOfATurnWithUnneededNodes() {
        var window = new DisruptionWindow(Percent.of(10), new Times.Always());
        policy = policy.with(policy.scaleDown().with(List.of(window)));

        assertThat(drainsBesideAnUnneededNode()).containsExactly("l1");
    }

    @Test
    void sharesTheBudgetsOfATurnWithUnneededNodes() {
        budgets.add(new Budget(new ObjectName("shop", "all"), List.of(), 9));

        assertThat(drainsBesideAnUnneededNode()).containsExactly("l1");
    }

    @Test
    void sharesTheMostNodesThatDrainAtATimeWithUnneededNodes() {
        var all = policy.scaleDown();
        policy =
                policy.with(
                        new ScaleDownPolicy(
                                all.isOn(),
                                all.unneededFor(),
                                all.most(),
                                1,
                                all.settle(),
                                all.settleForSlack(),
                                all.windows(),
                                all.consolidation()));

        assertThat(drainsBesideAnUnneededNode()).containsExactly("l1");
    }

    @Test
    void drainsBesideAnUnneededNodeWhereTheLimitsAllowIt() {
        assertThat(drainsBesideAnUnneededNode()).containsExactly("l1", "l3");
    }

    /// The pod fits on the old node, which is no candidate in that turn.
    @Test
    void isNotForgottenWhileAPodIsPending() {
        var nodes = List.of(large("l1", 9));
        turn(nodes);
        var found = past.removals().replacements();
        now = now.plus(Duration.ofMinutes(9));
        pending = List.of(pods(1, "web", "1", "1Gi"));
        turn(nodes);
        assertThat(past.removals().replacements()).isEqualTo(found);

        now = now.plus(Duration.ofMinutes(1));
        pending = List.of();

        assertThat(turn(nodes).plan().steps()).containsExactly(new Step.ResizeGroup("small", 0, 1));
    }

    @Test
    void isForgottenIfItsGroupIsBusyForLongerThanItMayTake() {
        var nodes = List.of(large("l1", 9));
        turn(nodes);
        pending = List.of(pods(1, "web", "1", "1Gi"));

        now = now.plus(Duration.ofMinutes(70));
        turn(nodes);

        assertThat(past.removals().replacements()).isEmpty();
    }

    @Test
    void beginsWhileAPodFitsNowhere() {
        pending = List.of(pods(1, "huge", "100", "1Gi"));

        assertThat(twoTurns(List.of(large("l1", 9))))
                .containsExactly(new Step.ResizeGroup("small", 0, 1));
    }

    @Test
    void beginsWhileNodesOfOtherGroupsAreUnneeded() {
        others.add(group("wide", 9, "0.1").with(1));
        turn(List.of(large("l1", 9)));
        now = now.plus(TEN);
        var nodes = List.of(large("l1", 9), node("w1", "pool=wide", "1", "4Gi"));

        assertThat(turn(nodes).plan().steps()).containsExactly(new Step.ResizeGroup("small", 0, 1));
        assertThat(past.removals().unneeded()).containsOnlyKeys("w1");
    }

    @Test
    void beginsInOneGroupWhileAnotherPauses() {
        others.add(group("wide", 9, "0.8").with(1));
        var wide = node("w1", "pool=wide", "16", "64Gi", pods(9, "w", "600m", "1Gi"));
        var nodes = List.of(large("l1", 24), wide);
        past = pausing("large");

        assertThat(twoTurns(nodes)).containsExactly(new Step.ResizeGroup("small", 0, 1));
        assertThat(past.removals().replacements().getFirst().old()).containsExactly("w1");
    }

    private Past pausing(String group) {
        var pauses = new TreeMap<String, BackOff>();
        pauses.put(group, new BackOff(1, now, now.plus(Duration.ofHours(1))));
        var none = Removals.NONE;
        var removals =
                new Removals(none.unneeded(), none.takenBack(), none.moved(), List.of(), pauses);
        return new Past(Past.NONE.groups(), removals, Past.NONE.keptFree(), Growths.NONE);
    }

    /// `l1` makes way for a small node, and `w1` for a tiny one.
    @Test
    void runsInSeveralGroupsAtATimeIfTheyShareNone() {
        var nodes = new ArrayList<>(List.of(large("l1", 9)));
        order(nodes);
        others.add(group("wide", 9, "0.8").with(1));
        others.add(emptyGroup("tiny", node("t", "pool=tiny", "4", "16Gi"), 9, "0.2"));
        nodes.add(node("w1", "pool=wide", "4", "16Gi", pods(5, "w", "600m", "1Gi")));

        turn(nodes);
        now = now.plus(TEN);

        assertThat(turn(nodes).plan().steps()).containsExactly(new Step.ResizeGroup("tiny", 0, 1));
        assertThat(past.removals().replacements())
                .extracting(Replacement::stage)
                .containsExactly(Stage.ORDERED, Stage.ORDERED);
    }

    @Test
    void keepsItsNewNodesForThePodsOfItsOldOnes() {
        var nodes = new ArrayList<>(List.of(large("l1", 9)));
        order(nodes);
        pending = List.of(onSmall(pods(1, "web", "1", "1Gi")));
        assertThat(turn(nodes).plan().steps()).containsExactly(new Step.ResizeGroup("small", 1, 2));

        nodes.add(small("s1").withCreated(now).withReady(false));

        assertThat(turn(nodes).plan().steps()).containsExactly(new Step.ResizeGroup("small", 1, 2));
    }

    @Test
    void leavesNoPodPendingForThePodsOfItsOldNodes() {
        var nodes = new ArrayList<>(List.of(large("l1", 9)));
        order(nodes);
        smallMost = 1;
        pending = List.of(onSmall(pods(1, "web", "1", "1Gi")));

        var decision = turn(nodes);

        assertThat(decision.plan().steps()).isEmpty();
        assertThat(sentences(decision))
                .noneMatch(sentence -> sentence.contains("stays unschedulable"));
    }

    private static Pods onSmall(Pods pods) {
        var small = Labels.of("pool", "small");
        return pods.as(
                pods.shape().with(new Shape.Placement(small, new Affinity.Anywhere(), List.of())));
    }

    /// `l2` drains; its pods fit on the new node alone, which is for those of `l1`.
    @Test
    void keepsPodsOfOtherDrainingNodesOffItsNewNodes() {
        var nodes = new ArrayList<>(List.of(large("l1", 12)));
        order(nodes);
        nodes.add(small("s1").withCreated(now).withReadySince(now));
        var why = new NodeState.Draining(now, DrainCause.LOW_UTILISATION);
        nodes.add(large("l2", 2).with(why));

        assertThat(turn(nodes).plan().steps())
                .containsExactly(
                        new Step.UndrainNode("l2"), new Step.DrainNode("l1", DrainCause.REPLACED));
    }

    /// The nodes that are drained when the new node is Ready and another one has been unneeded for
    /// long enough. `l2` is too full to go and has room for the pods of both.
    private List<String> drainsBesideAnUnneededNode() {
        var nodes = new ArrayList<>(List.of(large("l1", 9)));
        order(nodes);
        nodes.add(large("l2", 16));
        nodes.add(large("l3", 1));
        turn(nodes);
        now = now.plus(TEN);
        nodes.add(small("s1").withCreated(now).withReadySince(now));

        return turn(nodes).plan().steps().stream()
                .filter(step -> step instanceof Step.DrainNode)
                .map(step -> ((Step.DrainNode) step).node())
                .toList();
    }
}

package dev.plimsoll.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Budget;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.scaling.DisruptionWindow.Times;
import dev.plimsoll.selection.ObjectName;
import java.util.ArrayList;
import java.util.List;
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

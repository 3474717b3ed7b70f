package dev.plimsoll.sizing;

import static dev.plimsoll.sizing.OneGroup.EACH;
import static dev.plimsoll.sizing.OneGroup.NOW;
import static dev.plimsoll.sizing.OneGroup.codes;
import static dev.plimsoll.sizing.OneGroup.pods;
import static dev.plimsoll.sizing.OneGroup.sentences;
import static dev.plimsoll.sizing.OneGroup.shape;
import static dev.plimsoll.sizing.OneGroup.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.decision.Step.DrainNode;
import dev.plimsoll.decision.Step.ResizeGroup;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Policy.Rotation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Nodes that are replaced for their age or their health.
class ReplacingTest {

    private static final Duration DAY = Duration.ofDays(1);

    private static Node aged(String name, Duration age) {
        return Node.of(name, EACH)
                .withCreated(NOW.minus(age))
                .with(List.of(pods(1, shape(500, 0))));
    }

    private static OneGroup rotating() {
        var group = new OneGroup().template(EACH).lines(0, 0, 7_000);
        return group.with(group.policy().with(new Rotation(DAY, Duration.ZERO)));
    }

    @Test
    void ordersAMachineBeforeItDrainsAnOldNode() {
        var full = rotating().node(aged("old", DAY)).node(aged("young", Duration.ofHours(1)));
        var replaced =
                rotating()
                        .node(aged("old", DAY))
                        .node(aged("young", Duration.ofHours(1)))
                        .node(EACH);

        assertThat(full.decide().plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 2, 3)));
        assertThat(sentences(full.decide()))
                .contains("blue orders a machine to replace old, which is 24 h old");
        assertThat(replaced.decide().plan())
                .isEqualTo(Plan.of(new DrainNode("old", DrainCause.TOO_OLD)));
    }

    @Test
    void drainsAnOldNodeFirstAtTheMaximum() {
        var group = rotating().limits(0, 2);
        group.node(aged("old", DAY)).node(aged("young", Duration.ofHours(1)));

        assertThat(group.decide().plan())
                .isEqualTo(Plan.of(new DrainNode("old", DrainCause.TOO_OLD)));
    }

    @Test
    void replacesOneNodeAtATime() {
        var world =
                new SteadyWorld(
                        Policy.defaults(Reading.PLIMSOLL)
                                .with(new Limits(3, 10))
                                .with(new Rotation(Duration.ofHours(4), Duration.ZERO)),
                        size(1_000, 1_000),
                        List.of());
        for (int i = 0; i < 3; i++) {
            world.nodeWith(shape(450, 0));
        }
        var first = new ArrayList<String>();
        int most = 0;
        for (int tick = 0; tick < 8 * 60; tick++) {
            for (var step : world.tick().plan().steps()) {
                if (step instanceof Step.RemoveNode(var node, _, _)) {
                    first.add(node);
                }
            }
            most = Math.max(most, world.nodes());
        }

        assertThat(first).containsExactly("n0000", "n0001", "n0002");
        assertThat(most).isLessThanOrEqualTo(5);
        assertThat(world.nodes()).isEqualTo(3);
        assertThat(world.waiting()).isZero();
    }

    /// A pod takes the room that an old node drained for, and the machine that is ordered for it
    /// takes 14 minutes.
    @Test
    void theReplacementOfAnOldNodeComesFirst() {
        var world =
                new SteadyWorld(
                        Policy.defaults(Reading.PLIMSOLL)
                                .with(new Limits(2, 10))
                                .with(new Rotation(Duration.ofHours(4), Duration.ZERO)),
                        size(1_000, 1_000),
                        List.of());
        world.nodeWith(shape(600, 0));
        world.nodeWith(shape(600, 0));
        while (world.draining() == 0) {
            world.tick();
        }
        world.pods(1, shape(500, 0));
        world.boots(14);
        var log = new ArrayList<String>();
        for (int tick = 0; tick < 16; tick++) {
            int now = tick;
            var decision = world.tick();
            codes(decision).stream()
                    .filter(code -> code.equals("replacement-awaited"))
                    .forEach(code -> log.add(now + " " + code));
            decision.plan().steps().forEach(step -> log.add(now + " " + step));
        }

        assertThat(log)
                .containsExactly(
                        "0 ResizeGroup[group=blue, from=3, nodes=4, in=[]]",
                        "9 replacement-awaited",
                        "10 replacement-awaited",
                        "11 replacement-awaited",
                        "12 replacement-awaited",
                        "13 replacement-awaited",
                        "14 EvictPods[node=n0000, pods=1]",
                        "15 RemoveNode[node=n0000, group=blue, leaves=3]");
    }

    /// An old node at the maximum keeps a pod that is too large for a new node.
    @Test
    void drainsNoOldNodeAtTheMaximumWhosePodsFitOnNoNewNode() {
        var large =
                Node.of("large", size(8_000, 8_000))
                        .withCreated(NOW.minus(DAY))
                        .with(List.of(pods(1, shape(3_000, 0))));
        var young = Node.of("young", EACH).withCreated(NOW.minusSeconds(9_000));

        var decision = rotating().limits(0, 2).node(large).node(young).decide();

        assertThat(decision.plan()).isEqualTo(Plan.nothing());
        assertThat(codes(decision)).contains("cannot-replace-node");
    }

    /// A node that is larger than new ones holds a pod that no new node can hold.
    @Test
    void keepsAnOldNodeWhosePodsFitOnNoNewNode() {
        var large =
                Node.of("large", size(8_000, 8_000))
                        .withCreated(NOW.minus(DAY))
                        .with(List.of(pods(1, shape(3_000, 0))));
        var young = Node.of("young", EACH).withCreated(NOW.minusSeconds(9_000));

        var decision = rotating().node(large).node(young).decide();

        assertThat(decision.plan()).isEqualTo(Plan.nothing());
        assertThat(codes(decision)).contains("cannot-replace-node");
    }

    private static OneGroup checking(int nodes, int unready) {
        var group = new OneGroup().template(EACH).lines(0, 0, 20_000).limits(0, 100);
        group.with(group.policy().with(new Rotation(Duration.ZERO, Duration.ofMinutes(5))));
        for (int i = 0; i < nodes; i++) {
            var node = aged("n" + i, DAY);
            group.node(
                    i < unready
                            ? node.withReady(false).withReadySince(NOW.minus(Duration.ofMinutes(5)))
                            : node);
        }
        return group;
    }

    @Test
    void drainsATenthOfTheGroupIfUnhealthy() {
        var decision = checking(11, 3).decide();

        assertThat(decision.plan().steps())
                .containsExactly(
                        new DrainNode("n0", DrainCause.UNHEALTHY),
                        new DrainNode("n1", DrainCause.UNHEALTHY));
        assertThat(sentences(decision)).contains("n0 has not been Ready for 5 min; it is drained");
        assertThat(checking(11, 3).at(NOW.minusSeconds(1)).decide().plan())
                .isEqualTo(Plan.nothing());
    }

    @Test
    void drainsNothingInAnOutage() {
        var decision = checking(8, 4).decide();

        assertThat(decision.plan()).isEqualTo(Plan.nothing());
        assertThat(sentences(decision))
                .contains("4 of 8 nodes of blue are not Ready, so none is drained for its health");
    }
}

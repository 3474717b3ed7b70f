package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.emptyGroup;
import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.slack.Placeholder;
import dev.plimsoll.slack.SlackPolicy;
import dev.plimsoll.slack.SlackPolicy.Basis;
import dev.plimsoll.slack.SlackPolicy.Biggest;
import dev.plimsoll.slack.SlackPolicy.Rate;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Clusters on which a loop could go on for ever, or wait for ever.
class CalmLoopTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);

    /// The drained node is taken back after 15 minutes and tried again 40 minutes later; every node
    /// that empties in between goes within the usual time.
    @Test
    void aNodeThatCannotBeEmptiedKeepsNoOtherFromGoing() {
        var town = new Town(Policy.DEFAULT).with(group("small", 40, "0.2").with(0));
        town.with(node("full", "pool=small", "16", "64Gi", pods(1, "p", "9", "9Gi")));
        town.with(node("stuck", "pool=small", "4", "16Gi", pods(1, "s", "1", "1Gi")));
        town.refusingEvictionsOf("stuck");
        for (int hour = 1; hour <= 23; hour++) {
            var load = pods(1, "load-" + hour, (3_000 + hour) + "m", "1Gi");
            town.with(node("n" + hour, "pool=small", "4", "16Gi", load));
            town.at(HOUR.multipliedBy(hour), each -> each.finish(load.shape()));
        }

        town.run(DAY);

        var acted = town.acted();
        for (int hour = 1; hour <= 23; hour++) {
            assertThat(second(acted, "remove n" + hour))
                    .isLessThanOrEqualTo(hour * 3_600L + 11 * 60);
        }
        assertThat(town.nodes()).containsExactly("full", "stuck");
        assertThat(acted.stream().filter(step -> step.endsWith(" undrain stuck")).count())
                .isBetween(20L, 26L);
    }

    /// Ten nodes may drain at a time. Pods of the first ten that drain never end.
    @Test
    void nodesWithPodsThatNeverEndKeepNoOtherFromGoing() {
        var town = new Town(Policy.DEFAULT).with(group("small", 40, "0.2").with(0));
        town.with(node("full", "pool=small", "16", "64Gi", pods(1, "p", "9", "9Gi")));
        for (int i = 10; i <= 19; i++) {
            town.with(node("n" + i, "pool=small", "4", "16Gi", pods(1, "s", "100m", "1Gi")));
            town.holdingPodsOf("n" + i);
        }
        for (int i = 20; i <= 24; i++) {
            town.with(node("n" + i, "pool=small", "4", "16Gi", pods(1, "s", "200m", "1Gi")));
        }

        town.run(HOUR);

        var acted = town.acted();
        for (int i = 10; i <= 24; i++) {
            assertThat(second(acted, "remove n" + i)).isLessThanOrEqualTo(30 * 60L);
        }
        assertThat(town.nodes()).containsExactly("full");
        assertThat(town.pending()).isZero();
    }

    /// Without the dead node the group may have another one for its pod.
    @Test
    void aNodeThatIsNeverReadyAgainMakesWayForAnother() {
        var town = new Town(Policy.DEFAULT).with(group("small", 2, "0.2").with(0));
        town.with(node("alive", "pool=small", "4", "16Gi", pods(1, "p", "3", "3Gi")));
        town.with(node("dead", "pool=small", "4", "16Gi", pods(1, "q", "2", "2Gi")));
        town.at(Duration.ofMinutes(5), each -> each.breakDown("dead"));

        town.run(HOUR);

        assertThat(town.acted())
                .containsExactly(
                        "1500s drain dead",
                        "1560s evict dead",
                        "1680s remove dead",
                        "1740s resize small 1-2");
        assertThat(town.nodes()).containsExactly("alive", "small-new-1");
        assertThat(town.pending()).isZero();
    }

    @Test
    void aGroupThatGrowsEveryNineMinutesKeepsNoOtherFromShrinking() {
        var town = new Town(Policy.DEFAULT);
        town.with(group("busy", 400, "0.2").with(0)).with(group("idle", 9, "0.2").with(0));
        town.with(node("busy-0", "pool=busy", "4", "16Gi", in("busy", pods(1, "b", "3", "1Gi"))));
        town.with(node("idle-0", "pool=idle", "4", "16Gi", in("idle", pods(1, "i", "3", "1Gi"))));
        town.with(node("idle-1", "pool=idle", "4", "16Gi"));
        for (int i = 0; i < 20; i++) {
            var more = in("busy", pods(1, "b-" + i, "3", "1Gi"));
            town.at(Duration.ofMinutes(9L * i), each -> each.submit(more));
        }

        town.run(HOUR.multipliedBy(3));

        var acted = town.acted();
        assertThat(acted.stream().filter(step -> step.contains(" resize busy ")).count())
                .isEqualTo(20);
        assertThat(second(acted, "remove idle-1")).isLessThanOrEqualTo(11 * 60L);
    }

    /// R2: placeholders of the shape of the biggest pod would need eight times the cpu to hold a
    /// tenth of the memory.
    @Test
    void holdsATenthAndAtMostOnePlaceholderMoreBesidePodsWithHardlyAnyMemory() {
        var town = new Town(keeping(10, Biggest.NONE)).with(group("small", 40, "0.2").with(0));
        for (int i = 0; i < 10; i++) {
            town.with(node("n" + i, "pool=small", "4", "16Gi", pods(7, "p", "500m", "128Mi")));
        }

        settles(town);

        assertThat(town.nodes()).hasSize(10);
        assertThat(held(town, Resources.CPU)).isBetween(4_000L, 4_399L);
        assertThat(held(town, Resources.MEMORY)).isBetween(16L << 30, (16L << 30) * 11 / 10 - 1);
    }

    /// With the average node as the reference, every node that comes or goes changes the size of
    /// the placeholders, and the cluster swings between 10 and 13 nodes.
    @Test
    void settlesBesideOneNodeThatIsMuchLargerThanTheOthers() {
        var town = new Town(keeping(10, Biggest.NONE));
        town.with(group("small", 40, "0.2").with(0)).with(group("large", 4, "1.6").with(0));
        town.with(node("large", "pool=large", "32", "128Gi", pods(8, "big", "4", "16Gi")));
        for (int i = 0; i < 9; i++) {
            town.with(node("n" + i, "pool=small", "4", "16Gi", pods(1, "p", "2680m", "10976Mi")));
        }
        town.with(node("empty", "pool=small", "4", "16Gi"));

        settles(town);

        assertThat(town.nodes()).hasSize(10);
        assertThat(town.ask().details().placeholders()).allMatch(Placeholder::isHeld);
    }

    /// R5, R6: with the biggest pod as the measure, a placeholder had 6.4 cpu and fitted nowhere.
    @Test
    void buysNothingForADatabaseThatIsTheOnlyLargePod() {
        var town =
                new Town(
                        keeping(20, Biggest.NONE)
                                .with(Village.limits("small", 0, 40).groups())
                                .with(dev.plimsoll.groups.NodeGroups.Unlisted.HOLD));
        town.with(group("small", 40, "0.2").with(0)).with(group("large", 4, "1.6").with(0));
        town.with(node("large", "pool=large", "32", "128Gi", pods(1, "db", "30", "120Gi")));
        for (int i = 0; i < 10; i++) {
            town.with(node("n" + i, "pool=small", "4", "16Gi", pods(1, "p", "3100m", "12Gi")));
        }

        town.run(HOUR.multipliedBy(4));

        assertThat(town.acted()).isEmpty();
        assertThat(town.ask().details().placeholders()).hasSize(10).allMatch(Placeholder::isHeld);
    }

    /// R5, R6: its node belongs to a group that may grow, so its room counts: a tenth is 7.2 cpu.
    @Test
    void buysNothingForADatabaseWhoseGroupMayGrow() {
        var town = new Town(keeping(10, Biggest.NONE));
        town.with(group("small", 40, "0.2").with(0)).with(group("large", 4, "1.6").with(0));
        town.with(node("large", "pool=large", "32", "128Gi", pods(1, "db", "30", "120Gi")));
        for (int i = 0; i < 10; i++) {
            town.with(node("n" + i, "pool=small", "4", "16Gi", pods(1, "p", "3100m", "12Gi")));
        }

        town.run(HOUR.multipliedBy(4));

        assertThat(town.acted()).isEmpty();
        assertThat(town.ask().details().placeholders()).hasSize(9).allMatch(Placeholder::isHeld);
    }

    /// R7: there is room for every size that no other exceeds.
    @Test
    void podsLikeTheBiggestFindRoom() {
        var town = beside(Biggest.PODS);
        settles(town);
        town.acted();
        town.submit(pods(1, "cpu-new", "1000m", "1G"));
        town.submit(pods(1, "memory-new", "10m", "10G"));

        town.run(Town.EVERY);

        assertThat(town.pending()).isZero();
        assertThat(town.acted()).noneMatch(step -> step.contains(" remove "));
    }

    /// R7: a pod that no pod was like, smaller than one of the biggest in each resource.
    @Test
    void podsSmallerThanTheBiggestFindRoom() {
        var between = pods(1, "between", "500m", "5G");
        var town = beside(Biggest.SHAPE);
        settles(town);
        var known = beside(Biggest.PODS);
        settles(known);
        town.submit(between);
        known.submit(between);

        var sentences = town.sentences();
        town.run(Town.EVERY);
        known.run(Town.EVERY);

        assertThat(sentences).contains("1 pending pod fits on existing nodes: shop/between");
        assertThat(town.pending()).isZero();
        assertThat(known.pending()).as("room for the sizes that exist").isOne();
    }

    /// Two kinds of pods, of which neither exceeds the other, nor the pod between them. The nodes
    /// have room for one of each kind, but for nothing between.
    private static Town beside(Biggest biggest) {
        var town = new Town(keeping(1, biggest)).with(group("small", 40, "0.2").with(0));
        var cpu = pods(1, "cpu", "1000m", "1G");
        var memory = pods(1, "memory", "10m", "10G");
        for (int i = 0; i < 2; i++) {
            town.with(node("a" + i, "pool=small", "4010m", "16G", cpu.times(3), memory));
            town.with(node("b" + i, "pool=small", "4010m", "16G", cpu.times(4)));
        }
        return town;
    }

    /// The scheduler spreads pods over the nodes on which placeholders were.
    @Test
    void doesNotCycleWhereTheSchedulerSpreadsPods() {
        var town = new Town(keeping(20, Biggest.NONE)).with(group("small", 40, "0.2").with(0));
        town.with(loaded("a", "500m", "1500m")).with(loaded("b", "500m", "3000m"));
        town.with(loaded("c", "1200m", "2400m")).with(node("d", "pool=small", "4", "16Gi"));

        settles(town);

        assertThat(town.ask().details().placeholders()).allMatch(Placeholder::isHeld);
    }

    /// The pods of the large node fit on one of 4 cpu, but a fifth of that does not fit beside
    /// them, and a second node would be bought for it.
    @Test
    void doesNotReplaceANodeOfEightCpuByOneWhoseOwnSlackIsMissing() {
        var town = withEightCpus(replacing(keeping(20, Biggest.NONE)));

        settles(town);

        assertThat(town.nodes()).containsExactly("large");
        assertThat(town.ask().details().placeholders()).isNotEmpty().allMatch(Placeholder::isHeld);
    }

    @Test
    void replacesTheNodeOfEightCpuIfNoSlackIsKept() {
        var town = withEightCpus(replacing(Policy.DEFAULT));

        town.run(HOUR);

        assertThat(town.nodes()).containsExactly("small-new-1");
        assertThat(town.pending()).isZero();
    }

    private static Town withEightCpus(Policy policy) {
        return new Town(policy)
                .with(emptyGroup("small", node("s", "pool=small", "4", "16Gi"), 9, "0.25"))
                .with(group("large", 9, "0.4").with(0))
                .with(node("large", "pool=large", "8", "32Gi", pods(17, "p", "200m", "256Mi")));
    }

    private static Policy replacing(Policy policy) {
        var replace = Consolidation.DEFAULT.with(Consolidation.Mode.REPLACE);
        return policy.with(policy.scaleDown().with(replace));
    }

    private static Node loaded(String name, String one, String other) {
        return node(
                name,
                "pool=small",
                "4",
                "16Gi",
                pods(1, "p", one, "1Gi"),
                pods(1, "q", other, "1Gi"));
    }

    /// After an hour and a half nothing happens for four hours.
    private static void settles(Town town) {
        town.run(HOUR.plus(HOUR.dividedBy(2)));
        var before = town.acted();
        town.run(HOUR.multipliedBy(4));
        assertThat(town.acted()).as("before: %s", before).isEmpty();
        assertThat(town.pending()).isZero();
    }

    private static long held(Town town, String resource) {
        return town.ask().details().placeholders().stream()
                .filter(Placeholder::isHeld)
                .mapToLong(one -> one.shape().requests().asked(resource))
                .sum();
    }

    private static long second(List<String> acted, String step) {
        return acted.stream()
                .filter(one -> one.endsWith(" " + step))
                .mapToLong(one -> Long.parseLong(one.substring(0, one.indexOf("s "))))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + step + " in " + acted));
    }

    private static Pods in(String pool, Pods pods) {
        return pods.as(
                pods.shape()
                        .with(
                                new Shape.Placement(
                                        Labels.of("pool", pool),
                                        new Affinity.Anywhere(),
                                        List.of())));
    }

    private static Policy keeping(int percent, Biggest biggest) {
        var defaults = SlackPolicy.DEFAULT;
        return Policy.DEFAULT.with(
                new KeptFree.Room(
                        new SlackPolicy(
                                defaults.reading(),
                                new Rate(Percent.of(percent), Basis.CAPACITY),
                                defaults.pieces(),
                                biggest,
                                defaults.resources())));
    }
}

package dev.plimsoll.savings;

import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.limits;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.groups.NodeGroups.Unlisted;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Quantity;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.savings.SavingsRow.Name;
import dev.plimsoll.savings.SavingsRow.Origin;
import dev.plimsoll.scaling.CostBound;
import dev.plimsoll.scaling.KeptFree;
import dev.plimsoll.scaling.Policy;
import dev.plimsoll.scaling.Village;
import dev.plimsoll.slack.Placeholders;
import dev.plimsoll.slack.SlackPolicy;
import dev.plimsoll.slack.SlackPolicy.Basis;
import dev.plimsoll.slack.SlackPolicy.Rate;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Rows of savings, each computed by hand.
class SavingsTest {

    private static final String LABELS = "pool=web,node.kubernetes.io/instance-type=m";

    private final List<Node> nodes = new ArrayList<>();
    private final List<InstanceType> types = new ArrayList<>();
    private final TreeMap<Shape, Integer> onSpot = new TreeMap<>();
    private List<Pods> pending = List.of();
    private Policy policy = limits("web", 0, 100);

    /// Four nodes with a pod of 1 cpu each; a node of 4 cpu holds three of them.
    @Test
    void packsThePodsOnFewerNodesOfTheirGroup() {
        four(pods(1, "web", "1300m", "1Gi"));

        var row = rows().get(2);

        assertThat(row.origin()).isEqualTo(Origin.FOUND);
        assertThat(row.nodes()).hasSize(2);
        assertThat(dollars(row)).isEqualTo("$0.40");
        assertThat(bound(row)).isEqualTo("$0.40");
    }

    /// With 1 cpu of a DaemonSet on each node, three pods of 1300m no longer fit on 4 cpu.
    @Test
    void everyNodeHasItsDaemonSetPods() {
        four(pods(1, "web", "1300m", "1Gi"), pods(1, "agent", "1", "1Gi", Owner.DAEMON_SET));

        var row = rows().get(2);

        assertThat(row.nodes()).hasSize(2);
        assertThat(row.nodes())
                .allSatisfy(each ->
                        assertThat(each.node().daemons().asked(Resources.CPU)).isEqualTo(1_000));
        assertThat(replicas(row)).isEqualTo(4);
    }

    /// The pods need 5.2 cpu. 40 % of three nodes of 4 cpu are 4.8: together 10 of 12 cpu. Two
    /// nodes would hold 5.2 and 3.2, but not on 8 cpu.
    @Test
    void everyRowKeepsTheRoomFreeThatItsNodesAskFor() {
        four(pods(1, "web", "1300m", "1Gi"));
        policy = policy.with(keeping(40));

        var rows = rows();

        assertThat(rows.get(2).nodes()).hasSize(3);
        assertThat(room(rows.get(1))).isEqualTo(6_400);
        assertThat(room(rows.get(2))).isBetween(4_800L, 5_600L);
        assertThat(rows.get(3).nodes()).isEqualTo(rows.get(2).nodes());
    }

    @Test
    void keepsToTheMinimumAndTheMaximumOfAGroup() {
        four(pods(1, "web", "1300m", "1Gi"));
        policy = limits("web", 3, 100);

        assertThat(rows().get(2).nodes()).hasSize(3);
        assertThat(bound(rows().get(2))).isEqualTo("$0.60");
    }

    /// A type of twice the size for half the price: 8 cpu hold six pods.
    @Test
    void triesInstanceTypesThatTheGroupDoesNotHave() {
        four(pods(1, "web", "1300m", "1Gi"));
        type("m", "4", "16Gi", "0.2", "0.2");
        type("huge", "16", "64Gi", "0.9", "0.9");
        type("wide", "8", "32Gi", "0.3", "0.3");

        var row = rows().get(3);

        assertThat(row.nodes())
                .singleElement()
                .extracting(each -> each.key().instanceType())
                .isEqualTo("wide");
        assertThat(dollars(row)).isEqualTo("$0.30");
    }

    /// A machine of 4.5 cpu gives 4: no machine gives more than its share, or than the same less.
    @Test
    void newTypesReserveAsMuchAsTheNodesDo() {
        four(pods(1, "web", "1300m", "1Gi"));
        type("m", "4500m", "16Gi", "0.2", "0.2");
        type("exact", "5700m", "16Gi", "0.2", "0.2");

        var found = rows().get(3).nodes();

        assertThat(found).hasSize(2);
        var reserves = Reserves.of(after(), types);
        assertThat(cpu(reserves, "9")).isEqualTo(8_000);
        assertThat(cpu(reserves, "2250m")).isEqualTo(1_750);
    }

    @Test
    void putsPodsThatTolerateASpotTaintOnSpotNodes() {
        var pod = pods(1, "batch", "1300m", "1Gi");
        four(pod);
        type("m", "4", "16Gi", "0.2", "0.05");
        assertThat(rows().get(4).origin()).isEqualTo(Origin.NO_SPOT_PODS);

        onSpot.put(pod.shape(), 3);
        var row = rows().get(4);

        assertThat(dollars(row)).isEqualTo("$0.25");
        assertThat(spot(row)).isEqualTo(3);
        assertThat(bound(row)).isEqualTo("$0.25");
    }

    @Test
    void saysWhyARowHasTheNodesOfTheRowAbove() {
        four(pods(1, "web", "3500m", "1Gi"));

        var rows = rows();

        assertThat(rows.stream().map(SavingsRow::origin))
                .containsExactly(
                        Origin.FOUND,
                        Origin.FOUND,
                        Origin.NOTHING_CHEAPER,
                        Origin.NO_TYPES,
                        Origin.NO_SPOT_PODS);
        assertThat(rows.get(2).nodes()).isEqualTo(rows.get(1).nodes());
    }

    /// Two pods are pending; one more node is bought, and every row below holds all six.
    @Test
    void theRowsBelowThePlanHoldThePodsThatItPlaces() {
        four(pods(2, "web", "1300m", "1Gi"));
        nodes.removeLast();
        pending = List.of(pods(4, "new", "1300m", "1Gi"));

        var rows = rows();

        assertThat(rows.stream().map(SavingsRow::pods)).containsExactly(6, 10, 10, 10, 10);
        assertThat(rows.get(1).nodes()).hasSize(4);
        assertThat(bound(rows.get(0))).isEqualTo("$0.40");
        assertThat(bound(rows.get(1))).isEqualTo("$0.80");
    }

    @Test
    void nodesOfGroupsThatDoNotGrowStay() {
        four(pods(1, "web", "1300m", "1Gi"));
        policy = Policy.DEFAULT.with(Unlisted.HOLD);

        var rows = rows();

        assertThat(rows.get(2).origin()).isEqualTo(Origin.NOTHING_CHEAPER);
        assertThat(bound(rows.get(2))).isEqualTo("$0.80");
    }

    private void four(Pods... pods) {
        for (int i = 1; i <= 4; i++) {
            nodes.add(node("web-" + i, LABELS, "4", "16Gi", pods));
        }
    }

    private void type(String name, String cpu, String memory, String dollars, String spot) {
        types.add(new InstanceType(name, machine(cpu, memory), price(dollars), price(spot)));
    }

    private static Resources machine(String cpu, String memory) {
        return Resources.of(
                new Cpu(Quantity.amount(Resources.CPU, cpu)),
                new Bytes(Quantity.amount(Resources.MEMORY, memory)));
    }

    private static Price price(String dollars) {
        return new Price.Known(Money.dollars(new BigDecimal(dollars)), "a list");
    }

    private static KeptFree keeping(int percent) {
        var usual = SlackPolicy.DEFAULT;
        return new KeptFree.Room(
                new SlackPolicy(
                        usual.reading(),
                        new Rate(Percent.of(percent), Basis.CAPACITY),
                        usual.pieces(),
                        usual.biggest(),
                        List.of(Resources.CPU)));
    }

    private List<SavingsRow> rows() {
        var group = group("web", 100, "0.2").with(nodes.size());
        var cluster = Cluster.of(nodes, pending, List.<Group>of(group));
        var plan = Village.answer(cluster, policy).details();
        var byGroup = new TreeMap<String, List<InstanceType>>();
        byGroup.put("web", types);
        var rows = Savings.rows(plan, plan, new SavingsSeen(byGroup, onSpot));
        assertThat(rows.stream().map(SavingsRow::name)).containsExactly(Name.values());
        return rows;
    }

    private List<PricedNode> after() {
        return rows().getFirst().nodes();
    }

    private static long cpu(Reserves reserves, String cpu) {
        return reserves.allocatable(machine(cpu, "16Gi"), Resources.NONE).asked(Resources.CPU);
    }

    private static String dollars(SavingsRow row) {
        return row.hour().rounded();
    }

    private static String bound(SavingsRow row) {
        return row.bound() instanceof CostBound.Least(var hour, _) ? hour.rounded() : "none";
    }

    private static int replicas(SavingsRow row) {
        int count = 0;
        for (var each : row.nodes()) {
            for (var some : each.node().pods()) {
                count += some.shape().owner() == Owner.REPLICA_SET ? some.count() : 0;
            }
        }
        return count;
    }

    /// The cpu of placeholders.
    private static long room(SavingsRow row) {
        long room = 0;
        for (var each : row.nodes()) {
            for (var some : each.node().pods()) {
                if (Placeholders.areOf(some.shape())) {
                    room += some.count() * some.shape().requests().asked(Resources.CPU);
                }
            }
        }
        return room;
    }

    /// The number of pods on spot nodes.
    private static int spot(SavingsRow row) {
        int spot = 0;
        for (var each : row.nodes()) {
            if (each.key().capacityType().equals("spot")) {
                for (var some : each.node().pods()) {
                    spot += some.count();
                }
            }
        }
        return spot;
    }
}

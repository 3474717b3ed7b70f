package dev.plimsoll.groups;

import static dev.plimsoll.scaling.Village.NOW;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.GroupSpread;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.groups.NodeGroup.NodeOffer;
import dev.plimsoll.groups.NodeGroups.GroupState;
import dev.plimsoll.groups.NodeGroups.Settings;
import dev.plimsoll.groups.NodeGroups.Unlisted;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.WellKnown;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The nodes that a group can get, by instance type and zone.
class NextNodesTest {

    private static final String EKS = "eks.amazonaws.com/nodegroup=web";
    private static final String KARPENTER = WellKnown.KARPENTER_POOL + "=web";

    /// Every node has `type/zone/cpu`.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    pool      | nodes                | offers
                    eks       | x/a/4                | web:4
                    eks       | x/a/4 x/b/4          | web/a:4 web/b:4
                    eks       | x/a/4 y/a/8          | web:4
                    eks       | x/a/4 y/b/8          | web/a:4 web/b:4
                    karpenter | x/a/4 x/b/4          | web/a:4 web/b:4
                    karpenter | x/a/4 y/a/8          | web/x:4 web/y:8
                    karpenter | x/a/4 y/b/8          | web/x/a:4 web/x/b:4 web/y/a:8 web/y/b:8
                    """)
    void offersWhatTheProviderSells(String pool, String nodes, String offers) {
        var group = group(pool.equals("eks") ? EKS : KARPENTER, nodes);

        assertThat(group.offers())
                .extracting(offer -> offer.name() + ":" + cores(offer))
                .containsExactly(offers.split(" ", -1));
    }

    @Test
    void aZoneWithoutNodesOfATypeTakesTheLabelsOfAnother() {
        var a = node("n1", KARPENTER + ",disk=ssd,csi/zone=a," + labels("x/a"), "4", "16Gi");
        var b = node("n2", KARPENTER + ",disk=ssd,csi/zone=b," + labels("y/b"), "8", "16Gi");

        var group = group(List.of(a, b));

        assertThat(group.offer("web/x/b").node().labels())
                .hasToString(
                        "csi/zone=b,disk=ssd,karpenter.sh/nodepool=web,kubernetes.io/hostname=web,"
                                + "node.kubernetes.io/instance-type=x,"
                                + "topology.kubernetes.io/zone=b");
    }

    /// The provider may deliver x or y.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    operator       | values | fits
                    IN             | x      | false
                    IN             | x y    | true
                    NOT_IN         | x      | false
                    NOT_IN         | z      | true
                    EXISTS         |        | true
                    DOES_NOT_EXIST |        | false
                    """)
    void aPodFitsIfEveryTypeTakesIt(Requirement.Operator operator, String values, boolean fits) {
        var group = group(EKS, "x/a/4 y/a/4");
        var types = values == null ? List.<String>of() : List.of(values.split(" ", -1));
        var wish = new Requirement(WellKnown.INSTANCE_TYPE, operator, types);
        var affinity = new Affinity.AnyOf(List.of(new Affinity.Term(List.of(wish), List.of())));
        var shape = pods(1, "p", "1", "1Gi").shape();

        var choosy = shape.with(new Placement(Labels.NONE, affinity, List.of()));

        assertThat(Fit.on(group.offers().getFirst().node(), choosy).fits()).isEqualTo(fits);
    }

    @Test
    void aNodeOfAnyTypeCostsTheMeanOfThoseThatExist() {
        var nodes = nodes(EKS, "x/a/4 x/a/4 y/a/4");
        var cluster = Grouping.of(Cluster.of(nodes, List.of(), List.of()), List.of());
        var priced =
                cluster.group("web")
                        .with(
                                cluster.group("web").variants().stream()
                                        .map(variant -> variant.with(price(variant)))
                                        .toList());

        var group = group(cluster.withGroups(cluster.groups().with("web", priced)));

        assertThat(group.members())
                .extracting(member -> ((Price.Known) member.price()).hour())
                .containsExactly(dollars("0.10"), dollars("0.10"), dollars("0.40"));
        assertThat(group.offers().getFirst().price())
                .isEqualTo(
                        new Price.Known(
                                dollars("0.20"), Price.Source.estimate("the mean of 3 nodes")));
    }

    private static Price price(Variant variant) {
        return new Price.Known(
                dollars(variant.instanceType().equals("x") ? "0.10" : "0.40"), "list");
    }

    private static Money dollars(String amount) {
        return Money.dollars(new BigDecimal(amount));
    }

    @Test
    void namesOfDaemonSetPodsDoNotMatter() {
        var nodes = new ArrayList<Node>();
        for (var zone : List.of("a", "b")) {
            var daemon = pods(1, "cilium-" + zone, "100m", "1Gi", Owner.NODE);
            nodes.add(node("n" + zone, EKS + "," + labels("x/" + zone), "4", "16Gi", daemon));
        }

        assertThat(group(nodes).offers())
                .extracting(offer -> offer.node().asked().asked(Resources.CPU))
                .containsExactly(100L, 100L);
    }

    @Test
    void onlyKarpentersPoolsLeaveTheChoiceToThePlanner() {
        assertThat(group(EKS, "x/a/4").spread()).isEqualTo(GroupSpread.PROVIDER);
        assertThat(group(KARPENTER, "x/a/4").spread()).isEqualTo(GroupSpread.CHOSEN);
    }

    private static NodeGroup group(String pool, String nodes) {
        return group(nodes(pool, nodes));
    }

    private static List<Node> nodes(String pool, String nodes) {
        var all = new ArrayList<Node>();
        for (var each : nodes.split(" ", -1)) {
            var cpu = each.substring(each.lastIndexOf('/') + 1);
            all.add(node("n" + all.size(), pool + "," + labels(each), cpu, "16Gi"));
        }
        return all;
    }

    private static String labels(String typeAndZone) {
        var parts = typeAndZone.split("/", -1);
        return WellKnown.INSTANCE_TYPE + "=" + parts[0] + "," + WellKnown.ZONE + "=" + parts[1];
    }

    private static NodeGroup group(List<Node> nodes) {
        return group(Grouping.of(Cluster.of(nodes, List.of(), List.of()), List.of()));
    }

    private static NodeGroup group(Cluster cluster) {
        var settings = new Settings(new TreeMap<>(), Unlisted.GROW, Duration.ofMinutes(15));
        return new NodeGroups(cluster, settings, new TreeMap<>(), NOW)
                .all().stream().map(GroupState::group).findFirst().orElseThrow();
    }

    private static long cores(NodeOffer offer) {
        return offer.node().allocatable().offered(Resources.CPU) / 1_000;
    }
}

package dev.plimsoll.packing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.AnyObject;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CheapestPackingTest {

    private static final List<String> ZONES = List.of("earth", "mars", "venus");

    @Test
    void takesTheCheapestNodesForAllPods() {
        assertThat(opened("2@2,8@7", "8x950")).isEqualTo("8");
        assertThat(opened("2@2,8@9", "4x950,4x900")).isEqualTo("2 2 2 2");
        assertThat(opened("2@2,8@7", "1x950")).isEqualTo("2");
        assertThat(opened("2@2,8@7", "9x950")).isEqualTo("8 2");
    }

    @Test
    void keepsToWhatCanBeHad() {
        assertThat(opened("8@7*1,2@2", "16x950")).isEqualTo("8 2 2 2 2");
        assertThat(opened("2@2*3", "16x950")).isEqualTo("2 2 2");
    }

    /// A pod of 7 cores against as many small ones as find room in its place.
    @Test
    void placesAsManyPodsAsLimitsAllow() {
        assertThat(left("8@7*1", "1x7000,16x950")).isEqualTo("1x7000,8x950");
        assertThat(left("8@7*2", "1x7000,9x950")).isEqualTo("");
        assertThat(left("8@7*1,2@2*1", "2x7000,3x1500")).isEqualTo("2x7000");
        assertThat(left("8@7*1", "1x9000,1x7000")).isEqualTo("1x9000");
        assertThat(left("8@7*1", "2000000000x950")).isEqualTo("1999999992x950");
    }

    @Test
    void placesPodsOfAHigherPriorityFirst() {
        var pods = all(urgent(10, "1x7000"), pods("8x950"));

        assertThat(left("8@7*1", pods)).isEqualTo("7x950");
    }

    /// Large pods without a place keep neither the room that is there nor the last node from those
    /// behind them.
    @Test
    void goesOnBehindPodsThatFindNoPlace() {
        var pods = all(urgent(10, "2x15000"), all(urgent(5, "8x950"), pods("1x7500")));

        assertThat(left("16@20*1,8@7*1", pods)).isEqualTo("1x15000,1x7500");
        assertThat(left("8@7*1", pods)).isEqualTo("1x7500,2x15000");
    }

    @Test
    void sharesRoomThatIsThereByPriorityToo() {
        var there = List.of(OneOfferPackingTest.node("there", 6_000, "mars"));
        var pods = all(urgent(10, "2x2900"), pods("1x4500,2x5000"));

        var packing = CheapestPacking.cheapest(PackingStart.of(there), List.of(), pods);

        assertThat(text(packing.left())).isEqualTo("1x4500,2x5000");
    }

    /// The room would hold one of the larger pods, but then new nodes come to hold one too.
    @Test
    void givesRoomThatIsThereToThePodsThatFillIt() {
        var there = List.of(OneOfferPackingTest.node("there", 7_000, "mars"));

        var packing =
                CheapestPacking.cheapest(
                        PackingStart.of(there), offers("9@5"), pods("3x4500,3x3500"));

        assertThat(packing.left()).isEmpty();
        assertThat(packing.opened()).hasSize(2);
    }

    /// The last nodes with room for small pods are in two zones, if the large pods are placed
    /// first.
    @Test
    void placesPodsThatAreSpreadOverZonesWhileAllZonesHaveRoom() {
        var there = new ArrayList<Node>();
        for (int i = 0; i < 15; i++) {
            var node = OneOfferPackingTest.node("n" + i, 16_000, ZONES.get(i % 3));
            there.add(node.withAllocatable(node.allocatable().with(Resources.PODS, 110)));
        }
        var anywhere =
                pods("30x3000,26x2000,24x1500,24x1000,6x500").stream()
                        .map(some -> some.as(some.shape().with(Labels.NONE)))
                        .toList();
        var offers =
                ZONES.stream()
                        .map(zone ->
                                new Offer(
                                        zone,
                                        OneOfferPackingTest.node("new-" + zone, 8_000, zone),
                                        new Money(8_000_000_000L),
                                        9))
                        .toList();

        var packing =
                CheapestPacking.cheapest(
                        PackingStart.of(there), offers, all(anywhere, pods("30x1000 zone/1/1")));

        assertThat(packing.left()).isEmpty();
        assertThat(packing.opened()).isEmpty();
    }

    private static List<Pods> urgent(int priority, String text) {
        return pods(text).stream().map(some -> urgent(priority, some)).toList();
    }

    private static Pods urgent(int priority, Pods some) {
        var shape = some.shape();
        var urgent =
                new Shape(
                        shape.namespace(),
                        shape.labels(),
                        shape.requests(),
                        shape.placement(),
                        shape.owner(),
                        priority);
        return new Pods(urgent, some.count(), some.first());
    }

    private static List<Pods> all(List<Pods> some, List<Pods> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    /// A limit on bytes is used up but for one.
    @Test
    void opensNoNodeThatALimitHasNoRoomFor() {
        assertThat(opened("2@2,8@9", "4x1500", quota(64L << 30, 256L << 30, 1))).isEmpty();
    }

    /// The cluster may get two nodes, or a number of cores.
    @Test
    void keepsToWhatOffersShare() {
        assertThat(opened("2@2,8@9", "4x1500", quota(1, 1, 2))).isEqualTo("8");
        assertThat(opened("2@2,8@9", "4x1500", quota(1, 1, 9))).isEqualTo("2 2 2 2");
        assertThat(opened("2@2,8@9", "9x1500", quota(2, 8, 10))).isEqualTo("8 2");
        assertThat(opened("2@2,8@9", "9x1500", quota(2, 8, 7))).isEqualTo("2 2 2");
    }

    /// How much a node of 2 and of 8 cores takes of something, and how much there is.
    private static SharedLimit quota(long small, long large, long left) {
        var takes = new TreeMap<String, Long>();
        takes.put("2", small);
        takes.put("8", large);
        return new SharedLimit(takes, left);
    }

    /// Four pods of 900m a node: what came to one zone lets more into the other.
    @Test
    void fillsNodesWithPodsThatLieEvenlyOnZones() {
        var offers =
                Stream.of("mars", "venus")
                        .map(zone ->
                                new Offer(
                                        zone,
                                        OneOfferPackingTest.node("new-" + zone, 4_000, zone),
                                        new Money(1_000),
                                        1_000))
                        .toList();

        var packing =
                CheapestPacking.cheapest(
                        PackingStart.of(List.of()), offers, pods("80x900 zone/1/1"));

        assertThat(packing.opened()).hasSize(20);
        assertThat(packing.left()).isEmpty();
        Packed.isAccepted(List.of(), packing);
    }

    @Test
    void usesRoomThatIsThereFirst() {
        var there = List.of(offer("8@7").node("there"));

        var packing =
                CheapestPacking.cheapest(
                        PackingStart.of(there), List.of(offer("2@2")), pods("9x950"));

        assertThat(packing.opened()).hasSize(1);
        assertThat(packing.placed().getFirst().node()).isEqualTo("there");
    }

    @Test
    void sharesTheRestAmongNodesThatLonersForce() {
        assertThat(opened("1@1,2@2,4@4,8@8", "4x950 port,12x1000")).isEqualTo("4 4 4 4");
    }

    /// The cores of the new nodes.
    private static String opened(String offers, String pods, SharedLimit... quotas) {
        var packing =
                CheapestPacking.cheapest(
                        PackingStart.of(List.of()),
                        new Supply(offers(offers), List.of(quotas)),
                        pods(pods));
        Packed.isAccepted(List.of(), packing);
        return packing.opened().stream()
                .map(node -> node.offer().name())
                .collect(Collectors.joining(" "));
    }

    /// The pods that find no place.
    private static String left(String offers, String pods) {
        return left(offers, pods(pods));
    }

    private static String left(String offers, List<Pods> pods) {
        var packing = CheapestPacking.cheapest(PackingStart.of(List.of()), offers(offers), pods);
        Packed.isAccepted(List.of(), packing);
        Packed.losesNone(pods, packing);
        return text(packing.left());
    }

    private static String text(List<Pods> pods) {
        return pods.stream()
                .map(some -> some.count() + "x" + some.shape().requests().cpu().millis())
                .sorted()
                .collect(Collectors.joining(","));
    }

    private static List<Offer> offers(String text) {
        return Stream.of(text.split(",", -1)).map(CheapestPackingTest::offer).toList();
    }

    /// Such as `8@7*1`: eight cores for seven dollars, of which one can be had.
    private static Offer offer(String text) {
        var parts = text.split("[@*]", -1);
        int most = parts.length > 2 ? Integer.parseInt(parts[2]) : 1_000;
        var node =
                OneOfferPackingTest.node(
                        "new-" + parts[0], 1_000 * Long.parseLong(parts[0]), "mars");
        var price = new Money(1_000_000_000 * Long.parseLong(parts[1]));
        return new Offer(parts[0], node, price, most);
    }

    private static List<Pods> pods(String text) {
        return OneOfferPackingTest.pods(text);
    }

    @Test
    void everyPackingIsAcceptedAndWhole() {
        Seeds.forOneIn(
                Seeds.few(4, 8),
                random -> {
                    var some = new AnyBacklog(random);

                    var packing =
                            CheapestPacking.cheapest(
                                    PackingStart.of(some.there), some.offers, some.pods);

                    Packed.isAccepted(some.there, packing);
                    Packed.losesNone(some.pods, packing);
                    Packed.keepsLimits(packing);
                });
    }

    @Test
    void isNeverWorseThanOnePass() {
        Seeds.forOneIn(
                Seeds.few(4, 8),
                random -> {
                    var some = new AnyBacklog(random);
                    var start = PackingStart.of(some.there);
                    var once = CheapestPacking.pack(start, Supply.of(some.offers), some.pods);

                    var packing = CheapestPacking.cheapest(start, some.offers, some.pods);

                    assertThat(PriorityPacking.isBetter(once, packing)).isFalse();
                });
    }

    @Test
    void whatOffersShareIsNeverPassed() {
        Seeds.forOneIn(
                Seeds.few(4, 8),
                random -> {
                    var some = new AnyBacklog(random);
                    var takes = new TreeMap<String, Long>();
                    some.offers.forEach(offer -> takes.put(offer.name(), random.nextLong(3)));
                    var quota = new SharedLimit(takes, random.nextLong(9));

                    var packing =
                            CheapestPacking.cheapest(
                                    PackingStart.of(some.there),
                                    new Supply(some.offers, List.of(quota)),
                                    some.pods);

                    Packed.isAccepted(some.there, packing);
                    Packed.losesNone(some.pods, packing);
                    Packed.keepsLimits(packing);
                    assertThat(quota.after(packing).left()).isNotNegative();
                });
    }

    @Test
    void theOrderOfWhatIsGivenDoesNotMatter() {
        Seeds.forOneIn(
                Seeds.few(4, 8),
                random -> {
                    var some = new AnyBacklog(random);
                    var any = new AnyObject(random);

                    var packing =
                            CheapestPacking.cheapest(
                                    PackingStart.of(some.there), some.offers, some.pods);

                    var pods = any.shuffled(some.pods).stream().map(any::copy).toList();
                    assertThat(
                                    CheapestPacking.cheapest(
                                            PackingStart.of(some.there),
                                            any.shuffled(some.offers),
                                            pods))
                            .isEqualTo(packing);
                });
    }
}

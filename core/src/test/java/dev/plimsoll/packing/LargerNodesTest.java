package dev.plimsoll.packing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.AnyObject;
import dev.plimsoll.packing.Packing.Opened;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Large nodes in place of several small ones that cost as much.
class LargerNodesTest {

    @Test
    void putsThePodsOfSmallNodesOnOneLargeNode() {
        var packing = packing(5, offers(2, 8));

        assertThat(names(packing)).containsExactly("large", "small");
        assertThat(packing.left()).isEmpty();
    }

    @Test
    void keepsSmallNodesIfTheLargeOneCostsMore() {
        assertThat(names(packing(5, offers(2, 9))))
                .containsExactly("small", "small", "small", "small", "small");
    }

    @Test
    void opensNoMoreLargeNodesThanThereAre() {
        var small = offers(2, 8).getFirst();
        var large = offers(2, 8).getLast().atMost(1);

        assertThat(names(packing(9, List.of(small, large))))
                .containsExactly("large", "small", "small", "small", "small", "small");
    }

    /// It never leaves more pods nor costs more, and no node is overfull.
    @Test
    void placesTheSamePodsAtNoHigherCost() {
        Seeds.forAtLeast(
                300,
                random -> {
                    var backlog = new AnyBacklog(random);
                    var start = PackingStart.of(backlog.there);
                    var supply = Supply.of(sizes(random));
                    var small = supply.only(supply.offers().subList(0, 1));
                    var before = CheapestPacking.cheapest(start, small, backlog.pods);

                    var after = CheapestPacking.onLargerNodes(start, supply, backlog.pods, before);

                    assertThat(Packing.BY_LEFT.compare(after, before)).isLessThanOrEqualTo(0);
                    assertThat(after.cost()).isLessThanOrEqualTo(before.cost());
                    Packed.losesNone(backlog.pods, after);
                    Packed.keepsLimits(after);
                    Packed.isAccepted(backlog.there, after);
                    return after.opened().size() < before.opened().size();
                });
    }

    /// Nodes of any labels, each twice as large as the one before, at about twice its price.
    private static List<Offer> sizes(RandomGenerator random) {
        var node = new AnyObject(random).node("n");
        var offers = new ArrayList<Offer>();
        for (int size = 1; size <= 8; size *= 2) {
            var room = new TreeMap<String, Long>();
            for (var each : node.allocatable().toMap().entrySet()) {
                room.put(each.getKey(), size * (each.getValue() + 1));
            }
            var price = new Money(10L * size + random.nextInt(2));
            int most = random.nextInt(1, 30);
            offers.add(
                    new Offer("n" + size, node.withAllocatable(Resources.of(room)), price, most));
        }
        return offers;
    }

    /// Nodes of one cpu each, and nodes of four.
    private static List<Offer> offers(long small, long large) {
        return List.of(
                new Offer(
                        "small",
                        OneOfferPackingTest.node("small", 1_000, "mars"),
                        new Money(small),
                        99),
                new Offer(
                        "large",
                        OneOfferPackingTest.node("large", 4_000, "mars"),
                        new Money(large),
                        99));
    }

    /// Each pod is on a small node of its own at first.
    private static Packing packing(int pods, List<Offer> offers) {
        var start = PackingStart.of(List.of());
        var waiting = OneOfferPackingTest.pods(pods + "x950");
        var small = CheapestPacking.cheapest(start, List.of(offers.getFirst()), waiting);
        return CheapestPacking.onLargerNodes(start, Supply.of(offers), waiting, small);
    }

    private static List<String> names(Packing packing) {
        return packing.opened().stream().map(Opened::offer).map(Offer::name).toList();
    }
}

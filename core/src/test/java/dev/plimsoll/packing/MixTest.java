package dev.plimsoll.packing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.AnyObject;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.quantity.Money;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MixTest {

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

    @Test
    void usesRoomThatIsThereFirst() {
        var there = List.of(offer("8@7").node("there"));

        var packing = Mix.cheapest(Ground.of(there), List.of(offer("2@2")), pods("9x950"));

        assertThat(packing.opened()).hasSize(1);
        assertThat(packing.placed().getFirst().node()).isEqualTo("there");
    }

    @Test
    void sharesTheRestAmongNodesThatLonersForce() {
        assertThat(opened("1@1,2@2,4@4,8@8", "4x950 port,12x1000")).isEqualTo("4 4 4 4");
    }

    /// The cores of the new nodes.
    private static String opened(String offers, String pods) {
        var choice = Stream.of(offers.split(",", -1)).map(MixTest::offer).toList();
        var packing = Mix.cheapest(Ground.of(List.of()), choice, pods(pods));
        Packed.isAccepted(List.of(), packing);
        return packing.opened().stream()
                .map(node -> node.offer().name())
                .collect(Collectors.joining(" "));
    }

    /// Such as `8@7*1`: eight cores for seven dollars, of which one can be had.
    private static Offer offer(String text) {
        var parts = text.split("[@*]", -1);
        int most = parts.length > 2 ? Integer.parseInt(parts[2]) : 1_000;
        var node = EstimateTest.node("new-" + parts[0], 1_000 * Long.parseLong(parts[0]), "mars");
        var price = new Money(1_000_000_000 * Long.parseLong(parts[1]));
        return new Offer(parts[0], node, price, most);
    }

    private static List<Pods> pods(String text) {
        return EstimateTest.pods(text);
    }

    @Test
    void everyPackingIsAcceptedAndWhole() {
        Seeds.forAll(random -> {
            var some = new AnyBacklog(random);

            var packing = Mix.cheapest(Ground.of(some.there), some.offers, some.pods);

            Packed.isAccepted(some.there, packing);
            Packed.losesNone(some.pods, packing);
            Packed.keepsLimits(packing);
        });
    }

    @Test
    void theOrderOfWhatIsGivenDoesNotMatter() {
        Seeds.forAll(random -> {
            var some = new AnyBacklog(random);
            var any = new AnyObject(random);

            var packing = Mix.cheapest(Ground.of(some.there), some.offers, some.pods);

            var pods = any.shuffled(some.pods).stream().map(any::copy).toList();
            assertThat(Mix.cheapest(Ground.of(some.there), any.shuffled(some.offers), pods))
                    .isEqualTo(packing);
        });
    }
}

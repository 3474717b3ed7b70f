package dev.plimsoll.packing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.AnyObject;
import org.junit.jupiter.api.Test;

class MixTest {

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

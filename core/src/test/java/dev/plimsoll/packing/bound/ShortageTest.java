package dev.plimsoll.packing.bound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortageTest {

    /// Choices are lists of offers, each of which is a pool of its own.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    case                      | choices     | asked | held  | short
                    enough                    | 0 / 0,1     | 2 3   | 3 2   | -
                    exactly enough            | 0 / 0,1     | 3 2   | 3 2   | -
                    one has no other choice   | 0 / 0,1     | 4 1   | 3 5   | 0
                    all ask for too much      | 0 / 0,1     | 3 3   | 3 2   | 0 1
                    taken back for another    | 0,1 / 1,2   | 4 2   | 2 2 2 | -
                    two shortages, one enough | 0 / 1 / 2   | 2 2 2 | 1 1 2 | 0 1
                    nothing is held           | 0 / 0,1     | 0 1   | 0 0   | 1
                    without end               | 0 / 0,1     | 9 9   | 9 *   | -
                    """)
    void knowsWhoAsksForTooMuch(
            String name, String choices, String asked, String held, String shorts) {
        var all = Arrays.stream(choices.split(" / ", -1)).map(ShortageTest::bits).toList();
        var amounts = numbers(held);

        assertThat(
                        find(
                                all,
                                Arrays.stream(numbers(asked)).mapToLong(a -> (long) a).toArray(),
                                amounts))
                .containsExactly(
                        shorts.equals("-")
                                ? new int[0]
                                : Arrays.stream(numbers(shorts)).mapToInt(a -> (int) a).toArray());
    }

    /// Hall's condition, for every set of choices.
    @Test
    void nobodyAsksForMoreAboveWhatIsHeld() {
        Seeds.forAll(random -> {
            int offers = random.nextInt(1, 6);
            var choices = anyChoices(random, offers);
            var asked = choices.stream().mapToLong(_ -> random.nextLong(9)).toArray();
            var held = random.doubles(offers, 0, 9).map(Math::floor).toArray();
            double most =
                    IntStream.range(0, 1 << choices.size())
                            .mapToDouble(some -> excess(choices, asked, held, bitsOf(some)))
                            .max()
                            .orElseThrow();

            var found = find(choices, asked, held);

            assertThat(excess(choices, asked, held, found)).isEqualTo(most);
            assertThat(found.length > 0).isEqualTo(most > 0);
        });
    }

    private static int[] find(List<BitSet> choices, long[] asked, double[] held) {
        var pools = new Pools(choices, held.length);
        var pooled = new double[pools.size()];
        for (int offer = 0; offer < held.length; offer++) {
            if (pools.ofOffer[offer] != Pools.NONE) {
                pooled[pools.ofOffer[offer]] += held[offer];
            }
        }
        return Shortage.find(pools, asked, pooled);
    }

    /// What some choices ask for above what all their offers hold.
    private static double excess(List<BitSet> choices, long[] asked, double[] held, int[] some) {
        var offers = new BitSet();
        Arrays.stream(some).forEach(choice -> offers.or(choices.get(choice)));
        return Arrays.stream(some).mapToLong(choice -> asked[choice]).sum()
                - offers.stream().mapToDouble(offer -> held[offer]).sum();
    }

    private static List<BitSet> anyChoices(RandomGenerator random, int offers) {
        var choices = new ArrayList<BitSet>();
        for (int i = random.nextInt(1, 7); i > 0; i--) {
            choices.add(BitSet.valueOf(new long[] {random.nextLong(1, 1L << offers)}));
        }
        return choices;
    }

    private static int[] bitsOf(int number) {
        return BitSet.valueOf(new long[] {number}).stream().toArray();
    }

    private static BitSet bits(String numbers) {
        var bits = new BitSet();
        Arrays.stream(numbers.split(",", -1)).map(Integer::parseInt).forEach(bits::set);
        return bits;
    }

    private static double[] numbers(String text) {
        return Arrays.stream(text.split(" ", -1))
                .map(word -> word.equals("*") ? "Infinity" : word)
                .mapToDouble(Double::parseDouble)
                .toArray();
    }
}

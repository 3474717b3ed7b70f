package dev.plimsoll.packing.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.plimsoll.packing.bound.Market.Apart;
import dev.plimsoll.packing.bound.Market.Need;
import dev.plimsoll.packing.bound.Market.Offer;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundTest {

    /// Offers are `cents cores GiB [most]`, needs `count cores GiB [offers]`; a GiB is free to ask
    /// for where it says 0.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    case                        | offers                  | needs                          | cents
                    nothing to place            | 10 4 8                  | -                              | 0
                    whole nodes                 | 10 4 8                  | 9 1 0                          | 30
                    exactly full                | 10 4 8                  | 8 1 0                          | 20
                    the scarcer resource        | 10 4 8                  | 9 1 4                          | 50
                    what is left holds nothing  | 10 4 8                  | 6 3 0                          | 60
                    cheaper by the core         | 10 4 8 / 15 8 16        | 32 1 0                         | 60
                    a mix of two                | 10 4 4 / 10 2 16        | 12 1 0 / 6 0 4                 | 40
                    too large for the cheap one | 10 4 8 / 30 8 16        | 2 5 0                          | 60
                    no choice                   | 10 4 8 / 30 4 8         | 8 1 0 1                        | 60
                    one of each                 | 10 4 8 / 30 4 8         | 8 1 0 1 / 8 1 0 0              | 80
                    small ones beside large     | 10 4 8 / 30 8 16        | 2 5 0 / 6 1 0                  | 60
                    more than beside            | 10 4 8 / 30 8 16        | 2 5 0 / 7 1 0                  | 70
                    overlapping choices         | 20 4 8 / 10 4 8 2 / 20 4 8 | 8 1 0 0,1 / 8 1 0 1,2       | 60
                    a limit                     | 10 4 8 2 / 30 4 8       | 16 1 0                         | 80
                    room that is there          | 0 4 8 3 / 30 4 8        | 16 1 0                         | 30
                    room for all                | 0 4 8 3 / 30 4 8        | 12 1 0                         | 0
                    room for others             | 0 4 8 9 / 30 4 8        | 4 1 0 1 / 9 1 0                | 30
                    nodes alike are one lot     | 0 4 8 1 / 0 3 8 1 / 30 4 8 | 9 1 0                       | 30
                    for nothing without end     | 0 4 8 * / 30 4 8        | 99 1 0                         | 0
                    """)
    void knowsTheLeastCost(String name, String offers, String needs, long cents) {
        var bound = (Bound.Proven) Bound.of(market(offers, needs));

        assertThat(bound.hour()).isEqualTo(cents(cents));
        assertThat(bound.leftOut()).isZero();
    }

    /// Fractions of nodes alone would give the second column.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    case                       | fractions | whole | offers                       | needs
                    one small pod              |         3 |    11 | 11 4 8 / 13 4 8              | 1 1 0
                    the cheapest that holds it |        10 |    11 | 5 2 4 / 11 4 8 / 19 6 12     | 1 3 0
                    as many as the pods fill   |        15 |    16 | 10 4 8 / 6 2 4 / 99 1 1      | 3 2 0
                    room for one of two        |         6 |    11 | 0 1 8 1 / 11 4 8 / 13 4 8    | 1 1 0 / 1 2 0
                    room that is too small     |         6 |    11 | 0 3 8 1 / 11 8 16 / 13 8 16  | 1 4 0
                    room for each alone        |         3 |     3 | 0 1 8 1 / 11 4 8 / 13 4 8    | 2 1 0
                    no offer in common         |         6 |    24 | 11 4 8 / 13 4 8              | 1 1 0 0 / 1 1 0 1
                    """)
    void knowsThatNodesAreWhole(
            String name, long fractions, long whole, String offers, String needs) {
        var market = market(offers, needs);

        assertThat(((Bound.Proven) Bound.of(market)).hour()).isEqualTo(cents(fractions));
        assertThat(((Bound.Proven) Bound.ofWholeNodes(market)).hour()).isEqualTo(cents(whole));
    }

    @Test
    void countsPodSlots() {
        var each = cores(64, 256).with(Resources.PODS, 10);
        var offer = new Offer("small", cents(10), each, Market.UNLIMITED);

        assertThat(Bound.of(new Market(List.of(offer), List.of(need("95 1 0", 1)), List.of())))
                .extracting(bound -> ((Bound.Proven) bound).hour())
                .isEqualTo(cents(100));
    }

    @Test
    void keepsPodsApart() {
        var market = market("10 4 8 / 15 8 16", "3 1 0 / 2 1 1 / 4 1 2");
        var two = new Market(market.offers(), market.needs(), List.of(new Apart(bits(0, 1), 1)));

        assertThat(((Bound.Proven) Bound.of(market)).hour()).isEqualTo(cents(20));
        assertThat(((Bound.Proven) Bound.of(two)).hour()).isEqualTo(cents(50));
    }

    @Test
    void leavesOutWhatNoOfferCanTake() {
        var bound = Bound.of(market("10 4 8", "4 1 0 / 7 5 0 / 2 1 9"));

        assertThat(bound).isInstanceOf(Bound.Proven.class);
        assertThat(((Bound.Proven) bound).hour()).isEqualTo(cents(10));
        assertThat(((Bound.Proven) bound).leftOut()).isEqualTo(9);
    }

    /// 4,090 thousandths of a core have as many bits as 4,000: a lot alone does not tell.
    @Test
    void leavesOutWhatNoNodeOfALotCanTake() {
        var more = Resources.of(new Cpu(4_090), Bytes.gibibytes(1));
        var market = market("0 4 8 1 / 30 2 8", "1 1 0");
        var needs = List.of(market.needs().getFirst(), new Need(more, 3, bits(0, 1)));

        assertThat(Bound.of(new Market(market.offers(), needs, List.of())))
                .isEqualTo(new Bound.Proven(Money.NONE, List.of(), 3));
    }

    @Test
    void saysWhatIsShortWhereThereIsNoPlacement() {
        var bound = Bound.of(market("10 4 8 2 / 30 4 8", "9 1 0 0 / 99 1 0 1"));

        assertThat(bound)
                .isEqualTo(
                        new Bound.Impossible(
                                "cpu",
                                BigInteger.valueOf(9_000),
                                BigInteger.valueOf(8_000),
                                List.of("offer-00")));
    }

    /// Two types that are sold at 3 cents a core and 1 cent a GiB.
    @Test
    void tellsWhatACoreAndAGibibyteAreWorth() {
        var bound = (Bound.Proven) Bound.of(market("16 4 4 / 22 2 16", "600 1 0 / 300 0 4"));

        assertThat(bound.hour()).isEqualTo(cents(3_000));
        assertThat(bound.duals())
                .extracting(Dual::measure, Dual::hour, Dual::offers)
                .containsExactly(
                        tuple("cpu", cents(3), List.of("offer-00", "offer-01")),
                        tuple("memory", cents(1), List.of("offer-00", "offer-01")));
    }

    @Test
    void refusesNeedsForOffersThatAreNotThere() {
        assertThatThrownBy(() -> market("10 4 8", "1 1 0 1"))
                .hasMessage("there are 1 offers, got a need for number 1");
    }

    static Market market(String offers, String needs) {
        var all = new ArrayList<Offer>();
        for (var offer : offers.split(" / ", -1)) {
            all.add(offer("offer-%02d".formatted(all.size()), offer.split(" ", -1)));
        }
        var wanted =
                needs.equals("-")
                        ? List.<Need>of()
                        : Arrays.stream(needs.split(" / ", -1))
                                .map(need -> need(need, all.size()))
                                .toList();
        return new Market(all, wanted, List.of());
    }

    /// Without a price there is as many as it says, with one no limit unless it says so.
    private static Offer offer(String name, String[] words) {
        var most = words.length == 3 ? "*" : words[3];
        return new Offer(
                name,
                cents(Long.parseLong(words[0])),
                cores(Long.parseLong(words[1]), Long.parseLong(words[2])),
                most.equals("*") ? Market.UNLIMITED : Long.parseLong(most));
    }

    private static Need need(String text, int offers) {
        var words = text.split(" ", -1);
        var choice = new BitSet();
        if (words.length == 3) {
            choice.set(0, offers);
        } else {
            Arrays.stream(words[3].split(",", -1)).map(Integer::parseInt).forEach(choice::set);
        }
        return new Need(
                cores(Long.parseLong(words[1]), Long.parseLong(words[2])),
                Long.parseLong(words[0]),
                choice);
    }

    private static BitSet bits(int... numbers) {
        var bits = new BitSet();
        Arrays.stream(numbers).forEach(bits::set);
        return bits;
    }

    private static Resources cores(long cores, long gibibytes) {
        return Resources.of(Cpu.cores(cores), Bytes.gibibytes(gibibytes));
    }

    private static Money cents(long cents) {
        return new Money(cents * 10_000_000);
    }
}

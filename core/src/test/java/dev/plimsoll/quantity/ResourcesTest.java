package dev.plimsoll.quantity;

import static dev.plimsoll.quantity.Resources.CPU;
import static dev.plimsoll.quantity.Resources.MEMORY;
import static dev.plimsoll.quantity.Resources.PODS;
import static dev.plimsoll.quantity.Resources.STORAGE;
import static dev.plimsoll.quantity.Resources.UNLIMITED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.Seeds;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ResourcesTest {

    private static final String GPU = "nvidia.com/gpu";
    private static final List<String> NAMES = List.of(CPU, STORAGE, MEMORY, GPU, PODS);

    @Test
    void whatIsAbsentIsNotAskedFor() {
        assertThat(NAMES).allSatisfy(name -> assertThat(Resources.NONE.asked(name)).isZero());
        assertThat(Resources.NONE.cpu()).isEqualTo(Cpu.NONE);
        assertThat(Resources.NONE.memory()).isEqualTo(Bytes.NONE);
    }

    @Test
    void whatIsAbsentIsOfferedWithoutLimitIfEveryNodeHasIt() {
        assertThat(List.of(CPU, MEMORY, STORAGE, PODS))
                .allSatisfy(name -> assertThat(Resources.NONE.offered(name)).isEqualTo(UNLIMITED));
        assertThat(Resources.NONE.offered(GPU)).isZero();
        assertThat(Resources.NONE.offered("hugepages-2Mi")).isZero();
    }

    @Test
    void zeroIsALimitAndAbsentIsNone() {
        var none = Resources.of(Cpu.NONE, Bytes.NONE);

        assertThat(none.offered(CPU)).isZero();
        assertThat(none.has(CPU)).isTrue();
        assertThat(none.has(GPU)).isFalse();
        assertThat(none).isNotEqualTo(Resources.NONE);
    }

    @Test
    void namesAreInOrderWhateverOrderTheyWereGivenIn() {
        var resources = Resources.NONE.with(PODS, 110).with(CPU, 4_000).with(GPU, 1).with(CPU, 500);

        assertThat(resources.names()).containsExactly(CPU, GPU, PODS);
        assertThat(resources).hasToString("cpu=500m nvidia.com/gpu=1 pods=110");
        assertThat(resources.toMap()).containsEntry(CPU, 500L).hasSize(3);
    }

    @Test
    void addsUpWhatEitherNames() {
        Seeds.forAll(random -> {
            var one = any(random);
            var other = any(random);

            var sum = one.plus(other);
            var most = one.max(other);

            assertThat(sum).isEqualTo(other.plus(one)).hasSameHashCodeAs(other.plus(one));
            assertThat(most).isEqualTo(other.max(one));
            assertThat(one.plus(Resources.NONE)).isEqualTo(one);
            assertThat(one.times(3)).isEqualTo(one.plus(one).plus(one));
            for (var name : NAMES) {
                assertThat(sum.asked(name)).isEqualTo(one.asked(name) + other.asked(name));
                assertThat(most.asked(name))
                        .isEqualTo(Math.max(one.asked(name), other.asked(name)));
            }
        });
    }

    @Test
    void leavesNeverLessThanNothing() {
        Seeds.forAll(random -> {
            var capacity = any(random);
            var taken = any(random);

            var left = capacity.less(taken);

            assertThat(left.names()).isEqualTo(capacity.names());
            for (var name : NAMES) {
                long offered = capacity.offered(name);
                long wanted = offered == UNLIMITED ? 0 : taken.asked(name);
                assertThat(left.offered(name)).isEqualTo(Math.max(0, offered - wanted));
            }
        });
    }

    @Test
    void fitsExactlyIfEveryAmountAskedForIsOffered() {
        Seeds.forAll(random -> {
            var asked = any(random);
            var capacity = any(random);

            boolean each =
                    NAMES.stream().allMatch(name -> asked.asked(name) <= capacity.offered(name));

            assertThat(asked.fitsIn(capacity)).isEqualTo(each);
            assertThat(asked.fitsIn(asked)).isTrue();
            assertThat(asked.fitsIn(asked.plus(capacity.less(Resources.NONE)))).isTrue();
            assertThat(Resources.NONE.fitsIn(capacity)).isTrue();
        });
    }

    @Test
    void fitsOnTheEdgeAndNotOneBeyondForEachResource() {
        for (var name : NAMES) {
            var capacity = Resources.NONE.with(name, 10);

            assertThat(Resources.NONE.with(name, 9).fitsIn(capacity)).isTrue();
            assertThat(Resources.NONE.with(name, 10).fitsIn(capacity)).isTrue();
            assertThat(Resources.NONE.with(name, 11).fitsIn(capacity)).isFalse();
        }
    }

    @Test
    void throwsInsteadOfWrappingAround() {
        var large = Resources.of(new Cpu(Long.MAX_VALUE), new Bytes(1));

        assertThatThrownBy(() -> large.plus(large)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> large.times(2)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> large.plus(Resources.NONE.with(CPU, 1)))
                .isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> Cpu.cores(Long.MAX_VALUE)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> Bytes.gibibytes(1L << 33)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> Bytes.mebibytes(1L << 43)).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void isWrittenInTheUnitsOfEachResource() {
        assertThat(Resources.of(new Cpu(1_500), Bytes.gibibytes(4)))
                .hasToString("cpu=1500m memory=4Gi");
        assertThat(Cpu.cores(2)).hasToString("2");
        assertThat(Bytes.mebibytes(1_536)).hasToString("1536Mi");
        assertThat(Resources.NONE).hasToString("");
        assertThat(Resources.NONE.isEmpty()).isTrue();
    }

    private static Resources any(RandomGenerator random) {
        var amounts = new TreeMap<String, Long>();
        for (var name : NAMES) {
            if (random.nextBoolean()) {
                amounts.put(name, random.nextLong(0, 6));
            }
        }
        return Resources.of(amounts);
    }
}

package dev.plimsoll.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.Seeds;
import dev.plimsoll.collection.Hash;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeriodOrderTest {

    @Test
    void givesEveryClusterItsQuotaAtEveryRung() {
        Seeds.forAll(random -> {
            var weights = anyWeights(random);
            int period = Arrays.stream(weights).sum();

            var counts = new int[weights.length];
            int rungs = 0;
            for (int cluster : clusters(weights, random.nextLong())) {
                counts[cluster]++;
                rungs++;
                for (int i = 0; i < weights.length; i++) {
                    assertThat(counts[i])
                            .isBetween(
                                    Math.floorDiv(rungs * weights[i], period),
                                    Math.ceilDiv(rungs * weights[i], period));
                }
            }

            assertThat(counts).isEqualTo(weights);
        });
    }

    /// The mean over many workloads at every rung is the quota.
    @ParameterizedTest
    @ValueSource(strings = {"2:1:1:1", "17:11:6", "3:2:1", "7:5:3:1:1", "10:1:1"})
    void isFairAtEveryRung(String text) {
        var weights = Arrays.stream(OneWorkload.longs(text)).mapToInt(each -> (int) each).toArray();
        int period = Arrays.stream(weights).sum();
        int workloads = 10_000;
        var sums = new int[period + 1][weights.length];
        for (int uid = 0; uid < workloads; uid++) {
            var counts = new int[weights.length];
            int rungs = 0;
            for (int cluster : clusters(weights, uid)) {
                counts[cluster]++;
                rungs++;
                for (int i = 0; i < weights.length; i++) {
                    sums[rungs][i] += counts[i];
                }
            }
        }

        for (int rungs = 1; rungs <= period; rungs++) {
            for (int i = 0; i < weights.length; i++) {
                assertThat((double) sums[rungs][i] / workloads)
                        .isCloseTo((double) rungs * weights[i] / period, within(0.02));
            }
        }
    }

    private static int[] clusters(int[] weights, long uid) {
        return new PeriodOrder(weights, new Hash("workload-" + uid, 0).dice()).clusters();
    }

    private static int[] anyWeights(SplittableRandom random) {
        return random.ints(random.nextInt(1, 8), 1, 12).toArray();
    }
}

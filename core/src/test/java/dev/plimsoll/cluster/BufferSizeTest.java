package dev.plimsoll.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Count;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Resources;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BufferSizeTest {

    /// Cluster Autoscaler's own test cases: one placeholder requests 1 cpu.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    replicas | percentage | workload | cpu limit | placeholders
                    5        |            |          |           | 5
                    0        |            |          |           | 0
                             | 200        | 10       |           | 20
                             | 33         | 10       |           | 4
                             | 0          | 10       |           | 0
                             | 33         | 0        |           | 0
                    25       | 200        | 10       |           | 25
                    15       | 200        | 10       |           | 20
                    25       |            |          | 20        | 20
                    15       |            |          | 20        | 15
                             | 250        | 10       | 20        | 20
                             |            |          | 20        | 20
                             |            |          |           |
                             | 50         |          |           |
                    """)
    void asksForTheLargerNumberWithinTheLimits(
            @Nullable Integer replicas,
            @Nullable Integer percentage,
            @Nullable Integer workload,
            @Nullable Integer cpuLimit,
            @Nullable Integer placeholders) {
        var limits =
                cpuLimit == null ? Resources.NONE : Resources.NONE.with("cpu", 1_000L * cpuLimit);
        var size = new BufferSize(count(replicas), count(percentage), limits);

        assertThat(size.placeholders(Resources.NONE.with("cpu", 1_000), count(workload)))
                .isEqualTo(count(placeholders));
    }

    @Test
    void countsByTheScarcestLimit() {
        var each = Resources.of(new Cpu(100), Bytes.mebibytes(200));
        var limits = Resources.of(Cpu.cores(2), Bytes.mebibytes(2_000));

        assertThat(
                        new BufferSize(Count.unknown(), Count.unknown(), limits)
                                .placeholders(each, Count.unknown()))
                .isEqualTo(Count.of(10));
    }

    /// Limits on nothing that it requests say nothing, so the object is a mistake.
    @Test
    void needsALimitOnWhatItRequests() {
        var limits = Resources.NONE.with("nvidia.com/gpu", 4);

        assertThat(
                        new BufferSize(Count.of(5), Count.unknown(), limits)
                                .placeholders(Resources.NONE.with("cpu", 1_000), Count.unknown()))
                .isEqualTo(Count.unknown());
    }

    private static Count count(@Nullable Integer number) {
        return number == null ? Count.unknown() : Count.of(number);
    }
}

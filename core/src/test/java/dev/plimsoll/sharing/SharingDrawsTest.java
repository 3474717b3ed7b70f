package dev.plimsoll.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Chi-square over 100,000 workloads, at a level of one in a million.
@Tag("long")
class SharingDrawsTest {

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    weights              | replicas | limit
                    2:1:1:1              | 6        | 30.7
                    2:1:1:1              | 1        | 30.7
                    17:11:6              | 1        | 27.7
                    1:1:1                | 1        | 27.7
                    1:1:1:1:1:1:1:1:1:1  | 11       | 45.1
                    3:2:1                | 1        | 27.7
                    7:5:3:1:1            | 1        | 33.4
                    1009:503:251:127:61  | 1        | 33.4
                    """)
    void drawsByTheExactRemainders(String weights, int replicas, double limit) {
        assertThat(SharingLawsTest.chiSquare(weights, replicas, 100_000)).isLessThan(limit);
    }
}

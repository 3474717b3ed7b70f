package dev.plimsoll.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CurveTest {

    /// 0 at midnight, 40 more each hour.
    private static final Curve RAMP =
            new Curve(IntStream.range(0, 24).map(hour -> 40 * hour).boxed().toList());

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            textBlock =
                    """
                    moment,               share
                    2026-03-02T00:00:00Z, 0
                    2026-03-02T00:01:00Z, 0
                    2026-03-02T00:02:59Z, 1
                    2026-03-02T01:00:00Z, 40
                    2026-03-02T01:30:00Z, 60
                    2026-03-02T23:00:00Z, 920
                    2026-03-02T23:30:00Z, 460
                    1969-12-31T23:30:00Z, 460
                    """)
    void isAStraightLineBetweenFullHours(Instant moment, int share) {
        assertThat(RAMP.at(moment)).isEqualTo(share);
    }

    @Test
    void hasAShareForEachHour() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Curve(List.of(1, 2)))
                .withMessage("a day has 24 hours, got 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Curve(Collections.nCopies(24, 1001)))
                .withMessageStartingWith("a share is between 0 and 1000, got [1001, ");
    }
}

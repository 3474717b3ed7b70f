package dev.plimsoll.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// Pauses after failures.
class BackOffTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration FIRST = Duration.ofMinutes(20);
    private static final Duration LONGEST = Duration.ofDays(1);

    @Test
    void waitsTwiceAsLongAfterEachFailureUpToTheLongestPause() {
        var table =
                """
                failure | minutes | counted
                1       | 20      | 1
                2       | 40      | 2
                3       | 80      | 3
                4       | 160     | 4
                5       | 320     | 5
                6       | 640     | 6
                7       | 1280    | 7
                8       | 1440    | 8
                9       | 1440    | 8
                30      | 1440    | 8
                """;
        for (var row : table.lines().skip(1).toList()) {
            var cells = row.split("\\|", -1);

            var backOff = failed(Integer.parseInt(cells[0].strip()));

            assertThat(minutes(backOff)).as(row).isEqualTo(Long.parseLong(cells[1].strip()));
            assertThat(backOff.failures()).as(row).isEqualTo(Integer.parseInt(cells[2].strip()));
        }
    }

    /// The next pause is half as long for each success, up to the rounding of the longest one.
    @Test
    void forgetsOneFailureWithEachSuccessHoweverManyThereWere() {
        var table =
                """
                failures | successes | minutes of the next pause
                30       | 0         | 1440
                30       | 1         | 1440
                30       | 2         | 1280
                30       | 3         | 640
                30       | 4         | 320
                30       | 7         | 40
                30       | 8         | 20
                30       | 9         | 20
                3        | 1         | 80
                3        | 2         | 40
                3        | 3         | 20
                1        | 1         | 20
                """;
        for (var row : table.lines().skip(1).toList()) {
            var cells = row.split("\\|", -1);
            var backOff = failed(Integer.parseInt(cells[0].strip()));
            for (int i = Integer.parseInt(cells[1].strip()); i > 0; i--) {
                backOff = backOff.succeeded(NOW);
            }

            assertThat(minutes(backOff.failed(NOW, FIRST, LONGEST)))
                    .as(row)
                    .isEqualTo(Long.parseLong(cells[2].strip()));
        }
        assertThat(failed(30).succeeded(NOW).isNone()).isFalse();
        assertThat(failed(1).succeeded(NOW)).isEqualTo(BackOff.NONE);
    }

    @Test
    void aSuccessEndsNoPauseThatLasts() {
        var until = failed(3).until();

        assertThat(failed(3).succeeded(NOW.plusSeconds(60)).until()).isEqualTo(until);
    }

    private static BackOff failed(int times) {
        var backOff = BackOff.NONE;
        for (int i = 0; i < times; i++) {
            backOff = backOff.failed(NOW, FIRST, LONGEST);
        }
        return backOff;
    }

    private static long minutes(BackOff backOff) {
        return Duration.between(NOW, backOff.until()).toMinutes();
    }
}

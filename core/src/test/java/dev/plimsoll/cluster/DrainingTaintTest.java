package dev.plimsoll.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.NodeState.Draining;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DrainingTaintTest {

    @ParameterizedTest
    @CsvSource({
        "UNKNOWN, 1767225600",
        "LOW_UTILISATION, 1767225600_low-utilisation",
        "ABOVE_MAX, 1767225600_above-max"
    })
    void saysSinceWhenAndWhyANodeDrains(DrainCause why, String value) {
        var draining = new Draining(Instant.parse("2026-01-01T00:00:00Z"), why);

        assertThat(DrainingTaint.value(draining)).isEqualTo(value);
        assertThat(DrainingTaint.state(value)).isEqualTo(draining);
    }

    /// A taint has no fractions of seconds, and Kubernetes takes only some characters in its value.
    @Test
    void readsEveryValueThatItWrites() {
        Seeds.forAll(random -> {
            var since = Instant.ofEpochSecond(random.nextLong(1L << 34));
            var causes = DrainCause.values();
            var draining = new Draining(since, causes[random.nextInt(causes.length)]);

            var value = DrainingTaint.value(draining);

            assertThat(DrainingTaint.state(value)).isEqualTo(draining);
            assertThat(DrainingTaint.value(new Draining(since.plusMillis(1), draining.why())))
                    .isEqualTo(value);
            assertThat(value).matches("[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?");
        });
    }

    @Test
    void keepsTheTimeOfACauseThatItDoesNotKnow() {
        assertThat(DrainingTaint.state("1767225600_better-weather"))
                .isEqualTo(new Draining(Instant.parse("2026-01-01T00:00:00Z")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "-1", "9999999999999", "1767225600_", "1767225600 spot"})
    void leavesANodeAloneWhoseTaintSomebodyElseWrote(String value) {
        assertThat(DrainingTaint.state(value)).isEqualTo(new NodeState.Cordoned());
    }
}

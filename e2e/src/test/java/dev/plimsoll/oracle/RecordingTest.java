package dev.plimsoll.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import org.junit.jupiter.api.Test;

/// Compares our fit with the recorded verdicts of kube-scheduler.
class RecordingTest {

    @Test
    void agreesWithTheRecordedScheduler() {
        var comparison = new Comparison();

        Recording.forOneIn(Seeds.few(4, 1), comparison::add);

        assertThat(comparison.differences()).extracting(Comparison.Difference::told).isEmpty();
        assertThat(comparison.unknown() * 100).isLessThanOrEqualTo(comparison.nodes());
    }
}

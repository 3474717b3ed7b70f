package dev.plimsoll.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Our fit against what kube-scheduler said when the verdicts were recorded.
class RecordingTest {

    @Test
    void agreesWithTheRecordedScheduler() {
        var comparison = new Comparison();

        Recording.forEach(comparison::add);

        assertThat(comparison.differences()).extracting(Comparison.Difference::told).isEmpty();
        assertThat(comparison.unknown() * 100).isLessThanOrEqualTo(comparison.nodes());
    }
}

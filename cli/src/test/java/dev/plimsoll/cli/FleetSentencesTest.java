package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.simulator.fleet.Score;
import java.util.List;
import org.junit.jupiter.api.Test;

class FleetSentencesTest {

    /// Ours moves more than both others, and has the worst bias between theirs.
    @Test
    void comparesOurRowWithTheOthersEvenIfItIsNotTheBest() {
        var first =
                List.of(
                        score("plimsoll sticky", 0, 0.2, 0, 0),
                        score("ordered", 0, 0.1, 0, 0),
                        score("Karmada", 0, 0.3, 10, 0));
        var change =
                List.of(
                        score("plimsoll sticky", 1.5, 0.1, 0, 0),
                        score("ordered", 0.5, 0.1, 0, 7),
                        score("Karmada", 1, 0.2, 2, 7));

        var sentences = new FleetSentences(List.of(first, change), List.of(change)).all();

        assertThat(sentences)
                .containsExactly(
                        "plimsoll sticky over all courses:"
                                + " 1.500 replicas moved per change (others 0.500 to 1.000),"
                                + " 0.20 worst bias (others 0.10 to 0.30),"
                                + " 0.0% quota violations (others 0.0 to 60.0),"
                                + " 0 replicas beyond room (others 7)");
    }

    private static Score score(
            String name, double moved, double worstBias, int violations, long beyondRoom) {
        return new Score(name, moved, List.of(0.0), worstBias, 10, violations, beyondRoom);
    }
}

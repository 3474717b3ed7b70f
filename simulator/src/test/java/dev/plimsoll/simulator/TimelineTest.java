package dev.plimsoll.simulator;

import static dev.plimsoll.simulator.Village.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class TimelineTest {

    private final Timeline timeline = new Timeline(NOON);
    private final ArrayList<String> played = new ArrayList<>();

    @Test
    void playsByMomentThenInTheOrderPlanned() {
        plan(2, "c");
        plan(1, "a");
        plan(1, "b");

        while (timeline.playNext(NOON.plusSeconds(2))) {
            played.add(timeline.now().toString());
        }

        assertThat(played)
                .containsExactly(
                        "a",
                        "2026-03-02T12:00:01Z",
                        "b",
                        "2026-03-02T12:00:01Z",
                        "c",
                        "2026-03-02T12:00:02Z");
    }

    @Test
    void leavesLaterEventsForLater() {
        plan(3, "later");

        boolean any = timeline.playNext(NOON.plusSeconds(2));

        assertThat(any).isFalse();
        assertThat(played).isEmpty();
        assertThat(timeline.now()).isEqualTo(NOON.plusSeconds(2));
    }

    @Test
    void timeDoesNotGoBack() {
        timeline.playNext(NOON.plusSeconds(2));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> timeline.playNext(NOON))
                .withMessage("it is 2026-03-02T12:00:02Z, past 2026-03-02T12:00:00Z");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> timeline.at(NOON, () -> {}))
                .withMessage("it is 2026-03-02T12:00:02Z, too late for 2026-03-02T12:00:00Z");
    }

    private void plan(int seconds, String name) {
        timeline.after(Duration.ofSeconds(seconds), () -> played.add(name));
    }
}

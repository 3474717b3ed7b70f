package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineTest {

    @Test
    void printsWhatHappenedWhen() {
        Iterator<Duration> clock =
                List.of(Duration.ofHours(1), Duration.ofHours(1).plusMillis(12_340)).iterator();
        var lines = new ArrayList<String>();
        var timeline = new Timeline(() -> clock.next().toNanos(), lines::add);

        var since = timeline.note("nodes Ready");

        assertThat(lines).containsExactly("e2e: +12.3 s nodes Ready");
        assertThat(since).isEqualTo(Duration.ofMillis(12_340));
    }
}

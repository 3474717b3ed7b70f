package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.emptyGroup;
import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Replacements in a loop that turns for a day: a node of 16 cpu at 80 cents, whose pods fit on one
/// of 8 cpu at 40 cents.
class ReplacementLoopTest {

    private static final Duration DAY = Duration.ofDays(1);

    private final Town town =
            new Town(replacing())
                    .with(emptyGroup("small", node("s", "pool=small", "8", "32Gi"), 9, "0.4"))
                    .with(group("large", 9, "0.8").with(0))
                    .with(node("l1", "pool=large", "16", "64Gi", pods(9, "p", "600m", "1Gi")));

    @Test
    void replacesANodeInAQuarterOfAnHour() {
        town.run(Duration.ofMinutes(15));

        assertThat(town.nodes()).containsExactly("small-new-1");
        assertThat(town.acted())
                .containsExactly(
                        "600s resize small 0-1",
                        "720s drain l1",
                        "780s evict l1",
                        "840s remove l1");
    }

    @Test
    void replacesANodeAlthoughOnePodFitsNowhere() {
        town.submit(pods(1, "huge", "100", "1Gi"));

        town.run(Duration.ofHours(1));

        assertThat(town.nodes()).containsExactly("small-new-1");
    }

    /// Each is pending in one turn and ends eight minutes later.
    @Test
    void replacesANodeAlthoughAPodIsPendingEveryNineMinutes() {
        for (int i = 0; i < 100; i++) {
            var job = pods(1, "job-" + i, (100 + i) + "m", "1Gi");
            town.at(Duration.ofMinutes(9L * i), each -> each.submit(job));
            town.at(Duration.ofMinutes(9L * i + 8), each -> each.finish(job.shape()));
        }

        town.run(Duration.ofHours(2));

        assertThat(town.nodes()).containsExactly("small-new-1");
    }

    /// After each attempt the new node goes back at once, and the next attempt takes twice as long.
    @Test
    void triesLessAndLessOftenIfPodsCannotBeEvicted() {
        town.refusingEvictionsOf("l1");

        town.run(DAY);

        var acted = town.acted();
        assertThat(times(acted, "resize small 0-1")).hasSize(5);
        assertThat(times(acted, "undrain l1")).hasSize(5);
        for (int i = 0; i < 5; i++) {
            assertThat(times(acted, "remove small-new-" + (i + 1)).getFirst())
                    .isBetween(
                            times(acted, "undrain l1").get(i),
                            times(acted, "undrain l1").get(i) + 180);
        }
        assertThat(town.nodes()).containsExactly("l1");
    }

    private static List<Long> times(List<String> acted, String step) {
        return acted.stream()
                .filter(one -> one.endsWith(" " + step))
                .map(one -> Long.parseLong(one.substring(0, one.indexOf("s "))))
                .toList();
    }

    private static Policy replacing() {
        var replace = Consolidation.DEFAULT.with(Consolidation.Mode.REPLACE);
        return Policy.DEFAULT.with(Policy.DEFAULT.scaleDown().with(replace));
    }
}

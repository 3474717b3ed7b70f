package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.plimsoll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.decision.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// How calm the controller is on the embedded day, as its own summary says.
@Tag("long")
class DayQualityTest {

    private static final int SEEDS = 8;
    private static final Pattern DOLLARS = Pattern.compile("total +[0-9.]+ +\\$([0-9.]+)");
    private static final Pattern PODS =
            Pattern.compile("total +\\d+ +(\\d+) +(\\d+) +(\\d+) +\\w+ +\\w+ +(\\w+)");
    private static final Pattern REGRETS =
            Pattern.compile("(?m)^ +(?:batch|web) +\\d+ +(\\d+) +\\d+ +(\\d+)$");

    /// The costs of the days before the group was calm, by seed.
    private static final List<Double> DOLLARS_BEFORE =
            List.of(235.68, 258.32, 241.52, 255.65, 241.87, 242.12, 239.32, 253.75);

    /// Purchases followed by a drain on those days.
    private static final List<Integer> DRAINED_BEFORE =
            List.of(230, 226, 244, 243, 230, 238, 218, 201);

    /// Removals followed by a purchase on those days.
    private static final List<Integer> BOUGHT_BEFORE =
            List.of(171, 164, 173, 171, 169, 166, 156, 184);

    @Test
    void daysAreCalmAndCostLittleMore() {
        var evictions = new ArrayList<Integer>();
        for (int seed = 1; seed <= SEEDS; seed++) {
            var out = day(seed);

            var pods = PODS.matcher(out);
            assertThat(pods.find()).isTrue();
            evictions.add(Integer.parseInt(pods.group(1)));
            assertThat(pods.group(2)).as("killed").isEqualTo("0");
            assertThat(Duration.parse("PT" + pods.group(4))).isLessThan(Duration.ofMinutes(7));

            var dollars = DOLLARS.matcher(out);
            assertThat(dollars.find()).isTrue();
            assertThat(Double.parseDouble(dollars.group(1)))
                    .isLessThanOrEqualTo(1.04 * DOLLARS_BEFORE.get(seed - 1));

            int drained = 0;
            int again = 0;
            var regrets = REGRETS.matcher(out);
            while (regrets.find()) {
                drained += Integer.parseInt(regrets.group(1));
                again += Integer.parseInt(regrets.group(2));
            }
            assertThat(3 * drained).isLessThanOrEqualTo(DRAINED_BEFORE.get(seed - 1));
            assertThat(again).isLessThanOrEqualTo(BOUGHT_BEFORE.get(seed - 1));
        }

        assertThat(evictions).allMatch(pods -> pods <= 16);
        assertThat(evictions.stream().mapToInt(pods -> pods).average().orElseThrow())
                .isLessThanOrEqualTo(10);
    }

    /// Whatever the utilisation: no group is above its maximum on these days.
    @Test
    void noNodeIsDrainedWithin15MinutesOfBecomingReady() {
        var drains = new ArrayList<Duration>();
        for (int seed = 1; seed <= SEEDS; seed++) {
            EmbeddedDay.run(seed, Duration.ofDays(1), turn -> drains.addAll(ages(turn)));
        }

        assertThat(drains).hasSizeGreaterThan(2_000);
        assertThat(drains).allMatch(age -> age.compareTo(Duration.ofMinutes(15)) >= 0);
    }

    /// For how long the drained nodes have been Ready.
    private static List<Duration> ages(EmbeddedDay.Turn turn) {
        var ages = new ArrayList<Duration>();
        for (var step : turn.decision().plan().steps()) {
            if (step instanceof Step.DrainNode(var name, _)) {
                turn.seen().nodes().stream()
                        .filter(node -> node.name().equals(name))
                        .forEach(node -> ages.add(Duration.between(node.readySince(), turn.now())));
            }
        }
        return ages;
    }

    /// Only a whole day is compared with Escalator's rules, which takes as long again.
    private static String day(int seed) {
        var length = seed == 1 ? "24h" : "23h59m";
        var run = plimsoll("run", "--for", length, "--speed", "max", "--quiet", "--seed", seed);
        assertThat(run.err()).isEmpty();
        if (seed == 1) {
            assertThat(run.out())
                    .contains(
                            "by Escalator's rules: 161 pods killed, longest wait 1h25m38s,"
                                    + " $232.96");
        }
        return run.out();
    }
}

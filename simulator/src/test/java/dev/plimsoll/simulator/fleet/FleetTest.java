package dev.plimsoll.simulator.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FleetTest {

    private static final int WORKLOADS = Seeds.few(500, 1_000);
    private static final Fleet FLEET = new Fleet(WORKLOADS, 1);

    /// Replicas − quota by cluster, as means over many workloads. Those of Karmada's two
    /// generations were computed independently of this program.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    course             | since 1.16           | 1.8-1.15, a fair coin
                    1 over 1:1:1       | .167 -.333 .167      | 0 0 0
                    5 over 1:1:1:1     | .25 -.25 -.25 .25    | 0 0 0 0
                    6 over 2:1:1:1     | .6 -.2 -.2 -.2       | .6 -.2 -.2 -.2
                    8 over 2:1:1:1     | -.2 -.1 .4 -.1       | .8 -.267 -.267 -.267
                    1 over 170:110:60  | .5 -.324 -.176       | .5 -.324 -.176
                    5 over 170:110:60  | -.5 .382 .118        | .5 .382 -.882
                    6 over 170:110:60  | 0 .059 -.059         | 1 -.941 -.059
                    14 over 3:2:1      | 0 .333 -.333         | 1 -.667 -.333
                    """)
    void biasIsWhatItIsKnownToBe(String name, String webster, String coin) {
        var scores = FLEET.play(course(Course.firsts(), name));
        var zero = webster.replaceAll("[-.0-9]+", "0");

        assertBias(scores, "Karmada since 1.16", webster);
        assertBias(scores, "  with a fair coin", coin);
        assertBias(scores, "plimsoll sticky", zero);
        assertBias(scores, "plimsoll fresh", zero);
    }

    private static void assertBias(List<Score> scores, String contender, String expected) {
        var each = Arrays.stream(expected.split(" ", -1)).mapToDouble(Double::parseDouble);
        var bias = score(scores, contender).bias().stream().mapToDouble(Double::doubleValue);
        assertThat(bias.toArray()).as(contender).containsExactly(each.toArray(), within(0.055));
    }

    /// Moved replicas a change, and the worst bias.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    course                                                   | since 1.16 | fair coin | sticky
                    a walk of 30 steps over 2:1:1:1                          | 0 .60      | 0 .80     | 0 0
                    weights change: 6 over 1:1:1:1, then 2:1:1:1             | 1.5 .60    | 1.5 .60   | .5 .40
                    a cluster joins: 5 over 1:1:1, then 1:1:1:1              | 1.5 .33    | 1 .25     | 1 .25
                    a cluster leaves: 5 over 1:1:1:1, then 1:1:1             | 1.5 .33    | 1.25 0    | 1.25 0
                    weights drift: 10 over 3:2:1, 4:2:1, 4:3:1, 4:3:2        | 1 .56      | .33 1.00  | .25 .56
                    """)
    void movesAsItIsKnownTo(String name, String webster, String coin, String sticky) {
        var scores = FLEET.play(course(Course.changes(1), name));

        assertMoves(scores, "Karmada since 1.16", webster);
        assertMoves(scores, "  with a fair coin", coin);
        assertMoves(scores, "plimsoll sticky", sticky);
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    course                                                   | since 1.16 | fair coin | sticky
                    a walk of 30 steps over 170:110:60                       | 0 .50      | 0 1.00    | 0 0
                    a walk of 30 steps over 7:5:3:1:1                        | 0 1.12     | 0 .94     | 0 0
                    one more at a time, 1 to 34 over 170:110:60              | 0 .50      | .061 1.00 | 0 0
                    """)
    void movesAsItIsKnownToOnLongWalks(String name, String webster, String coin, String sticky) {
        movesAsItIsKnownTo(name, webster, coin, sticky);
    }

    private static void assertMoves(List<Score> scores, String contender, String expected) {
        var score = score(scores, contender);
        var each = Arrays.stream(expected.split(" ", -1)).mapToDouble(Double::parseDouble);
        assertThat(new double[] {score.moved(), score.worstBias()})
                .as(contender)
                .containsExactly(each.toArray(), within(0.06));
    }

    @Test
    void oursKeepsQuotasAndRoomWhateverHappens() {
        int workloads = Seeds.few(20, 50);
        for (var course : Course.changes(7)) {
            for (var score : new Fleet(workloads, 7).play(course).subList(0, 2)) {
                assertThat(score.violations()).as(course.name()).isZero();
                assertThat(score.beyondRoom()).as(course.name()).isZero();
            }
        }
    }

    @Test
    void playsEqualSeedsAlike() {
        for (var course : Course.changes(3)) {
            assertThat(new Fleet(5, 3).play(course)).isEqualTo(new Fleet(5, 3).play(course));
        }
    }

    /// Flipped inside a comparison, the coin favours whoever comes first by name.
    @Test
    void flipsTheCoinThatWasShipped() {
        var firsts = new int[10];
        for (int i = 0; i < 30_000; i++) {
            var stage = Stage.of(1, "1:1:1:1:1:1:1:1:1");
            var result = new Coin("", Coin.Kind.SHIPPED).divide("", stage, new TreeMap<>(), i);
            result.forEach((name, replicas) -> firsts[name.charAt(6) - '0'] += replicas);
        }

        assertThat(firsts[1] / 30_000.0).isCloseTo(0.290, within(0.01));
        assertThat(firsts[9] / 30_000.0).isCloseTo(0.004, within(0.002));
    }

    private static Course course(List<Course> courses, String name) {
        return courses.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }

    private static Score score(List<Score> scores, String contender) {
        return scores.stream()
                .filter(score -> score.contender().equals(contender))
                .findFirst()
                .orElseThrow();
    }
}

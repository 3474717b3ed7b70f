package dev.plimsoll.batching;

import static dev.plimsoll.batching.OneSubnet.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.batching.Policy.Limits;
import dev.plimsoll.quantity.Percent;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The source's formulas, as printed.
class SourceRulesTest {

    /// The odd points of its Go function; what is published is never less than 1.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    capacity | nodes | used | rising | falling | by the text
                        1024 |    28 |    0 | 32     | 64      | 16
                        1024 |    28 |  922 | 2      | 4       | 1
                        1024 |    28 | 1000 | 0.5    | 1       | 0.25
                        1024 |    28 | 1024 | 0      | 0       | 0
                        1024 |    28 | 1030 | NaN    | NaN     | NaN
                        1024 |     0 |  100 | NaN    | NaN     | NaN
                          16 |    64 |    0 | 0.25   | 0.5     | 0.125
                        1024 |   100 | 1000 | 0.125  | 0.25    | 0.0625
                    """)
    void givesTheValuesOfTheSourcesFunction(
            int capacity, int count, int used, String rising, String falling, String text) {
        var subnet =
                count == 0
                        ? OneSubnet.of(capacity, 16)
                        : OneSubnet.of(capacity, 16, nodes(count, 0));
        var snippet = subnet.by(new Formula.Snippet(200));
        var prose = subnet.by(new Formula.Prose(200));

        assertThat(snippet.used(used).answers().exact()).isEqualTo(rising);
        assertThat(snippet.used(used, used + 1).answers().exact()).isEqualTo(falling);
        assertThat(prose.used(used, used + 1).answers().exact()).isEqualTo(text);
        assertThat(snippet.used(used).next()).isEqualTo(published(rising));
        assertThat(prose.used(used, used + 1).next()).isEqualTo(published(text));
        assertThat(prose.used(used).next()).isEqualTo(16);
    }

    private static int published(String exact) {
        return exact.startsWith("0") || exact.equals("NaN") ? 1 : Integer.parseInt(exact);
    }

    /// The Go function itself, in doubles: it agrees, whatever X is.
    @Test
    void agreesWithTheFunctionInDoubles() {
        Seeds.forAll(random -> {
            int capacity = random.nextInt(1, 5_000);
            int count = random.nextInt(1, 600);
            int used = random.nextInt(0, capacity + 50);
            int factor = random.nextInt(100, 400);
            int falling = random.nextInt(2);
            var subnet =
                    OneSubnet.of(capacity, 16, nodes(count, 0)).by(new Formula.Snippet(factor));

            var exact = subnet.used(used, used + falling).answers().exact();

            assertThat(Double.parseDouble(exact))
                    .isEqualTo(Double.valueOf(b(capacity, factor / 100.0, count, used, falling)));
        });
    }

    private static double b(double c, double x, double n, double u, double du) {
        double beta = Math.floor(log2(c / (x * n)));
        double lambda = log2((c - u) / n);
        double gamma = Math.ceil(beta - lambda) - du;
        return Math.pow(2, beta - gamma);
    }

    /// As Go has it: exact for powers of two.
    private static double log2(double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            return Math.log(value);
        }
        int exponent = Math.getExponent(value);
        return exponent + Math.log(value / Math.scalb(1.0, exponent)) / Math.log(2);
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    safety | factor | nodes | exact    | next
                     10000 |    100 |    28 | 36.5714  |   32
                      9000 |    100 |    28 | 32.9143  |   32
                     10000 |    200 |    28 | 18.2857  |   16
                     10000 |    128 |    40 | 20       |   16
                     10000 |    100 |  2048 | 0.5      |    1
                     10000 |    100 |     0 | Infinity |  128
                    """)
    void levelsTheSubnet(int safety, int factor, int count, String exact, int next) {
        var rule = new Formula.Level(new Percent(safety), factor);
        var subnet =
                (count == 0 ? OneSubnet.of(1024, 4) : OneSubnet.of(1024, 4, nodes(count, 0)))
                        .by(rule);

        assertThat(subnet.answers().exact()).isEqualTo(exact);
        assertThat(subnet.next()).isEqualTo(next);
    }

    @Test
    void clampsToTheGreatestBatch() {
        var subnet = OneSubnet.of(1024, 4, nodes(1, 0)).with(new Limits(100, 250, 0));

        assertThat(subnet.by(new Formula.Snippet(200)).used(0).next()).isEqualTo(64);
    }

    /// On each line nothing happens.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    capacity | batch | used | next
                        1000 |    16 |  900 |   16
                        1000 |    16 |  901 |    1
                        1000 |     1 |  500 |    1
                        1000 |     1 |  499 |   16
                        1000 |     8 |  500 |   16
                    """)
    void togglesOnlyBeyondItsLines(int capacity, int batch, int used, int next) {
        var rule = new Formula.Threshold(Percent.of(90), Percent.of(50), 16, 1);
        var subnet = OneSubnet.of(capacity, batch, nodes(20, 5)).by(rule).used(used);

        assertThat(subnet.next()).isEqualTo(next);
    }

    /// Freed and gap for 28 nodes; the source's critical count, and the exact ones.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    capacity | primary | freed | gap   | source | possible | equal | empty
                        1024 |       0 |   420 | 409.6 |     28 |       19 |    29 |    58
                        1019 |       1 |   420 | 407.6 |     28 |       20 |    28 |    54
                         256 |       0 |   420 | 102.4 |      7 |        6 |     8 |    15
                         512 |       0 |   420 | 204.8 |     14 |       10 |    15 |    29
                        2048 |       0 |   420 | 819.2 |     55 |       38 |    39 |   116
                        4096 |       0 |   420 | 1638.4 |   110 |       75 |    77 |   231
                    """)
    void tellsWhenTwoLinesToggle(
            int capacity,
            int primary,
            long freed,
            String gap,
            long source,
            long possible,
            long equal,
            long empty) {
        var rule = new Formula.Threshold(Percent.of(90), Percent.of(50), 16, 1);
        var subnet =
                OneSubnet.of(capacity, 16, nodes(28, 9))
                        .with(new Limits(128, 250, primary))
                        .by(rule);

        var toggle = subnet.answers().thresholdAnalysis(rule);

        assertThat(toggle.freed()).isEqualTo(freed);
        assertThat(toggle.gap()).isEqualByComparingTo(gap);
        assertThat(toggle.criticalNodes()).isEqualTo(source);
        assertThat(toggle.possible()).hasValue(possible);
        assertThat(toggle.equalLoad()).hasValue(equal);
        assertThat(toggle.empty()).hasValue(empty);
    }

    /// Every load of up to 40 pods a node, by what it asks for with either batch.
    @ParameterizedTest
    @CsvSource({"64", "128", "200", "256", "400"})
    void findsTheFewestNodesWithWhichAnyLoadToggles(int capacity) {
        var rule = new Formula.Threshold(Percent.of(90), Percent.of(50), 16, 1);
        int below = Math.ceilDiv(capacity, 2) - 1;
        int above = capacity * 9 / 10 + 1;
        var most = new int[below + 1];
        int found = 0;
        for (int count = 1; found == 0; count++) {
            most = withOneMore(most);
            found = Arrays.stream(most).max().orElse(0) >= above ? count : 0;
        }

        var toggle =
                OneSubnet.of(capacity, 16, nodes(1, 0)).by(rule).answers().thresholdAnalysis(rule);

        assertThat(toggle.possible()).hasValue(found);
    }

    /// The most that nodes ask for with batches of 16, by what they ask for with single addresses.
    private static int[] withOneMore(int[] most) {
        var next = new int[most.length];
        Arrays.fill(next, -10_000);
        for (int pods = 0; pods <= 40; pods++) {
            int high = 16 * Math.ceilDiv(8 + pods, 16);
            for (int low = pods + 1; low < most.length; low++) {
                next[low] = Math.max(next[low], most[low - pods - 1] + high);
            }
        }
        return next;
    }

    @Test
    void tellsTheThresholdsOfTheSourcesChart() {
        assertThat(OneSubnet.of(1024, 16, nodes(28, 9)).answers().thresholds())
                .containsExactly(
                        new SubnetFigures.Step(576, 8),
                        new SubnetFigures.Step(800, 4),
                        new SubnetFigures.Step(912, 2),
                        new SubnetFigures.Step(968, 1));
    }
}

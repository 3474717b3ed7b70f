package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.plimsoll;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `run --pods`: groups managed by pods on the embedded cluster, with the same commands around it
/// as the other scenarios.
class PodsRunTest {

    @TempDir private static Path folder = Path.of("");

    private static Path journal = Path.of("");
    private static Shell run = new Shell(0, "", "");

    @BeforeAll
    static void runForHours() {
        journal = folder.resolve("pods.journal");
        run = pods("3h", "--journal", journal);
    }

    @Test
    void growsForPodsAndForRoomAndRemovesNodes() {
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .containsPattern("general-[abc] grows from \\d+ to \\d+ nodes for \\d+ pods?")
                .containsPattern("is drained: its \\d+ pods? fits? on other nodes")
                .contains("is removed: it is drained and empty");
        assertThat(run.out().lines()).allMatch(line -> line.length() <= RunLine.WIDTH);
    }

    /// The decision has one reason a rule; the numbers of nodes are those of the rows.
    @Test
    void explainsWhyEveryNodeStaysAndWhereRoomIsKept() {
        var ids =
                plimsoll("explain", journal, "--rule", "node-utilised")
                        .out()
                        .lines()
                        .filter(line -> line.startsWith("#"))
                        .map(line -> line.substring(1, line.indexOf(' ')))
                        .toList();
        var whole = plimsoll("explain", journal, ids.getLast()).out();

        assertThat(whole)
                .containsPattern("\\n  room-places +\\d+ placeholders? on general-[abc]: \\S+")
                .contains(
                        "\n  nodes that stay:\n    node ", "\n  room kept free:\n    placeholder ")
                .doesNotContain("decides otherwise");
        var said = Pattern.compile("(\\d+) nodes? (?:is|are) used above 50%, e.g.").matcher(whole);
        assertThat(said.find()).isTrue();
        assertThat(
                        whole.lines()
                                .filter(line -> line.endsWith(" is used above 50%"))
                                .filter(line -> line.contains(" node-utilised ")))
                .hasSize(Integer.parseInt(said.group(1)));
    }

    /// Pods select no group, so they are counted by namespace.
    @Test
    void theSummaryComparesWaitingAndCostWithAndWithoutSlack() {
        var page = summary(run).replaceAll(" +", " ");

        assertThat(page)
                .containsPattern("with 10% slack: \\d+ of \\d+ pods waited for room, [\\d.]+s on")
                .containsPattern("with no slack: \\d+ of \\d+ pods waited for room, [\\d.]+s on")
                .contains("\n namespace started evicted killed pending wait p50 p95 max\n jobs ")
                .contains(
                        """

                        waiting with and without slack
                         run pods waited for room mean wait p95 p99 max
                         10% slack \
                        """)
                .contains(
                        """

                        cost with and without slack
                         run node hours dollars evicted killed failed removals
                         10% slack \
                        """)
                .doesNotContain("Escalator");
        assertThat(summary(run).lines()).allMatch(line -> line.length() <= 80);
    }

    /// The row of a run is the run itself, and the other row is the run without slack.
    @Test
    void theRowsAreTheRunsThemselves() throws IOException {
        var policy = folder.resolve("no-slack.yaml");
        Files.writeString(policy, without("slack"));

        var other = pods("3h", "-c", policy);

        assertThat(summary(other)).doesNotContain("slack-extra").doesNotContain("with no slack");
        assertThat(summary(run))
                .containsPattern("with 10% slack: .*; " + Pattern.quote(dollars(run)) + "\n")
                .containsPattern("with no slack: .*; " + Pattern.quote(dollars(other)) + "\n");
        assertThat(dollars(run)).isNotEqualTo(dollars(other));
    }

    @Test
    void replayDecidesTheSameAgain() {
        var replay = plimsoll("replay", journal);

        assertThat(replay.code()).as(replay.out()).isZero();
        assertThat(replay.out()).matches("same decisions: \\d+ decided again\n");
    }

    @Test
    void explainHasTheRoomThatIsKeptFree() {
        var explain = plimsoll("explain", journal);

        assertThat(explain.code()).as(explain.err()).isZero();
        assertThat(explain.out())
                .containsPattern("10% of \\d+m? cpu and [\\d.]+Gi \\(capacity\\) is")
                .containsPattern("\\d+ placeholders hold ");
    }

    @Test
    void twoRunsTakeTheSameStepsAsOne() {
        var parts = folder.resolve("parts.journal");

        pods("90m", "--journal", parts);
        var second = pods("90m", "--journal", parts);

        assertThat(second.out()).startsWith("continues after 2026-01-05 01:30:00\n");
        assertThat(steps(parts)).isEqualTo(steps(journal)).hasSizeGreaterThan(20);
        assertThat(comparison(second)).isEqualTo(comparison(run));
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    option   | sentence
                    --faults | it records a run with --pods; add --pods and leave --faults out, or name a new file
                    --quiet  | it records a run with --pods; add --pods, or name a new file
                    """)
    void aJournalOfAnotherScenarioIsRefused(String option, String sentence) {
        var other = plimsoll("run", "--for", "1m", "--speed", "max", option, "--journal", journal);

        assertThat(other.code()).isEqualTo(2);
        assertThat(other.err()).isEqualTo("plimsoll: " + journal + ": " + sentence + "\n");
    }

    @Test
    void oneScenarioAtATime() {
        var both = plimsoll("run", "--pods", "--faults");

        assertThat(both.code()).isEqualTo(2);
        assertThat(both.err())
                .isEqualTo("plimsoll: --pods: it is another scenario than --faults; choose one\n");
    }

    @Test
    void anotherSeedIsAnotherDay() {
        var other = pods("1h", "--seed", 2);
        var same = pods("1h", "--seed", 2);

        assertThat(other.out()).isEqualTo(same.out());
        assertThat(other.out()).isNotEqualTo(pods("1h").out());
    }

    /// Its groups, its slack and its scaling count.
    @Test
    void aPolicyReplacesTheBuiltInOne() throws IOException {
        var policy = folder.resolve("own.yaml");
        Files.writeString(
                policy,
                """
                kind: Policy
                groups:
                - {name: general-a, match: {labels: {pool: general, topology.kubernetes.io/zone: a}}, maxNodes: 5}
                slack: {rate: 25%, biggest: pods}
                scaling: {scaleDown: false}
                """);

        var own = pods("2h", "-c", policy);

        assertThat(own.out())
                .contains("with 25% slack: ", "biggest-pods")
                .doesNotContain("general-b grows", "compute-a grows", "is drained");
        assertThat(summary(own)).containsPattern("\n  general-a +5 +5 ");
    }

    @Test
    void theRateOfThePolicyIsOverridden() {
        var twenty = pods("1h", "--extra-capacity-min-rate", "0.2");
        var none = pods("1h", "--extra-capacity-min-rate", "0%");

        assertThat(twenty.out()).contains("with 20% slack: ");
        assertThat(none.out()).contains("with 0% slack: ");
    }

    private static Shell pods(String length, Object... more) {
        var words =
                new ArrayList<Object>(List.of("run", "--pods", "--speed", "max", "--for", length));
        words.addAll(List.of(more));
        return plimsoll(words.toArray());
    }

    private static String without(String section) throws IOException {
        try (var policy = EmbeddedScenario.class.getResourceAsStream("pods-policy.yaml")) {
            var text = new String(policy.readAllBytes(), StandardCharsets.UTF_8);
            return text.replaceAll("(?m)^" + section + ":.*\n", "");
        }
    }

    private static String summary(Shell run) {
        return run.out().substring(run.out().indexOf(" of virtual time") - 8);
    }

    private static String comparison(Shell run) {
        var page = summary(run);
        return page.substring(page.indexOf("\nwaiting with"), page.indexOf("\nrules"));
    }

    /// The dollars of all groups.
    private static String dollars(Shell run) {
        var matcher = Pattern.compile("total .*(\\$[\\d.]+)").matcher(summary(run));
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    /// The lines of steps that the journal records.
    private static List<String> steps(Path journal) {
        return plimsoll("explain", journal, "-o", "json")
                .out()
                .lines()
                .map(line -> line.replaceFirst("\"id\":[0-9]+", ""))
                .toList();
    }
}

package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.inCheckout;
import static dev.plimsoll.cli.Shell.plimsoll;
import static dev.plimsoll.cli.Shell.plimsollReading;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What users do, from the command line to the files and back.
class FlowTest {

    private static final String QUESTION =
            """
            {"kind":"SizingQuestion","seen":{"group":"blue",\
            "nodes":[{"count":2,"allocatable":{"cpu":1,"memory":"4000Mi"}}],\
            "pods":[{"count":10,"requests":{"cpu":"500m","memory":"100Mi"}}]}}
            """;

    @TempDir private Path folder = Path.of("");

    @Test
    void decidesInSentencesJsonAndYaml() {
        var example = inCheckout("docs/examples/sizing-scale-up.yaml");

        assertThat(plimsoll("decide", example).out())
                .isEqualTo(
                        """
                        + blue: 2 → 8 nodes
                          above-threshold         cpu utilisation of blue is 250% with 2 nodes, above 70%; 8 nodes bring it to 62.5%
                          decides again at 1970-01-01T00:02:00Z
                        """);
        assertThat(plimsoll("decide", example, "-o", "json").out())
                .startsWith(
                        "{\"apiVersion\":\"plimsoll.dev/v1alpha1\",\"kind\":\"SizingDecision\",")
                .contains(
                        "\"plan\":[{\"step\":\"resizeGroup\",\"group\":\"blue\",\"from\":2,\"nodes\":8}]")
                .contains("\"cpuPercent\":250,\"memoryPercent\":12.5,")
                .contains("\"cpuPercentAfter\":62.5,\"memoryPercentAfter\":3.125}")
                .hasLineCount(1);
        assertThat(plimsoll("decide", example, "-o", "yaml").out())
                .startsWith("---\napiVersion: plimsoll.dev/v1alpha1\nkind: SizingDecision\n");
    }

    @Test
    void answersManyQuestionsOfOneFileInOrder() {
        var many = QUESTION.repeat(500) + QUESTION.replace("blue", "green");

        var answers = plimsollReading(many, "decide", "-", "-o", "json");

        assertThat(answers.code()).isZero();
        assertThat(answers.out().lines()).hasSize(501);
        assertThat(answers.out().lines().toList().getLast()).contains("\"group\":\"green\"");
    }

    @Test
    void whatIsRememberedGoesIntoTheNextQuestion() {
        var first = plimsollReading(QUESTION, "decide", "-", "-o", "json").out();
        int from = first.indexOf("\"remember\":") + "\"remember\":".length();
        var remembered = first.substring(from, first.indexOf(",\"wakeAt\""));
        var next =
                QUESTION.strip()
                        .replace(
                                "\"kind\"",
                                "\"now\":\"1970-01-01T00:01:00Z\",\"past\":"
                                        + remembered
                                        + ",\"kind\"");

        var second =
                plimsollReading(
                        next.replace("{\"group\"", "{\"target\":8,\"group\""), "decide", "-");

        assertThat(second.out()).contains("blue grew recently");
    }

    @Test
    void runsADayWritesItDownAndDecidesItAgain() throws IOException {
        var journal = folder.resolve("day.journal");

        var run = plimsoll("run", "--for", "2h", "--speed", "max", "--journal", journal);

        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains(
                        "2h of virtual time",
                        "node hours",
                        "dollars",
                        "wait p50",
                        "then drained",
                        "rules");
        var replay = plimsoll("replay", journal);
        assertThat(replay.code()).isZero();
        assertThat(replay.out()).startsWith("same decisions: ");
        var reasons = plimsoll("explain", journal);
        assertThat(reasons.out()).contains("cpu utilisation of web is").doesNotContain("{");
        var detail = plimsoll("explain", journal, "1");
        assertThat(detail.out()).startsWith("#1 ").contains("facts of", "policy: {", "group ");
    }

    @Test
    void saysThatEarlierDecisionsAreNoLongerInTheJournal() {
        var journal = folder.resolve("day.journal");
        plimsoll(
                "run",
                "--for",
                "3h",
                "--speed",
                "max",
                "--quiet",
                "--journal",
                journal,
                "--journal-size",
                "100Ki");

        for (var command : List.of("replay", "explain")) {
            assertThat(plimsoll(command, journal).err())
                    .matches(
                            "plimsoll: warning: decisions before #[0-9]+ are no longer in the"
                                    + " journal\n");
        }
        assertThat(plimsoll("explain", journal, "1").err())
                .contains("are no longer in the journal", "the journal has no decision 1");
    }

    @Test
    void saysWhichRecordWasChanged() throws IOException {
        var journal = folder.resolve("day.journal");
        plimsoll("run", "--for", "1h", "--speed", "max", "--quiet", "--journal", journal);
        var bytes = Files.readAllBytes(journal);
        bytes[bytes.length / 2] ^= 1;
        Files.write(journal, bytes);

        var replay = plimsoll("replay", journal);

        assertThat(replay.code()).isEqualTo(1);
        assertThat(replay.err()).containsPattern("day.journal: record [0-9]+ ");
    }

    @Test
    void asksWhatAnotherPolicyWouldHaveDone() throws IOException {
        var journal = folder.resolve("day.journal");
        plimsoll("run", "--for", "2h", "--speed", "max", "--quiet", "--journal", journal);
        var other = folder.resolve("other.yaml");
        Files.writeString(
                other,
                """
                kind: Policy
                groups:
                - {name: web, match: {labels: {pool: web}}, manage: utilisation, minNodes: 30}
                """);

        var replay = plimsoll("replay", journal, "--with", other);

        assertThat(replay.code()).isEqualTo(1);
        assertThat(replay.out()).contains("decisions differ", "below-min: web has 12 nodes");
    }

    @Test
    void equalSeedsGiveEqualDays() {
        var once = plimsoll("run", "--for", "1h", "--speed", "max", "--seed", "7");
        var again = plimsoll("run", "--for", "1h", "--speed", "max", "--seed", "7");
        var other = plimsoll("run", "--for", "1h", "--speed", "max", "--seed", "8");

        assertThat(again.out()).isEqualTo(once.out());
        assertThat(other.out()).isNotEqualTo(once.out());
    }

    @Test
    void tellsEveryMistakeOfAPolicyAtOnce() throws IOException {
        var broken = folder.resolve("broken.yaml");
        Files.writeString(
                broken,
                """
                kind: Policy
                groups:
                - name: a
                  match: {labels: {pool: a}}
                  manage: utilization
                  minNods: 3
                  minNodes: 9
                  maxNodes: 4
                """);

        var validate = plimsoll("validate", broken);

        assertThat(validate.code()).isEqualTo(2);
        assertThat(validate.err().replace(folder + "/", ""))
                .isEqualTo(
                        """
                        broken.yaml:5:11: groups[0].manage: 'utilization' is not one of pods, utilisation; did you mean 'utilisation'?
                        broken.yaml:6:3: groups[0].minNods: unknown key; did you mean 'minNodes'?
                        broken.yaml:7:13: groups[0].minNodes: 9 is above maxNodes (4); lower the minimum, or raise the maximum
                        """);
    }

    /// Each a sentence on standard error, no stack trace, exit code 2.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "decide", "decide nowhere.yaml", "decide . ", "replay nowhere", "explain nowhere",
                "validate nowhere", "run --for yesterday", "run --speed 0", "run --sped max",
                        "run --every 0s",
                "decide -o xml nowhere", "run -c nowhere", "run extra", "frobnicate",
                        "run --journal-size 1x --journal j",
            })
    void refusesWhatItDoesNotUnderstand(String line) {
        var refused = plimsoll((Object[]) line.strip().split(" "));

        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err())
                .startsWith(line.startsWith("validate") ? "nowhere: " : "plimsoll: ")
                .doesNotContain("Exception", "\tat ");
    }

    @Test
    void tellsWhatStandsBesideAPlan() {
        var answer = plimsoll("decide", inCheckout("docs/examples/batching-threshold.yaml"));

        assertThat(answer.out())
                .contains("criticalNodes           28", "criticalNodesExact      {\"possible\":19");
    }

    /// The source's tables of ranking come from one command.
    @Test
    void tellsARankingAsATable() {
        var answer = plimsoll("decide", inCheckout("docs/examples/ranking-small-pod.yaml"));

        assertThat(answer.out())
                .contains(
                        """
                          winner                  {"group":"n1-standard-8","count":1}
                          ranking
                            group              score       cost   ideal  costRatio   ratio      unfitness  suppressed  leaves
                            n1-standard-8       20.842105   0.38  0.003  126.666667  20.842105          1           1       0
                            n1-standard-2       23.368421  0.095  0.003   31.666667   5.842105          4           4       0
                            n1-standard-2+GPU  170.736842  0.795  0.003         265  42.684211          4           4       0
                        """);
    }

    @Test
    void comparesWaysToShareAndRulesOfBatching() {
        var fleet = plimsoll("simulate", "fleet", "--workloads", "20");
        var subnet = plimsoll("simulate", "subnet", "--for", "1h", "--speed", "max");

        assertThat(fleet.code()).isZero();
        assertThat(fleet.out()).contains("sticky", "fresh", "ordered", "Karmada");
        assertThat(fleet.out())
                .startsWith(
                        "rows that begin with 'plimsoll' are Plimsoll's; 'sticky' is its default\n"
                                + "plimsoll sticky over all courses: ");
        assertThat(subnet.code()).isZero();
        assertThat(subnet.out()).contains("feed-forward", "state", "threshold", "snippet", "prose");
        assertThat(subnet.out())
                .startsWith(
                        "the row 'feed-forward' is Plimsoll's formula; the other rows are other"
                                + " formulas\n")
                .containsPattern(
                        "\n\nfeed-forward: 0 changes of the batch \\(others 0 to [0-9]{3}\\), ");
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiterString = "->",
            textBlock =
                    """
                    command                           -> error
                    run --subnet                      -> run --subnet: this is now 'plimsoll simulate subnet'
                    run --for 1h --load churn         -> run --load: this is now 'plimsoll simulate subnet'
                    run --fleet --workloads 5         -> run --fleet: this is now 'plimsoll simulate fleet'
                    simulate                          -> simulate: an operand is missing; usage: plimsoll simulate subnet|fleet
                    simulate day                      -> day: there is no such simulation; write 'subnet' or 'fleet'
                    simulate fleet --journal j        -> --journal: 'simulate fleet' does not have this option; leave it out
                    simulate subnet --workloads 5     -> --workloads: 'simulate subnet' does not have this option; leave it out
                    simulate subnet --waves 101       -> --waves: it is a percentage of the nodes; write 1 to 100
                    simulate subnet --load churn --journal j -> --journal: the load churn has no journal; use --load steady or --load day
                    """)
    void refusesOptionsThatDoNotBelongToASimulation(String command, String error) {
        var refused = plimsoll((Object[]) command.split(" ", -1));

        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).isEqualTo("plimsoll: " + error + "\n");
    }

    @Test
    void theJournalOfASubnetIsExplainedAndDecidedAgain() {
        isExplainedAndDecidedAgain("steady");
    }

    /// Two loops, whose first change is after six hours.
    @Tag("long")
    @Test
    void theJournalOfASharedSubnetIsExplainedAndDecidedAgain() {
        isExplainedAndDecidedAgain("shared");
    }

    private void isExplainedAndDecidedAgain(String load) {
        var file = folder.resolve(load + ".journal").toString();

        var run =
                plimsoll(
                        "simulate",
                        "subnet",
                        "--load",
                        load,
                        "--waves",
                        "10",
                        "--for",
                        "8h",
                        "--speed",
                        "max",
                        "--quiet",
                        "--journal",
                        file);

        assertThat(run.code()).isZero();
        assertThat(plimsoll("replay", file).out()).startsWith("same decisions: ");
        assertThat(plimsoll("explain", file).out()).contains("batches of 16 need");
        assertThat(plimsoll("explain", file, "1").out())
                .contains("seen: {\"subnet\":\"pods\",\"capacity\":1019");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"run", "simulate", "decide", "explain", "replay", "validate", "completion"})
    void helpsWithEveryCommand(String command) {
        var help = plimsoll(command, "--help");

        assertThat(help.code()).isZero();
        assertThat(help.out())
                .startsWith("plimsoll " + command + ": ")
                .contains("usage:", "example");
        assertThat(plimsoll("--help").out()).contains("  " + command + " ");
    }
}

package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.inCheckout;
import static dev.plimsoll.cli.Shell.plimsoll;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// R4 and S5 of "Resource Slack": `--extra-capacity-min-rate` is the rate of room that is kept
/// free.
class ExtraCapacityTest {

    private static final Path DUMP = inCheckout("docs/examples/plan-dump.json");
    private static final String RATE = "--extra-capacity-min-rate";

    @TempDir private Path folder = Path.of("");

    /// R4, S5: the rate is the only setting that is needed.
    @ParameterizedTest
    @ValueSource(strings = {"10%", "0.1"})
    void planKeepsThatShareFreeWithoutAPolicy(String rate) {
        var plan = plimsoll("plan", DUMP, RATE, rate);

        assertThat(plan.code()).isZero();
        assertThat(plan.out())
                .containsPattern("10% of [\\d.]+m? cpu and [\\d.]+Gi \\(capacity\\) is ");
        assertThat(plimsoll("plan", DUMP).out()).doesNotContain("placeholder");
    }

    /// The other settings of slack are those of the policy.
    @Test
    void overridesTheRateOfThePolicyAndNothingElse() {
        var policy = policy("slack: {rate: 5%, basis: requests, granularity: 10}");

        var plan = plimsoll("plan", DUMP, "-c", policy, RATE, "120%");

        assertThat(plan.code()).isZero();
        assertThat(plan.out())
                .containsPattern("120% of [\\d.]+m? cpu and [\\d.]+Gi \\(requests\\) is ")
                .contains("a placeholder is 1/10 of it");
    }

    /// The prototype ran with a rate of 2, twice the capacity.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    rate | sentence
                    1    | 100% of the capacity is not below 100%: room on new nodes would need more room, without end; write a share such as 10%, or set slack.basis to requests in the policy
                    2    | 200% of the capacity is not below 100%: room on new nodes would need more room, without end; write a share such as 10%, or set slack.basis to requests in the policy
                    -1   | '-1' is negative; write zero or more
                    much | 'much' is not a share; write one such as 10% or 0.1
                    """)
    void refusesRatesWithoutEnd(String rate, String sentence) {
        for (var command : List.of(List.of("plan", DUMP), List.of("run", "--pods"))) {
            var words = new ArrayList<Object>(command);
            words.addAll(List.of(RATE, rate));

            var refused = plimsoll(words.toArray());

            assertThat(refused)
                    .isEqualTo(new Shell(2, "", "plimsoll: " + RATE + ": " + sentence + "\n"));
        }
    }

    /// The rate of the option is in the question that `plan` prints.
    @ParameterizedTest
    @ValueSource(strings = {"table", "json"})
    void decideAnswersTheQuestionWithThatRateAsPlanDoes(String format) throws IOException {
        var policies = List.of(List.<Object>of(), List.<Object>of("-c", policy("slack: {}")));
        for (var policy : policies) {
            var words = new ArrayList<Object>(List.of("plan", DUMP, RATE, "15%"));
            words.addAll(policy);
            var plan = plimsoll(with(words, "-o", format));
            var question = folder.resolve("q.yaml");

            Files.writeString(question, plimsoll(with(words, "--question")).out());

            assertThat(Files.readString(question)).contains("rate: \"15%\"");
            assertThat(plimsoll("decide", question, "-o", format)).isEqualTo(plan);
        }
    }

    private static Object[] with(List<Object> words, Object... more) {
        var all = new ArrayList<>(words);
        all.addAll(List.of(more));
        return all.toArray();
    }

    private Path policy(String slack) {
        try {
            return Files.writeString(
                    folder.resolve("policy.yaml"),
                    """
                    kind: Policy
                    groups:
                    - {name: general, match: {labels: {eks.amazonaws.com/nodegroup: general}}, maxNodes: 9}
                    - {name: memory, match: {labels: {eks.amazonaws.com/nodegroup: memory}}, maxNodes: 9}
                    """
                            + slack
                            + "\n");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}

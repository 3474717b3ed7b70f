package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Every question under docs/examples gets the answer that stands beside it.
class ExamplesTest {

    private static final List<String> POLICIES =
            List.of("policy.yaml", "policy-pods.yaml", "escalator.yaml");

    @Test
    void answersEveryExampleAsItIsWritten() throws IOException {
        var questions = questions();

        assertThat(questions).isNotEmpty();
        for (var question : questions) {
            var answer = Shell.plimsoll("decide", question, "-o", "json");

            assertThat(answer.err()).as(question.toString()).isEmpty();
            assertThat(answer.out())
                    .as(question.toString())
                    .isEqualTo(Files.readString(expected(question)));
        }
    }

    @Test
    void thePageAboutSlackShowsARealAnswer() throws IOException {
        var example = "docs/examples/slack-standard.yaml";
        var answer = Shell.plimsoll("decide", Shell.inCheckout(example)).out();

        assertThat(Files.readString(Shell.inCheckout("docs/slack.md")))
                .contains("$ ./plimsoll decide " + example + "\n" + answer + "```");
        assertThat(answer.lines()).allMatch(line -> line.length() <= 80);
    }

    /// The table of groups is left out.
    @Test
    void thePageAboutSlackShowsARealScalingDecision() throws IOException {
        var example = "docs/examples/scaling-room.yaml";
        var answer = Shell.plimsoll("decide", Shell.inCheckout(example)).out();
        int read = answer.indexOf("Read: ");
        int steps = answer.indexOf("steps\n");

        assertThat(Files.readString(Shell.inCheckout("docs/slack.md")))
                .contains(
                        "$ ./plimsoll decide "
                                + example
                                + "\n"
                                + answer.substring(0, read)
                                + "…\n"
                                + answer.substring(steps)
                                + "```");
    }

    @Test
    void thePoliciesHaveNoMistakes() {
        for (var name : POLICIES) {
            var policy = Shell.inCheckout("docs/examples/" + name);

            assertThat(Shell.plimsoll("validate", policy).code()).isZero();
        }
    }

    /// The figures of docs/slack.md are of this policy.
    @Test
    void thePolicyOfGroupsManagedByPodsRunsOnTheEmbeddedCluster() {
        var policy = Shell.inCheckout("docs/examples/policy-pods.yaml");

        var run =
                Shell.plimsoll(
                        "run", "--pods", "-c", policy, "--for", "1h", "--speed", "max", "--quiet");

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("with 10% slack: ", "scale-up ");
    }

    private static List<Path> questions() throws IOException {
        try (var files = Files.list(Shell.inCheckout("docs/examples"))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .filter(file -> POLICIES.stream().noneMatch(file::endsWith))
                    .sorted()
                    .toList();
        }
    }

    private static Path expected(Path question) {
        var name = question.getFileName().toString().replace(".yaml", ".expected.json");
        return question.resolveSibling(name);
    }
}

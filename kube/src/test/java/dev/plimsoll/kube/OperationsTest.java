package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperationsTest {

    private static final Path ROOT = Path.of(System.getProperty("plimsoll.root", ".."));
    private static final Signs SIGNS =
            new Signs(true, true, true, Duration.ZERO, Duration.ofSeconds(60), Duration.ZERO, 1);

    @TempDir Path folder;

    @Test
    void theReferenceHasExactlyTheMetrics() throws IOException {
        var documented =
                matches(
                        "(?m)^\\| `((?:plimsoll|process|jvm)_\\w+)` \\| (\\w+) \\|",
                        Files.readString(ROOT.resolve("docs/operations.md")));

        assertThat(documented).isEqualTo(metrics());
    }

    @Test
    void theReferenceHasExactlyTheReasonsOfEvents() throws IOException {
        var documented =
                matches(
                        "`([A-Z][a-z]+(?:[A-Z][a-z]+)+)`()",
                        Files.readString(ROOT.resolve("docs/operations.md")));
        var written =
                matches(
                        "\"([A-Z][a-z]+(?:[A-Z][a-z]+)+)\"()",
                        Files.readString(
                                ROOT.resolve("kube/src/main/java/dev/plimsoll/kube/Note.java")));

        assertThat(documented).isEqualTo(written).hasSize(13);
    }

    @Test
    void theBoardShowsExactlyTheMetrics() throws IOException {
        var shown =
                matches(
                        "\\b((?:plimsoll|process|jvm)_[a-z_]+?)(?:_bucket)?\\b(?=[{\\[,)])()",
                        Files.readString(ROOT.resolve("deploy/grafana.json")));

        assertThat(shown)
                .isEqualTo(
                        metrics().stream()
                                .map(metric -> metric.replaceFirst(" .*", " "))
                                .collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void aDryRunWritesNothingToTheCluster() throws IOException {
        assertThat(requests(true)).isEmpty();
        assertThat(requests(false)).hasSize(3);
    }

    private List<String> requests(boolean dryRun) throws IOException {
        var options = new Controller.Options("ops", "replica-1", Duration.ofSeconds(10), dryRun, 1);
        try (var written = new WrittenObjects(folder);
                var server = written.connect()) {
            try (var operations = new Operations(server, options, _ -> {})) {
                operations.turned(
                        new OneTurn().with(new Outcome.Done(new Step.DrainNode("a"))).report());
            }
            return written.requests();
        }
    }

    /// `plimsoll_leader gauge`.
    private static Set<String> metrics() {
        var metrics = new Metrics();
        metrics.turned(new OneTurn().with(new Outcome.Done(new Step.DrainNode("a"))).report());
        return matches("(?m)^# TYPE (\\w+) (\\w+)$", metrics.text(SIGNS));
    }

    private static Set<String> matches(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(OperationsTest::both)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String both(MatchResult match) {
        return match.group(1) + " " + match.group(2);
    }
}

package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.plimsoll;
import static dev.plimsoll.cli.Shell.plimsollReading;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.document.PolicyFile;
import dev.plimsoll.sizing.Sizing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The decisions of a run in which Escalator's rules would take other steps.
class ReadingComparisonTest {

    private static final String TITLE = "decisions that differ by Escalator's rules";

    @Test
    void theSummaryCountsThemForEachGroup() {
        var decisions = new TreeMap<String, Integer>();
        var others = new TreeMap<String, Integer>();
        EmbeddedDay.run(
                1,
                Duration.ofHours(2).plusSeconds(30),
                turn -> {
                    var name = turn.seen().group().name();
                    decisions.merge(name, 1, Integer::sum);
                    if (!steps(turn.decision()).equals(steps(byEscalator(turn)))) {
                        others.merge(name, 1, Integer::sum);
                    }
                });

        var run = plimsoll("run", "--for", "2h", "--speed", "max", "--quiet");

        assertThat(run.out().replaceAll(" +", " "))
                .contains(
                        TITLE
                                + "\n group decisions other steps first at here Escalator\n web "
                                + decisions.get("web")
                                + " "
                                + others.get("web")
                                + " 2026-01-05 00:02:00 no step +2\n batch "
                                + decisions.get("batch")
                                + " "
                                + others.get("batch")
                                + " 2026-01-05 00:00:00 no step drain 4\n");
    }

    private static Decision<?> byEscalator(EmbeddedDay.Turn turn) {
        var name = "embedded-policy.yaml";
        var resource = Objects.requireNonNull(Run.class.getResourceAsStream(name));
        var group =
                PolicyFile.read(Source.stream(name, resource)).sized().stream()
                        .filter(one -> one.name().equals(turn.seen().group().name()))
                        .findFirst()
                        .orElseThrow();
        return new Sizing()
                .decide(
                        new Question<>(
                                turn.seen(),
                                group.escalator(),
                                turn.past(),
                                List.of(),
                                turn.now(),
                                0));
    }

    private static List<String> steps(Decision<?> decision) {
        var steps = new ArrayList<String>();
        for (var step : decision.plan().steps()) {
            steps.add(step instanceof Step.DrainNode(var node, _) ? node : step.toString());
        }
        steps.sort(null);
        return steps;
    }

    @Test
    void groupsThatFollowEscalatorsRulesAreNotCompared() {
        var policy =
                """
                kind: Policy
                groups: [{name: web, match: {labels: {pool: web}}, manage: utilisation}]
                sizing: {reading: source}
                """;

        var run =
                plimsollReading(
                        policy, "run", "--for", "1h", "--speed", "max", "--quiet", "-c", "-");

        assertThat(run.code()).isZero();
        assertThat(run.out()).doesNotContain(TITLE);
    }
}

package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MetricsTest {

    private static final Rule ABOVE = Rule.chose("above-threshold", "{subject} is full");

    private final Metrics metrics = new Metrics();

    @Test
    void countsReasonsStepsAndNodesOfATurn() {
        metrics.turned(
                new OneTurn()
                        .because(ABOVE, "web", Fact.fact("nodes", 3))
                        .with(new Outcome.Done(new Step.ResizeGroup("web", 3, 4)))
                        .with(new Outcome.Failed(new Step.UndrainNode("c"), "it is gone"))
                        .report());

        assertThat(lines())
                .contains(
                        """
                        plimsoll_group_nodes{group="web",state="cordoned"} 0.0
                        plimsoll_group_nodes{group="web",state="draining"} 1.0
                        plimsoll_group_nodes{group="web",state="leaving"} 0.0
                        plimsoll_group_nodes{group="web",state="not-ready"} 1.0
                        plimsoll_group_nodes{group="web",state="ready"} 1.0
                        plimsoll_group_target_nodes{group="web"} 4.0
                        plimsoll_leader 1.0
                        plimsoll_pending_pods 3.0
                        plimsoll_reasons_total{decider="sizing",effect="chose",rule="above-threshold"} 1.0
                        plimsoll_requests_total 42.0
                        plimsoll_steps_total{outcome="done",step="resizeGroup"} 1.0
                        plimsoll_steps_total{outcome="failed",step="undrainNode"} 1.0
                        plimsoll_turn_seconds_bucket{le="0.01"} 0
                        plimsoll_turn_seconds_bucket{le="0.025"} 0
                        plimsoll_turn_seconds_bucket{le="0.05"} 1
                        """
                                .lines()
                                .toArray(String[]::new))
                .contains(
                        "plimsoll_turns_total{result=\"turned\"} 1.0",
                        "plimsoll_turns_total{result=\"not-leader\"} 0.0",
                        "plimsoll_watch_silence_seconds 1.5");
    }

    @Test
    void showsNoGroupsWhileAnotherReplicaLeads() {
        metrics.turned(new OneTurn().report());
        metrics.skipped(Skipped.NOT_LEADER);

        assertThat(lines())
                .noneMatch(line -> line.startsWith("plimsoll_group_"))
                .contains(
                        "plimsoll_pending_pods 0.0",
                        "plimsoll_turns_total{result=\"not-leader\"} 1.0");
    }

    @Test
    void keepsTheGroupsWhileTheClusterIsSilent() {
        metrics.turned(new OneTurn().report());
        metrics.skipped(Skipped.STALE);

        assertThat(lines()).contains("plimsoll_group_target_nodes{group=\"web\"} 4.0");
    }

    @Test
    void countsRequestsOnce() {
        metrics.text(signs());

        assertThat(lines()).contains("plimsoll_requests_total 42.0");
    }

    private List<String> lines() {
        return metrics.text(signs()).lines().filter(line -> !line.startsWith("#")).toList();
    }

    private static Signs signs() {
        return new Signs(
                true,
                true,
                true,
                Duration.ZERO,
                Duration.ofSeconds(60),
                Duration.ofMillis(1_500),
                42);
    }
}

package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.document.Loops;
import dev.plimsoll.formats.document.PolicyFile;
import dev.plimsoll.simulator.Day;
import dev.plimsoll.sizing.Past;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Seen;
import dev.plimsoll.turn.Journal;
import dev.plimsoll.turn.LoopId;
import dev.plimsoll.turn.LoopSpec;
import dev.plimsoll.turn.Memory;
import dev.plimsoll.turn.Turns;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Recounts what the decisions of the embedded day say, from what they saw.
class DaySentencesTest {

    private static final String POLICY = "embedded-policy.yaml";

    /// How often each sentence was recounted, by its rule.
    private final Map<String, Integer> recounted = new TreeMap<>();

    @Test
    void everySentenceIsTrue() {
        long seeds = Seeds.few(1, 2);
        for (long seed = 1; seed <= seeds; seed++) {
            day(seed, Duration.ofHours(Seeds.few(8, 24)));
        }

        assertThat(recounted)
                .as("the day has every kind of sentence that is recounted")
                .containsKeys(
                        "starved",
                        "nodes-arriving",
                        "drain-blocked",
                        "above-threshold",
                        "low-utilisation",
                        "undrain",
                        "remove-empty",
                        "nodes-settling");
        assertThat(recounted.get("nodes-arriving")).isGreaterThan(20);
        assertThat(recounted.get("starved")).isGreaterThan(20);
    }

    private void day(long seed, Duration length) {
        var resource = Objects.requireNonNull(Run.class.getResourceAsStream(POLICY));
        var setup = Loops.of(PolicyFile.read(Source.stream(POLICY, resource)).sized());
        var world = Day.scenario().world(Run.START, seed);
        var turns = new Turns<>(world, new Recounting(), Memory.none(), seed);
        var end = Run.START.plus(length);
        for (var now = Run.START; now.isBefore(end); now = now.plusSeconds(30)) {
            world.advanceTo(now);
            turns.turn(now, setup);
        }
    }

    /// Recounts every decision as it is made.
    private final class Recounting implements Journal<Cluster> {

        @Override
        public <S, P, M> void decided(
                LoopSpec<? extends Cluster, S, P, M> spec,
                Cluster observed,
                Question<S, P, M> question,
                Decision<M> decision) {
            if (question.seen() instanceof Seen seen
                    && question.policy() instanceof Policy policy
                    && question.past() instanceof Past past) {
                var recount = new Recount(seen, policy, past, question.now(), decision.plan());
                for (var reason : decision.reasons()) {
                    assertThat(isTrue(reason, recount, decision))
                            .as("%s %s\n%s", question.now(), reason.sentence(), recount)
                            .isTrue();
                }
            }
        }

        @Override
        public void acted(LoopId loop, List<Outcome> outcomes) {}

        @Override
        public void failed(LoopId loop, Instant now, String cause) {
            throw new AssertionError(loop + ": " + cause);
        }
    }

    private boolean isTrue(Reason reason, Recount recount, Decision<?> decision) {
        recounted.merge(reason.rule().code(), 1, Integer::sum);
        var steps = decision.plan().steps();
        return switch (reason.rule().code()) {
            case "starved" ->
                    whole(reason, "pods") <= recount.withoutPlace()
                            && (isLimited(decision) || whole(reason, "nodes") <= recount.added());
            case "nodes-arriving" -> whole(reason, "pods") == recount.onArriving();
            case "drain-blocked" -> recount.isBlocked(first(reason, "examples"));
            case "above-threshold" ->
                    recount.percentOfComing(text(reason, "resource"))
                            > decimal(reason, "threshold");
            case "within-thresholds" ->
                    recount.percentOfComing(text(reason, "resource"))
                            <= decimal(reason, "threshold");
            case "low-utilisation", "very-low-utilisation" ->
                    recount.percentOfReady(text(reason, "resource")) < decimal(reason, "threshold");
            case "undrain" -> count(steps, Step.UndrainNode.class) == whole(reason, "count");
            case "remove-empty" -> recount.isEmpty(reason.subject());
            case "nodes-settling" -> recount.young() == whole(reason, "nodes");
            default -> true;
        };
    }

    /// Whether the group gets fewer nodes than it needs, and says so.
    private static boolean isLimited(Decision<?> decision) {
        return decision.reasons().stream()
                .map(reason -> reason.rule().code())
                .anyMatch(List.of("cooling-down", "max-nodes", "not-delivered")::contains);
    }

    private static long count(List<Step> steps, Class<? extends Step> kind) {
        return steps.stream().filter(kind::isInstance).count();
    }

    private static long whole(Reason reason, String name) {
        return ((Fact.Whole) fact(reason, name)).value();
    }

    private static double decimal(Reason reason, String name) {
        return ((Fact.Decimal) fact(reason, name)).value().doubleValue();
    }

    private static String text(Reason reason, String name) {
        return fact(reason, name).text();
    }

    /// The first of some names.
    private static String first(Reason reason, String name) {
        return text(reason, name).split(",| and ", 2)[0];
    }

    private static Fact fact(Reason reason, String name) {
        return reason.facts().stream()
                .filter(fact -> fact.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}

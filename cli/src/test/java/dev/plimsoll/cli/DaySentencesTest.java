package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Recounts what the decisions of the embedded day say, from what they saw.
class DaySentencesTest {

    /// How often each sentence was recounted, by its rule.
    private final Map<String, Integer> recounted = new TreeMap<>();

    @Test
    void everySentenceIsTrue() {
        long seeds = Seeds.few(1, 4);
        for (long seed = 1; seed <= seeds; seed++) {
            EmbeddedDay.run(seed, Duration.ofDays(1), this::check);
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
                        "nodes-settling",
                        "would-grow-again",
                        "settling",
                        "stabilising",
                        "min-nodes",
                        "cooling-down",
                        "still-draining");
        assertThat(recounted.get("nodes-arriving")).isGreaterThan(20);
        assertThat(recounted.get("starved")).isGreaterThan(20);
    }

    private void check(EmbeddedDay.Turn turn) {
        var plan = turn.decision().plan();
        var recount = new Recount(turn.seen(), turn.policy(), turn.past(), turn.now(), plan);
        for (var reason : turn.decision().reasons()) {
            assertThat(isTrue(reason, recount, turn.decision()))
                    .as("%s %s\n%s", turn.now(), reason.sentence(), recount)
                    .isTrue();
        }
    }

    private boolean isTrue(Reason reason, Recount recount, Decision<?> decision) {
        recounted.merge(reason.rule().code(), 1, Integer::sum);
        var steps = decision.plan().steps();
        return switch (reason.rule().code()) {
            case "starved" -> isStarved(reason, recount, decision);
            case "nodes-arriving" -> whole(reason, "pods") == recount.onArriving();
            case "drain-blocked" -> all(reason, recount::isBlocked);
            case "would-grow-again" ->
                    all(
                            reason,
                            name -> recount.percentWithout(name) > decimal(reason, "threshold"));
            case "stabilising" ->
                    recount.percentOfReady(text(reason, "resource")) < decimal(reason, "threshold")
                            && recount.percentAtPeak(text(reason, "resource"))
                                    >= decimal(reason, "threshold");
            case "settling" ->
                    whole(reason, "seconds") == recount.secondsToSettle()
                            && count(steps, Step.DrainNode.class) == 0;
            case "cooling-down" ->
                    whole(reason, "seconds") == recount.secondsToCoolDown()
                            && count(steps, Step.ResizeGroup.class) == 0
                            && count(steps, Step.DrainNode.class) == 0;
            case "min-nodes" -> recount.isNearMinimum(whole(reason, "least"));
            case "evict-overdue" ->
                    steps.contains(new Step.EvictPods(reason.subject(), recount.movers(reason)))
                            && whole(reason, "pods") == recount.movers(reason)
                            && whole(reason, "minutes") >= recount.hardGraceMinutes();
            case "still-draining" -> whole(reason, "count") == recount.stillDraining();
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

    /// Exactly as many nodes as the pods need, if nothing else adds nodes.
    private static boolean isStarved(Reason reason, Recount recount, Decision<?> decision) {
        long pods = whole(reason, "pods");
        long nodes = whole(reason, "nodes");
        var others = List.of("above-threshold", "from-zero", "below-min", "undrain");
        boolean isAlone = codes(decision).noneMatch(others::contains);
        if (isAlone && (pods != recount.withoutPlace() || nodes != recount.newNodes())) {
            return false;
        }
        return pods <= recount.withoutPlace()
                && (isLimited(decision) || nodes <= recount.added())
                && (isLimited(decision) || !isAlone || nodes == recount.added());
    }

    private static Stream<String> codes(Decision<?> decision) {
        return decision.reasons().stream().map(reason -> reason.rule().code());
    }

    /// Whether it is so for all names of the examples.
    private static boolean all(Reason reason, Predicate<String> isSo) {
        var names = text(reason, "examples").replaceAll(" and \\d+ more$", "").split(", ");
        return Stream.of(names).allMatch(isSo);
    }

    /// Whether the group gets fewer nodes than it needs, and says so.
    private static boolean isLimited(Decision<?> decision) {
        return codes(decision)
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

    private static Fact fact(Reason reason, String name) {
        return reason.facts().stream()
                .filter(fact -> fact.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}

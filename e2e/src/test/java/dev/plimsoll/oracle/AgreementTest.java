package dev.plimsoll.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.checker.Checker;
import dev.plimsoll.formats.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The deciding rules and the checking rules are two programs with the same verdicts.
class AgreementTest {

    @Test
    void ourRulesAgreeWithTheCheckerOnEveryNode() {
        Seeds.forOneIn(
                40,
                random -> {
                    var made = Cases.of(random.nextLong());
                    var stored = made.objects().stream().map(AgreementTest::asStored).toList();
                    compare(new Case(made.seed(), stored, made.pods()));
                });
    }

    @Test
    void theCheckerAgreesWithTheRecordedScheduler() {
        Recording.forOneIn(
                Seeds.few(50, 10),
                answered -> {
                    var asked = answered.asked();
                    var checker = new Checker(asked.objects());
                    var nodes = new Ours(asked).verdicts(0).keySet();
                    for (int pod = 0; pod < asked.pods().size(); pod++) {
                        for (var node : nodes) {
                            assertThat(checker.refusal(asked.pods().get(pod), node).isEmpty())
                                    .as("seed %d, pod %d on %s", asked.seed(), pod, node)
                                    .isEqualTo(answered.verdicts().get(pod).fits().contains(node));
                        }
                    }
                });
    }

    private static void compare(Case asked) {
        var checker = new Checker(asked.objects());
        var ours = new Ours(asked);
        for (int i = 0; i < asked.pods().size(); i++) {
            var pod = asked.pods().get(i);
            ours.verdicts(i)
                    .forEach((node, verdict) ->
                            assertThat(verdict.fits())
                                    .as("seed %d on %s: %s", asked.seed(), node, Json.text(pod))
                                    .isEqualTo(checker.refusal(pod, node).isEmpty()));
        }
    }

    /// A pod to be deleted carries its deletion time, as an API server would write it.
    private static Map<String, Object> asStored(Map<String, Object> object) {
        var metadata = new LinkedHashMap<>(Trees.within(object, "metadata"));
        if (!Trees.within(metadata, "annotations").containsKey(RandomPods.TERMINATING)) {
            return object;
        }
        metadata.put("deletionTimestamp", "2026-01-31T08:00:00Z");
        var stored = new LinkedHashMap<>(object);
        stored.put("metadata", metadata);
        return stored;
    }
}

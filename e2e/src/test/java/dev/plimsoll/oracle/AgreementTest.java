package dev.plimsoll.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.checker.Checker;
import dev.plimsoll.formats.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The rules that decide and the rules that check are two programs; they say the same.
class AgreementTest {

    @Test
    void ourRulesAgreeWithTheCheckerOnEveryNode() {
        Seeds.forOneIn(
                20,
                random -> {
                    var seed = random.nextLong();
                    var one = Cases.of(seed);
                    var objects = one.objects().stream().map(AgreementTest::asStored).toList();
                    var checker = new Checker(objects);
                    for (var pod : one.pods()) {
                        Fits.verdicts(objects, pod)
                                .forEach((node, verdict) ->
                                        assertThat(verdict.fits())
                                                .as(
                                                        "seed %d, %s on %s: %s against %s; %s",
                                                        seed,
                                                        pod.get("metadata"),
                                                        node,
                                                        verdict,
                                                        checker.refusal(pod, node),
                                                        Json.text(pod))
                                                .isEqualTo(checker.refusal(pod, node).isEmpty()));
                    }
                });
    }

    /// What is to be deleted carries the moment of that, as an API server would write it.
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

package dev.plimsoll.formats.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Values;
import dev.plimsoll.formats.document.Questions.Asked;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchingKindTest {

    @Test
    void tellsAllThereIsBesideThePlan() {
        assertThat(
                        answer(
                                """
                                {kind: BatchingQuestion, policy: {primaryPerNode: 0},
                                 seen: {subnet: pods, capacity: 1024, batch: 16, nodes: [{count: 28, pods: 9}]}}
                                """))
                .contains(
                        "\"plan\":[{\"step\":\"useBatch\",\"subnet\":\"pods\",\"from\":16,\"addresses\":8,"
                            + "\"minFreePercent\":50}],\"state\":\"OK\",\"fit\":8,\"need\":584,\"next\":8,"
                            + "\"free\":128,\"joinable\":454,\"idle\":644,\"podsLeft\":{\"tight\":727,\"exhausted\":744},"
                            + "\"nodesLeft\":{\"tight\":454,\"exhausted\":744},"
                            + "\"thresholds\":[{\"above\":576,\"batch\":8},{\"above\":800,\"batch\":4},"
                            + "{\"above\":912,\"batch\":2},{\"above\":968,\"batch\":1}]");
    }

    @Test
    void tellsTheCriticalNodesOfAThresholdPolicy() {
        assertThat(
                        answer(
                                """
                                {kind: BatchingQuestion, policy: {rule: threshold, primaryPerNode: 0},
                                 seen: {capacity: 1024, batch: 16, nodes: [{count: 28, pods: 9}]}}
                                """))
                .contains(
                        "\"freed\":420,\"gap\":409.6,\"criticalNodes\":28,"
                            + "\"criticalNodesExact\":{\"possible\":19,\"equalLoad\":29,\"empty\":58}");
    }

    @Test
    void tellsWhatIsKnownWithoutACapacity() {
        assertThat(
                        answer(
                                """
                                {kind: BatchingQuestion, seen: {capacity: unknown, nodes: [{pods: 9}]}}
                                """))
                .contains("\"plan\":[],\"state\":\"UNKNOWN\",\"next\":16,\"reasons\"");
    }

    @Test
    void answersWhereNodesTakeNothingAndWhereTheyTakeAll() {
        assertThat(
                        answer(
                                """
                                {kind: BatchingQuestion, policy: {rule: threshold, minFreePercent: 0, primaryPerNode: 0, maxPerNode: 1},
                                 seen: {capacity: 1, nodes: [{count: 1000000}]}}
                                """))
                .contains("\"criticalNodesExact\":{}");
        assertThat(
                        answer(
                                """
                                {kind: BatchingQuestion, policy: {maxPerNode: 16777216, maxBatch: 16777216},
                                 seen: {capacity: 1, nodes: [{count: 1000000, pods: 16777216}]}}
                                """))
                .contains("\"state\":\"EXHAUSTED\"");
    }

    /// What one decision says to remember is the past of the next question.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "rule: feed-forward",
                "rule: state",
                "rule: prose",
                "rule: level",
                "rule: threshold",
                "rule: snippet, nodeFactor: 1.5"
            })
    void whatIsRememberedReadsBack(String rule) {
        var document =
                """
                {kind: BatchingQuestion, now: 2026-01-05T12:00:00Z, policy: {%s, controller: blue, joins: 3},
                 past: {subnet: pods, change: {at: 2026-01-05T11:00:00Z, from: 8, to: 16, number: 4}, holdDown: 2m,
                        others: {most: 9, last: 7, fellAt: 2026-01-05T11:59:00Z}, used: 700,
                        undone: {batch: 16, at: 2026-01-05T10:00:00Z}, lastDrop: true},
                 seen: {subnet: pods, capacity: 1019, others: 7, batch: 16, used: 924, nodes: [{count: 28, pods: 9}]}}
                """
                        .formatted(rule);

        readsBack(asked(document));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "capacity: unknown",
                "capacity: 0, nodes: []",
                "capacity: 1019, others: 7, batch: 3, minFreePercent: 0, used: 924, usedBefore: 0,"
                        + " coming: 4, lagging: 2, age: 90s, nodes: [{count: 28, pods: 9},"
                        + " {max: 30, asked: 48}]"
            })
    void whatWasSeenReadsBackFromAJournal(String seen) {
        seenReadsBack(asked("{kind: BatchingQuestion, seen: {%s}}".formatted(seen)));
    }

    private static <S> void seenReadsBack(Asked<S, ?, ?, ?> asked) {
        var seen = asked.question().seen();
        var written = asked.kind().written(seen).orElseThrow();
        var again = asked(Json.text(Trees.ordered("kind", "BatchingQuestion", "seen", written)));

        assertThat(again.question().seen()).isEqualTo(seen);
    }

    private static <P, M> void readsBack(Asked<?, P, M, ?> asked) {
        var kind = asked.kind();
        var question = asked.question();
        var remembered = asked.answer().decision().remember();
        var again =
                asked(
                        Json.text(
                                Trees.ordered(
                                        "kind",
                                        "BatchingQuestion",
                                        "policy",
                                        kind.policy(question.policy()),
                                        "past",
                                        kind.past(remembered),
                                        "seen",
                                        Trees.ordered("capacity", 1))));

        assertThat(again.question().policy()).isEqualTo(question.policy());
        assertThat(again.question().past()).isEqualTo(remembered);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{kind: BatchingQuestion, seen: {nodes: []}}",
                "{kind: BatchingQuestion, seen: {capacity: -1}}",
                "{kind: BatchingQuestion, policy: {rule: level, nodeFactor: 0.5}, seen: {capacity:"
                        + " 1}}",
                "{kind: BatchingQuestion, policy: {rule: feedforward}, seen: {capacity: 1}}",
                "{kind: BatchingQuestion, policy: {minFreePercent: 101}, seen: {capacity: 1}}",
                "{kind: BatchingQuestion, policy: {upperPercent: 90}, seen: {capacity: 1}}",
                "{kind: BatchingQuestion, policy: {rule: threshold, lowerPercent: 91}, seen:"
                        + " {capacity: 1}}",
                "{kind: BatchingQuestion, policy: {rule: threshold, exhaustedBatch: 16}, seen:"
                        + " {capacity: 1}}"
            })
    void refusesWhatMakesNoSense(String document) {
        assertThatThrownBy(() -> asked(document)).isInstanceOf(BadInput.class);
    }

    private static String answer(String document) {
        return answer(asked(document));
    }

    private static <M, A> String answer(Asked<?, ?, M, A> asked) {
        return Json.text(Decisions.answer(asked.kind(), asked.answer()));
    }

    private static Asked<?, ?, ?, ?> asked(String document) {
        var mistakes = new Mistakes();
        var bytes = document.getBytes(StandardCharsets.UTF_8);
        try (var documents =
                Values.read(Source.stream("test", new ByteArrayInputStream(bytes)), mistakes)) {
            return Questions.read(documents.next(), mistakes);
        }
    }
}

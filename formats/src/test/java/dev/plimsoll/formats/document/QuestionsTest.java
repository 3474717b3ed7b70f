package dev.plimsoll.formats.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Values;
import dev.plimsoll.sizing.Past;
import dev.plimsoll.sizing.Seen;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuestionsTest {

    private static final List<String> KINDS =
            Kinds.all().stream().map(kind -> kind.name() + "Question").toList();

    @Test
    void readsADocumentAfterTheOther() {
        var yaml =
                """
                kind: SizingQuestion
                seen: {group: blue}
                ---
                # nothing here
                ---
                kind: SizingQuestion
                seen: {group: green}
                """;
        var lines =
                """
                {"kind": "SizingQuestion", "seen": {"group": "blue"}}
                {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "SizingQuestion", "seen": {"group": "green"}}
                """;

        assertThat(groups(yaml)).containsExactly("blue", "green");
        assertThat(groups(lines)).containsExactly("blue", "green");
        assertThat(groups("")).isEmpty();
    }

    @Test
    void readsALineOfAnyLength() {
        var node = "{\"allocatable\": {\"cpu\": 4, \"memory\": \"16Gi\"}}";
        var line =
                "{\"kind\": \"SizingQuestion\", \"seen\": {\"nodes\": [%s%s]}}"
                        .formatted((node + ",").repeat(20_000), node);

        var question = read(line).getFirst();

        assertThat(((Seen) question.seen()).nodes()).hasSize(20_001);
    }

    @Test
    void asksAboutNothingButWhatIsSeen() {
        var question = read("{kind: SizingQuestion, seen: {}}").getFirst();

        assertThat(question.now()).isEqualTo(Instant.parse("1970-01-01T00:00:00Z"));
        assertThat(question.seed()).isZero();
        assertThat(question.past()).isEqualTo(Past.NONE);
        assertThat(question.last()).isEmpty();
    }

    @Test
    void readsTheMomentAndTheSeed() {
        var question =
                read("{kind: SizingQuestion, seen: {}, seed: -7, now: 2026-01-01T01:00:00+01:00}")
                        .getFirst();

        assertThat(question.seed()).isEqualTo(-7);
        assertThat(question.now()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
    }

    @Test
    void saysWhichQuestionsAreAnswered() {
        var either = String.join(" or ", KINDS);
        var known = String.join(", ", KINDS);

        assertMistakes("{seen: {}}", "f:1:1: 'kind' is missing; write kind: " + either);
        assertMistakes(
                "{kind: Pod, spec: {}}",
                "f:1:8: kind: 'Pod' is not a kind of question; write one of " + known);
        assertMistakes(
                "{kind: Sizing, seen: {}}",
                "f:1:8: kind: 'Sizing' is not a kind of question; write one of " + known);
        assertMistakes(
                "[{kind: SizingQuestion}]",
                "f:1:1: expected keys with values, got a list; write 'key: value' lines",
                "f:1:1: 'kind' is missing; write kind: " + either);
        assertMistakes(
                "just a text",
                "f:1:1: expected keys with values, got 'just a text'; write 'key: value' lines",
                "f:1:1: 'kind' is missing; write kind: " + either);
    }

    @Test
    void wantsTheVersionThatItKnows() {
        assertMistakes(
                "{apiVersion: plimsoll.dev/v2, kind: SizingQuestion, seen: {}}",
                "f:1:14: apiVersion: unknown version; write plimsoll.dev/v1alpha1");
    }

    @Test
    void wantsSomethingToDecideAbout() {
        assertMistakes(
                "{kind: SizingQuestion, sean: {}}",
                "f:1:1: 'seen' is missing; add the state to decide about",
                "f:1:24: sean: unknown key; did you mean 'seen'?");
    }

    @Test
    void answersUntilTheFirstMistake() {
        var text =
                """
                {"kind": "SizingQuestion", "seen": {"group": "blue"}}
                {"kind": "SizingQuestion", "seen": {"grup": "green"}}
                """;
        var mistakes = new Mistakes();
        try (var documents = Values.read(Source.text("f", text), mistakes)) {
            Questions.read(documents.next(), mistakes);

            assertThatThrownBy(() -> Questions.read(documents.next(), mistakes))
                    .hasMessage("f:2:37: seen.grup: unknown key; did you mean 'group'?");
        }
    }

    /// The answer as the documents describe it, on the example of the source.
    @Test
    void printsADecisionAsItIsDescribed() {
        var text =
                """
                kind: SizingQuestion
                seen:
                  group: blue
                  nodes: [{count: 2, allocatable: {cpu: 1, memory: 4000Mi}}]
                  pods: [{count: 10, requests: {cpu: 500m, memory: 100Mi}}]
                """;

        try (var documents = Values.read(Source.text("f", text), new Mistakes())) {
            assertThat(answer(Questions.read(documents.next(), new Mistakes())))
                    .isEqualTo(
                            """
                            {"apiVersion":"plimsoll.dev/v1alpha1","kind":"SizingDecision",\
                            "plan":[{"step":"resizeGroup","group":"blue","from":2,"nodes":8}],\
                            "reasons":[{"rule":"above-threshold","effect":"chose","subject":"blue",\
                            "facts":{"resource":"cpu","nodes":2,"wanted":8,"threshold":70,"cpuPercent":250,"memoryPercent":12.5,\
                            "cpuPercentAfter":62.5,"memoryPercentAfter":3.125},\
                            "sentence":"cpu utilisation of blue is 250% with 2 nodes, above 70%; 8 nodes bring it to 62.5%"}],\
                            "remember":{"coolDown":{"until":"1970-01-01T00:02:00Z","demand":{"cpu":"5","memory":"1000Mi"}},\
                            "template":{"allocatable":{"cpu":"1","memory":"4000Mi"}},\
                            "unbound":[{"shape":"d229b63258974d25","pods":4,"since":"1970-01-01T00:00:00Z"}]},\
                            "wakeAt":"1970-01-01T00:02:00Z"}\
                            """);
        }
    }

    private static <M> String answer(Questions.Asked<?, ?, M, ?> asked) {
        return Json.text(Decisions.tree(asked.kind(), asked.answer().decision()));
    }

    private static List<String> groups(String text) {
        return read(text).stream()
                .map(question -> ((Seen) question.seen()).group().name())
                .toList();
    }

    private static List<Question<?, ?, ?>> read(String text) {
        var mistakes = new Mistakes();
        var questions = new ArrayList<Question<?, ?, ?>>();
        try (var documents = Values.read(Source.text("f", text), mistakes)) {
            documents.forEachRemaining(
                    document -> questions.add(Questions.read(document, mistakes).question()));
        }
        return questions;
    }

    private static void assertMistakes(String text, String... mistakes) {
        assertThatExceptionOfType(BadInput.class)
                .isThrownBy(() -> read(text))
                .withMessage("%s", String.join("\n", mistakes));
    }
}

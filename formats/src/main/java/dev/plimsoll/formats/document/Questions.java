package dev.plimsoll.formats.document;

import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Value;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

/// Question documents.
public final class Questions {

    private static final String SUFFIX = "Question";

    /// A question with the kind that can answer it.
    public record Asked<S, P, M, A>(Kind<S, P, M, A> kind, Question<S, P, M> question) {

        public Answer<M, A> answer() {
            return kind.answer(question);
        }
    }

    private Questions() {}

    /// A question as a document that [#read] reads.
    ///
    /// @param seen what was seen, as the kind writes it
    public static <S, P, M> Map<String, Object> tree(
            Kind<S, P, M, ?> kind, Question<S, P, M> question, Map<String, Object> seen) {
        var tree =
                Trees.ordered(
                        "apiVersion",
                        Decisions.API_VERSION,
                        "kind",
                        kind.name() + SUFFIX,
                        "now",
                        question.now().toString());
        if (question.seed() != 0) {
            tree.put("seed", question.seed());
        }
        tree.put("policy", kind.policy(question.policy()));
        ClusterParts.put(tree, "past", kind.past(question.past()));
        ClusterParts.put(tree, "last", Steps.outcomes(question.last()));
        tree.put("seen", seen);
        return tree;
    }

    /// @throws dev.plimsoll.formats.BadInput with all mistakes of the document
    public static Asked<?, ?, ?, ?> read(Value document, Mistakes mistakes) {
        var fields = Fields.of(document, "", mistakes);
        checkVersion(fields);
        var kind = kind(fields);
        if (kind.isEmpty()) {
            mistakes.throwIfAny();
            throw new IllegalStateException("a document without a kind has a mistake");
        }
        return read(kind.get(), fields, mistakes);
    }

    static void checkVersion(Fields fields) {
        if (!fields.text("apiVersion", Decisions.API_VERSION).equals(Decisions.API_VERSION)) {
            fields.mistake("apiVersion", "unknown version; write " + Decisions.API_VERSION);
        }
    }

    private static <S, P, M, A> Asked<S, P, M, A> read(
            Kind<S, P, M, A> kind, Fields fields, Mistakes mistakes) {
        if (!fields.has("seen")) {
            fields.mistake("'seen' is missing; add the state to decide about");
        }
        var seen = kind.seen(fields.fields("seen"));
        var policy = kind.policy(fields.fields("policy"));
        var past = kind.past(fields.fields("past"));
        var last = Steps.outcomes(fields, "last");
        var now = fields.time("now", Instant.EPOCH);
        long seed = fields.whole("seed", 0L, Long.MIN_VALUE, Long.MAX_VALUE);
        fields.done();
        mistakes.throwIfAny();
        return new Asked<>(kind, new Question<>(seen, policy, past, last, now, seed));
    }

    private static Optional<Kind<?, ?, ?, ?>> kind(Fields fields) {
        var name = fields.text("kind", "");
        if (name.endsWith(SUFFIX)) {
            var kind = Kinds.named(name.substring(0, name.length() - SUFFIX.length()));
            if (kind.isPresent()) {
                return kind;
            }
        }
        var known = new ArrayList<String>();
        Kinds.all().forEach(each -> known.add(each.name() + SUFFIX));
        if (name.isEmpty()) {
            fields.mistake("'kind' is missing; write kind: " + String.join(" or ", known));
        } else {
            fields.mistake(
                    "kind",
                    "'"
                            + name
                            + "' is not a kind of question; write one of "
                            + String.join(", ", known));
        }
        return Optional.empty();
    }
}

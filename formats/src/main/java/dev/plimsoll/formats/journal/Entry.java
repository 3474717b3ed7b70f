package dev.plimsoll.formats.journal;

import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Value;
import dev.plimsoll.formats.document.Decisions;
import dev.plimsoll.formats.document.Kind;
import dev.plimsoll.formats.document.Steps;
import dev.plimsoll.turn.LoopId;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/// An entry of a journal, in the order of events.
public sealed interface Entry {

    /// A process began to write.
    ///
    /// @param rules the version of the rules it decided by
    record Opened(String version, int rules) implements Entry {}

    /// A loop could not decide.
    ///
    /// @param cause the exception, in one line
    record Failed(LoopId loop, Instant now, String cause) implements Entry {}

    /// A loop decided.
    ///
    /// @param id counts the decisions of a journal
    /// @param decision as it was printed
    record Decided<S, P, M>(
            long id, LoopId loop, Kind<S, P, M, ?> kind, Question<S, P, M> question, Value decision)
            implements Entry {

        /// The decision as one line of JSON.
        public String text() {
            return Json.text(Plain.of(decision));
        }

        /// The same question asked again, as one line of JSON.
        public String again() {
            return again(question.policy());
        }

        /// The same question asked under another policy.
        public String again(P policy) {
            return Json.text(Decisions.tree(kind, decide(policy)));
        }

        public Plan plan() {
            return new Plan(read(fields -> Steps.steps(fields, "plan")));
        }

        /// The codes of the rules of its reasons, in order.
        public List<String> rules() {
            return read(fields ->
                    fields.list("reasons").stream()
                            .map(reason -> reason.text("rule", ""))
                            .toList());
        }

        private <T> T read(Function<Fields, T> part) {
            var mistakes = new Mistakes();
            var read = part.apply(Fields.of(decision, "decision", mistakes));
            mistakes.throwIfAny();
            return read;
        }

        private Decision<M> decide(P policy) {
            return kind.decider()
                    .decide(
                            new Question<>(
                                    question.seen(),
                                    policy,
                                    question.past(),
                                    question.last(),
                                    question.now(),
                                    question.seed()));
        }
    }

    /// The outcomes of a decision's steps.
    record Acted(long id, List<Outcome> outcomes) implements Entry {

        public Acted {
            outcomes = List.copyOf(outcomes);
        }
    }
}

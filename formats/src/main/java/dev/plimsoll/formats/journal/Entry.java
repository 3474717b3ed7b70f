package dev.plimsoll.formats.journal;

import dev.plimsoll.cluster.Cluster;
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
import dev.plimsoll.turn.Restart;
import java.util.List;
import java.util.function.Function;

/// An entry of a journal, in the order of events.
public sealed interface Entry {

    /// A process began to write.
    ///
    /// @param rules the version of the rules it decided by
    record Opened(String version, int rules) implements Entry {}

    /// A loop decided.
    ///
    /// @param id counts the decisions of a journal
    /// @param decision as it was printed
    record Decided<S, P, M>(
            long id,
            String loop,
            Kind<S, P, M> kind,
            Cluster cluster,
            Question<S, P, M> question,
            Value decision)
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

        /// The past that the decision remembers.
        public M remember() {
            return read(fields -> kind.past(fields.fields("remember")));
        }

        public Plan plan() {
            return new Plan(read(fields -> Steps.steps(fields, "plan")));
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

    /// The last decision of a loop before this file began: with it, a file can be read alone.
    ///
    /// @param id the number of the decision
    record Remembered<M>(String loop, Kind<?, ?, M> kind, long id, Restart<M> restart)
            implements Entry {

        Remembered<M> after(List<Outcome> outcomes) {
            return new Remembered<>(loop, kind, id, new Restart<>(restart.past(), outcomes));
        }
    }

    /// The outcomes of a decision's steps.
    record Acted(long id, List<Outcome> outcomes) implements Entry {

        public Acted {
            outcomes = List.copyOf(outcomes);
        }
    }
}

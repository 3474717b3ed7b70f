package dev.plimsoll.formats.journal;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Value;
import dev.plimsoll.formats.document.Decisions;
import dev.plimsoll.formats.document.Kind;
import java.util.List;

/// What a journal tells, in the order in which it happened.
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

    /// What became of the steps of a decision.
    record Acted(long id, List<Outcome> outcomes) implements Entry {

        public Acted {
            outcomes = List.copyOf(outcomes);
        }
    }
}

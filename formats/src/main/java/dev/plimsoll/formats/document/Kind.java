package dev.plimsoll.formats.document;

import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.Fields;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// One kind of question: who answers it, and how its parts read and print.
///
/// What is printed is a plain tree: maps, lists, texts, numbers, truth values.
///
/// @param <S> what was seen
/// @param <P> the operator's policy
/// @param <M> what is remembered from turn to turn
/// @param <A> the details of an answer
public interface Kind<S, P, M, A> {

    String name();

    Decider<S, P, M> decider();

    Answer<M, A> answer(Question<S, P, M> question);

    /// The format of its past. It changes when a past that was written before would be misread.
    default int pastFormat() {
        return 1;
    }

    /// The past of a loop that has not decided yet.
    M none();

    S seen(Fields fields);

    P policy(Fields fields);

    M past(Fields fields);

    /// What was seen, in the form in which it reads; nothing for kinds that are not printed.
    default Optional<Map<String, Object>> written(S seen) {
        return Optional.empty();
    }

    /// The details of an answer as they are printed beside the decision.
    default Map<String, Object> details(A details) {
        return new LinkedHashMap<>();
    }

    Map<String, Object> policy(P policy);

    Map<String, Object> past(M past);
}

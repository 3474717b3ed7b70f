package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.Fields;
import java.util.LinkedHashMap;
import java.util.Map;

/// One kind of question: who answers it, and how its parts read and print.
///
/// What is printed is a plain tree: maps, lists, texts, numbers, truth values.
///
/// @param <S> what was seen
/// @param <P> the operator's policy
/// @param <M> what is remembered from turn to turn
public interface Kind<S, P, M> {

    String name();

    Decider<S, P, M> decider();

    /// What the loop of that name sees of a cluster.
    S view(Cluster cluster, String loop);

    /// The parts of what was seen that a journal keeps: none if the cluster has them all.
    default Map<String, Object> written(S seen) {
        return new LinkedHashMap<>();
    }

    /// What the loop of that name saw, from its cluster and the parts that a journal kept.
    default S recorded(Cluster cluster, String loop, Fields written) {
        return view(cluster, loop);
    }

    S seen(Fields fields);

    P policy(Fields fields);

    M past(Fields fields);

    /// The parts of the answer beside the decision. They follow from the question, so journals
    /// leave them out.
    default Map<String, Object> beside(Question<S, P, M> question, Decision<M> decision) {
        return new LinkedHashMap<>();
    }

    Map<String, Object> policy(P policy);

    Map<String, Object> past(M past);
}

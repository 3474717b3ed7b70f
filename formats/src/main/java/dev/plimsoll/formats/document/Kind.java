package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.turn.LoopSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One kind of question: who answers it, and how its parts read and print.
///
/// What is printed is a plain tree: maps, lists, texts, numbers, truth values.
///
/// @param <S> what was seen
/// @param <P> the operator's policy
/// @param <M> what is remembered from turn to turn
public interface Kind<S, P, M> {

    /// Every kind there is.
    static List<Kind<?, ?, ?>> all() {
        return List.of(
                new SizingKind(),
                new BatchingKind(),
                new SharingKind(),
                new RankingKind(),
                new FitKind());
    }

    /// The kind of that name: `Sizing`.
    static Optional<Kind<?, ?, ?>> named(String name) {
        return all().stream().filter(kind -> kind.name().equals(name)).findFirst();
    }

    /// The kind of what a loop decides.
    @SuppressWarnings("unchecked") // A decider's class stands for the three types of its kind.
    static <S, P, M> Kind<S, P, M> of(LoopSpec<S, P, M> spec) {
        for (var kind : all()) {
            if (kind.decider().getClass() == spec.decider().getClass()) {
                return (Kind<S, P, M>) kind;
            }
        }
        throw new IllegalArgumentException("no kind for " + spec.decider());
    }

    String name();

    Decider<S, P, M> decider();

    /// What the loop of that name sees of a cluster.
    S view(Cluster cluster, String loop);

    /// What a journal writes down of what was seen: nothing where a cluster shows it all.
    default Map<String, Object> written(S seen) {
        return new LinkedHashMap<>();
    }

    /// What the loop of that name saw, from a journal: its cluster, and what was written beside it.
    default S recorded(Cluster cluster, String loop, Fields written) {
        return view(cluster, loop);
    }

    S seen(Fields fields);

    P policy(Fields fields);

    M past(Fields fields);

    /// What the answer tells beside the plan. It is no part of the decision: whoever has the
    /// question can tell it again, so journals leave it out.
    default Map<String, Object> beside(Question<S, P, M> question, Decision<M> decision) {
        return new LinkedHashMap<>();
    }

    Map<String, Object> policy(P policy);

    Map<String, Object> past(M past);
}

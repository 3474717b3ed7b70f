package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.turn.LoopId;
import dev.plimsoll.turn.LoopSpec;
import java.util.List;

/// A kind of question that loops on a cluster ask.
public interface LoopKind<S, P, M, A> extends Kind<S, P, M, A> {

    /// What the loop of that name sees of a cluster.
    S view(Cluster cluster, String loop);

    /// A loop of this kind.
    ///
    /// @param groups the groups whose size it decides
    default LoopSpec<Cluster, S, P, M> loop(String name, List<String> groups, P policy) {
        return new LoopSpec<>(
                new LoopId(name(), name),
                groups,
                cluster -> view(cluster, name),
                decider(),
                policy,
                none(),
                isDryRun(policy));
    }

    /// Whether the policy wants decisions without steps.
    default boolean isDryRun(P policy) {
        return false;
    }
}

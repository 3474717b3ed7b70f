package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.groups.Candidate;
import dev.plimsoll.storage.Surroundings;
import java.util.Comparator;
import java.util.List;

/// What is known when nodes are bought for pods that wait.
///
/// @param candidates the groups; every node is in one of them
public record Seen(Cluster cluster, Surroundings surroundings, List<Candidate> candidates) {

    public Seen {
        candidates = candidates.stream().sorted(Comparator.comparing(Candidate::name)).toList();
    }

    /// The groups that may have more nodes.
    List<Candidate> growing() {
        return candidates.stream().filter(group -> group.room() > 0).toList();
    }
}

package dev.plimsoll.oracle;

import java.util.List;

/// The verdict of the scheduler about one pod and all nodes.
///
/// @param fits the nodes on which it fits, by name
/// @param refusals the number of refused nodes by reason, in the scheduler's words; or the one
///   reason why it is refused on all nodes
public record Said(List<String> fits, String refusals) {

    public Said {
        fits = List.copyOf(fits);
    }
}

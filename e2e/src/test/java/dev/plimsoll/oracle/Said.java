package dev.plimsoll.oracle;

import java.util.List;

/// What the scheduler says about one pod and all nodes.
///
/// @param fits the nodes it may go to, by name order
/// @param refusals how many nodes are refused for what, in the scheduler's words; or the one reason
///   for which it is refused everywhere
public record Said(List<String> fits, String refusals) {

    public Said {
        fits = List.copyOf(fits);
    }
}

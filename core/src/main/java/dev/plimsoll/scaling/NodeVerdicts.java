package dev.plimsoll.scaling;

import dev.plimsoll.decision.Reason;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/// Why each node stays: the first rule that keeps it, as a decision found it.
///
/// @param first by the name of the node; a reason about pods that fit on no other node may lack the
///   pod
/// @param noPlaces these reasons with their pods; found when they are asked for, because a decision
///   needs only the first
record NodeVerdicts(SortedMap<String, Reason> first, Supplier<Map<String, Reason>> noPlaces) {

    static final NodeVerdicts NONE = new NodeVerdicts(new TreeMap<>(), LinkedHashMap::new);

    NodeVerdicts with(Supplier<Map<String, Reason>> found) {
        return new NodeVerdicts(first, found);
    }

    /// The whole reasons, by the name of the node.
    SortedMap<String, Reason> whole() {
        var whole = new TreeMap<>(first);
        noPlaces.get()
                .forEach((node, reason) ->
                        whole.computeIfPresent(
                                node,
                                (_, known) -> known.rule().equals(reason.rule()) ? reason : known));
        return whole;
    }
}

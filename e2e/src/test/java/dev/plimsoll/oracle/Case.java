package dev.plimsoll.oracle;

import java.util.List;
import java.util.Map;

/// One cluster, and the pods in question.
///
/// @param seed the seed for `Cases.of`
/// @param objects all existing objects, in an order in which they can be created
/// @param pods the pods in question: none has a node, and none is in `objects`
public record Case(long seed, List<Map<String, Object>> objects, List<Map<String, Object>> pods) {

    public Case {
        objects = List.copyOf(objects);
        pods = List.copyOf(pods);
    }
}

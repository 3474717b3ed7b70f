package dev.plimsoll.oracle;

import java.util.List;
import java.util.Map;

/// One cluster, and the pods that ask whether they fit on its nodes.
///
/// @param seed what `Cases.of` made it from
/// @param objects everything that exists already, in an order in which it can be created
/// @param pods the asking pods: none has a node, and none is in `objects`
public record Case(long seed, List<Map<String, Object>> objects, List<Map<String, Object>> pods) {

    public Case {
        objects = List.copyOf(objects);
        pods = List.copyOf(pods);
    }
}

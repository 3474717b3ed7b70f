package dev.plimsoll.packing;

import dev.plimsoll.cluster.Node;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Unique names for new nodes.
public final class Naming {

    private final Set<String> names = new LinkedHashSet<>();
    private final Map<String, Integer> numbers = new LinkedHashMap<>();

    public Naming(List<Node> there) {
        there.forEach(node -> names.add(node.name()));
    }

    /// Another node has the name.
    public void taken(String name) {
        names.add(name);
    }

    /// The next name for a node of the offer.
    public String next(Offer offer) {
        var stem = offer.node().name();
        String name;
        do {
            name = stem + "-" + numbers.merge(stem, 1, Integer::sum);
        } while (!names.add(name));
        return name;
    }
}

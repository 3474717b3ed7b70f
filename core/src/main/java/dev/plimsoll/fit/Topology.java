package dev.plimsoll.fit;

import dev.plimsoll.cluster.Node;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/// The domains of one topology key: nodes with equal values of this label are one domain.
final class Topology {

    static final int NO_DOMAIN = -1;

    private final String key;
    private final Map<String, Integer> domains = new LinkedHashMap<>();
    private int[] domainOf = new int[0];

    Topology(String key) {
        this.key = key;
    }

    String key() {
        return key;
    }

    void add(Node node, int index) {
        if (index >= domainOf.length) {
            domainOf = Arrays.copyOf(domainOf, Math.max(16, 2 * (index + 1)));
        }
        domainOf[index] =
                node.labels().has(key)
                        ? domains.computeIfAbsent(node.labels().get(key), _ -> domains.size())
                        : NO_DOMAIN;
    }

    /// The domain of a node; [#NO_DOMAIN] if it lacks the label.
    int domain(int node) {
        return domainOf[node];
    }
}

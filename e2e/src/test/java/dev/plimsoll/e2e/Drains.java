package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.JsonTree;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The times at which the nodes of a group began to drain, and were gone.
final class Drains {

    private static final String DRAINING = "plimsoll.dev/draining";

    private final NodeGroup group;
    private final Map<String, Instant> since = new TreeMap<>();
    private final Map<String, Instant> gone = new TreeMap<>();
    private Set<String> nodes = Set.of();

    Drains(NodeGroup group) {
        this.group = group;
        look();
    }

    /// A node that drains keeps the time at which it began.
    void look() {
        var now = Instant.now();
        var there = new HashSet<String>();
        for (var node : group.nodes()) {
            var name = JsonTree.text(node, "metadata", "name");
            there.add(name);
            for (var taint : JsonTree.maps(node, "spec", "taints")) {
                if (JsonTree.text(taint, "key").equals(DRAINING)) {
                    var began = began(JsonTree.text(taint, "value"));
                    assertThat(since.merge(name, began, (first, _) -> first)).isEqualTo(began);
                }
            }
        }
        nodes.stream().filter(name -> !there.contains(name)).forEach(name -> gone.put(name, now));
        nodes = there;
    }

    /// The value of the taint begins with the seconds since 1970.
    private static Instant began(String value) {
        return Instant.ofEpochSecond(Long.parseLong(value.replaceAll("_.*", "")));
    }

    /// When each node began to drain.
    Map<String, Instant> since() {
        look();
        return since;
    }

    /// When each node was found to be gone.
    Map<String, Instant> gone() {
        return gone;
    }

    /// Waits until a number of nodes are gone.
    void awaitGone(int count) {
        group.plane()
                .await(
                        count + " nodes of " + group.name() + " to go",
                        () -> {
                            look();
                            return gone.size() >= count;
                        });
    }
}

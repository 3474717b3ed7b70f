package dev.plimsoll.cli;

import dev.plimsoll.checker.Checker;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.slack.Placeholders;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Pods and the nodes on which a plan puts them.
final class PlannedPods {

    private record Planned(Map<String, Object> pod, String node) {}

    private final List<Planned> all = new ArrayList<>();

    void add(Map<String, Object> pod, String node) {
        all.add(new Planned(pod, node));
    }

    /// Adds the placeholders of a node.
    void addRoom(Node node) {
        for (var some : node.pods()) {
            for (int i = 0; i < some.count() && Placeholders.areOf(some.shape()); i++) {
                add(RowObjects.placeholder(some.shape(), all.size()), node.name());
            }
        }
    }

    /// Places all, accepted or not.
    void place(Checker checker) {
        all.forEach(one -> checker.place(one.pod, one.node));
    }

    /// Places each pod as soon as the judge accepts it. A topology spread refuses none: it counts
    /// for the nodes at the time of a placement, and a plan adds and removes nodes later.
    ///
    /// @return why it accepts the others in no order
    List<String> refused(Checker checker) {
        var left = List.copyOf(all);
        var refused = new ArrayList<Planned>();
        do {
            left = refused.isEmpty() ? left : List.copyOf(refused);
            refused.clear();
            for (var one : left) {
                if (refusal(checker, one).isEmpty()) {
                    checker.place(one.pod, one.node);
                } else {
                    refused.add(one);
                }
            }
        } while (!refused.isEmpty() && refused.size() < left.size());
        return refused.stream().map(one -> one.node + ": " + refusal(checker, one)).toList();
    }

    private static Optional<String> refusal(Checker checker, Planned one) {
        return checker.refusal(one.pod, one.node).filter(why -> !why.startsWith("spread:"));
    }
}

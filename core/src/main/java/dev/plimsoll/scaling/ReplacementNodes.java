package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.groups.NodeGroup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The new nodes of replacements: as many as were bought of those that were created after the
/// order, Ready ones first.
final class ReplacementNodes {

    private static final Comparator<Node> ORDER =
            Comparator.comparing(Node::isReady)
                    .reversed()
                    .thenComparing(Node::created)
                    .thenComparing(Node::name);

    private final ScalingFacts facts;

    ReplacementNodes(ScalingFacts facts) {
        this.facts = facts;
    }

    /// Those that joined.
    List<Node> joined(Replacement one) {
        var joined = new ArrayList<Node>();
        one.bought().forEach((group, count) -> joined.addAll(joined(one, group, count)));
        return joined;
    }

    private List<Node> joined(Replacement one, String group, int count) {
        var since = Instant.ofEpochSecond(one.ordered().getEpochSecond());
        return facts.cluster().nodesOf(group).stream()
                .filter(node -> !node.created().isBefore(since))
                .filter(node -> !one.old().contains(node.name()))
                .sorted(ORDER)
                .limit(count)
                .toList();
    }

    /// Whether all are Ready.
    boolean areReady(Replacement one) {
        int bought = one.bought().values().stream().mapToInt(Integer::intValue).sum();
        return joined(one).stream().filter(Node::isReady).count() >= bought;
    }

    /// The nodes and arriving machines of replacements whose old nodes do not drain yet.
    Set<String> waiting() {
        var waiting = new LinkedHashSet<String>();
        for (var one : facts.past().removals().replacements()) {
            if (one.stage() == Replacement.Stage.ORDERED) {
                facts.groups().stream()
                        .filter(group -> one.bought().containsKey(group.name()))
                        .forEach(group -> waiting.addAll(waiting(one, group)));
            }
        }
        return waiting;
    }

    private Set<String> waiting(Replacement one, NodeGroup group) {
        int count = one.bought().getOrDefault(group.name(), 0);
        var names = new LinkedHashSet<String>();
        joined(one, group.name(), count).forEach(node -> names.add(node.name()));
        group.nodes().stream()
                .filter(name -> facts.cluster().node(name) == null)
                .limit(count - names.size())
                .forEach(names::add);
        return names;
    }
}

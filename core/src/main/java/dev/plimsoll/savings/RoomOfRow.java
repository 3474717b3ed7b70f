package dev.plimsoll.savings;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.KeptFree;
import dev.plimsoll.scaling.PackedAnew;
import dev.plimsoll.scaling.ScalingFacts;
import dev.plimsoll.slack.Placeholders;
import dev.plimsoll.slack.Placeholders.Kind;
import dev.plimsoll.slack.SlackPolicy;
import dev.plimsoll.slack.WantedSlack;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// The room that the policy keeps free on the nodes of a row.
final class RoomOfRow {

    private static final int ROUNDS = 4;

    private final ScalingFacts facts;
    private final PackedAnew packed;

    RoomOfRow(ScalingFacts facts) {
        this.facts = facts;
        this.packed = new PackedAnew(facts);
    }

    /// The placeholders for these nodes and their pods.
    List<Pods> on(List<Node> nodes) {
        return pods(wanted(nodes).placeholders());
    }

    /// Whether placeholders hold as much as is wanted for these nodes.
    boolean isEnough(List<Pods> room, List<Node> nodes) {
        var wanted = wanted(nodes);
        var least =
                switch (facts.policy().keptFree()) {
                    case KeptFree.Asked _ -> requests(pods(wanted.placeholders()));
                    case KeptFree.Room _ -> wanted.extra();
                };
        var held = requests(room);
        return least.names().stream().allMatch(name -> held.asked(name) >= least.asked(name));
    }

    /// The placeholders that every row has at least, if its pods are these: no nodes that hold them
    /// offer less than they request. Fillers are left out, since larger nodes may need fewer.
    ///
    /// @param stay the nodes that stay
    List<Pods> least(List<Node> stay, List<Pods> pods) {
        return switch (facts.policy().keptFree()) {
            case KeptFree.Asked _ -> on(with(stay, Node.of("needed", Resources.NONE).with(pods)));
            case KeptFree.Room(var policy) -> least(stay, pods, policy);
        };
    }

    private static List<Node> with(List<Node> nodes, Node other) {
        var all = new ArrayList<>(nodes);
        all.add(other);
        return all;
    }

    private List<Pods> least(List<Node> stay, List<Pods> pods, SlackPolicy policy) {
        var extra = Resources.NONE;
        var least = List.<Pods>of();
        for (int round = 0; round < ROUNDS; round++) {
            var wanted = wanted(with(stay, needed(stay, pods, extra, policy)));
            extra = wanted.extra();
            least =
                    pods(
                            wanted.placeholders().stream()
                                    .filter(some -> some.kind() != Kind.FILLER)
                                    .toList());
        }
        return least;
    }

    /// A node as large as what pods and room need beside the nodes that stay.
    private static Node needed(
            List<Node> stay, List<Pods> pods, Resources extra, SlackPolicy policy) {
        var needed = new TreeMap<String, Long>();
        for (var resource : policy.resources()) {
            long sum = Math.addExact(requests(pods).asked(resource), extra.asked(resource));
            for (var node : stay) {
                long free = node.allocatable().less(node.asked()).offered(resource);
                sum = Math.max(0, sum - Math.min(sum, free));
            }
            needed.put(resource, sum);
        }
        return Node.of("needed", Resources.of(needed)).with(pods);
    }

    private WantedSlack wanted(List<Node> nodes) {
        return facts.policy().keptFree().wanted(packed.slack(nodes));
    }

    private static List<Pods> pods(List<Placeholders> placeholders) {
        var pods = new TreeMap<Shape, Pods>();
        for (var some : placeholders) {
            pods.merge(some.shape(), new Pods(some.shape(), some.count(), some.name()), Pods::and);
        }
        return List.copyOf(pods.values());
    }

    private static Resources requests(List<Pods> pods) {
        var sum = Resources.NONE;
        for (var some : pods) {
            sum = sum.plus(some.shape().requests().times(some.count()));
        }
        return sum;
    }
}

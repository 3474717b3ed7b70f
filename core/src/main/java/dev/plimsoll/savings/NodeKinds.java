package dev.plimsoll.savings;

import dev.plimsoll.cluster.GroupSpread;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.groups.NodeGroup.NodeOffer;
import dev.plimsoll.packing.RelevantLabels;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/// Existing nodes as nodes that can be had, for bounds: nodes of equal price that admit the same
/// pods are one kind.
///
/// A kind has the most of every resource that any of its nodes has free without the pods that move,
/// or that these pods request: so existing nodes hold no more than as many of their kind.
final class NodeKinds {

    private record Kind(Price price, boolean isSpot, Labels labels, List<Taint> taints) {}

    private NodeKinds() {}

    /// A group for each kind.
    ///
    /// @param nodes whose pods move
    /// @param pods the pods that move
    static List<NodeGroup> of(List<PricedNode> nodes, List<Pods> pods, SpotPods spot) {
        var keys = RelevantLabels.byChoice(pods);
        var byKind = new LinkedHashMap<Kind, List<Node>>();
        for (var each : nodes) {
            var node = spot.marked(each.node().inService());
            var labels = node.labels().only(keys);
            var kind = new Kind(each.price(), SpotPods.isSpot(node), labels, node.taints());
            byKind.computeIfAbsent(kind, _ -> new ArrayList<>()).add(node);
        }
        var groups = new ArrayList<NodeGroup>();
        byKind.forEach((kind, own) -> groups.add(group(groups.size(), kind, own)));
        return groups;
    }

    private static NodeGroup group(int number, Kind kind, List<Node> own) {
        var name = "existing nodes " + number;
        var example = own.getFirst();
        var free = own.stream().map(NodeKinds::free).reduce(NodeKinds::most).orElseThrow();
        var node = example.withName(name).withAllocatable(free).with(List.of());
        return new NodeGroup(
                name,
                Labels.NONE,
                0,
                List.of(),
                List.of(new NodeOffer(name, VariantKey.UNKNOWN, node, kind.price())),
                GroupSpread.CHOSEN,
                new Growth.Within(new Limits(0, own.size()), Standing.EXISTS));
    }

    /// What pods can have, or what those on it have.
    private static Resources free(Node node) {
        var daemons = node.with(node.pods().stream().filter(NodeKinds::staysThere).toList());
        var others = node.with(node.pods().stream().filter(some -> !staysThere(some)).toList());
        var free = node.allocatable().less(daemons.asked());
        var most = free;
        for (var name : free.names()) {
            most = most.with(name, Math.max(free.offered(name), others.asked().asked(name)));
        }
        return most;
    }

    private static boolean staysThere(Pods some) {
        return some.shape().owner().staysWithNode();
    }

    /// A resource that one of them offers without a limit has none.
    private static Resources most(Resources one, Resources other) {
        var names = new TreeSet<>(one.names());
        names.addAll(other.names());
        var most = new TreeMap<String, Long>();
        for (var name : names) {
            long amount = Math.max(one.offered(name), other.offered(name));
            if (amount < Resources.UNLIMITED) {
                most.put(name, amount);
            }
        }
        return Resources.of(most);
    }
}

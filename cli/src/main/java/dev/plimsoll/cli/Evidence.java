package dev.plimsoll.cli;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.formats.kubernetes.ClusterReader;
import dev.plimsoll.formats.kubernetes.Summary;
import dev.plimsoll.groups.Grouping;
import dev.plimsoll.scaling.PendingPods;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.selection.ObjectName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Warnings about objects that a dump lacks, and about objects that the plan does not explain.
final class Evidence {

    private static final int MOST_NAMES = 5;
    private static final int SEVERAL_NODES = 3;

    private Evidence() {}

    /// @param grouped the cluster, with groups
    static List<String> of(Inventory inventory, Summary summary, Cluster grouped) {
        var sentences = new ArrayList<String>();
        if (!summary.isComplete()) {
            elsewhere(inventory, sentences);
            partly(inventory, grouped).ifPresent(sentences::add);
        }
        emptyPools(grouped, summary, sentences);
        passedOver(summary.passedOver(), sentences);
        return sentences;
    }

    private static void elsewhere(Inventory inventory, List<String> sentences) {
        int others = inventory.podCount() - inventory.cluster().podCount();
        if (others > 0) {
            sentences.add(
                    others
                            + (others == 1 ? " pod runs" : " pods run")
                            + " on nodes that the dump does not have; dump them with '"
                            + ClusterReader.KUBECTL
                            + "'");
        }
    }

    /// Why nodes may run pods that the dump does not have, if it seems so.
    static Optional<String> partly(Inventory inventory, Cluster grouped) {
        return inventory.podCount() == 0
                ? Optional.of(
                        "the dump has no pods, so no node is removed; dump them with '"
                                + ClusterReader.KUBECTL
                                + "'")
                : oneNamespace(grouped);
    }

    /// If pods of one namespace of several are all there is, the dump was made without `-A`. If the
    /// dump has no namespaces, then that no DaemonSet runs a pod on several nodes says it.
    private static Optional<String> oneNamespace(Cluster cluster) {
        var namespaces = new TreeSet<String>();
        boolean hasDaemons = false;
        for (var node : cluster.nodes()) {
            for (var pods : node.pods()) {
                namespaces.add(pods.shape().namespace());
                hasDaemons |= pods.shape().owner().staysWithNode();
            }
        }
        cluster.pending().forEach(pods -> namespaces.add(pods.shape().namespace()));
        boolean areOthers =
                cluster.namespaces().size() > 1
                        || (!hasDaemons && cluster.nodes().size() >= SEVERAL_NODES);
        return namespaces.size() == 1 && areOthers
                ? Optional.of(
                        "all pods are of namespace "
                                + namespaces.first()
                                + ", so nodes may have less room than they seem to, and none is"
                                + " removed; dump all namespaces with kubectl's option -A")
                : Optional.empty();
    }

    /// A Karpenter NodePool without nodes is not a group: the dump does not show its instance
    /// types.
    private static void emptyPools(Cluster grouped, Summary summary, List<String> sentences) {
        var pools = new ArrayList<>(summary.pools().keySet());
        grouped.groups().values().forEach(group -> pools.remove(Grouping.pool(group)));
        if (!pools.isEmpty()) {
            sentences.add(
                    (pools.size() == 1 ? "NodePool " : "NodePools ")
                            + listed(pools)
                            + (pools.size() == 1 ? " has" : " have")
                            + " no nodes, so the plan does not know what nodes to add there");
        }
    }

    private static void passedOver(SortedMap<String, Integer> kinds, List<String> sentences) {
        if (!kinds.isEmpty()) {
            var counted =
                    kinds.entrySet().stream()
                            .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                            .map(kind -> kind.getValue() + " × " + kind.getKey())
                            .toList();
            sentences.add("objects of these kinds are not used: " + listed(counted));
        }
    }

    private static String listed(List<String> names) {
        return names.size() <= MOST_NAMES
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, MOST_NAMES))
                        + " and "
                        + (names.size() - MOST_NAMES)
                        + " more";
    }

    /// Pods that the plan puts on a Ready node, although the scheduler says that no node takes
    /// them.
    ///
    /// @param messages what the scheduler says about pending pods
    static Stream<String> contradictions(
            Inventory inventory, Proposal proposal, SortedMap<ObjectName, String> messages) {
        var shapes = onReadyNodes(proposal);
        var storage = proposal.facts().cluster().storage();
        var pods =
                inventory.pendingPods().stream()
                        .filter(pod -> messages.containsKey(pod))
                        .filter(pod ->
                                shapes.contains(PendingPods.planned(inventory.shape(pod), storage)))
                        .toList();
        if (pods.isEmpty()) {
            return Stream.empty();
        }
        var first = pods.getFirst();
        return Stream.of(
                (pods.size() == 1
                                ? first + " fits on an existing node, but the scheduler says: "
                                : pods.size()
                                        + " pending pods are like pods that fit on existing nodes,"
                                        + " but the scheduler says of "
                                        + first
                                        + ": ")
                        + messages.get(first)
                        + "; the dump does not show why");
    }

    private static Set<Shape> onReadyNodes(Proposal proposal) {
        var ready = new HashSet<String>();
        for (Node node : proposal.facts().cluster().nodes()) {
            if (node.isReady()) {
                ready.add(node.name());
            }
        }
        var shapes = new HashSet<Shape>();
        for (var placed : proposal.packingOfPending().placed()) {
            if (ready.contains(placed.node())) {
                shapes.add(placed.shape());
            }
        }
        return shapes;
    }
}

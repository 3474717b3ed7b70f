package dev.plimsoll.groups;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Derives the next node of a group.
public final class NewNode {

    private NewNode() {}

    /// A node like some others: the labels and taints that all of them share, the least allocatable
    /// of each resource, and the DaemonSet pods of most of them.
    public static Node like(List<Node> nodes, String name) {
        var first = nodes.getFirst().inService();
        var labels = first.labels().toMap();
        var taints = new ArrayList<>(first.taints());
        var allocatable = first.allocatable().toMap();
        for (var node : nodes) {
            labels.entrySet()
                    .removeIf(label -> !node.labels().has(label.getKey(), label.getValue()));
            taints.retainAll(node.taints());
            least(allocatable, node.allocatable());
        }
        var bare = bare(name, labels, new Template(Resources.of(allocatable), Labels.NONE, taints));
        return bare.with(belonging(nodes));
    }

    /// A node by the template of a policy. If the group has nodes, the template is completed by
    /// their labels and taints and by the DaemonSet pods of most of them; otherwise by the
    /// DaemonSet pods of most nodes of the cluster that fit on it.
    public static Node said(Template template, String name, List<Node> own, List<Node> all) {
        if (!own.isEmpty()) {
            var like = like(own, name);
            var labels = like.labels().toMap();
            labels.putAll(template.labels().toMap());
            var taints = template.taints().isEmpty() ? like.taints() : template.taints();
            var whole = new Template(template.allocatable(), Labels.NONE, taints);
            return bare(name, labels, whole).with(like.pods());
        }
        var bare = bare(name, template.labels().toMap(), template);
        var pods =
                belonging(all).stream()
                        .filter(pod -> Fit.onEmpty(bare, pod.shape()).fits())
                        .toList();
        return bare.with(pods);
    }

    private static Node bare(String name, SortedMap<String, String> labels, Template template) {
        labels.put(Node.HOSTNAME, name);
        return template.node(name).withLabels(Labels.of(labels));
    }

    private static void least(SortedMap<String, Long> amounts, Resources offered) {
        amounts.keySet().removeIf(resource -> !offered.has(resource));
        amounts.replaceAll((resource, amount) -> Math.min(amount, offered.offered(resource)));
    }

    /// The pods that run on more than half of the Ready nodes, with the count that most of these
    /// have.
    private static List<Pods> belonging(List<Node> nodes) {
        var ready = nodes.stream().filter(Node::isReady).toList();
        Map<Shape, List<Pods>> on = new TreeMap<>();
        for (var node : ready) {
            for (var pods : node.pods()) {
                if (pods.shape().owner().staysWithNode()) {
                    on.computeIfAbsent(pods.shape(), _ -> new ArrayList<>()).add(pods);
                }
            }
        }
        var belonging = new ArrayList<Pods>();
        on.forEach((shape, all) -> {
            if (2 * all.size() > ready.size()) {
                var counts = all.stream().map(Pods::count).sorted(Comparator.reverseOrder());
                int most = counts.skip(ready.size() / 2).findFirst().orElse(1);
                belonging.add(new Pods(shape, most, all.getFirst().first()));
            }
        });
        return belonging;
    }
}

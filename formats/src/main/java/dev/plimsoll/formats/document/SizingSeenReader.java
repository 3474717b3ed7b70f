package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pod;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.kubernetes.Specs;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.sizing.Seen;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/// Reads the `seen` part of a sizing question. An entry with `count: n` counts as n equal entries.
final class SizingSeenReader {

    private static final int MOST = 1_000_000;

    private final Fields fields;
    private final Inventory inventory = new Inventory();
    private final Set<String> nodes = new LinkedHashSet<>();
    private final Set<String> pods = new LinkedHashSet<>();
    private int unnamed;

    SizingSeenReader(Fields fields) {
        this.fields = fields;
    }

    Seen read() {
        for (var node : fields.list("nodes")) {
            var make = node(node);
            names(node, "node", "", nodes).forEach(name -> inventory.put(make.apply(name)));
        }
        unnamed = 0;
        for (var pod : fields.list("pods")) {
            pods(pod);
        }
        var cluster = inventory.cluster();
        var others = new ArrayList<Labels>();
        fields.list("others").forEach(other -> others.add(other.asLabels()));
        var group = group(cluster.nodes().size());
        int own = Math.max(group.target(), cluster.nodes().size());
        return new Seen(
                group,
                cluster.nodes(),
                cluster.pending(),
                others,
                fields.whole("machines", own, own, Integer.MAX_VALUE));
    }

    private Group group(int nodeCount) {
        return new Group(
                fields.text("group", "group"),
                fields.labels("labels"),
                fields.whole("target", nodeCount, 0, Integer.MAX_VALUE),
                ClusterParts.provider(fields.fields("provider")),
                Templates.template(fields.fields("template")),
                new Price.Unknown("a sizing question has no prices"));
    }

    /// The names of an entry's objects. Entries without a name are numbered through the list.
    ///
    /// @param taken the names so far, each with its namespace
    private List<String> names(Fields entry, String kind, String namespace, Set<String> taken) {
        int count = entry.whole("count", 1, 1, MOST);
        if (taken.size() + count > MOST) {
            entry.mistake(
                    "count", "the question has more than " + MOST + " of them; ask about fewer");
            return List.of();
        }
        var given = entry.has("name") ? entry.requiredText("name") : "";
        var names = new ArrayList<String>(count);
        for (int i = 1; i <= count; i++) {
            var name =
                    entry.has("name")
                            ? given + (entry.has("count") ? "-" + i : "")
                            : kind + "-" + ++unnamed;
            if (!taken.add(namespace + name)) {
                entry.mistake("two entries are named '" + name + "'; rename one");
            }
            names.add(name);
        }
        return names;
    }

    /// A maker of an entry's nodes, by name.
    private static Function<String, Node> node(Fields node) {
        if (!node.has("allocatable")) {
            node.mistake(
                    "'allocatable' is missing; add the allocatable resources of the node, such as"
                            + " allocatable: {cpu: 4, memory: 16Gi}");
        }
        var created = node.time("created", Instant.EPOCH);
        var readySince = node.time("readySince", created);
        var labels = node.labels("labels");
        var taints = Specs.taints(node, "taints");
        var allocatable = node.resources("allocatable", Resources.NONE);
        var state = ClusterParts.state(node);
        boolean ready = node.flag("ready", true);
        boolean noDelete = node.flag("noDelete", false);
        return name ->
                new Node(
                                name,
                                created,
                                labels,
                                taints,
                                allocatable,
                                state,
                                ready,
                                noDelete,
                                List.of())
                        .withReadySince(readySince);
    }

    private void pods(Fields pod) {
        var placement =
                new Shape.Placement(
                        pod.labels("nodeSelector"),
                        Specs.affinity(pod, "affinity"),
                        Specs.tolerations(pod, "tolerations"));
        var shape =
                new Shape(
                        pod.text("namespace", ""),
                        Labels.NONE,
                        pod.resources("requests", Resources.NONE),
                        placement,
                        owner(pod),
                        0);
        var node = pod.text("node", "");
        var created = pod.time("created", Instant.EPOCH);
        var phase =
                pod.choice(
                        "phase",
                        "Running",
                        Map.of(
                                "Pending",
                                "Pending",
                                "Running",
                                "Running",
                                "Succeeded",
                                "Succeeded",
                                "Failed",
                                "Failed",
                                "Unknown",
                                "Unknown"));
        if (!node.isEmpty() && !nodes.contains(node)) {
            pod.mistake("node", "no node under nodes is named '" + node + "'");
        }
        for (var name : names(pod, "pod", shape.namespace() + "/", pods)) {
            if (!phase.equals("Succeeded") && !phase.equals("Failed")) {
                inventory.put(new Pod(name, node, Labels.NONE, shape, created));
            }
        }
    }

    private static Owner owner(Fields pod) {
        boolean daemon = pod.flag("daemonSet", false);
        boolean mirror = pod.flag("mirror", false);
        boolean job = pod.flag("job", false);
        if (mirror) {
            return Owner.NODE;
        }
        if (daemon) {
            return Owner.DAEMON_SET;
        }
        return job ? Owner.JOB : Owner.REPLICA_SET;
    }
}

package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Buffer;
import dev.plimsoll.cluster.CapacityBuffer;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pod;
import dev.plimsoll.cluster.Reserve;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.Workload;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Value;
import dev.plimsoll.formats.kubernetes.ObjectReader;
import dev.plimsoll.formats.kubernetes.Specs;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.KindName;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.slack.SlackSeen;
import dev.plimsoll.slack.SlackTemplate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Reads the part `seen` of a slack question: nodes and pods in short, Kubernetes objects, or both.
/// An entry with `count: n` counts as n equal entries.
final class SlackSeenReader {

    private static final int MOST = 1_000_000;

    private final Fields fields;
    private final Inventory inventory = new Inventory();
    private final Map<String, Integer> nodesOfGroups = new LinkedHashMap<>();
    private final TreeMap<String, Price> templatePrices = new TreeMap<>();
    private final TreeMap<String, Price> prices = new TreeMap<>();
    private final TreeSet<String> outside = new TreeSet<>();

    SlackSeenReader(Fields fields) {
        this.fields = fields;
    }

    SlackSeen read() {
        objects();
        var templates = templates();
        var named = new EntryNames("node");
        for (var node : fields.list("nodes")) {
            nodes(node, named.of(node, ""));
        }
        var nodes = new LinkedHashSet<String>();
        inventory.cluster().nodes().forEach(node -> nodes.add(node.name()));
        var podNames = new EntryNames("pod");
        for (var pod : fields.list("pods")) {
            pods(pod, podNames, nodes);
        }
        fields.list("buffers").forEach(this::buffer);
        fields.list("resourceQuotas").forEach(quota -> inventory.put(BufferParts.quota(quota)));
        return new SlackSeen(inventory.cluster(), outside, used(templates), prices);
    }

    private void objects() {
        var reader = new ObjectReader(inventory, fields.mistakes());
        for (var item : fields.items("objects")) {
            if (item instanceof Value.Mapping object) {
                reader.put(object);
            } else {
                fields.mistake("objects", item.described() + " is not a Kubernetes object");
            }
        }
    }

    private Map<String, Node> templates() {
        var templates = new LinkedHashMap<String, Node>();
        for (var entry : fields.list("templates")) {
            var name = entry.requiredText("name");
            var template =
                    new Template(
                            entry.has("allocatable")
                                    ? entry.resources("allocatable", Resources.NONE)
                                    : entry.asResources("name", "priceHour", "labels", "taints"),
                            entry.labels("labels"),
                            Specs.taints(entry, "taints"));
            if (!template.isKnown()) {
                entry.mistake(
                        "its resources are missing; add those of a new node, such as cpu: 4,"
                                + " memory: 16Gi");
            }
            if (entry.has("priceHour")) {
                templatePrices.put(name, price(entry));
            }
            if (templates.put(name, template.node(name)) != null) {
                entry.mistake("name", "two templates are named '" + name + "'; rename one");
            }
        }
        return templates;
    }

    private static Price price(Fields entry) {
        return new Price.Known(entry.money("priceHour", Money.NONE), "the question");
    }

    /// If no node names its group, all groups have nodes.
    private List<SlackTemplate> used(Map<String, Node> templates) {
        var used = new ArrayList<SlackTemplate>();
        templates.forEach((name, node) -> {
            int nodes = nodesOfGroups.isEmpty() ? 1 : nodesOfGroups.getOrDefault(name, 0);
            used.add(new SlackTemplate(name, node, nodes));
        });
        return used;
    }

    private void nodes(Fields entry, List<String> names) {
        if (!entry.has("allocatable")) {
            entry.mistake(
                    "'allocatable' is missing; add the allocatable resources of the node, such as"
                            + " allocatable: {cpu: 4, memory: 16Gi}");
        }
        var node =
                new Node(
                        "",
                        entry.time("created", Instant.EPOCH),
                        entry.labels("labels"),
                        Specs.taints(entry, "taints"),
                        entry.resources("allocatable", Resources.NONE),
                        ClusterParts.state(entry),
                        entry.flag("ready", true),
                        false,
                        List.of());
        var group = entry.text("group", "");
        boolean isOutside = !entry.flag("autoscaled", true);
        boolean isPriced = entry.has("priceHour");
        var price = isPriced ? price(entry) : templatePrices.get(group);
        for (var name : names) {
            inventory.put(node.withName(name));
            if (!group.isEmpty()) {
                nodesOfGroups.merge(group, 1, Integer::sum);
            }
            if (isOutside) {
                outside.add(name);
            }
            if (price != null) {
                prices.put(name, price);
            }
        }
    }

    private void pods(Fields entry, EntryNames podNames, Set<String> nodes) {
        var shape = shape(entry);
        var node = entry.text("node", "");
        if (!node.isEmpty() && !nodes.contains(node)) {
            entry.mistake("node", "no node is named '" + node + "'");
        }
        for (var name : podNames.of(entry, shape.namespace() + "/")) {
            inventory.put(new Pod(name, node, shape.labels(), shape.with(Labels.NONE)));
        }
    }

    /// Like an object that was reported, so that its selectors count.
    private void buffer(Fields entry) {
        var buffer = BufferParts.buffer(entry);
        var name = buffer.name().object();
        if (!buffer.isCapacityBuffer()) {
            entry.mistake(
                    "kind",
                    "a "
                            + buffer.name().kind()
                            + " asks by its annotation; write it under 'objects'");
        }
        if (buffer.pattern()
                instanceof Buffer.Pattern.Pods(var shape, var replicas, var priorityClass)) {
            var pod = new Pod(name.name(), "", shape.labels(), shape.with(Labels.NONE));
            var template = new KindName("PodTemplate", name);
            inventory.put(new Workload(template, pod, replicas, Reserve.unmarked(), priorityClass));
            inventory.put(new CapacityBuffer(name, buffer.size(), template, buffer.created()));
        }
    }

    private static Shape shape(Fields entry) {
        boolean isDaemon = entry.flag("daemonSet", false);
        var shape = ClusterParts.shape(entry);
        if (!isDaemon) {
            return shape;
        }
        if (entry.has("owner")) {
            entry.mistake("daemonSet", "the owner is given too; remove one");
        }
        return new Shape(
                        shape.namespace(),
                        shape.labels(),
                        shape.requests(),
                        shape.placement(),
                        Owner.DAEMON_SET,
                        shape.priority())
                .with(shape.reserve());
    }

    /// The names of the objects of entries. Entries without a name are numbered through the list.
    private static final class EntryNames {

        private final String kind;
        private final Set<String> taken = new LinkedHashSet<>();
        private int unnamed;

        private EntryNames(String kind) {
            this.kind = kind;
        }

        private List<String> of(Fields entry, String namespace) {
            int count = entry.whole("count", 1, 1, MOST);
            if (taken.size() + count > MOST) {
                entry.mistake(
                        "count",
                        "the question has more than " + MOST + " of them; ask about fewer");
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
    }
}

package dev.plimsoll.oracle;

import static dev.plimsoll.oracle.Trees.items;
import static dev.plimsoll.oracle.Trees.list;
import static dev.plimsoll.oracle.Trees.metadata;
import static dev.plimsoll.oracle.Trees.object;
import static dev.plimsoll.oracle.Trees.spec;
import static dev.plimsoll.oracle.Trees.tree;
import static dev.plimsoll.oracle.Trees.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Nodes with labels, taints and resources, some of them unusual.
final class RandomNodes {

    static final String HOSTNAME = "kubernetes.io/hostname";
    static final String ZONE = "topology.kubernetes.io/zone";
    static final String REGION = "topology.kubernetes.io/region";
    static final String OLD_ZONE = "failure-domain.beta.kubernetes.io/zone";
    static final String OLD_REGION = "failure-domain.beta.kubernetes.io/region";

    /// Label values for `Gt` and `Lt`.
    static final String[] SIZES = {
        "5", "08", "10", "0", "1.5", "abc", "", "9223372036854775807", "9223372036854775808"
    };

    private final Draw draw;
    private final int zoned;
    private final int tainted;

    RandomNodes(Draw draw) {
        this.draw = draw;
        zoned = draw.one(100, 100, 85, 60);
        tainted = draw.one(0, 0, 10, 25);
    }

    List<Map<String, Object>> nodes() {
        var nodes = new ArrayList<Map<String, Object>>();
        int count = draw.between(2, 9);
        for (int number = 1; number <= count; number++) {
            nodes.add(node("n" + number));
        }
        return nodes;
    }

    private Map<String, Object> node(String name) {
        var node = object("v1", "Node", name);
        metadata(node).put("labels", labels(name));
        taint(node);
        node.put("status", status());
        return node;
    }

    private Map<String, Object> labels(String name) {
        var labels = tree();
        maybe(labels, 95, HOSTNAME, name);
        maybe(labels, zoned, ZONE, draw.one("z1", "z2", "z3"));
        maybe(labels, zoned - 15, REGION, draw.one("r1", "r2"));
        maybe(labels, 10, OLD_ZONE, draw.one("z1", "z2"));
        maybe(labels, 5, OLD_REGION, draw.one("r1", "r2"));
        maybe(labels, 80, "disk", draw.one("ssd", "hdd", ""));
        maybe(labels, 70, "size", draw.one(SIZES));
        maybe(labels, 75, "rack", draw.one("k1", "k2", "k3", ""));
        return labels;
    }

    private void maybe(Map<String, Object> labels, int percent, String key, String value) {
        if (draw.percent(percent)) {
            labels.put(key, value);
        }
    }

    private void taint(Map<String, Object> node) {
        if (draw.percent(4)) {
            spec(node).put("unschedulable", true);
            if (draw.percent(50)) {
                taint(node, "node.kubernetes.io/unschedulable", "", "NoSchedule");
            }
        } else if (draw.percent(2)) {
            taint(node, "node.kubernetes.io/unschedulable", "", "NoSchedule");
        }
        if (draw.percent(tainted)) {
            taint(node, "dedicated", draw.one("gpu", "batch", ""), effect());
        }
        if (draw.percent(tainted / 3)) {
            taint(node, draw.one("spot", "node.kubernetes.io/not-ready"), "", effect());
        }
    }

    private String effect() {
        return draw.one("NoSchedule", "NoSchedule", "NoExecute", "PreferNoSchedule");
    }

    private static void taint(Map<String, Object> node, String key, String value, String effect) {
        var taint = tree("key", key, "effect", effect);
        if (!value.isEmpty()) {
            taint.put("value", value);
        }
        items(spec(node), "taints").add(taint);
    }

    private Map<String, Object> status() {
        var allocatable = tree("cpu", draw.one("2", "4", "8", "8", "3500m"), "pods", "110");
        allocatable.put("memory", draw.one("2Gi", "4Gi", "8Gi", "8Gi", "4000M"));
        maybe(allocatable, 90, "ephemeral-storage", draw.one("1Gi", "10Gi"));
        maybe(allocatable, 40, "example.com/gpu", draw.one("0", "1", "2", "4"));
        maybe(allocatable, 30, "hugepages-2Mi", draw.one("0", "4Mi", "8Mi"));
        var ready = draw.percent(90) ? "True" : draw.one("False", "Unknown");
        var conditions = list(tree("type", "Ready", "status", ready));
        if (draw.percent(8)) {
            conditions.add(tree("type", "MemoryPressure", "status", "True"));
        }
        return tree(
                "capacity",
                tree("pods", "110"),
                "allocatable",
                allocatable,
                "conditions",
                conditions);
    }

    /// Sets the pod slots of some nodes to exactly enough, or to one too few.
    void limitSlots(List<Map<String, Object>> nodes, Map<String, Integer> running) {
        for (var node : nodes) {
            if (draw.percent(7)) {
                int taken = running.getOrDefault(Trees.name(node), 0);
                var allocatable = within(within(node, "status"), "allocatable");
                allocatable.put("pods", Integer.toString(taken + draw.between(0, 1)));
            }
        }
    }
}

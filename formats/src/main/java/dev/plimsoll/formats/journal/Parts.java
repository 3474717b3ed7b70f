package dev.plimsoll.formats.journal;

import dev.plimsoll.cluster.Budget;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.document.Templates;
import dev.plimsoll.formats.document.Trees;
import dev.plimsoll.formats.kubernetes.Specs;
import dev.plimsoll.quantity.Money;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The parts of a cluster as a journal writes them, and back.
///
/// **Invariant:** a written value reads back as an equal value: `JournalTest`.
final class Parts {

    private Parts() {}

    static Map<String, Object> tree(Shape shape) {
        var tree = new LinkedHashMap<String, Object>();
        put(tree, "namespace", shape.namespace());
        put(tree, "labels", Trees.labels(shape.labels()));
        put(tree, "requests", Trees.resources(shape.requests()));
        PlacementPart.write(shape.placement(), tree);
        tree.put("owner", shape.owner().name());
        if (shape.priority() != 0) {
            tree.put("priority", shape.priority());
        }
        switch (shape.stage()) {
            case STAYING -> {}
            case TERMINATING -> tree.put("terminating", true);
            case GATED -> tree.put("gated", true);
        }
        return tree;
    }

    static Shape shape(Fields fields) {
        var shape =
                new Shape(
                        fields.text("namespace", ""),
                        fields.labels("labels"),
                        fields.totals("requests"),
                        PlacementPart.read(fields),
                        Owner.valueOf(fields.text("owner", Owner.NOBODY.name())),
                        fields.whole("priority", 0, Integer.MIN_VALUE, Integer.MAX_VALUE));
        if (fields.flag("gated", false)) {
            return shape.in(Shape.Stage.GATED);
        }
        return fields.flag("terminating", false) ? shape.in(Shape.Stage.TERMINATING) : shape;
    }

    /// Without its pods.
    static Map<String, Object> tree(Node node) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("name", node.name());
        tree.put("created", node.created().toString());
        put(tree, "labels", Trees.labels(node.labels()));
        put(tree, "taints", Trees.taints(node.taints()));
        put(tree, "allocatable", Trees.resources(node.allocatable()));
        switch (node.state()) {
            case NodeState.Active _ -> {}
            case NodeState.Cordoned _ -> tree.put("duty", "cordoned");
            case NodeState.Forced _ -> tree.put("duty", "forced");
            case NodeState.Draining(var since) -> tree.put("drainingSince", since.toString());
        }
        if (!node.ready()) {
            tree.put("ready", false);
        }
        if (node.noDelete()) {
            tree.put("noDelete", true);
        }
        return tree;
    }

    static Node node(Fields fields) {
        return new Node(
                fields.requiredText("name"),
                fields.time("created", Instant.EPOCH),
                fields.labels("labels"),
                Specs.taints(fields, "taints"),
                fields.totals("allocatable"),
                state(fields),
                fields.flag("ready", true),
                fields.flag("noDelete", false),
                List.of());
    }

    private static NodeState state(Fields fields) {
        if (fields.has("drainingSince")) {
            return new NodeState.Draining(fields.time("drainingSince", Instant.EPOCH));
        }
        return switch (fields.text("duty", "")) {
            case "cordoned" -> new NodeState.Cordoned();
            case "forced" -> new NodeState.Forced();
            default -> new NodeState.Active();
        };
    }

    static Map<String, Object> tree(Group group) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("name", group.name());
        put(tree, "labels", Trees.labels(group.labels()));
        tree.put("target", group.target());
        tree.put("min", group.provider().least());
        tree.put("max", group.provider().most());
        if (!group.template().equals(Template.UNKNOWN)) {
            tree.put("template", Trees.template(group.template()));
        }
        tree.put("priceNanos", group.priceHour().nanos());
        return tree;
    }

    static Group group(Fields fields) {
        return new Group(
                fields.requiredText("name"),
                fields.labels("labels"),
                count(fields, "target"),
                new Limits(count(fields, "min"), count(fields, "max")),
                Templates.template(fields.fields("template")),
                new Money(fields.whole("priceNanos", 0L, 0L, Long.MAX_VALUE)));
    }

    static Map<String, Object> tree(Budget budget) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("namespace", budget.namespace());
        tree.put("name", budget.name());
        tree.put("selector", Trees.requirements(budget.selector()));
        tree.put("allowed", budget.allowed());
        return tree;
    }

    static Budget budget(Fields fields) {
        return new Budget(
                fields.text("namespace", ""),
                fields.requiredText("name"),
                Specs.requirements(fields, "selector"),
                fields.whole("allowed", 0, Integer.MIN_VALUE, Integer.MAX_VALUE));
    }

    private static int count(Fields fields, String key) {
        return fields.whole(key, 0, 0, Integer.MAX_VALUE);
    }

    /// Puts what is not empty.
    static void put(Map<String, Object> tree, String key, Object value) {
        boolean empty =
                switch (value) {
                    case Map<?, ?> map -> map.isEmpty();
                    case List<?> list -> list.isEmpty();
                    case String text -> text.isEmpty();
                    default -> false;
                };
        if (!empty) {
            tree.put(key, value);
        }
    }
}

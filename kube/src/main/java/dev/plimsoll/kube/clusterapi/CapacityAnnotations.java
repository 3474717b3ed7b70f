package dev.plimsoll.kube.clusterapi;

import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Quantity;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.WellKnown;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Reads the template of a group's new nodes from its annotations, so that it can grow from zero.
///
/// Its labels and taints are those of the annotations, and those that Cluster API copies from the
/// template of its machines to nodes.
final class CapacityAnnotations {

    private static final List<String> REQUIRED = List.of(Resources.CPU, Resources.MEMORY);
    private static final String MOST_PODS = "110";
    private static final Price NO_PRICE = new Price.Unknown("Cluster API has no prices");

    /// The labels of machines that Cluster API copies to nodes begin with one of these.
    private static final List<String> COPIED =
            List.of(
                    "node-role.kubernetes.io",
                    "node-restriction.kubernetes.io",
                    "node.cluster.x-k8s.io");

    private CapacityAnnotations() {}

    /// The variant that the annotations describe; nothing without them.
    ///
    /// @throws IllegalArgumentException if one is malformed, with a sentence that says why
    static Optional<Variant> variant(ApiObject object) {
        var missing = REQUIRED.stream().filter(name -> value(object, name).isEmpty()).toList();
        if (missing.size() == REQUIRED.size()) {
            return Optional.empty();
        }
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException(
                    "the capacity of a new node is incomplete; add the annotation "
                            + Annotations.CAPACITY
                            + missing.getFirst());
        }
        var labels = labels(object);
        var template = new Template(resources(object), labels, taints(object));
        return Optional.of(new Variant(VariantKey.of(labels), template, NO_PRICE));
    }

    private static Resources resources(ApiObject object) {
        var amounts = new TreeMap<String, Long>();
        amounts.put(Resources.CPU, amount(object, Resources.CPU, Resources.CPU));
        amounts.put(Resources.MEMORY, amount(object, Resources.MEMORY, Resources.MEMORY));
        amounts.put(Resources.PODS, amount(object, "maxPods", Resources.PODS));
        if (!value(object, "ephemeral-disk").isEmpty()) {
            amounts.put(Resources.STORAGE, amount(object, "ephemeral-disk", Resources.STORAGE));
        }
        if (!value(object, "gpu-count").isEmpty()) {
            var type = value(object, "gpu-type");
            var gpu = type.isEmpty() ? WellKnown.NVIDIA_GPU : type;
            amounts.put(gpu, amount(object, "gpu-count", gpu));
        }
        return Resources.of(amounts);
    }

    private static String value(ApiObject object, String key) {
        return object.annotation(Annotations.CAPACITY + key).strip();
    }

    private static long amount(ApiObject object, String key, String resource) {
        var text = value(object, key);
        try {
            return Quantity.amount(
                    resource, text.isEmpty() && key.equals("maxPods") ? MOST_PODS : text);
        } catch (IllegalArgumentException malformed) {
            throw malformed(key, String.valueOf(malformed.getMessage()));
        }
    }

    private static Labels labels(ApiObject object) {
        var labels = new TreeMap<String, String>();
        labels.put(WellKnown.OS, "linux");
        labels.put(WellKnown.ARCH, "amd64");
        var zone = object.text("spec", "template", "spec", "failureDomain");
        if (!zone.isEmpty()) {
            labels.put(WellKnown.ZONE, zone);
        }
        JsonTree.map(JsonTree.at(object.tree(), "spec", "template", "metadata", "labels"))
                .forEach((key, value) -> {
                    if (COPIED.stream().anyMatch(key::startsWith)) {
                        labels.put(key, String.valueOf(value));
                    }
                });
        for (var label : parts(object, "labels")) {
            int end = label.indexOf('=');
            if (end < 1) {
                throw malformed("labels", "'" + label + "' is not of the form key=value");
            }
            labels.put(label.substring(0, end), label.substring(end + 1));
        }
        return Labels.of(labels);
    }

    /// The annotation wins over the template of machines, by key and effect.
    private static List<Taint> taints(ApiObject object) {
        var taints = new ArrayList<Taint>();
        for (var part : parts(object, "taints")) {
            taints.add(taint(part));
        }
        var spec = JsonTree.maps(object.tree(), "spec", "template", "spec", "taints");
        for (var tree : spec) {
            var taint =
                    new Taint(
                            JsonTree.text(tree, "key"),
                            JsonTree.text(tree, "value"),
                            effect(JsonTree.text(tree, "effect")));
            boolean isOverruled =
                    taints.stream()
                            .anyMatch(other ->
                                    other.key().equals(taint.key())
                                            && other.effect() == taint.effect());
            if (!isOverruled) {
                taints.add(taint);
            }
        }
        return taints;
    }

    /// `key=value:Effect` or `key:Effect`.
    private static Taint taint(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1) {
            throw malformed("taints", "'" + text + "' is not of the form key=value:Effect");
        }
        var name = text.substring(0, colon).split("=", 2);
        return new Taint(
                name[0], name.length == 2 ? name[1] : "", effect(text.substring(colon + 1)));
    }

    private static Taint.Effect effect(String text) {
        return switch (text) {
            case "NoSchedule" -> Taint.Effect.NO_SCHEDULE;
            case "PreferNoSchedule" -> Taint.Effect.PREFER_NO_SCHEDULE;
            case "NoExecute" -> Taint.Effect.NO_EXECUTE;
            default ->
                    throw malformed(
                            "taints",
                            "the effect '"
                                    + text
                                    + "' is none of NoSchedule, PreferNoSchedule and NoExecute");
        };
    }

    private static List<String> parts(ApiObject object, String key) {
        return List.of(value(object, key).split(",")).stream()
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    private static IllegalArgumentException malformed(String key, String why) {
        return new IllegalArgumentException(
                "the annotation " + Annotations.CAPACITY + key + ": " + why);
    }
}

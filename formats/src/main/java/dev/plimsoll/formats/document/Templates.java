package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.kubernetes.Specs;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.WellKnown;
import java.util.SortedMap;

/// Reads the template of a new node: its allocatable resources, labels and taints.
public final class Templates {

    private Templates() {}

    /// The template that a policy declares; unknown without `allocatable`.
    static Template declared(Fields fields) {
        return new Template(
                fields.fields("allocatable").asResources(),
                fields.labels("labels"),
                Specs.taints(fields, "taints"));
    }

    /// A declared template with all labels that a new node of the group carries.
    static Template complete(VariantKey key, Template declared, Labels match) {
        var labels = match.toMap();
        labels.putAll(declared.labels().toMap());
        put(labels, WellKnown.INSTANCE_TYPE, key.instanceType());
        put(labels, WellKnown.ZONE, key.zone());
        return new Template(declared.allocatable(), Labels.of(labels), declared.taints());
    }

    private static void put(SortedMap<String, String> labels, String key, String value) {
        if (!value.isEmpty()) {
            labels.put(key, value);
        }
    }

    /// The template of a new node; `{cpu: 1, memory: 4Gi}` is short for its allocatable.
    public static Template template(Fields fields) {
        if (fields.keys().isEmpty()) {
            return Template.UNKNOWN;
        }
        var labels = fields.labels("labels");
        var taints = Specs.taints(fields, "taints");
        if (fields.has("allocatable")) {
            return new Template(fields.fields("allocatable").asResources(), labels, taints);
        }
        return new Template(fields.asResources("labels", "taints"), labels, taints);
    }
}

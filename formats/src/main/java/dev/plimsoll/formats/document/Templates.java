package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Template;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.kubernetes.Specs;

/// Reads what documents say a new node offers.
public final class Templates {

    private Templates() {}

    /// What a policy declares a new node to offer; nothing is known without `allocatable`.
    static Template declared(Fields fields) {
        return new Template(
                fields.fields("allocatable").asResources(),
                fields.labels("labels"),
                Specs.taints(fields, "taints"));
    }

    /// What a new node offers; the flat form `{cpu: 1, memory: 4Gi}` is short for its allocatable.
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

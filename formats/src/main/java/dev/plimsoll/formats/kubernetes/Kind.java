package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.formats.Value;

/// The kinds of objects that a cluster is made of.
enum Kind {
    POD("Pod"),
    NODE("Node"),
    BUDGET("PodDisruptionBudget"),
    /// Any other; it is passed over.
    OTHER("");

    private final String text;

    Kind(String text) {
        this.text = text;
    }

    /// The kind that a type stands for. Other makers have their own kinds of these names (Longhorn
    /// has a Node): the API group tells.
    static Kind named(Type type) {
        var group = type.apiVersion();
        return switch (type.name()) {
            case "Pod" -> group.isEmpty() || group.equals("v1") ? POD : OTHER;
            case "Node" -> group.isEmpty() || group.equals("v1") ? NODE : OTHER;
            case "PodDisruptionBudget" ->
                    group.isEmpty() || group.startsWith("policy/") ? BUDGET : OTHER;
            default -> OTHER;
        };
    }

    /// The kind of an object that does not say it, as in the lists of the API server: by what only
    /// this kind has.
    static Kind shaped(Value.Mapping object) {
        if (has(object, "spec", "containers")) {
            return POD;
        }
        if (has(object, "status", "allocatable") || has(object, "status", "nodeInfo")) {
            return NODE;
        }
        return has(object, "status", "disruptionsAllowed") ? BUDGET : OTHER;
    }

    private static boolean has(Value.Mapping object, String part, String key) {
        return object.get(part) instanceof Value.Mapping mapping
                && !(mapping.get(key) instanceof Value.Nothing);
    }

    @Override
    public String toString() {
        return text;
    }
}

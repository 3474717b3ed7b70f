package dev.plimsoll.e2e;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The rights that the controller needs.
final class LeastRole {

    private static final List<String> READ = List.of("list", "watch");

    static final List<Map<String, Object>> RULES =
            List.of(
                    Roles.rule(
                            "",
                            List.of(
                                    "nodes",
                                    "pods",
                                    "namespaces",
                                    "persistentvolumes",
                                    "persistentvolumeclaims"),
                            READ),
                    Roles.rule("policy", List.of("poddisruptionbudgets"), READ),
                    Roles.rule(
                            "storage.k8s.io",
                            List.of(
                                    "storageclasses",
                                    "csinodes",
                                    "csidrivers",
                                    "csistoragecapacities",
                                    "volumeattachments"),
                            READ),
                    Roles.rule("", List.of("nodes"), List.of("patch", "create", "delete")),
                    Roles.rule("", List.of("pods/eviction"), List.of("create")),
                    Roles.rule("", List.of("configmaps"), List.of("get", "create", "patch")),
                    Roles.rule("", List.of("events"), List.of("create", "patch")),
                    Roles.rule(
                            "coordination.k8s.io",
                            List.of("leases"),
                            List.of("get", "create", "update", "patch")));

    private LeastRole() {}

    /// Every access that the rules allow.
    static Set<AuditLog.Access> accesses() {
        var all = new TreeSet<AuditLog.Access>();
        for (var rule : RULES) {
            for (var resource : texts(rule, "resources")) {
                var parts = resource.split("/", 2);
                for (var verb : texts(rule, "verbs")) {
                    all.add(
                            new AuditLog.Access(
                                    verb,
                                    texts(rule, "apiGroups").getFirst(),
                                    parts[0],
                                    parts.length == 2 ? parts[1] : ""));
                }
            }
        }
        return all;
    }

    private static List<String> texts(Map<String, Object> rule, String key) {
        return rule.get(key) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }
}

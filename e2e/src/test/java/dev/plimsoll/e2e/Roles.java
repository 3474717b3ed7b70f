package dev.plimsoll.e2e;

import dev.plimsoll.formats.JsonTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Cluster roles of users.
public final class Roles {

    private Roles() {}

    /// A rule of RBAC about one API group.
    public static Map<String, Object> rule(
            String group, List<String> resources, List<String> verbs) {
        return Map.of("apiGroups", List.of(group), "resources", resources, "verbs", verbs);
    }

    /// Gives a role with these rules to the user, and waits until every rule has effect.
    public static void grant(
            ControlPlane plane, User user, String role, List<Map<String, Object>> rules) {
        plane.api().create(Manifests.clusterRole(role, rules));
        plane.api().create(Manifests.binding(role, user));
        for (var rule : rules) {
            plane.await("the role " + role, () -> isAllowed(plane.api(), user, rule));
        }
    }

    /// The answer of the API server about the first access of a rule.
    private static boolean isAllowed(Api api, User user, Map<String, Object> rule) {
        var resource = first(rule, "resources").split("/", 2);
        var attributes = new LinkedHashMap<String, Object>();
        attributes.put("verb", first(rule, "verbs"));
        attributes.put("group", first(rule, "apiGroups"));
        attributes.put("resource", resource[0]);
        attributes.put("subresource", resource.length == 2 ? resource[1] : "");
        Map<String, Object> spec = Map.of("user", user.name(), "resourceAttributes", attributes);
        Map<String, Object> review =
                Map.of(
                        "apiVersion",
                        "authorization.k8s.io/v1",
                        "kind",
                        "SubjectAccessReview",
                        "spec",
                        spec);
        return JsonTree.text(api.create(review), "status", "allowed").equals("true");
    }

    private static String first(Map<String, Object> rule, String key) {
        return rule.get(key) instanceof List<?> list ? String.valueOf(list.getFirst()) : "";
    }
}

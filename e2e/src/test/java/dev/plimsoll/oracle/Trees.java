package dev.plimsoll.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Short methods to write trees of Kubernetes objects.
final class Trees {

    /// A map of the pairs, in their order.
    static Map<String, Object> tree(Object... pairs) {
        var result = new LinkedHashMap<String, Object>();
        for (int at = 0; at < pairs.length; at += 2) {
            result.put((String) pairs[at], pairs[at + 1]);
        }
        return result;
    }

    static List<Object> list(Object... items) {
        return new ArrayList<>(List.of(items));
    }

    /// The map under the key, created if it is missing.
    @SuppressWarnings("unchecked")
    static Map<String, Object> within(Map<String, Object> parent, String key) {
        return (Map<String, Object>) parent.computeIfAbsent(key, _ -> tree());
    }

    /// The list under the key, created if it is missing.
    @SuppressWarnings("unchecked")
    static List<Object> items(Map<String, Object> parent, String key) {
        return (List<Object>) parent.computeIfAbsent(key, _ -> list());
    }

    /// An object of a kind, for example `object("v1", "Node", "n1")`.
    static Map<String, Object> object(String version, String kind, String name) {
        return tree("apiVersion", version, "kind", kind, "metadata", tree("name", name));
    }

    static Map<String, Object> metadata(Map<String, Object> object) {
        return within(object, "metadata");
    }

    static Map<String, Object> spec(Map<String, Object> object) {
        return within(object, "spec");
    }

    static String name(Map<String, Object> object) {
        return (String) metadata(object).getOrDefault("name", "");
    }

    static String namespace(Map<String, Object> object) {
        return (String) metadata(object).getOrDefault("namespace", "");
    }

    private Trees() {}
}

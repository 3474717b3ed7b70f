package dev.plimsoll.checker;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads trees of maps, lists and texts. A missing value is empty.
final class Tree {

    /// The value at the end of the path, or null: if it is missing or written as null.
    static @Nullable Object at(Map<String, Object> tree, String... path) {
        Object here = tree;
        for (var key : path) {
            if (!(here instanceof Map<?, ?> map)) {
                return null;
            }
            here = map.get(key);
        }
        return here;
    }

    static boolean has(Map<String, Object> tree, String... path) {
        return at(tree, path) != null;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Map<String, Object> tree, String... path) {
        return at(tree, path) instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> maps(Map<String, Object> tree, String... path) {
        return at(tree, path) instanceof List<?> list
                ? (List<Map<String, Object>>) list
                : List.of();
    }

    static List<String> texts(Map<String, Object> tree, String... path) {
        return at(tree, path) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    static String text(Map<String, Object> tree, String... path) {
        var found = at(tree, path);
        return found == null ? "" : found.toString();
    }

    static boolean flag(Map<String, Object> tree, String... path) {
        return Boolean.TRUE.equals(at(tree, path));
    }

    static String name(Map<String, Object> object) {
        return text(object, "metadata", "name");
    }

    static String namespace(Map<String, Object> object) {
        return text(object, "metadata", "namespace");
    }

    static Map<String, Object> labels(Map<String, Object> object) {
        return map(object, "metadata", "labels");
    }

    /// A copy of the tree with the value at the path.
    static Map<String, Object> with(Map<String, Object> tree, Object value, String... path) {
        var copy = new LinkedHashMap<>(tree);
        if (path.length == 1) {
            copy.put(path[0], value);
            return copy;
        }
        var rest = Arrays.copyOfRange(path, 1, path.length);
        copy.put(path[0], with(map(tree, path[0]), value, rest));
        return copy;
    }

    private Tree() {}
}

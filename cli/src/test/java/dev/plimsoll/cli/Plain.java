package dev.plimsoll.cli;

import dev.plimsoll.formats.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// Texts as plain trees, read by a library and not by us.
final class Plain {

    private Plain() {}

    static Map<?, ?> map(String text) {
        return (Map<?, ?>) load(text).iterator().next();
    }

    /// The objects of a text: of its documents, and of lists among them.
    static List<Map<?, ?>> objects(String text) {
        var objects = new ArrayList<Map<?, ?>>();
        for (var document : load(text)) {
            if (document instanceof Map<?, ?> map) {
                for (var object : map.get("items") instanceof List<?> all ? all : List.of(map)) {
                    objects.add((Map<?, ?>) object);
                }
            }
        }
        return objects;
    }

    static List<Map<String, Object>> trees(String text) {
        return objects(text).stream().map(Plain::tree).toList();
    }

    @SuppressWarnings("unchecked") // Keys of Kubernetes objects are texts.
    static Map<String, Object> tree(Object object) {
        return (Map<String, Object>) object;
    }

    private static Iterable<Object> load(String text) {
        var settings = LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).build();
        return new Load(settings).loadAllFromString(text);
    }

    static List<Map<?, ?>> maps(Map<?, ?> tree, String key) {
        var maps = new ArrayList<Map<?, ?>>();
        list(tree, key).forEach(item -> maps.add((Map<?, ?>) item));
        return maps;
    }

    static List<?> list(Map<?, ?> tree, String key) {
        return (List<?>) part(tree, key);
    }

    static String text(Map<?, ?> tree, String key) {
        return String.valueOf(part(tree, key));
    }

    static int number(Map<?, ?> tree, String key) {
        return (Integer) part(tree, key);
    }

    /// The value of a key; an empty text where there is none.
    static Object part(Map<?, ?> tree, String key) {
        var value = tree.get(key);
        return value == null ? "" : value;
    }

    static Object in(Map<?, ?> tree, String key, String below) {
        return part(tree, key) instanceof Map<?, ?> map ? part(map, below) : "";
    }

    /// As JSON; what is null is left out.
    static String json(Object tree) {
        return Json.text(cleaned(tree));
    }

    private static Object cleaned(Object tree) {
        return switch (tree) {
            case Map<?, ?> map -> {
                var clean = new TreeMap<String, Object>();
                map.forEach((key, value) -> {
                    if (value != null) {
                        clean.put(String.valueOf(key), cleaned(value));
                    }
                });
                yield clean;
            }
            case List<?> list -> list.stream().map(Plain::cleaned).toList();
            default -> tree;
        };
    }
}

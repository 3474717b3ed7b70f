package dev.plimsoll.formats;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// JSON objects as plain trees: maps, lists, texts, whole numbers, decimals and truth values.
/// [Json] prints them.
public final class JsonTree {

    private static final Pattern NUMBER =
            Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");

    private JsonTree() {}

    /// The one object of a JSON or YAML text.
    ///
    /// @throws BadInput if it is neither
    public static Map<String, Object> parse(String text) {
        var mistakes = new Mistakes();
        try (var documents = Values.read(Source.text("an answer", text), mistakes)) {
            var document = documents.next();
            mistakes.throwIfAny();
            return map(of(document));
        }
    }

    /// The documents of a JSON or YAML text.
    ///
    /// @throws BadInput if it is neither
    public static List<Map<String, Object>> parseAll(String text) {
        var mistakes = new Mistakes();
        var all = new ArrayList<Map<String, Object>>();
        try (var documents = Values.read(Source.text("an answer", text), mistakes)) {
            documents.forEachRemaining(document -> all.add(map(of(document))));
        }
        mistakes.throwIfAny();
        return all;
    }

    /// A null is left out, as if its key were not there.
    public static Object of(Value value) {
        return switch (value) {
            case Value.Mapping mapping -> {
                var map = new LinkedHashMap<String, Object>();
                for (var entry : mapping.entries()) {
                    if (!(entry.value() instanceof Value.Nothing)) {
                        map.put(entry.key(), of(entry.value()));
                    }
                }
                yield map;
            }
            case Value.Sequence sequence -> {
                var list = new ArrayList<>();
                sequence.items().forEach(item -> list.add(of(item)));
                yield list;
            }
            case Value.Scalar scalar -> scalar.quoted() ? scalar.text() : plain(scalar.text());
            case Value.Nothing _ -> "";
        };
    }

    private static Object plain(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> number(text);
        };
    }

    /// A number as in JSON; any other word of YAML is a text.
    private static Object number(String text) {
        if (!NUMBER.matcher(text).matches()) {
            return text;
        }
        var number = new BigDecimal(text);
        return number.scale() <= 0 ? (Object) number.longValueExact() : number;
    }

    /// The value at a path of keys; an empty text if there is none.
    public static Object at(Map<String, Object> tree, String... path) {
        Object found = tree;
        for (var key : path) {
            found = map(found).getOrDefault(key, "");
        }
        return found;
    }

    public static String text(Map<String, Object> tree, String... path) {
        return String.valueOf(at(tree, path));
    }

    /// The maps in the list at a path; none if there is no list.
    public static List<Map<String, Object>> maps(Map<String, Object> tree, String... path) {
        if (!(at(tree, path) instanceof List<?> list)) {
            return List.of();
        }
        return list.stream().map(JsonTree::map).toList();
    }

    /// The tree itself if it is a map, otherwise an empty one.
    @SuppressWarnings("unchecked") // Keys are texts in every tree.
    public static Map<String, Object> map(Object tree) {
        return tree instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }
}

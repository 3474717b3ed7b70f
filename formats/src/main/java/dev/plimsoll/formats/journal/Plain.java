package dev.plimsoll.formats.journal;

import dev.plimsoll.formats.Value;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/// Converts a value that was read from JSON to the plain tree that prints the same text.
public final class Plain {

    private Plain() {}

    public static Object of(Value value) {
        return switch (value) {
            case Value.Mapping mapping -> map(mapping);
            case Value.Sequence(var items, _) -> items.stream().map(Plain::of).toList();
            case Value.Scalar(var text, var quoted, _) -> quoted ? text : number(text);
            case Value.Nothing _ -> "";
        };
    }

    private static Map<String, Object> map(Value.Mapping mapping) {
        var map = new LinkedHashMap<String, Object>();
        mapping.entries().forEach(entry -> map.put(entry.key(), of(entry.value())));
        return map;
    }

    private static Object number(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> new BigDecimal(text);
        };
    }
}

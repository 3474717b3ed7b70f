package dev.plimsoll.formats;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Prints plain trees (maps, lists, texts, whole numbers, decimals, truth values) as YAML.
///
/// **Invariant:** what is printed reads back as the same tree: `PrintersTest`.
public final class Yaml {

    /// Strings that need no quotes in YAML 1.1 and 1.2.
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_/][A-Za-z0-9_./@%+ -]*");

    /// Words that some version of YAML reads as null, a boolean or a number.
    private static final Pattern WORD =
            Pattern.compile("null|true|false|yes|no|on|off|y|n|nan|inf", Pattern.CASE_INSENSITIVE);

    private Yaml() {}

    /// Keys in the order of their map, two blanks a level, a line end at the end.
    public static String text(Object tree) {
        var out = new StringBuilder();
        switch (tree) {
            case Map<?, ?> map when !map.isEmpty() -> writeMap(map, 0, out);
            case List<?> list when !list.isEmpty() -> writeList(list, 0, out);
            default -> out.append(inline(tree)).append('\n');
        }
        return out.toString();
    }

    /// @param indent the column of the next character
    private static void writeMap(Map<?, ?> map, int indent, StringBuilder out) {
        boolean first = true;
        for (var entry : map.entrySet()) {
            out.append(first ? "" : " ".repeat(indent));
            first = false;
            out.append(scalar(String.valueOf(entry.getKey()))).append(':');
            switch (entry.getValue()) {
                case Map<?, ?> below when !below.isEmpty() -> {
                    out.append('\n').append(" ".repeat(indent + 2));
                    writeMap(below, indent + 2, out);
                }
                case List<?> below when !below.isEmpty() -> {
                    out.append('\n').append(" ".repeat(indent));
                    writeList(below, indent, out);
                }
                case Object below -> out.append(' ').append(inline(below)).append('\n');
            }
        }
    }

    private static void writeList(List<?> list, int indent, StringBuilder out) {
        boolean first = true;
        for (var item : list) {
            out.append(first ? "" : " ".repeat(indent)).append("- ");
            first = false;
            switch (item) {
                case Map<?, ?> below when !below.isEmpty() -> writeMap(below, indent + 2, out);
                case List<?> below when !below.isEmpty() -> writeList(below, indent + 2, out);
                case Object below -> out.append(inline(below)).append('\n');
            }
        }
    }

    private static String inline(Object tree) {
        return switch (tree) {
            case Map<?, ?> _ -> "{}";
            case List<?> _ -> "[]";
            case String text -> scalar(text);
            default -> Json.scalar(tree);
        };
    }

    private static String scalar(String text) {
        if (PLAIN.matcher(text).matches() && !text.endsWith(" ") && !WORD.matcher(text).matches()) {
            return text;
        }
        var quoted = new StringBuilder();
        Json.quote(text, quoted);
        return quoted.toString();
    }
}

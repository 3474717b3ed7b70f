package dev.plimsoll.formats;

import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Prints plain trees (maps, lists, texts, whole numbers, decimals, truth values) and values as
/// compact JSON.
public final class Json {

    /// The null of JSON. A merge patch removes its key.
    public enum Null {
        NULL
    }

    private static final Pattern LITERAL =
            Pattern.compile("true|false|-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]+)?");

    private Json() {}

    /// On one line, keys in the order of their map.
    public static String text(Object tree) {
        var out = new StringBuilder();
        write(tree, out);
        return out.toString();
    }

    /// A value on one line, as it was written. A null is left out, as if its key were not there.
    public static String written(Value value) {
        var out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Value value, StringBuilder out) {
        switch (value) {
            case Value.Mapping(var entries, _) -> {
                out.append('{');
                var comma = "";
                for (var entry : entries) {
                    if (!(entry.value() instanceof Value.Nothing)) {
                        out.append(comma);
                        quote(entry.key(), out);
                        out.append(':');
                        write(entry.value(), out);
                        comma = ",";
                    }
                }
                out.append('}');
            }
            case Value.Sequence(var items, _) -> {
                out.append('[');
                var comma = "";
                for (var item : items) {
                    out.append(comma);
                    write(item, out);
                    comma = ",";
                }
                out.append(']');
            }
            case Value.Scalar(var text, var quoted, _) -> {
                if (quoted || !LITERAL.matcher(text).matches()) {
                    quote(text, out);
                } else {
                    out.append(text);
                }
            }
            case Value.Nothing _ -> out.append("null");
        }
    }

    private static void write(Object tree, StringBuilder out) {
        switch (tree) {
            case Map<?, ?> map -> writeMap(map, out);
            case List<?> list -> writeList(list, out);
            case String text -> quote(text, out);
            case Null _ -> out.append("null");
            default -> out.append(scalar(tree));
        }
    }

    private static void writeMap(Map<?, ?> map, StringBuilder out) {
        out.append('{');
        boolean first = true;
        for (var entry : map.entrySet()) {
            out.append(first ? "" : ",");
            first = false;
            quote(String.valueOf(entry.getKey()), out);
            out.append(':');
            write(entry.getValue(), out);
        }
        out.append('}');
    }

    private static void writeList(List<?> list, StringBuilder out) {
        out.append('[');
        boolean first = true;
        for (var item : list) {
            out.append(first ? "" : ",");
            first = false;
            write(item, out);
        }
        out.append(']');
    }

    /// A number or a truth value, as both languages write it.
    static String scalar(Object value) {
        return switch (value) {
            case BigDecimal decimal -> decimal.toPlainString();
            case Integer whole -> whole.toString();
            case Long whole -> whole.toString();
            case Boolean flag -> flag.toString();
            default ->
                    throw new IllegalArgumentException(
                            "a tree has no " + value.getClass().getName() + ", got " + value);
        };
    }

    /// A text in double quotes, as JSON and YAML read it.
    static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (mustEscape(c)) {
                        out.append("\\u").append(HexFormat.of().toHexDigits(c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    /// Control characters, the line ends of Unicode, and the byte order mark.
    private static boolean mustEscape(char c) {
        return c < ' '
                || (c >= 0x7F && c < 0xA0)
                || c == 0x2028
                || c == 0x2029
                || c == 0xFEFF
                || c >= 0xFFFE;
    }
}

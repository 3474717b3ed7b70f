package dev.plimsoll.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A text with names between at signs, which are replaced by values.
final class Template {

    /// A piece of text, or the name of a value.
    private record Piece(String text, boolean isName) {}

    private final List<Piece> pieces = new ArrayList<>();

    /// @param names of values; other at signs are text
    private Template(String text, List<String> names) {
        int start = 0;
        int at = text.indexOf('@');
        while (at >= 0) {
            int end = text.indexOf('@', at + 1);
            var name = end < 0 ? "" : text.substring(at + 1, end);
            if (names.contains(name)) {
                pieces.add(new Piece(text.substring(start, at), false));
                pieces.add(new Piece(name, true));
                start = end + 1;
                at = text.indexOf('@', start);
            } else {
                at = end;
            }
        }
        pieces.add(new Piece(text.substring(start), false));
    }

    /// @param file next to this class; its lines are indented like the items of a list
    static Template of(String file, List<String> names) {
        try (var in = Template.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalArgumentException("no resource " + file);
            }
            var text = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
            return new Template(text.indent(8).stripTrailing(), names);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    void write(Map<String, String> values, Appendable out) throws IOException {
        for (var piece : pieces) {
            out.append(piece.isName() ? values.get(piece.text()) : piece.text());
        }
    }
}

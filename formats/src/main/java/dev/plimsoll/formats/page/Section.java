package dev.plimsoll.formats.page;

import java.util.List;

/// A part of a page: a title over a table, or over lines.
public record Section(String title, Table table, List<Line> lines) {

    public Section {
        lines = List.copyOf(lines);
    }

    public static Section of(String title, Table table) {
        return new Section(title, table, List.of());
    }

    public static Section of(String title, List<Line> lines) {
        return new Section(title, Table.NONE, lines);
    }

    boolean isEmpty() {
        return table.rows().isEmpty() && lines.isEmpty();
    }
}

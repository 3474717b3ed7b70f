package dev.plimsoll.formats.page;

import java.util.List;

/// A part of a page: a title over a table, or over lines.
public record Section(String title, Weight weight, Table table, List<Line> lines) {

    /// Who reads it.
    public enum Weight {
        /// Every reader of the page.
        MAIN,
        /// A reader who wants to know more; closed where a page can be unfolded.
        DETAIL
    }

    public Section {
        lines = List.copyOf(lines);
    }

    public static Section of(String title, Table table) {
        return new Section(title, Weight.MAIN, table, List.of());
    }

    public static Section of(String title, List<Line> lines) {
        return new Section(title, Weight.MAIN, Table.NONE, lines);
    }

    Section asDetail() {
        return new Section(title, Weight.DETAIL, table, lines);
    }

    /// Detail if it has more entries than these.
    Section asDetailAbove(int most) {
        return size() > most ? asDetail() : this;
    }

    boolean isEmpty() {
        return size() == 0;
    }

    /// The number of its entries: rows, and lines that are not below others.
    int size() {
        long entries = lines.stream().filter(line -> line.depth() == 0).count();
        return table.rows().size() + (int) entries;
    }
}

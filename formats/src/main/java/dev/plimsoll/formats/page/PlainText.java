package dev.plimsoll.formats.page;

import java.util.List;
import java.util.stream.Stream;

/// Renders pages for a terminal.
public final class PlainText {

    private final StringBuilder text = new StringBuilder();

    private PlainText() {}

    public static String of(Page page) {
        var plain = new PlainText();
        page.head().forEach(line -> plain.line("", line));
        page.sections().forEach(plain::section);
        if (!page.foot().isEmpty()) {
            plain.line("", "");
            page.foot().forEach(line -> plain.line("", line));
        }
        return plain.text.toString();
    }

    /// The table alone. Its columns are as wide as their widest cell; numbers are to the right.
    public static String of(Table table, String indent) {
        var plain = new PlainText();
        plain.table(table, indent);
        return plain.text.toString();
    }

    private void section(Section section) {
        if (!text.isEmpty()) {
            line("", "");
        }
        if (!section.title().isEmpty()) {
            line("", section.title());
        }
        if (!section.table().rows().isEmpty()) {
            table(section.table(), "  ");
        }
        for (var line : section.lines()) {
            line("  ".repeat(1 + line.depth()) + line.mark().sign(), line.text());
        }
    }

    private void table(Table table, String indent) {
        var rows =
                Stream.concat(Stream.of(table.columns()), table.rows().stream())
                        .map(row -> row.stream().map(Visible::text).toList())
                        .toList();
        var widths = new int[table.columns().size()];
        for (var row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        rows.forEach(row -> text.append(aligned(row, widths, indent)).append('\n'));
    }

    private static String aligned(List<String> row, int[] widths, String indent) {
        var line = new StringBuilder(indent);
        for (int column = 0; column < widths.length; column++) {
            var cell = row.get(column);
            var blanks = " ".repeat(widths[column] - cell.length());
            line.append(isNumber(cell) ? blanks + cell : cell + blanks).append("  ");
        }
        return line.toString().stripTrailing();
    }

    private static boolean isNumber(String cell) {
        return !cell.isEmpty() && "$0123456789".indexOf(cell.charAt(0)) >= 0;
    }

    private void line(String before, String line) {
        text.append(before).append(Visible.text(line)).append('\n');
    }
}

package dev.plimsoll.formats.page;

import java.util.List;

/// Renders pages as Markdown, for a comment in a pull request.
public final class Markdown {

    private Markdown() {}

    public static String of(Page page) {
        var text = new StringBuilder();
        for (int i = 0; i < page.head().size(); i++) {
            var line = escaped(page.head().get(i));
            text.append(i == 0 ? "**" + line + "**\n" : "\n" + line + "\n");
        }
        page.sections().forEach(section -> section(section, text));
        page.foot().forEach(line -> text.append('\n').append(escaped(line)).append('\n'));
        return text.toString();
    }

    private static void section(Section section, StringBuilder text) {
        if (!section.title().isEmpty()) {
            text.append("\n#### ").append(escaped(section.title())).append('\n');
        }
        text.append('\n');
        var table = section.table();
        if (!table.rows().isEmpty()) {
            row(table.columns(), text);
            text.append('|').append("---|".repeat(table.columns().size())).append('\n');
            table.rows().forEach(row -> row(row, text));
        }
        for (var line : section.lines()) {
            text.append("  ".repeat(line.depth())).append("- ").append(sign(line.mark()));
            text.append(escaped(line.text())).append('\n');
        }
    }

    /// As code: a plain plus or tilde after the dash would begin another list.
    private static String sign(Line.Mark mark) {
        var sign = mark.sign().strip();
        return sign.isEmpty() ? "" : "`" + sign + "` ";
    }

    private static void row(List<String> cells, StringBuilder text) {
        text.append("| ");
        text.append(String.join(" | ", cells.stream().map(Markdown::cell).toList()));
        text.append(" |\n");
    }

    private static String cell(String text) {
        return escaped(text).replace("|", "\\|");
    }

    private static String escaped(String text) {
        return Visible.text(text).replace("<", "&lt;");
    }
}

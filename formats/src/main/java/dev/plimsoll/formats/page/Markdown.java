package dev.plimsoll.formats.page;

import java.util.List;
import java.util.regex.Pattern;

/// Renders pages as Markdown, for a comment in a pull request: CommonMark with the tables of
/// GitHub. Sections of details are closed until a reader opens them.
public final class Markdown {

    /// The characters that begin emphasis, code, links, tags, escapes and character references. An
    /// underscore inside a word and a backslash before a letter begin nothing.
    private static final Pattern SPECIAL =
            Pattern.compile(
                    "[`*~\\[<]|\\\\(?=\\p{Punct}|$)|(?<![\\p{L}\\p{N}])_|_(?![\\p{L}\\p{N}])"
                            + "|&(?=[#\\p{L}])");

    /// The beginning of a line that would be a heading, a quotation, a list or a rule.
    private static final Pattern BLOCK = Pattern.compile("^(\\d*)(>|[-+#=.)](?=[-+#=\\s]|$))");

    private Markdown() {}

    public static String of(Page page) {
        var text = new StringBuilder();
        for (int i = 0; i < page.head().size(); i++) {
            var line = paragraph(page.head().get(i));
            text.append(i == 0 ? "**" + line + "**\n" : "\n" + line + "\n");
        }
        page.sections().forEach(section -> section(section, text));
        page.foot().forEach(line -> text.append('\n').append(paragraph(line)).append('\n'));
        return text.toString();
    }

    private static void section(Section section, StringBuilder text) {
        boolean isClosed = section.weight() == Section.Weight.DETAIL;
        if (isClosed) {
            text.append("\n<details><summary>").append(html(section.title()));
            text.append(" (").append(section.size()).append(")</summary>\n");
        } else if (!section.title().isEmpty()) {
            text.append("\n#### ").append(escaped(section.title())).append('\n');
        }
        text.append('\n');
        table(section.table(), text);
        section.lines().forEach(line -> item(line, text));
        text.append(isClosed ? "\n</details>\n" : "");
    }

    private static void table(Table table, StringBuilder text) {
        if (!table.rows().isEmpty()) {
            row(table.columns(), text);
            text.append('|').append("---|".repeat(table.columns().size())).append('\n');
            table.rows().forEach(row -> row(row, text));
        }
    }

    private static void item(Line line, StringBuilder text) {
        text.append("  ".repeat(line.depth())).append("- ").append(sign(line.mark()));
        text.append(paragraph(line.text())).append('\n');
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

    private static String paragraph(String text) {
        return BLOCK.matcher(escaped(text)).replaceFirst("$1\\\\$2");
    }

    private static String escaped(String text) {
        return SPECIAL.matcher(Visible.text(text)).replaceAll("\\\\$0");
    }

    private static String html(String text) {
        return Visible.text(text).replace("&", "&amp;").replace("<", "&lt;");
    }
}

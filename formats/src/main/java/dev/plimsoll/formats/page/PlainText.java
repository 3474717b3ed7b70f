package dev.plimsoll.formats.page;

import dev.plimsoll.formats.page.Line.Mark;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Renders pages as text, for terminals, files and other programs.
public final class PlainText {

    /// A last column that is narrower than this is not wrapped.
    private static final int NARROW = 20;

    private final StringBuilder text = new StringBuilder();
    private final Look look;

    private PlainText(Look look) {
        this.look = look;
    }

    public static String of(Page page) {
        return of(page, Look.PLAIN);
    }

    public static String of(Page page, Look look) {
        var plain = new PlainText(look);
        page.head().forEach(plain::paragraph);
        page.sections().forEach(plain::section);
        if (!page.foot().isEmpty()) {
            plain.text.append('\n');
            page.foot().forEach(plain::paragraph);
        }
        return plain.text.toString();
    }

    /// The table alone. Its columns are as wide as their widest cell; numbers are to the right.
    public static String of(Table table, String indent) {
        var plain = new PlainText(Look.PLAIN);
        plain.table(table, indent);
        return plain.text.toString();
    }

    private void section(Section section) {
        if (!text.isEmpty()) {
            text.append('\n');
        }
        if (!section.title().isEmpty()) {
            paragraph(section.title());
        }
        if (!section.table().rows().isEmpty()) {
            table(section.table(), "  ");
        }
        section.lines().forEach(this::line);
    }

    private void paragraph(String line) {
        text.append(wrapped(Visible.text(line), 0, 2)).append('\n');
    }

    /// Further lines are below the text of a line with a sign, and indented below any other.
    private void line(Line line) {
        var indent = "  ".repeat(1 + line.depth());
        var sign = line.mark().sign();
        int begin = indent.length() + sign.length();
        text.append(indent).append(coloured(line.mark()));
        text.append(wrapped(Visible.text(line.text()), begin, begin + (sign.isEmpty() ? 2 : 0)));
        text.append('\n');
    }

    private String coloured(Mark mark) {
        var colour =
                switch (mark) {
                    case ADD -> "32";
                    case REMOVE -> "31";
                    case NOTE -> "36";
                    case WARNING -> "33";
                    case NONE, CHOICE, STAY -> "";
                };
        return colour.isEmpty() || look.colours() == Look.Colours.NONE
                ? mark.sign()
                : "\033[" + colour + "m" + mark.sign().strip() + "\033[0m ";
    }

    /// Broken at blanks, where a line would be too long.
    ///
    /// @param begin the column of the first line
    /// @param hanging the column of further lines
    private String wrapped(String sentence, int begin, int hanging) {
        if (begin + sentence.length() <= look.width()) {
            return sentence;
        }
        var lines = new StringBuilder();
        int column = begin;
        for (var word : sentence.split(" ", -1)) {
            boolean isFirst = lines.isEmpty();
            boolean isTooLong = column + 1 + word.length() > look.width();
            if (!isFirst) {
                lines.append(isTooLong ? "\n" + " ".repeat(hanging) : " ");
                column = isTooLong ? hanging : column + 1;
            }
            lines.append(word);
            column += word.length();
        }
        return lines.toString();
    }

    /// If it is too wide, the texts of its last column are wrapped.
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
        int last = widths.length - 1;
        int begin = indent.length() + Arrays.stream(widths).limit(last).map(one -> one + 2).sum();
        boolean isWrapped = look.width() - begin >= NARROW;
        for (var row : rows) {
            var line = aligned(row, widths, indent);
            boolean isTooLong = isWrapped && line.length() > look.width();
            text.append(
                    isTooLong
                            ? line.substring(0, begin) + wrapped(row.get(last), begin, begin)
                            : line);
            text.append('\n');
        }
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
        boolean isAmount = !cell.isEmpty() && "0123456789".indexOf(cell.charAt(0)) >= 0;
        return cell.startsWith("$") || (isAmount && cell.chars().noneMatch(Character::isLetter));
    }
}

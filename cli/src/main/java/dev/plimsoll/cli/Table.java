package dev.plimsoll.cli;

import java.io.PrintStream;
import java.util.List;

/// Rows in columns as wide as they must be; numbers to the right.
final class Table {

    private Table() {}

    static void print(List<List<String>> rows, String indent, PrintStream out) {
        int columns = rows.getFirst().size();
        var widths = new int[columns];
        for (var row : rows) {
            for (int column = 0; column < columns; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        for (var row : rows) {
            var line = new StringBuilder(indent);
            for (int column = 0; column < columns; column++) {
                var cell = row.get(column);
                var blanks = " ".repeat(widths[column] - cell.length());
                boolean number = !cell.isEmpty() && "$0123456789".indexOf(cell.charAt(0)) >= 0;
                line.append(number ? blanks + cell : cell + blanks).append("  ");
            }
            out.println(line.toString().stripTrailing());
        }
    }
}

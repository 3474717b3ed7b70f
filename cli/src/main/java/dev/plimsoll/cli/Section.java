package dev.plimsoll.cli;

import java.io.PrintStream;
import java.util.List;

/// A part of a page: a title, rows of a table, and lines.
///
/// @param rows the first is the header; may be empty
record Section(String title, List<List<String>> rows, List<String> lines) {

    static Section table(String title, List<List<String>> rows) {
        return new Section(title, rows, List.of());
    }

    static Section lines(String title, List<String> lines) {
        return new Section(title, List.of(), lines);
    }

    private boolean isEmpty() {
        return rows.size() < 2 && lines.isEmpty();
    }

    /// Prints a page: the head, the parts that are not empty, and the id.
    static void print(
            List<String> head,
            List<Section> sections,
            String id,
            boolean markdown,
            PrintStream out) {
        if (markdown) {
            out.println("**" + head.getFirst() + "**");
            head.subList(1, head.size()).forEach(line -> out.println("\n" + line));
        } else {
            head.forEach(out::println);
        }
        for (var section : sections) {
            if (!section.isEmpty() && markdown) {
                section.printMarkdown(out);
            } else if (!section.isEmpty()) {
                section.printPlain(out);
            }
        }
        out.println("\ndecision " + id);
    }

    private void printPlain(PrintStream out) {
        out.println("\n" + title);
        if (!rows.isEmpty()) {
            Table.print(rows, "  ", out);
        }
        lines.forEach(line -> out.println("  " + line));
    }

    private void printMarkdown(PrintStream out) {
        out.println("\n#### " + title + "\n");
        for (int row = 0; row < rows.size(); row++) {
            out.println("| " + String.join(" | ", escaped(rows.get(row))) + " |");
            if (row == 0) {
                out.println("|" + "---|".repeat(rows.getFirst().size()));
            }
        }
        for (var line : lines) {
            boolean isBelow = line.startsWith(" ");
            out.println((isBelow ? "  - " : "- ") + line.strip());
        }
    }

    private static List<String> escaped(List<String> cells) {
        return cells.stream()
                .map(cell -> cell.equals("*") ? "total" : cell.replace("|", "\\|"))
                .toList();
    }
}

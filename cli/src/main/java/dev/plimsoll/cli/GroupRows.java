package dev.plimsoll.cli;

import dev.plimsoll.formats.page.Visible;
import dev.plimsoll.quantity.Money;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The groups of a run as rows of a table that is not wider than a screen. Bars take the room that
/// is left, up to [#LONGEST_BAR]; where there is too little, names are cut and columns left out.
final class GroupRows {

    private static final int LONGEST_BAR = 40;
    private static final int SHORTEST_BAR = 3;
    private static final int SHORTEST_NAME = 8;

    /// As wide as `100%`.
    private static final int PERCENT = 4;

    private static final String GAP = "  ";
    private static final String EIGHTHS = " ▏▎▍▌▋▊▉";
    private static final List<Column> LEFT_OUT_FIRST =
            List.of(Column.HOUR, Column.ARRIVING, Column.DRAINING);

    private enum Column {
        GROUP("group"),
        NODES("nodes"),
        DRAINING("draining"),
        ARRIVING("arriving"),
        CPU("cpu"),
        MEMORY("memory"),
        PENDING("pending"),
        /// As wide as `$999.99`, so that the bars seldom change their length.
        HOUR("    $/h");

        private final String title;

        Column(String title) {
            this.title = title;
        }
    }

    private final Ink ink;
    private final int pending;
    private final Set<Column> columns = EnumSet.allOf(Column.class);
    private final Map<Column, Integer> widths = new EnumMap<>(Column.class);
    private final int bar;

    /// @param pending all pending pods; those that select no group are in no row
    GroupRows(List<GroupState> groups, int pending, int width, Ink ink) {
        this.ink = ink;
        this.pending = pending;
        for (var column : Column.values()) {
            widths.put(column, column.title.length());
        }
        groups.forEach(group -> widen(cells(group)));
        widen(total(groups));
        widths.merge(Column.GROUP, Math.max(SHORTEST_NAME, width / 4), Math::min);
        for (var column : LEFT_OUT_FIRST) {
            if (spare(width) < 0) {
                columns.remove(column);
            }
        }
        int room = spare(width) + width(Column.CPU) + width(Column.MEMORY);
        int longest = Math.min(LONGEST_BAR, room / 2 - 1 - PERCENT);
        bar = longest < SHORTEST_BAR ? 0 : longest;
        if (bar > 0) {
            widths.put(Column.CPU, PERCENT);
            widths.put(Column.MEMORY, PERCENT);
        }
    }

    private void widen(Map<Column, String> cells) {
        cells.forEach((column, cell) -> widths.merge(column, cell.length(), Math::max));
    }

    private int spare(int width) {
        int used = GAP.length() * (columns.size() - 1);
        for (var column : columns) {
            used += width(column);
        }
        return width - used;
    }

    private int width(Column column) {
        return widths.getOrDefault(column, 0);
    }

    String titles() {
        var cells = new ArrayList<String>();
        for (var column : columns) {
            boolean isLeft = column == Column.GROUP || (isBar(column) && bar > 0);
            cells.add(isLeft ? left(column.title, whole(column)) : right(column, column.title));
        }
        return ink.faint(String.join(GAP, cells).stripTrailing());
    }

    String row(GroupState group) {
        var texts = cells(group);
        var used = group.used();
        var cells = new ArrayList<String>();
        for (var column : columns) {
            var text = texts.getOrDefault(column, "");
            cells.add(
                    switch (column) {
                        case GROUP -> left(text, width(column));
                        case CPU -> use(column, used.cpu(), used.band());
                        case MEMORY -> use(column, used.memory(), used.band());
                        case NODES, DRAINING, ARRIVING, PENDING, HOUR -> right(column, text);
                    });
        }
        return String.join(GAP, cells);
    }

    /// The sums of all groups.
    String sum(List<GroupState> groups) {
        var texts = total(groups);
        var cells = new ArrayList<String>();
        for (var column : columns) {
            var text = texts.getOrDefault(column, "");
            cells.add(
                    switch (column) {
                        case GROUP, CPU, MEMORY -> left(text, whole(column));
                        case NODES, DRAINING, ARRIVING, PENDING, HOUR -> right(column, text);
                    });
        }
        return String.join(GAP, cells);
    }

    private static Map<Column, String> cells(GroupState group) {
        var cells = cells(group.nodes(), group.pending(), group.hour());
        cells.put(Column.GROUP, Visible.text(group.name()));
        cells.put(Column.CPU, group.used().cpu().percent());
        cells.put(Column.MEMORY, group.used().memory().percent());
        return cells;
    }

    private Map<Column, String> total(List<GroupState> groups) {
        var nodes = GroupState.Nodes.NONE;
        var hour = Money.NONE;
        for (var group : groups) {
            nodes = nodes.plus(group.nodes());
            hour = hour.plus(group.hour());
        }
        var cells = cells(nodes, pending, hour);
        cells.put(Column.GROUP, "total");
        return cells;
    }

    private static Map<Column, String> cells(GroupState.Nodes nodes, int pending, Money hour) {
        var cells = new EnumMap<Column, String>(Column.class);
        cells.put(Column.NODES, String.valueOf(nodes.ready()));
        cells.put(Column.DRAINING, orDot(nodes.draining()));
        cells.put(Column.ARRIVING, orDot(nodes.arriving()));
        cells.put(Column.PENDING, orDot(pending));
        cells.put(Column.HOUR, hour.toString());
        return cells;
    }

    /// Zeros are dots, so that other numbers stand out.
    private static String orDot(int count) {
        return count == 0 ? "·" : String.valueOf(count);
    }

    private String use(Column column, GroupState.Use use, GroupState.Band band) {
        var text = right(column, use.percent());
        if (bar > 0) {
            text = bar(use) + " " + text;
        }
        return use.capacity() == 0 ? text : ink.level(text, band.compare(use));
    }

    private String bar(GroupState.Use use) {
        int eighths = use.eighths(bar);
        var full = "█".repeat(eighths / 8);
        var last = eighths % 8 == 0 ? "" : EIGHTHS.substring(eighths % 8, eighths % 8 + 1);
        return full + last + "·".repeat(bar - full.length() - last.length());
    }

    private static boolean isBar(Column column) {
        return column == Column.CPU || column == Column.MEMORY;
    }

    /// The width of a column with its bar.
    private int whole(Column column) {
        return isBar(column) && bar > 0 ? bar + 1 + width(column) : width(column);
    }

    private String right(Column column, String text) {
        return " ".repeat(Math.max(0, width(column) - text.length())) + text;
    }

    private static String left(String text, int width) {
        var cut = RunLine.cut(text, width);
        return cut + " ".repeat(width - cut.length());
    }
}

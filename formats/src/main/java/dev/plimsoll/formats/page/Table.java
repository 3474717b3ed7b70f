package dev.plimsoll.formats.page;

import java.util.ArrayList;
import java.util.List;

/// Rows of cells under the names of their columns.
public record Table(List<String> columns, List<List<String>> rows) {

    public static final Table NONE = new Table(List.of(), List.of());

    public Table {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        for (var row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException("a row has a cell a column, got " + row);
            }
        }
    }

    /// A table in the making.
    public static Builder with(String... columns) {
        return new Builder(List.of(columns));
    }

    /// Takes rows.
    public static final class Builder {

        private final List<String> columns;
        private final List<List<String>> rows = new ArrayList<>();

        private Builder(List<String> columns) {
            this.columns = columns;
        }

        public Builder row(List<String> cells) {
            rows.add(cells);
            return this;
        }

        public Builder row(Object... cells) {
            return row(List.of(cells).stream().map(String::valueOf).toList());
        }

        public Table build() {
            return new Table(columns, rows);
        }
    }
}

package dev.plimsoll.formats.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Pages as plain trees, for JSON: cells are texts, exactly as people read them.
public final class PageTree {

    private PageTree() {}

    public static Map<String, Object> of(Page page) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("head", page.head());
        var sections = new ArrayList<>();
        page.sections().forEach(section -> sections.add(section(section)));
        tree.put("sections", sections);
        tree.put("foot", page.foot());
        return tree;
    }

    private static Map<String, Object> section(Section section) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("title", section.title());
        if (!section.table().rows().isEmpty()) {
            tree.put("rows", rows(section.table()));
        }
        if (!section.lines().isEmpty()) {
            tree.put("lines", section.lines().stream().<Object>map(PageTree::line).toList());
        }
        return tree;
    }

    /// A mapping a row, with the names of the columns as keys.
    private static List<Object> rows(Table table) {
        var rows = new ArrayList<>();
        for (var row : table.rows()) {
            var tree = new LinkedHashMap<String, Object>();
            for (int column = 0; column < row.size(); column++) {
                tree.put(table.columns().get(column), row.get(column));
            }
            rows.add(tree);
        }
        return rows;
    }

    private static Map<String, Object> line(Line line) {
        var tree = new LinkedHashMap<String, Object>();
        if (line.depth() > 0) {
            tree.put("depth", line.depth());
        }
        if (line.mark() != Line.Mark.NONE) {
            tree.put("mark", line.mark().sign().strip());
        }
        tree.put("text", line.text());
        return tree;
    }
}

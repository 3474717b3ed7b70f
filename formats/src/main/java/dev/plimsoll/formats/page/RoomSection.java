package dev.plimsoll.formats.page;

import dev.plimsoll.decision.Reason;
import dev.plimsoll.formats.page.Line.Mark;
import dev.plimsoll.scaling.EndState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The room that is kept free in the end: how much and why, what it costs, and on which nodes.
final class RoomSection {

    /// The number of nodes that are named for each group.
    private static final int FEW = 3;

    private RoomSection() {}

    static Section of(EndState end) {
        var lines = new ArrayList<Line>();
        end.room().forEach(reason -> lines.add(Line.of(mark(reason), reason.sentence())));
        places(end).forEach(text -> lines.add(Line.of(Mark.NOTE, text)));
        return Section.of("room kept free", lines);
    }

    private static Mark mark(Reason reason) {
        return switch (reason.rule().effect()) {
            case REFUSED -> Mark.WARNING;
            case HELD, CAPPED -> Mark.STAY;
            case CHOSE, NOTED -> Mark.NOTE;
        };
    }

    /// A line a group, and one for placeholders without a place.
    private static List<String> places(EndState end) {
        var groups = new LinkedHashMap<String, String>();
        end.groups()
                .forEach(group ->
                        group.members().forEach(one -> groups.put(one.node(), group.name())));
        var byGroup = new TreeMap<String, TreeMap<String, Integer>>();
        for (var placeholder : end.placeholders()) {
            if (placeholder.isHeld()) {
                byGroup.computeIfAbsent(
                                groups.getOrDefault(placeholder.node(), ""), _ -> new TreeMap<>())
                        .merge(placeholder.node(), 1, Integer::sum);
            }
        }
        var lines = new ArrayList<String>();
        byGroup.forEach((group, nodes) -> lines.add(place(group, nodes)));
        int missing = (int) end.placeholders().stream().filter(one -> !one.isHeld()).count();
        if (missing > 0) {
            lines.add(PlanPage.counted(missing, "placeholder") + " without a place");
        }
        return lines;
    }

    /// `3 placeholders on general: a × 2, b`.
    private static String place(String group, SortedMap<String, Integer> nodes) {
        int all = nodes.values().stream().mapToInt(Integer::intValue).sum();
        var few =
                nodes.entrySet().stream()
                        .limit(FEW)
                        .map(one ->
                                one.getKey() + (one.getValue() == 1 ? "" : " × " + one.getValue()))
                        .collect(Collectors.joining(", "));
        int more = nodes.size() - FEW;
        return PlanPage.counted(all, "placeholder")
                + " on "
                + group
                + ": "
                + few
                + (more > 0 ? " and " + PlanPage.counted(more, "more node") : "");
    }
}

package dev.plimsoll.formats.page;

import dev.plimsoll.decision.Reason;
import dev.plimsoll.formats.page.Line.Mark;
import dev.plimsoll.scaling.EndState;
import java.util.ArrayList;

/// The room that is kept free in the end: how much and why, what it costs, and on which nodes.
final class RoomSection {

    private RoomSection() {}

    static Section of(EndState end) {
        var lines = new ArrayList<Line>();
        end.room().forEach(reason -> lines.add(Line.of(mark(reason), reason.sentence())));
        int missing = (int) end.placeholders().stream().filter(one -> !one.isHeld()).count();
        if (missing > 0) {
            lines.add(
                    Line.of(
                            Mark.NOTE,
                            PlanPage.counted(missing, "placeholder") + " without a place"));
        }
        return Section.of("room kept free", lines);
    }

    private static Mark mark(Reason reason) {
        return switch (reason.rule().effect()) {
            case REFUSED -> Mark.WARNING;
            case HELD, CAPPED -> Mark.STAY;
            case CHOSE, NOTED -> Mark.NOTE;
        };
    }
}

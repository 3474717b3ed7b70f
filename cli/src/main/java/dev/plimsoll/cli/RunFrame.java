package dev.plimsoll.cli;

import dev.plimsoll.formats.Durations;
import dev.plimsoll.formats.page.Visible;
import java.util.ArrayList;
import java.util.List;

/// The lines of a screen that shows a run: a header, a row a group, the total, the last decisions.
///
/// **Invariant:** they depend on nothing but the state, the size and the colours, and fit in that
/// size: `RunFrameTest`.
final class RunFrame {

    /// Lines beside groups and decisions.
    private static final int FIXED = 9;

    /// The number of decisions that always have room, unless the screen is too low.
    private static final int LEAST_DECISIONS = 4;

    private static final int LEAST_GROUPS = 3;

    private static final String BLANK = "";
    private static final String DOT = " · ";
    private static final String FOOT = "Ctrl-C ends the run and prints its summary";

    private final RunState state;
    private final ScreenSize size;
    private final Ink ink;
    private final List<String> lines = new ArrayList<>();

    private RunFrame(RunState state, ScreenSize size, Ink ink) {
        this.state = state;
        this.size = size;
        this.ink = ink;
    }

    /// At most as many lines as the size has rows, each at most as long as it has columns, without
    /// its escape sequences.
    static List<String> of(RunState state, ScreenSize size, Ink ink) {
        var frame = new RunFrame(state, size, ink);
        frame.compose();
        return List.copyOf(frame.lines.subList(0, Math.min(size.rows(), frame.lines.size())));
    }

    private void compose() {
        lines.add(ink.strong(header()));
        lines.add(BLANK);
        groups();
        lines.add(BLANK);
        lines.add(soFar());
        lines.add(BLANK);
        decisions();
        while (lines.size() < size.rows() - 1) {
            lines.add(BLANK);
        }
        lines.add(ink.faint(cut(FOOT)));
    }

    /// The clock, and as much beside it as there is room for.
    private String header() {
        var times = state.times();
        var parts = new ArrayList<>(List.of(Sentences.time(times.now()), "speed " + times.speed()));
        if (times.hasEnd()) {
            parts.add(times.percent() + "% of " + Durations.text(times.length()));
        }
        for (var name : List.of("embedded cluster", "Plimsoll")) {
            parts.addFirst(name);
            if (isTooLong(parts)) {
                parts.removeFirst();
            }
        }
        return joined(parts);
    }

    private String soFar() {
        var summary = state.summary();
        var pods = summary.pods();
        var parts = new ArrayList<String>();
        parts.add(summary.cost() + " so far, " + summary.hour() + "/h");
        parts.add(pods.evicted() + " pods evicted, " + pods.killed() + " killed");
        parts.add("longest wait " + Durations.text(summary.waits().longest()));
        return joined(parts);
    }

    /// The last parts are left out if they are too long together.
    private String joined(List<String> parts) {
        while (parts.size() > 1 && isTooLong(parts)) {
            parts.removeLast();
        }
        return cut(String.join(DOT, parts));
    }

    private boolean isTooLong(List<String> parts) {
        return String.join(DOT, parts).length() > size.columns();
    }

    private void groups() {
        var groups = state.groups();
        int pending = state.summary().pods().waiting();
        var rows = new GroupRows(groups, pending, size.columns(), ink);
        int room = Math.max(LEAST_GROUPS, size.rows() - FIXED - LEAST_DECISIONS);
        int shown = groups.size() <= room ? groups.size() : room - 1;
        lines.add(rows.titles());
        groups.subList(0, shown).forEach(group -> lines.add(rows.row(group)));
        if (shown < groups.size()) {
            lines.add(cut("… " + (groups.size() - shown) + " more groups"));
        }
        lines.add(rows.sum(groups));
    }

    /// The newest last.
    private void decisions() {
        int room = Math.max(0, size.rows() - 2 - lines.size());
        var last = state.lines();
        last.subList(Math.max(0, last.size() - room), last.size())
                .forEach(line -> lines.add(cut(Visible.text(line))));
    }

    private String cut(String text) {
        return RunLine.cut(text, size.columns());
    }
}

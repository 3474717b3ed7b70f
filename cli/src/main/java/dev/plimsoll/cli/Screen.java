package dev.plimsoll.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/// The alternate screen of a terminal, entered when this is made and left when it is closed. The
/// cursor is hidden meanwhile.
///
/// Only lines that changed are written, each over the old one, so nothing flickers.
final class Screen implements AutoCloseable {

    static final String ENTER = "\033[?1049h\033[?25l";
    static final String LEAVE = "\033[0m\033[?25h\033[?1049l";
    static final String CLEAR = "\033[2J";
    private static final String CLEAR_REST_OF_LINE = "\033[K";
    private static final String HOME = "\033[H";

    /// Differs from every line.
    private static final String UNKNOWN = "\n";

    private final PrintStream out;
    private final List<String> shown = new ArrayList<>();
    private ScreenSize size = ScreenSize.USUAL;
    private boolean isLeft;

    Screen(PrintStream out) {
        this.out = out;
        out.print(ENTER);
    }

    /// Shows these lines from the top, and nothing beneath them. A line is shorter than the screen
    /// is wide: after a character in the last column, terminals differ in what they clear.
    void draw(ScreenSize current, List<String> lines) {
        var text = new StringBuilder();
        if (shown.isEmpty() || !current.equals(size)) {
            text.append(CLEAR);
            shown.clear();
            size = current;
        }
        for (int row = 0; row < size.rows(); row++) {
            var line = row < lines.size() ? lines.get(row) : "";
            if (row == shown.size()) {
                shown.add("");
            }
            if (!line.equals(shown.set(row, line))) {
                text.append("\033[").append(row + 1).append(";1H");
                text.append(line).append(CLEAR_REST_OF_LINE);
            }
        }
        if (!text.isEmpty()) {
            out.print(text.append(HOME));
            out.flush();
        }
    }

    /// Writes every line again in the next drawing, because something else may have written on the
    /// terminal.
    void repair() {
        shown.replaceAll(_ -> UNKNOWN);
    }

    @Override
    public void close() {
        if (!isLeft) {
            isLeft = true;
            out.print(LEAVE);
            out.flush();
        }
    }
}

package dev.plimsoll.cli;

import dev.plimsoll.formats.page.Look.Colours;

/// Text in colours, on terminals that have them.
record Ink(Colours colours) {

    private static final String RESET = "\033[0m";

    String strong(String text) {
        return in("1", text);
    }

    String faint(String text) {
        return in("2", text);
    }

    /// Blue below a band, green in it, yellow above it.
    ///
    /// @param level negative, zero or positive
    String level(String text, int level) {
        if (level == 0) {
            return in("32", text);
        }
        return in(level < 0 ? "36" : "33", text);
    }

    private String in(String code, String text) {
        return colours == Colours.NONE || text.isEmpty()
                ? text
                : "\033[" + code + "m" + text + RESET;
    }
}

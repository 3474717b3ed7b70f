package dev.plimsoll.cli;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The size of a terminal, in characters.
record ScreenSize(int columns, int rows) {

    private static final Pattern STTY = Pattern.compile("([1-9][0-9]{0,3}) ([1-9][0-9]{0,3})");
    private static final Pattern COUNT = Pattern.compile("[1-9][0-9]{0,3}");

    static final ScreenSize USUAL = new ScreenSize(80, 24);

    ScreenSize {
        if (columns < 1 || rows < 1) {
            throw new IllegalArgumentException(
                    "a terminal has a column and a row, got " + columns + " and " + rows);
        }
    }

    /// The answer of `stty size`, if it is one.
    static Optional<ScreenSize> ofStty(String answer) {
        var size = STTY.matcher(answer.strip());
        return size.matches()
                ? Optional.of(
                        new ScreenSize(
                                Integer.parseInt(size.group(2)), Integer.parseInt(size.group(1))))
                : Optional.empty();
    }

    /// As the variables `COLUMNS` and `LINES` say; else the [usual][#USUAL] size.
    static ScreenSize ofEnvironment(Map<String, String> environment) {
        return new ScreenSize(
                count(environment.getOrDefault("COLUMNS", ""), USUAL.columns),
                count(environment.getOrDefault("LINES", ""), USUAL.rows));
    }

    private static int count(String text, int otherwise) {
        return COUNT.matcher(text).matches() ? Integer.parseInt(text) : otherwise;
    }
}

package dev.plimsoll.formats.page;

/// How text is laid out.
///
/// @param width the columns of a line; a word is never broken, so a line can be longer
public record Look(int width, Colours colours) {

    /// Whether signs are coloured.
    public enum Colours {
        NONE,
        /// By the escape sequences of ANSI terminals.
        ANSI
    }

    /// For files and other programs: a line a sentence, without colours.
    public static final Look PLAIN = new Look(Integer.MAX_VALUE, Colours.NONE);

    public Look {
        if (width < 1) {
            throw new IllegalArgumentException("a line has at least a column, got " + width);
        }
    }
}

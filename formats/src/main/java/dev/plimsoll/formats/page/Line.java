package dev.plimsoll.formats.page;

/// A line of a section.
///
/// @param depth 0, or more below another line
/// @param mark the kind of line
public record Line(int depth, Mark mark, String text) {

    /// The kind of a line, and the sign in front of it.
    public enum Mark {
        NONE(""),
        /// Something is added.
        ADD("+ "),
        /// Something is taken away.
        REMOVE("- "),
        /// Something is worth knowing.
        NOTE("~ "),
        /// A reason for a choice.
        CHOICE("* "),
        /// A limit was reached, or something stays.
        STAY("= "),
        /// An operator should look.
        WARNING("! ");

        private final String sign;

        Mark(String sign) {
            this.sign = sign;
        }

        public String sign() {
            return sign;
        }
    }

    public static Line of(String text) {
        return new Line(0, Mark.NONE, text);
    }

    public static Line of(Mark mark, String text) {
        return new Line(0, mark, text);
    }

    /// A line below another.
    public static Line below(String text) {
        return new Line(1, Mark.NONE, text);
    }
}

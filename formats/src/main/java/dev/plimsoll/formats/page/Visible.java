package dev.plimsoll.formats.page;

import java.util.HexFormat;

/// Text with its control characters made visible: `\n`, `\u001b`.
public final class Visible {

    private static final HexFormat HEX = HexFormat.of();

    private Visible() {}

    public static String text(String text) {
        if (text.chars().noneMatch(Visible::isHidden)) {
            return text;
        }
        var visible = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            switch (unit) {
                case '\n' -> visible.append("\\n");
                case '\r' -> visible.append("\\r");
                case '\t' -> visible.append("\\t");
                default -> {
                    if (isHidden(unit)) {
                        visible.append("\\u").append(HEX.toHexDigits(unit));
                    } else {
                        visible.append(unit);
                    }
                }
            }
        }
        return visible.toString();
    }

    /// Controls, line separators, and characters that change the direction of what follows.
    private static boolean isHidden(int unit) {
        return Character.isISOControl(unit)
                || unit == '\u2028'
                || unit == '\u2029'
                || unit == '\u200e'
                || unit == '\u200f'
                || (unit >= '\u202a' && unit <= '\u202e')
                || (unit >= '\u2066' && unit <= '\u2069');
    }
}

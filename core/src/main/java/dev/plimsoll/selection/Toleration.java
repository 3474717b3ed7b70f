package dev.plimsoll.selection;

import java.util.List;
import java.util.regex.Pattern;

/// A toleration of a pod: the taints that do not keep it off a node.
///
/// @param key empty: any key
/// @param value empty where only the key counts
/// @param effects of the taints that it tolerates
public record Toleration(String key, Match match, String value, List<Taint.Effect> effects) {

    /// How the value of the taint is compared with the value of the toleration.
    public enum Match {
        EQUAL,
        EXISTS,
        /// The value of the taint is the smaller number.
        LT,
        /// The value of the taint is the greater number.
        GT
    }

    /// No plus sign, no leading zeros, no negative zero.
    private static final Pattern WHOLE_NUMBER = Pattern.compile("0|-?[1-9][0-9]*");

    public Toleration {
        effects = effects.stream().sorted().toList();
        value = match == Match.EXISTS ? "" : value;
    }

    public boolean tolerates(Taint taint) {
        if (!effects.contains(taint.effect()) || !(key.isEmpty() || key.equals(taint.key()))) {
            return false;
        }
        return switch (match) {
            case EXISTS -> true;
            case EQUAL -> !key.isEmpty() && value.equals(taint.value());
            case LT -> !key.isEmpty() && compares(taint, -1);
            case GT -> !key.isEmpty() && compares(taint, 1);
        };
    }

    /// Both values are whole numbers of 64 bits, and comparing the taint's with ours gives `sign`.
    private boolean compares(Taint taint, int sign) {
        if (!isWhole(taint.value()) || !isWhole(value)) {
            return false;
        }
        try {
            return Long.compare(Long.parseLong(taint.value()), Long.parseLong(value)) == sign;
        } catch (NumberFormatException tooLarge) {
            return false;
        }
    }

    private static boolean isWhole(String text) {
        return WHOLE_NUMBER.matcher(text).matches();
    }
}

package dev.plimsoll.selection;

import java.util.List;

/// A taint, or a kind of taints, that a pod can live with.
///
/// @param key empty: every key
/// @param value empty where only the key counts
/// @param effects those it speaks of
public record Toleration(String key, Match match, String value, List<Taint.Effect> effects) {

    /// What of the taint's value counts.
    public enum Match {
        EQUAL,
        EXISTS
    }

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
        };
    }
}

package dev.plimsoll.formats.document;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// The choices of a key by their names in documents.
final class Choices {

    private Choices() {}

    /// The constants of an enum: `RANDOM_BY_SEED` is `random-by-seed`.
    static <T extends Enum<T>> Map<String, T> of(T[] values) {
        var choices = new LinkedHashMap<String, T>();
        for (var value : values) {
            choices.put(name(value), value);
        }
        return choices;
    }

    /// Texts that stand for themselves.
    static Map<String, String> texts(String... names) {
        var choices = new LinkedHashMap<String, String>();
        for (var name : names) {
            choices.put(name, name);
        }
        return choices;
    }

    static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

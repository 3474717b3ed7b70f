package dev.plimsoll.formats.document;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// The choices of an enum by their names in documents: `RANDOM_BY_SEED` is `random-by-seed`.
final class Choices {

    private Choices() {}

    static <T extends Enum<T>> Map<String, T> of(T[] values) {
        var choices = new LinkedHashMap<String, T>();
        for (var value : values) {
            choices.put(name(value), value);
        }
        return choices;
    }

    static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

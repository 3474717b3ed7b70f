package dev.plimsoll.formats.document;

import dev.plimsoll.formats.Fields;
import java.util.List;
import java.util.function.BiFunction;

/// Mappings of the same keys in order of precedence: the first that has a key sets its value.
///
/// All of them are read, so that mistakes in overridden values are reported too.
///
/// @param all the most particular one first
record Layers(List<Fields> all) {

    static Layers of(Fields... all) {
        return new Layers(List.of(all));
    }

    /// @param read one mapping's value, or else the one it is given
    <T> T read(T orElse, BiFunction<Fields, T, T> read) {
        var value = orElse;
        for (var fields : all.reversed()) {
            value = read.apply(fields, value);
        }
        return value;
    }

    boolean has(String key) {
        return all.stream().anyMatch(fields -> fields.has(key));
    }

    /// Reports a mistake where the key is taken from.
    void mistake(String key, String sentence) {
        first(key).mistake(key, sentence);
    }

    private Fields first(String key) {
        return all.stream().filter(fields -> fields.has(key)).findFirst().orElse(all.getFirst());
    }
}

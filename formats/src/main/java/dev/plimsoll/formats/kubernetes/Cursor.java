package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Value;
import dev.plimsoll.quantity.Quantity;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// A place in an object: its value, and the way to it for the sentence about a mistake there.
///
/// Unlike a question or a policy an object may have any keys; an absent value reads as empty.
final class Cursor {

    /// The separator between an object's title and the path into it.
    private static final String TITLED = ": ";

    private final Value value;
    private final @Nullable Cursor parent;
    private final String step;
    private final Mistakes mistakes;

    private Cursor(Value value, @Nullable Cursor parent, String step, Mistakes mistakes) {
        this.value = value;
        this.parent = parent;
        this.step = step;
        this.mistakes = mistakes;
    }

    /// @param title the object's kind and name
    static Cursor root(Value object, String title, Mistakes mistakes) {
        return new Cursor(object, null, title + TITLED, mistakes);
    }

    /// @param path the keys that lead to the value in a document
    static Cursor within(Value value, String path, Mistakes mistakes) {
        return new Cursor(value, null, path, mistakes);
    }

    /// Nothing, at this place.
    Cursor nothing() {
        return new Cursor(new Value.Nothing(value.place()), parent, step, mistakes);
    }

    boolean isThere() {
        return !(value instanceof Value.Nothing);
    }

    Cursor get(String key) {
        return switch (value) {
            case Value.Mapping mapping -> new Cursor(mapping.get(key), this, key, mistakes);
            case Value.Nothing nothing -> new Cursor(nothing, this, key, mistakes);
            case Value.Scalar _, Value.Sequence _ -> {
                mistake("expected keys with values, got " + value.described());
                yield nothing();
            }
        };
    }

    List<Cursor> items() {
        return switch (value) {
            case Value.Sequence sequence -> {
                var all = new ArrayList<Cursor>(sequence.items().size());
                for (var item : sequence.items()) {
                    all.add(new Cursor(item, this, "[" + all.size() + "]", mistakes));
                }
                yield all;
            }
            case Value.Nothing _ -> List.of();
            case Value.Scalar _, Value.Mapping _ -> {
                mistake("expected a list, got " + value.described());
                yield List.of();
            }
        };
    }

    /// Does something with each key's value.
    private void entries(Consumer<Value.Entry> action) {
        switch (value) {
            case Value.Mapping mapping -> mapping.entries().forEach(action);
            case Value.Nothing _ -> {}
            case Value.Scalar _, Value.Sequence _ ->
                    mistake("expected keys with values, got " + value.described());
        }
    }

    /// The text; empty if absent.
    String text() {
        return switch (value) {
            case Value.Scalar scalar -> scalar.text();
            case Value.Nothing _ -> "";
            case Value.Mapping _, Value.Sequence _ -> {
                mistake("expected a string, got " + value.described());
                yield "";
            }
        };
    }

    /// It is `true`.
    boolean isTrue() {
        return text().equals("true");
    }

    /// A whole number; zero if absent.
    int whole() {
        var text = text();
        try {
            return text.isEmpty() ? 0 : Integer.parseInt(text);
        } catch (NumberFormatException malformed) {
            mistake("'" + text + "' is not a 32-bit whole number");
            return 0;
        }
    }

    List<String> texts() {
        return items().stream().map(Cursor::text).toList();
    }

    Labels labels() {
        var labels = new TreeMap<String, String>();
        entries(entry -> labels.put(entry.key(), get(entry.key()).text()));
        return Labels.of(labels);
    }

    /// The keys of a mapping.
    List<String> keys() {
        var keys = new ArrayList<String>();
        entries(entry -> keys.add(entry.key()));
        return keys;
    }

    Resources resources() {
        if (!isThere()) {
            return Resources.NONE;
        }
        var amounts = new TreeMap<String, Long>();
        entries(entry -> amounts.put(entry.key(), get(entry.key()).amount(entry.key())));
        return Resources.of(amounts);
    }

    /// An amount of a resource.
    long amount(String resource) {
        return amount(() -> Quantity.amount(resource, text()));
    }

    /// A sum of many amounts of a resource.
    long total(String resource) {
        return amount(() -> Quantity.total(resource, text()));
    }

    private long amount(LongSupplier read) {
        try {
            return read.getAsLong();
        } catch (IllegalArgumentException wrong) {
            mistake(String.valueOf(wrong.getMessage()));
            return 0;
        }
    }

    void mistake(String sentence) {
        mistakes.add(value.place(), path(), sentence);
    }

    String path() {
        if (parent == null) {
            return step.endsWith(TITLED) ? step.substring(0, step.length() - 2) : step;
        }
        var above = parent.parent == null ? parent.step : parent.path();
        return above + (above.endsWith(TITLED) || step.startsWith("[") ? "" : ".") + step;
    }
}

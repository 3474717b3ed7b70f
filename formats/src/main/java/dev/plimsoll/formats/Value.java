package dev.plimsoll.formats;

import java.util.List;

/// A value as it was written, with its place.
public sealed interface Value {

    Place place();

    /// A description for error messages: `the text 'abc'`, `a list`.
    String described();

    /// Keys with their values, in the order they were written; each key once.
    record Mapping(List<Entry> entries, Place place) implements Value {

        public Mapping {
            entries = List.copyOf(entries);
        }

        /// The value of a key, or [Nothing] at the mapping's place.
        public Value get(String key) {
            for (var entry : entries) {
                if (entry.key().equals(key)) {
                    return entry.value();
                }
            }
            return new Nothing(place);
        }

        @Override
        public String described() {
            return "a mapping";
        }
    }

    /// @param place that of the key
    record Entry(String key, Place place, Value value) {}

    record Sequence(List<Value> items, Place place) implements Value {

        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public String described() {
            return "a list";
        }
    }

    /// @param quoted it is a text for certain; else it may mean a number or a truth value
    record Scalar(String text, boolean quoted, Place place) implements Value {

        @Override
        public String described() {
            var shown = text.length() > 40 ? text.substring(0, 40) + "…" : text;
            return quoted ? "the text '" + shown + "'" : "'" + shown + "'";
        }
    }

    /// A null, or the empty text after a key.
    record Nothing(Place place) implements Value {

        @Override
        public String described() {
            return "nothing";
        }
    }
}

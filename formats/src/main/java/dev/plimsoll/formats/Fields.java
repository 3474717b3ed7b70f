package dev.plimsoll.formats;

import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Quantity;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/// One mapping, read strictly, key by key.
///
/// A getter never throws for a mistake in the document: it reports the mistake and returns the
/// default, so that one pass finds all mistakes. Callers end with [#done], which reports keys that
/// were never read, and with [Mistakes#throwIfAny] before they use the values. A key without a
/// value counts as absent.
public final class Fields {

    private final Value.Mapping mapping;
    private final String path;
    private final Mistakes mistakes;
    private final Set<String> asked = new LinkedHashSet<>();
    private final List<Fields> nested = new ArrayList<>();

    private Fields(Value.Mapping mapping, String path, Mistakes mistakes) {
        this.mapping = mapping;
        this.path = path;
        this.mistakes = mistakes;
    }

    /// @param path the keys that lead to the value; empty for a document
    public static Fields of(Value value, String path, Mistakes mistakes) {
        return switch (value) {
            case Value.Mapping mapping -> new Fields(mapping, path, mistakes);
            case Value.Nothing nothing -> empty(nothing.place(), path, mistakes);
            case Value.Sequence _, Value.Scalar _ -> {
                mistakes.add(
                        value.place(),
                        path,
                        "expected keys with values, got "
                                + value.described()
                                + "; write 'key: value' lines");
                yield empty(value.place(), path, mistakes);
            }
        };
    }

    private static Fields empty(Place place, String path, Mistakes mistakes) {
        return new Fields(new Value.Mapping(List.of(), place), path, mistakes);
    }

    public Place place() {
        return mapping.place();
    }

    public String path() {
        return path;
    }

    /// The path of a key's value.
    public String path(String key) {
        return Paths.key(path, key);
    }

    /// The keys that are there, in the order they were written. It does not count as asking for
    /// them.
    public List<String> keys() {
        return mapping.entries().stream().map(Value.Entry::key).toList();
    }

    public boolean has(String key) {
        return !(value(key) instanceof Value.Nothing);
    }

    /// The value as it was written; [Value.Nothing] if absent.
    public Value value(String key) {
        asked.add(key);
        return mapping.get(key);
    }

    /// The nested mapping; an empty one if absent.
    public Fields fields(String key) {
        return nest(value(key), Paths.key(path, key));
    }

    /// The mappings of a list; none if absent.
    public List<Fields> list(String key) {
        var all = new ArrayList<Fields>();
        for (var item : items(key)) {
            all.add(nest(item, Paths.item(Paths.key(path, key), all.size())));
        }
        return all;
    }

    private Fields nest(Value value, String where) {
        var fields = of(value, where, mistakes);
        nested.add(fields);
        return fields;
    }

    /// The texts of a list; none if absent.
    public List<String> texts(String key) {
        var all = new ArrayList<String>();
        int index = 0;
        for (var item : items(key)) {
            var where = Paths.item(Paths.key(path, key), index++);
            if (item instanceof Value.Scalar scalar) {
                all.add(scalar.text());
            } else {
                mistakes.add(item.place(), where, "expected a string, got " + item.described());
            }
        }
        return all;
    }

    /// The values of a list; none if absent.
    public List<Value> items(String key) {
        return switch (value(key)) {
            case Value.Sequence sequence -> sequence.items();
            case Value.Nothing _ -> List.of();
            case Value.Mapping other -> notAList(key, other);
            case Value.Scalar other -> notAList(key, other);
        };
    }

    private List<Value> notAList(String key, Value other) {
        mistake(
                key,
                "expected a list, got "
                        + other.described()
                        + "; write [a, b], or a '- ' before each");
        return List.of();
    }

    public String text(String key, String orElse) {
        return scalar(key, orElse, Value.Scalar::text);
    }

    /// The text; where it is missing, a mistake and an empty one.
    public String requiredText(String key) {
        var text = text(key, "");
        if (!has(key)) {
            mistakes.add(place(), path, "'" + key + "' is missing; add '" + key + ": …'");
        } else if (value(key) instanceof Value.Scalar && text.isEmpty()) {
            mistake(key, "this is empty; write a value");
        }
        return text;
    }

    /// A whole number within bounds.
    public int whole(String key, int orElse, int least, int most) {
        return (int) whole(key, (long) orElse, (long) least, (long) most);
    }

    /// A whole number within bounds.
    public long whole(String key, long orElse, long least, long most) {
        return scalar(key, orElse, scalar -> Scalars.whole(scalar, least, most));
    }

    /// A number within bounds, with or without digits after the point.
    public BigDecimal decimal(String key, BigDecimal orElse, BigDecimal least, BigDecimal most) {
        return scalar(key, orElse, scalar -> Scalars.decimal(scalar, least, most));
    }

    public boolean flag(String key, boolean orElse) {
        return scalar(key, orElse, Scalars::flag);
    }

    /// A percent as a number, `70` or `62.5`, with or without its sign.
    public Percent percent(String key, Percent orElse) {
        return scalar(key, orElse, Scalars::percent);
    }

    /// A part of a whole: `10%` or `0.1`.
    public Percent share(String key, Percent orElse) {
        return scalar(key, orElse, Scalars::share);
    }

    /// The same where more than the whole makes sense: `150%` or `1.5`.
    public Percent rate(String key, Percent orElse) {
        return scalar(key, orElse, Scalars::rate);
    }

    /// A length of time: `90s`, `10m`, `1h30m`.
    public Duration duration(String key, Duration orElse) {
        return scalar(key, orElse, scalar -> Durations.parse(scalar.text()));
    }

    /// A moment, as RFC 3339 writes it.
    public Instant time(String key, Instant orElse) {
        return scalar(key, orElse, Scalars::time);
    }

    /// Dollars.
    public Money money(String key, Money orElse) {
        return scalar(key, orElse, Scalars::money);
    }

    /// An amount of `resource`, as Kubernetes writes it.
    public long quantity(String key, String resource, long orElse) {
        return scalar(key, orElse, scalar -> Quantity.amount(resource, scalar.text()));
    }

    /// Amounts by the names of their resources.
    public Resources resources(String key, Resources orElse) {
        if (!has(key)) {
            return orElse;
        }
        return fields(key).asResources();
    }

    /// Sums of amounts by the names of their resources; none if absent.
    public Resources totals(String key) {
        var fields = fields(key);
        var amounts = new TreeMap<String, Long>();
        for (var name : fields.keys()) {
            amounts.put(
                    name, fields.scalar(name, 0L, scalar -> Quantity.total(name, scalar.text())));
        }
        return Resources.of(amounts);
    }

    /// All keys of this mapping, but for some, as resources.
    public Resources asResources(String... but) {
        var amounts = new TreeMap<String, Long>();
        for (var name : keys()) {
            if (!List.of(but).contains(name) && has(name)) {
                amounts.put(name, quantity(name, name, 0));
            }
        }
        return Resources.of(amounts);
    }

    /// Keys with texts; none if absent.
    public Labels labels(String key) {
        return fields(key).asLabels();
    }

    /// All keys of this mapping with their texts.
    public Labels asLabels() {
        var labels = new TreeMap<String, String>();
        for (var name : keys()) {
            labels.put(name, text(name, ""));
        }
        return Labels.of(labels);
    }

    /// One of some choices, by their names in documents.
    public <T> T choice(String key, T orElse, Map<String, T> choices) {
        return scalar(key, orElse, scalar -> Scalars.choice(scalar, choices));
    }

    /// Reports a mistake at the value of a key, or at the mapping if the key is absent.
    public void mistake(String key, String sentence) {
        mistakes.add(value(key).place(), Paths.key(path, key), sentence);
    }

    /// Reports a mistake in the mapping as a whole.
    public void mistake(String sentence) {
        mistakes.add(place(), path, sentence);
    }

    public Mistakes mistakes() {
        return mistakes;
    }

    /// Reports the keys that were never read, here and in nested mappings.
    public void done() {
        for (var entry : mapping.entries()) {
            if (!asked.contains(entry.key())) {
                mistakes.add(
                        entry.place(),
                        Paths.key(path, entry.key()),
                        "unknown key" + advice(entry.key()));
            }
        }
        nested.forEach(Fields::done);
    }

    private String advice(String unknown) {
        var close = Suggestion.closest(unknown, asked);
        if (close.isPresent()) {
            return "; did you mean '" + close.get() + "'?";
        }
        return asked.isEmpty()
                ? "; remove it: no key is allowed here"
                : "; remove it, or write one of " + String.join(", ", asked);
    }

    private <T> T scalar(String key, T orElse, Function<Value.Scalar, T> read) {
        var value = value(key);
        return switch (value) {
            case Value.Scalar scalar -> read(key, orElse, scalar, read);
            case Value.Nothing _ -> orElse;
            case Value.Mapping _, Value.Sequence _ -> {
                mistake(key, "expected a single value, got " + value.described());
                yield orElse;
            }
        };
    }

    private <T> T read(
            String key, T orElse, Value.Scalar scalar, Function<Value.Scalar, T> reading) {
        try {
            return reading.apply(scalar);
        } catch (IllegalArgumentException wrong) {
            mistake(key, String.valueOf(wrong.getMessage()));
            return orElse;
        }
    }
}

package dev.plimsoll.formats;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// Makes trees of [Value] from texts.
public final class Values {

    /// The largest policy that is read: far more than a person writes.
    private static final int MOST_BYTES = 4 << 20;

    private static final int LONGEST_LINE = 100_000;

    private Values() {}

    /// The documents of a source, one after the other: it may hold any number, of any size.
    public static Documents read(Source source, Mistakes mistakes) {
        return new Documents(Tokens.of(source), mistakes);
    }

    /// The documents of a file that a person writes: of a size and with lines that a person can
    /// oversee.
    public static List<Value> readPolicy(Source source, Mistakes mistakes) {
        var bytes = bytes(source);
        var small = Source.bytes(source.label(), bytes);
        try (var documents = read(small, mistakes)) {
            var all = new ArrayList<Value>();
            documents.forEachRemaining(all::add);
            return all;
        }
    }

    /// The value that starts with the token `tokens` moved to, reduced to the parts to keep.
    public static Value value(Tokens tokens, Token token, KeyFilter filter, Mistakes mistakes) {
        var place = tokens.place();
        return switch (token) {
            case START_MAP -> mapping(tokens, place, filter, mistakes);
            case START_LIST -> {
                var items = new ArrayList<Value>();
                for (var next = tokens.next(); next != Token.END_LIST; next = tokens.next()) {
                    items.add(value(tokens, next, filter, mistakes));
                }
                yield new Value.Sequence(items, place);
            }
            case SCALAR -> new Value.Scalar(tokens.text(), tokens.quoted(), place);
            case NULL -> new Value.Nothing(place);
            case KEY, END_MAP, END_LIST, END ->
                    throw new IllegalStateException("no value starts with " + token);
        };
    }

    private static Value mapping(Tokens tokens, Place place, KeyFilter filter, Mistakes mistakes) {
        var entries = new ArrayList<Value.Entry>();
        var keys = new HashSet<String>();
        while (tokens.next() != Token.END_MAP) {
            var key = tokens.text();
            var kept = filter.of(key);
            if (kept.isNone()) {
                tokens.next();
                tokens.skip();
                continue;
            }
            var keyPlace = tokens.place();
            var value = value(tokens, tokens.next(), kept, mistakes);
            if (keys.add(key)) {
                entries.add(new Value.Entry(key, keyPlace, value));
            } else {
                mistakes.add(keyPlace, "", "the key '" + key + "' appears twice; remove one");
            }
        }
        return new Value.Mapping(entries, place);
    }

    private static byte[] bytes(Source source) {
        try (var in = source.open()) {
            var bytes = in.readNBytes(MOST_BYTES + 1);
            checkLines(source.label(), bytes);
            if (bytes.length > MOST_BYTES) {
                throw new BadInput(
                        Place.whole(source.label()),
                        "",
                        "this is larger than 4 MiB, too large for a policy; check"
                                + " that it is the right file");
            }
            return bytes;
        } catch (IOException failure) {
            throw Source.unreadable(source.label(), failure);
        }
    }

    private static void checkLines(String label, byte[] bytes) {
        int line = 1;
        int start = 0;
        for (int at = 0; at < bytes.length; at++) {
            if (bytes[at] == '\n') {
                line++;
                start = at + 1;
            } else if (at - start == LONGEST_LINE) {
                throw new BadInput(
                        new Place(label, line, LONGEST_LINE + 1),
                        "",
                        "this line is longer than "
                                + LONGEST_LINE
                                + " characters, too long for a policy; break it into several"
                                + " lines");
            }
        }
    }
}

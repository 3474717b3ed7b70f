package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.formats.KeyFilter;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Place;
import dev.plimsoll.formats.Token;
import dev.plimsoll.formats.Tokens;
import dev.plimsoll.formats.Value;
import dev.plimsoll.formats.Values;
import java.util.ArrayList;

/// One text with objects, in any of the forms in which they occur: single ones, lists with or
/// without kinds, arrays, watch events, snapshots, and several of these one after the other.
final class DumpText {

    private static final String EXPECTED =
            "; name a dump that '" + ClusterReader.KUBECTL + "' printed";

    private final Tokens tokens;
    private final ObjectReceiver objects;
    private final Mistakes mistakes;
    private final Mistakes refused;

    /// @param refused receives mistakes about values that are not Kubernetes objects
    DumpText(Tokens tokens, ObjectReceiver objects, Mistakes mistakes, Mistakes refused) {
        this.tokens = tokens;
        this.objects = objects;
        this.mistakes = mistakes;
        this.refused = refused;
    }

    void read(Place whole) {
        boolean isEmpty = true;
        for (var token = tokens.next(); token != Token.END; token = tokens.next()) {
            isEmpty &= token == Token.NULL;
            document(token);
        }
        if (isEmpty) {
            refused.add(whole, "", "the file is empty" + EXPECTED);
        }
    }

    private void document(Token token) {
        switch (token) {
            case START_MAP -> mapping();
            case START_LIST -> items(Type.UNKNOWN);
            case NULL -> {}
            case SCALAR, KEY, END_MAP, END_LIST, END ->
                    refused.add(
                            tokens.place(),
                            "",
                            "this is a string, not a Kubernetes object" + EXPECTED);
        }
    }

    /// An object, a list or a watch event, by its keys, in any order.
    private void mapping() {
        var place = tokens.place();
        var entries = new ArrayList<Value.Entry>();
        boolean hasItems = false;
        boolean isSnapshot = false;
        while (tokens.next() != Token.END_MAP) {
            var key = tokens.text();
            var keyPlace = tokens.place();
            if (key.equals("items")) {
                hasItems = true;
                listed(Type.of(new Value.Mapping(entries, place)).ofItems());
                continue;
            }
            if (SnapshotText.KEYS.contains(key)) {
                isSnapshot = true;
                new SnapshotText(tokens, objects, mistakes).part(key);
                continue;
            }
            var filter = filter(key);
            var token = tokens.next();
            if (filter.isNone()) {
                tokens.skip();
            } else {
                var value = Values.value(tokens, token, filter, mistakes);
                entries.add(new Value.Entry(key, keyPlace, value));
            }
        }
        var object = new Value.Mapping(entries, place);
        if (isSnapshot) {
            return;
        }
        if (hasItems) {
            listEnds(object);
        } else {
            accept(object);
        }
    }

    private static KeyFilter filter(String key) {
        return switch (key) {
            case "object" -> RelevantFields.OF_OBJECT;
            case "type" -> KeyFilter.ALL;
            default -> RelevantFields.OF_OBJECT.of(key);
        };
    }

    private void listed(Type type) {
        var token = tokens.next();
        if (token == Token.START_LIST) {
            items(type);
        } else if (token != Token.NULL) {
            refused.add(tokens.place(), "items", "this is not a list" + EXPECTED);
            tokens.skip();
        }
    }

    private void items(Type type) {
        for (var token = tokens.next(); token != Token.END_LIST; token = tokens.next()) {
            var value = Values.value(tokens, token, RelevantFields.OF_OBJECT, mistakes);
            if (value instanceof Value.Mapping object) {
                objects.put(object, type);
            } else {
                refused.add(
                        value.place(),
                        "",
                        value.described() + " is not a Kubernetes object" + EXPECTED);
            }
        }
    }

    /// kubectl writes the kind of a list behind its items, so a list in YAML without a kind lacks
    /// its end.
    private void listEnds(Value.Mapping list) {
        var type = Type.of(list);
        if (tokens.hidesCuts() && !type.isList()) {
            mistakes.add(
                    list.place(),
                    "",
                    "this list has items but no 'kind: List' after them:"
                            + " the file is cut off; run the kubectl command again");
        }
        if (isMarkedComplete(list)) {
            objects.complete();
        }
    }

    private static boolean isMarkedComplete(Value.Mapping list) {
        return list.get("metadata") instanceof Value.Mapping metadata
                && metadata.get("annotations") instanceof Value.Mapping annotations
                && Type.text(annotations, Keys.COMPLETE).equals("true");
    }

    private void accept(Value.Mapping object) {
        var type = Type.of(object);
        if (type.name().equals("Table")) {
            refused.add(
                    object.place(),
                    "",
                    "this is kubectl's table for display, without pod requests; get the objects"
                            + " with '"
                            + ClusterReader.KUBECTL
                            + "'");
        } else if (object.get("object") instanceof Value.Mapping inside) {
            event(Type.text(object, "type"), inside);
        } else if (type.isKnown() || ObjectKind.shaped(object) != ObjectKind.OTHER) {
            objects.put(object, Type.UNKNOWN);
        } else {
            refused.add(
                    object.place(),
                    "",
                    "this is not a Kubernetes object: it has no kind" + EXPECTED);
        }
    }

    private void event(String type, Value.Mapping object) {
        switch (type) {
            case "ADDED", "MODIFIED" -> objects.put(object, Type.UNKNOWN);
            case "DELETED" -> objects.delete(object);
            case "BOOKMARK" -> {}
            default ->
                    mistakes.add(
                            object.place(),
                            "",
                            "the watch ended with '" + type + "'; run the kubectl command again");
        }
    }
}

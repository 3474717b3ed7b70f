package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.formats.KeyFilter;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Token;
import dev.plimsoll.formats.Tokens;
import dev.plimsoll.formats.Value;
import dev.plimsoll.formats.Values;
import dev.plimsoll.selection.ObjectName;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// The texts in which the API server sends the objects of one kind: pages of a list, and a watch.
///
/// It holds one object at a time, reduced to its relevant fields.
public final class ServerText {

    private static final KeyFilter OF_LIST =
            KeyFilter.paths(
                    """
                    metadata resourceVersion
                    metadata continue
                    """);

    private static final KeyFilter OF_STATUS =
            KeyFilter.paths(
                    """
                    code
                    message
                    """);

    private final ObjectKind kind;
    private final Consumer<Change> changes;
    private final Mistakes mistakes = new Mistakes();

    /// An object in one of its versions.
    public record Version(ObjectName name, String uid, String resourceVersion) {}

    /// The objects that a watch reports.
    public interface Versions {

        void present(Version version);

        void deleted(ObjectName name);
    }

    /// The end of one page of a list.
    ///
    /// @param resourceVersion the version of the list: where a watch continues
    /// @param next the token of the next page; empty after the last
    public record PageEnd(String resourceVersion, String next) {}

    /// An event of a watch that is no change of an object.
    public sealed interface Notice {

        /// Everything up to this version was reported.
        record Reached(String resourceVersion) implements Notice {}

        /// The watch cannot go on.
        ///
        /// @param code 410 if the version is too old to be continued
        record Broken(int code, String message) implements Notice {}
    }

    public ServerText(ObjectKind kind, Consumer<Change> changes) {
        this.kind = kind;
        this.changes = changes;
    }

    /// Reads one page of a list.
    ///
    /// @param isKnown whether the object was read in this version; the rest of it is then skipped
    /// @throws dev.plimsoll.formats.BadInput if the text is cut off or is not JSON
    public PageEnd page(InputStream in, Predicate<Version> isKnown) {
        var end = new PageEnd("", "");
        try (var tokens = Tokens.json(kind.plural(), in)) {
            tokens.next();
            while (tokens.next() == Token.KEY) {
                var key = tokens.text();
                var token = tokens.next();
                if (key.equals("items") && token == Token.START_LIST) {
                    while (tokens.next() == Token.START_MAP) {
                        item(tokens, isKnown);
                    }
                } else if (key.equals("metadata")) {
                    var metadata = Values.value(tokens, token, OF_LIST.of(key), mistakes);
                    end =
                            new PageEnd(
                                    text(metadata, "resourceVersion"), text(metadata, "continue"));
                } else {
                    tokens.skip();
                }
            }
        }
        return end;
    }

    /// The API server writes the metadata of an object before its other parts.
    private void item(Tokens tokens, Predicate<Version> isKnown) {
        var place = tokens.place();
        var entries = new ArrayList<Value.Entry>();
        boolean isSkipped = false;
        while (tokens.next() == Token.KEY) {
            var key = tokens.text();
            var keyPlace = tokens.place();
            var filter = RelevantFields.OF_OBJECT.of(key);
            var token = tokens.next();
            if (isSkipped || filter.isNone()) {
                tokens.skip();
                continue;
            }
            var value = Values.value(tokens, token, filter, mistakes);
            entries.add(new Value.Entry(key, keyPlace, value));
            isSkipped =
                    key.equals("metadata")
                            && isKnown.test(version(new Value.Mapping(entries, place)));
        }
        var object = new Value.Mapping(entries, place);
        changes.accept(
                isSkipped
                        ? new Change.Unchanged(kind, ObjectReader.name(object, kind))
                        : new Change.Put(kind, object));
    }

    private Version version(Value.Mapping object) {
        var metadata = object.get("metadata");
        return new Version(
                ObjectReader.name(object, kind),
                text(metadata, "uid"),
                text(metadata, "resourceVersion"));
    }

    /// Reads a watch until it ends.
    ///
    /// @param notices receives the version that was reached after each event, and the end of a
    ///   broken watch
    /// @throws dev.plimsoll.formats.BadInput if the connection is cut in the middle of an event
    public void watch(InputStream in, Versions versions, Consumer<Notice> notices) {
        try (var tokens = Tokens.json(kind.plural(), in)) {
            while (tokens.next() == Token.START_MAP) {
                event(tokens, versions, notices);
            }
        }
    }

    /// The API server writes the type of an event before its object.
    private void event(Tokens tokens, Versions versions, Consumer<Notice> notices) {
        var type = "";
        while (tokens.next() == Token.KEY) {
            var key = tokens.text();
            var token = tokens.next();
            if (key.equals("type")) {
                type = tokens.text();
            } else if (key.equals("object")) {
                var filter = type.equals("ERROR") ? OF_STATUS : RelevantFields.OF_OBJECT;
                if (Values.value(tokens, token, filter, mistakes) instanceof Value.Mapping object) {
                    event(type, object, versions, notices);
                }
            } else {
                tokens.skip();
            }
        }
    }

    private void event(
            String type, Value.Mapping object, Versions versions, Consumer<Notice> notices) {
        if (type.equals("ERROR")) {
            var code = text(object, "code");
            notices.accept(
                    new Notice.Broken(
                            code.isEmpty() ? 500 : Integer.parseInt(code),
                            text(object, "message")));
            return;
        }
        var version = version(object);
        switch (type) {
            case "ADDED", "MODIFIED" -> {
                changes.accept(new Change.Put(kind, object));
                versions.present(version);
            }
            case "DELETED" -> {
                changes.accept(new Change.Deleted(kind, object));
                versions.deleted(version.name());
            }
            default -> {}
        }
        notices.accept(new Notice.Reached(version.resourceVersion()));
    }

    private static String text(Value value, String key) {
        return value instanceof Value.Mapping mapping ? Type.text(mapping, key) : "";
    }
}

package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.formats.Value;
import dev.plimsoll.selection.ObjectName;

/// A change that the API server reports in a list or in a watch.
public sealed interface Change {

    ObjectKind kind();

    /// The object is new or may have changed.
    record Put(ObjectKind kind, Value.Mapping object) implements Change {}

    record Deleted(ObjectKind kind, Value.Mapping object) implements Change {}

    /// The object is listed, in the version that was read before.
    record Unchanged(ObjectKind kind, ObjectName name) implements Change {}

    /// A complete list of the kind begins.
    record ListBegins(ObjectKind kind) implements Change {}

    /// The list is complete: objects that it did not name are gone.
    record ListEnds(ObjectKind kind) implements Change {}

    /// The name of an object.
    static ObjectName name(ObjectKind kind, Value.Mapping object) {
        return ObjectReader.name(object, kind);
    }
}

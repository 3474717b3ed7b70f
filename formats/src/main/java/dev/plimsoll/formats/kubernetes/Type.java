package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.formats.Value;

/// The API version and kind of an object.
///
/// @param apiVersion group and version; empty if absent
/// @param name the name of its kind; empty if absent
record Type(String apiVersion, String name) {

    static final Type UNKNOWN = new Type("", "");

    private static final String LIST = "List";

    static Type of(Value.Mapping object) {
        return new Type(text(object, "apiVersion"), text(object, "kind"));
    }

    boolean isKnown() {
        return !name.isEmpty();
    }

    boolean isList() {
        return name.endsWith(LIST);
    }

    /// Of a list: the type of its items. A plain List does not say it.
    Type ofItems() {
        return isList() && name.length() > LIST.length()
                ? new Type(apiVersion, name.substring(0, name.length() - LIST.length()))
                : UNKNOWN;
    }

    Type orElse(Type other) {
        return isKnown() ? this : other;
    }

    ObjectKind kind() {
        return ObjectKind.named(this);
    }

    /// A text of an object; empty if it is none.
    static String text(Value.Mapping object, String key) {
        return object.get(key) instanceof Value.Scalar scalar ? scalar.text() : "";
    }

    @Override
    public String toString() {
        return isKnown() ? name : "unknown";
    }
}

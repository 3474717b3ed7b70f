package dev.plimsoll.formats.document;

/// The details of an answer that has none.
public record NoDetails() {

    static final NoDetails NONE = new NoDetails();
}

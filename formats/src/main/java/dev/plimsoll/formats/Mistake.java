package dev.plimsoll.formats;

/// One mistake in a document.
///
/// @param path the keys that lead to it, such as `groups[2].slack`; empty for the whole
/// @param sentence the mistake, the expected value, and how to correct it
public record Mistake(Place place, String path, String sentence) {

    @Override
    public String toString() {
        return place + ": " + (path.isEmpty() ? "" : path + ": ") + sentence;
    }
}

package dev.plimsoll.formats;

/// One thing that is wrong in what a person wrote.
///
/// @param path the keys that lead to it, such as `groups[2].slack`; empty for the whole
/// @param sentence what is wrong, what was expected, and how to put it right
public record Mistake(Place place, String path, String sentence) {

    @Override
    public String toString() {
        return place + ": " + (path.isEmpty() ? "" : path + ": ") + sentence;
    }
}

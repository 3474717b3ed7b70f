package dev.plimsoll.formats;

import java.util.Comparator;

/// A position in a file.
///
/// @param line from 1; 0 means the file as a whole
/// @param column from 1
public record Place(String file, int line, int column) implements Comparable<Place> {

    private static final Comparator<Place> ORDER =
            Comparator.comparing(Place::file)
                    .thenComparingInt(Place::line)
                    .thenComparingInt(Place::column);

    /// The file as a whole.
    public static Place whole(String file) {
        return new Place(file, 0, 0);
    }

    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return line == 0 ? file : file + ":" + line + ":" + column;
    }
}

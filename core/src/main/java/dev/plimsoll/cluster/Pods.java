package dev.plimsoll.cluster;

/// A number of pods of one shape.
///
/// @param first the first of their names, as an example for people
public record Pods(Shape shape, int count, String first) {

    public Pods {
        if (count < 1) {
            throw new IllegalArgumentException("pods are counted from one, got " + count);
        }
    }

    /// The example with its namespace.
    public String example() {
        return shape.namespace().isEmpty() ? first : shape.namespace() + "/" + first;
    }
}

package dev.plimsoll.cluster;

import dev.plimsoll.selection.ObjectName;
import java.time.Instant;

/// A number of pods of one shape.
///
/// @param first the first of their names, as an example for people
/// @param age since when pending pods wait or pods of `kube-system` exist, or when terminating ones
///   should have ended
public record Pods(Shape shape, int count, String first, Age age) {

    /// When the oldest and the newest of some pods were created, or when the first and the last of
    /// some terminating pods should have ended.
    public record Age(Instant oldest, Instant newest) {

        /// Running pods, or pods whose time was not reported.
        public static final Age UNKNOWN = new Age(Instant.EPOCH, Instant.EPOCH);

        /// The age of both together, as far as it is known.
        Age and(Age other) {
            if (equals(UNKNOWN) || other.equals(UNKNOWN)) {
                return equals(UNKNOWN) ? other : this;
            }
            return new Age(
                    oldest.isBefore(other.oldest) ? oldest : other.oldest,
                    newest.isAfter(other.newest) ? newest : other.newest);
        }
    }

    public Pods {
        if (count < 1) {
            throw new IllegalArgumentException("pods are counted from one, got " + count);
        }
    }

    public Pods(Shape shape, int count, String first) {
        this(shape, count, first, Age.UNKNOWN);
    }

    /// These pods and others of the same shape.
    public Pods and(Pods others) {
        var name = first.compareTo(others.first) < 0 ? first : others.first;
        return new Pods(shape, Math.addExact(count, others.count), name, age.and(others.age));
    }

    /// Another number of these pods.
    public Pods times(int other) {
        return new Pods(shape, other, first, age);
    }

    /// These pods, in another shape.
    public Pods as(Shape other) {
        return new Pods(other, count, first, age);
    }

    /// These pods, terminating until then.
    public Pods terminating(Instant until) {
        return new Pods(shape.in(Shape.Stage.TERMINATING), count, first, new Age(until, until));
    }

    /// The example with its namespace.
    public String example() {
        return new ObjectName(shape.namespace(), first).toString();
    }
}

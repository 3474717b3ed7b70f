package dev.plimsoll.cluster;

/// How much room the annotation `plimsoll.dev/reserve` of a pod asks to keep free for pods like it.
public sealed interface Reserve {

    /// A pod without the annotation.
    record Unmarked() implements Reserve {}

    /// @param count the number of placeholders with the shape of the pod; zero: slack ignores the
    ///   pod, also where it looks for the biggest pod
    record Placeholders(int count) implements Reserve {

        public Placeholders {
            if (count < 0 || count > MOST) {
                throw new IllegalArgumentException(
                        "placeholders are between 0 and " + MOST + ", got " + count);
            }
        }
    }

    /// The most placeholders that one pod can ask for.
    int MOST = 10_000;

    static Reserve unmarked() {
        return new Unmarked();
    }

    /// Whether slack ignores the pod.
    default boolean isZero() {
        return this instanceof Placeholders(int count) && count == 0;
    }
}

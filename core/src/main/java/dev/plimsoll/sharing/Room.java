package dev.plimsoll.sharing;

/// The number of further replicas that a cluster can run.
public sealed interface Room {

    /// No limit.
    record Unlimited() implements Room {}

    /// Unknown: no more than the running replicas; without running replicas, no limit.
    record Unknown() implements Room {}

    /// A number of replicas beyond the running ones.
    record Of(int replicas) implements Room {

        public Of {
            if (replicas < 0) {
                throw new IllegalArgumentException("room is zero or more, got " + replicas);
            }
        }
    }

    /// The replicas that the cluster can run, whatever number is wanted.
    ///
    /// @param noLimit the result for a room without a limit
    default long capacity(int running, long noLimit) {
        return switch (this) {
            case Unlimited _ -> noLimit;
            case Unknown _ -> running == 0 ? noLimit : running;
            case Of(int more) -> (long) running + more;
        };
    }

    /// The replicas that the cluster can run, at most `wanted`.
    default int most(int running, int wanted) {
        return (int) Math.min(capacity(running, wanted), wanted);
    }
}

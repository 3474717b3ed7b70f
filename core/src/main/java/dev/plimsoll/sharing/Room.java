package dev.plimsoll.sharing;

/// How many more replicas a cluster can take.
public sealed interface Room {

    /// As many as there are.
    record Unlimited() implements Room {}

    /// Nobody knows: no more than what runs there; where nothing runs, as many as there are.
    record Unknown() implements Room {}

    /// So many beside those that run there.
    record Of(int replicas) implements Room {

        public Of {
            if (replicas < 0) {
                throw new IllegalArgumentException("room is zero or more, got " + replicas);
            }
        }
    }

    /// The replicas that the cluster can run, of any number wanted.
    ///
    /// @param noLimit stands for a room without a limit
    default long capacity(int running, long noLimit) {
        return switch (this) {
            case Unlimited _ -> noLimit;
            case Unknown _ -> running == 0 ? noLimit : running;
            case Of(int more) -> (long) running + more;
        };
    }

    /// The most of `wanted` replicas that the cluster may run.
    default int most(int running, int wanted) {
        return (int) Math.min(capacity(running, wanted), wanted);
    }
}

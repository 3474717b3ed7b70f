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

    /// The most of `wanted` replicas that the cluster may run.
    default int most(int running, int wanted) {
        return switch (this) {
            case Unlimited _ -> wanted;
            case Unknown _ -> running == 0 ? wanted : Math.min(running, wanted);
            case Of(int more) -> (int) Math.min((long) running + more, wanted);
        };
    }
}

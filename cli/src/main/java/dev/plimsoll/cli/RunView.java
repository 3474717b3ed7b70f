package dev.plimsoll.cli;

import java.time.Instant;

/// Shows a run while it goes on.
interface RunView extends AutoCloseable {

    /// Shows nothing.
    RunView NONE = (_, _) -> {};

    /// A decision was made, or something happened to the cluster.
    ///
    /// @param line a whole [RunLine]
    void show(Instant now, String line);

    /// Some time has passed.
    default void refresh() {}

    @Override
    default void close() {}
}

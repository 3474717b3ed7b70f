package dev.plimsoll.turn;

import java.util.List;

/// The place where loops keep their memory between processes: a file, or an object of the cluster.
///
/// It is apart from the journal: whoever continues the work of another process has its memory, but
/// not its journal.
public interface Memory {

    /// Everything that is kept. A memory that cannot be read any more is left out.
    List<Remembered<?>> recall();

    /// Keeps a memory instead of the one before.
    void keep(Remembered<?> memory);

    void forget(LoopId loop);

    /// A memory that ends with the process.
    static Memory none() {
        return new Memory() {
            @Override
            public List<Remembered<?>> recall() {
                return List.of();
            }

            @Override
            public void keep(Remembered<?> memory) {}

            @Override
            public void forget(LoopId loop) {}
        };
    }
}

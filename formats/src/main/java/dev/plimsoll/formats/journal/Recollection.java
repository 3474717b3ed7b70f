package dev.plimsoll.formats.journal;

import dev.plimsoll.formats.document.Kind;
import dev.plimsoll.turn.Restart;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The state of loops in a journal, for a restart: the past of each loop's last decision, and the
/// outcomes of its steps.
///
/// **Invariant:** a loop that is killed anywhere and restarted from its recollection ends in the
/// same world: `RecollectionTest`.
public final class Recollection {

    private final Map<String, Entry.Remembered<?>> memories = new LinkedHashMap<>();
    private long lastId;

    Recollection() {}

    /// @throws dev.plimsoll.formats.BadInput if the file does not exist or cannot be read
    /// @throws BrokenJournal if a record was changed
    public static Recollection read(Path journal) {
        var recollection = new Recollection();
        try (var reader = JournalReader.open(journal)) {
            reader.forEachRemaining(recollection::take);
        }
        return recollection;
    }

    /// The restart of a loop; with the past `none` if the journal has no decision of it.
    @SuppressWarnings("unchecked") // A kind's name stands for its types.
    public <M> Restart<M> of(String loop, Kind<?, ?, M> kind, M none) {
        var memory = memories.get(loop);
        return memory != null && memory.kind().name().equals(kind.name())
                ? ((Entry.Remembered<M>) memory).restart()
                : new Restart<>(none, List.of());
    }

    void take(Entry entry) {
        switch (entry) {
            case Entry.Opened _ -> {}
            case Entry.Decided<?, ?, ?> decided -> put(memory(decided));
            case Entry.Acted(var id, var outcomes) -> {
                for (var memory : memories.values()) {
                    if (memory.id() == id) {
                        put(memory.after(outcomes));
                        return;
                    }
                }
            }
            case Entry.Remembered<?> memory -> put(memory);
        }
    }

    void put(Entry.Remembered<?> memory) {
        memories.put(memory.loop(), memory);
        lastId = Math.max(lastId, memory.id());
    }

    private static <M> Entry.Remembered<M> memory(Entry.Decided<?, ?, M> decided) {
        return new Entry.Remembered<>(
                decided.loop(),
                decided.kind(),
                decided.id(),
                Restart.interrupted(decided.remember(), decided.plan()));
    }

    /// The number of the last decision; zero if there is none.
    long lastId() {
        return lastId;
    }

    /// The number of the last decision of a loop; zero if there is none.
    long lastId(String loop) {
        var memory = memories.get(loop);
        return memory == null ? 0 : memory.id();
    }

    List<Entry.Remembered<?>> memories() {
        return List.copyOf(memories.values());
    }
}

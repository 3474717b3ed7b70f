package dev.plimsoll.formats.journal;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Values;
import dev.plimsoll.formats.document.Trees;
import dev.plimsoll.turn.LoopId;
import dev.plimsoll.turn.Memory;
import dev.plimsoll.turn.Remembered;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// The memory of loops in a file: a line for each change, in the form of a journal's lines. The
/// last line of a loop counts. When most lines are outdated, the file is written anew.
///
/// The memory of another format, or of an unknown kind of loop, counts as none. A file that was
/// changed counts as empty, with a warning: loops then start without a memory.
public final class MemoryFile implements Memory, AutoCloseable {

    /// The size below which a file is not written anew.
    private static final long SMALL = 1 << 20;

    private final Path path;
    private final Consumer<String> warn;
    private final Tail.Opener opener;
    private final Map<LoopId, Map<String, Object>> live = new LinkedHashMap<>();
    private final List<Remembered<?>> recalled = new ArrayList<>();
    private Tail tail;
    private long liveSize;
    private boolean failing;

    /// @param warn receives warnings for the operator
    /// @throws IOException if the file cannot be written at all
    public MemoryFile(Path path, Consumer<String> warn) throws IOException {
        this(path, warn, Tail::locked);
    }

    MemoryFile(Path path, Consumer<String> warn, Tail.Opener opener) throws IOException {
        this.path = path;
        this.warn = warn;
        this.opener = opener;
        if (Files.exists(path)) {
            opener.open(path).close();
            read();
        }
        this.tail = writeAnew();
    }

    /// The memory beside a journal.
    public static Path beside(Path journal) {
        return journal.resolveSibling(journal.getFileName() + ".memory");
    }

    @Override
    public List<Remembered<?>> recall() {
        return List.copyOf(recalled);
    }

    @Override
    public void keep(Remembered<?> memory) {
        var tree = MemoryText.tree(memory);
        live.put(memory.loop(), tree);
        write(tree);
    }

    @Override
    public void forget(LoopId loop) {
        if (live.remove(loop) != null) {
            write(Trees.ordered("kind", loop.kind(), "loop", loop.name(), "gone", true));
        }
    }

    @Override
    public void close() throws IOException {
        tail.close();
    }

    private void read() throws IOException {
        var text = Files.readString(path, StandardCharsets.ISO_8859_1);
        int end = text.lastIndexOf('\n') + 1;
        boolean isDamaged = !Line.isCutShort(text.substring(end));
        var memories = new LinkedHashMap<LoopId, Remembered<?>>();
        var checksum = Line.FIRST;
        for (var each : text.substring(0, end).lines().toList()) {
            var line = Line.checked(each, checksum);
            if (line.isEmpty()) {
                isDamaged = true;
                break;
            }
            checksum = line.get().checksum();
            entry(line.get(), memories);
        }
        if (isDamaged) {
            warn.accept("the memory " + path + " is damaged; loops start without it");
            return;
        }
        recalled.addAll(memories.values());
        recalled.forEach(memory -> live.put(memory.loop(), MemoryText.tree(memory)));
    }

    private void entry(Line line, Map<LoopId, Remembered<?>> memories) {
        var mistakes = new Mistakes();
        try (var documents = Values.read(Source.text(path.toString(), line.json()), mistakes)) {
            var fields = Fields.of(documents.next(), "", mistakes);
            var loop = MemoryText.loop(fields);
            memories.remove(loop);
            if (fields.flag("gone", false)) {
                return;
            }
            var memory = MemoryText.read(fields);
            mistakes.throwIfAny();
            memory.ifPresent(known -> memories.put(loop, known));
        } catch (BadInput | IllegalArgumentException unreadable) {
            warn.accept(
                    "the memory of a loop in " + path + " cannot be read; it starts without it");
        }
    }

    private void write(Map<String, Object> tree) {
        try {
            if (failing || (tail.length() > SMALL && tail.length() > 4 * liveSize)) {
                tail.close();
                tail = writeAnew();
            } else {
                tail.append(Json.text(tree));
            }
            failing = false;
        } catch (IOException failure) {
            if (!failing) {
                warn.accept(
                        "cannot write the memory "
                                + path
                                + " ("
                                + failure.getMessage()
                                + "); every decision tries again");
            }
            failing = true;
        }
    }

    /// Writes all memories to a new file, which then replaces the old one.
    private Tail writeAnew() throws IOException {
        var next = path.resolveSibling(path.getFileName() + ".new");
        Tail.End end;
        try (var writing = new Tail(next, opener)) {
            writing.goOn(Files.size(next), Tail.End.NONE);
            for (var tree : live.values()) {
                writing.append(Json.text(tree));
            }
            end = writing.end();
        }
        liveSize = end.length();
        Files.move(next, path, StandardCopyOption.REPLACE_EXISTING);
        var anew = new Tail(path, opener);
        anew.goOn(liveSize, end);
        return anew;
    }
}

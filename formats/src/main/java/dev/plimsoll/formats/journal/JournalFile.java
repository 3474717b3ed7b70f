package dev.plimsoll.formats.journal;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.document.Decisions;
import dev.plimsoll.formats.document.Kind;
import dev.plimsoll.formats.document.Steps;
import dev.plimsoll.formats.document.Trees;
import dev.plimsoll.turn.Brief;
import dev.plimsoll.turn.Journal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A journal that is being written. The package comment says what the file looks like.
///
/// A disk that is full, or gone, is a warning and never a stop: what could not be written is left
/// out, and as soon as writing works again the whole cluster is written anew.
public final class JournalFile implements Journal, AutoCloseable {

    /// The version of what is decided: it rises when an equal question gets another answer.
    public static final int RULES = 1;

    /// After so many differences the whole cluster is written again.
    private static final int DIFFERENCES = 200;

    private final Path path;
    private final long most;
    private final String version;
    private final Consumer<String> warn;
    private final Map<String, Object> policies = new LinkedHashMap<>();
    private final Map<String, Long> ids = new LinkedHashMap<>();
    private FileChannel channel;
    private long length;
    private Differences differences = new Differences();
    private int written;
    private long nextId;
    private boolean failing;
    private @Nullable Cluster cluster;

    /// Opens a journal, or begins one. A last line that was cut short is cut off.
    ///
    /// @param most how large both files together may become
    /// @param warn is told what an operator should know
    /// @throws IOException if the file cannot be written at all
    public JournalFile(Path path, long most, String version, Consumer<String> warn)
            throws IOException {
        this.path = path;
        this.most = most;
        this.version = version;
        this.warn = warn;
        this.nextId = lastId(path) + 1;
        this.channel = open(path);
        this.length = channel.size();
        begin();
    }

    /// The file before the current one.
    public static Path older(Path path) {
        return path.resolveSibling(path.getFileName() + ".1");
    }

    private static long lastId(Path path) throws IOException {
        long last = 0;
        if (Files.exists(path)) {
            Repair.cutTornEnd(path);
            try (var reader = JournalReader.open(path)) {
                while (reader.hasNext()) {
                    if (reader.next() instanceof Entry.Decided<?, ?, ?> decided) {
                        last = decided.id();
                    }
                }
            }
        }
        return last;
    }

    private static FileChannel open(Path path) throws IOException {
        var channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channel.position(channel.size());
        return channel;
    }

    /// From here on the file can be read without what is before.
    private void begin() {
        differences = new Differences();
        policies.clear();
        cluster = null;
        written = 0;
        write(Trees.ordered("record", "open", "version", version, "rules", RULES));
    }

    @Override
    public <S, P, M> void decided(
            Brief<S, P, M> brief, Cluster seen, Question<S, P, M> question, Decision<M> decision) {
        if (length > most / 2 || failing) {
            turnOver();
        }
        var kind = Kind.of(brief);
        cluster(seen);
        policy(brief.name(), kind.name(), kind.policy(question.policy()));
        long id = nextId++;
        ids.put(brief.name(), id);
        write(
                Trees.ordered(
                        "record", "decided",
                        "id", id,
                        "loop", brief.name(),
                        "kind", kind.name(),
                        "now", question.now().toString(),
                        "seed", question.seed(),
                        "past", kind.past(question.past()),
                        "last", Steps.outcomes(question.last()),
                        "decision", Decisions.tree(kind, decision)));
    }

    @Override
    public void acted(Brief<?, ?, ?> brief, List<Outcome> outcomes) {
        var id = ids.get(brief.name());
        if (id != null && !outcomes.isEmpty()) {
            write(Trees.ordered("record", "acted", "id", id, "outcomes", Steps.outcomes(outcomes)));
        }
    }

    /// How many decisions were written, in this process and before.
    public long decisions() {
        return nextId - 1;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    @SuppressWarnings("ReferenceEquality") // A world shows an unchanged cluster as the same value.
    private void cluster(Cluster seen) {
        if (seen == cluster) {
            return;
        }
        if (written >= DIFFERENCES) {
            differences = new Differences();
            written = 0;
        }
        var whole = written == 0;
        written++;
        write(Trees.ordered("record", "cluster", "whole", whole, "change", differences.to(seen)));
        cluster = seen;
    }

    private void policy(String loop, String kind, Map<String, Object> policy) {
        if (!policy.equals(policies.put(loop, policy))) {
            write(Trees.ordered("record", "policy", "loop", loop, "kind", kind, "policy", policy));
        }
    }

    /// Begins a new file, or, after a failure, the same one where it was last whole.
    private void turnOver() {
        boolean was = failing;
        failing = false;
        try {
            if (was) {
                channel.truncate(length);
                channel.position(length);
            } else {
                channel.close();
                Files.move(path, older(path), StandardCopyOption.REPLACE_EXISTING);
                channel = open(path);
                length = 0;
            }
            begin();
        } catch (IOException failure) {
            fail(failure);
        }
    }

    private void write(Map<String, Object> tree) {
        if (failing) {
            return;
        }
        var line =
                ByteBuffer.wrap(Line.encode(Json.text(tree)).getBytes(StandardCharsets.US_ASCII));
        int size = line.remaining();
        try {
            while (line.hasRemaining()) {
                channel.write(line);
            }
            length += size;
        } catch (IOException failure) {
            fail(failure);
        }
    }

    private void fail(IOException failure) {
        failing = true;
        warn.accept(
                "the journal %s cannot be written (%s); decisions go on without it, and it is"
                                .formatted(path, failure.getMessage())
                        + " tried again at the next one");
    }
}

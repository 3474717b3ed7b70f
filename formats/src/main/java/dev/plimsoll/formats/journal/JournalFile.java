package dev.plimsoll.formats.journal;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Place;
import dev.plimsoll.formats.document.Decisions;
import dev.plimsoll.formats.document.Kind;
import dev.plimsoll.formats.document.Kinds;
import dev.plimsoll.formats.document.Steps;
import dev.plimsoll.formats.document.Trees;
import dev.plimsoll.turn.Journal;
import dev.plimsoll.turn.LoopId;
import dev.plimsoll.turn.LoopSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A journal open for writing. The package comment describes the file.
///
/// A disk that is full or gone causes a warning and never a stop: records that could not be written
/// are left out, and the whole cluster is written again as soon as writing works.
public final class JournalFile implements Journal<Object>, AutoCloseable {

    /// The version of the rules: it rises when an equal question gets another answer.
    public static final int RULES = 5;

    /// The format of the file: it rises when a file that was written before would be misread.
    public static final int FORMAT = 2;

    /// The number of differences after which the whole cluster is written again.
    private static final int DIFFERENCES = 200;

    private final Path path;
    private final long most;
    private final String version;
    private final Consumer<String> warn;
    private final Tail tail;
    private final Map<LoopId, Object> policies = new LinkedHashMap<>();
    private Differences differences = new Differences();
    private int written;
    private final Map<LoopId, Long> lastIds = new LinkedHashMap<>();
    private long nextId = 1;
    private boolean failing;
    private boolean warned;
    private long lost;
    private @Nullable Cluster cluster;

    /// Opens a journal, or begins one. A last line that was cut short is cut off.
    ///
    /// @param most how large both files together may become, but for the last records of each
    /// @param warn receives warnings for the operator
    /// @throws IOException if the file cannot be written at all
    /// @throws BadInput if the file exists and is not a journal
    /// @throws BrokenJournal if a record was changed
    public JournalFile(Path path, long most, String version, Consumer<String> warn)
            throws IOException {
        this(path, most, version, warn, Tail::locked);
    }

    JournalFile(Path path, long most, String version, Consumer<String> warn, Tail.Opener opener)
            throws IOException {
        this.path = path;
        this.most = most;
        this.version = version;
        this.warn = warn;
        var known = recall();
        this.tail = new Tail(path, opener);
        tail.goOn(known.size(), known.end());
        begin();
        keep();
    }

    /// The file before the current one.
    public static Path older(Path path) {
        return path.resolveSibling(path.getFileName() + ".1");
    }

    /// The state of the file when it was read.
    ///
    /// @param size with a record that was cut short
    private record Known(long size, Tail.End end) {}

    /// Reads the existing file before it is locked: a process loses its lock on a file as soon as
    /// it closes any other opening of it.
    private Known recall() throws IOException {
        requireRegularFile(path);
        requireRegularFile(older(path));
        boolean there = Files.exists(path);
        if (!there && !Files.exists(older(path))) {
            return new Known(0, Tail.End.NONE);
        }
        long size = there ? Files.size(path) : 0;
        try (var reader = JournalReader.open(path)) {
            reader.forEachRemaining(_ -> {});
            nextId = reader.nextId();
            return new Known(size, size == 0 ? Tail.End.NONE : reader.end());
        }
    }

    /// Opening a pipe would wait for its other end.
    private static void requireRegularFile(Path path) {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new BadInput(
                    Place.whole(path.toString()),
                    "",
                    "a journal must be a regular file; name a regular file or a new one");
        }
    }

    /// Starts a part of the file that can be read without the part before.
    private void begin() {
        differences = new Differences();
        policies.clear();
        cluster = null;
        written = 0;
        write(
                Trees.ordered(
                        "record", "open",
                        "format", FORMAT,
                        "version", version,
                        "rules", RULES,
                        "next", nextId));
    }

    @Override
    public <S, P, M> void decided(
            LoopSpec<? extends Object, S, P, M> spec,
            Object observed,
            Question<S, P, M> question,
            Decision<M> decision) {
        boolean mends = failing;
        resume();
        var kind = Kinds.of(spec);
        if (observed instanceof Cluster seen) {
            cluster(seen);
        }
        policy(spec.id(), kind.policy(question.policy()));
        long id = nextId++;
        lastIds.put(spec.id(), id);
        var record =
                Trees.ordered(
                        "record", "decided",
                        "id", id,
                        "kind", spec.id().kind(),
                        "loop", spec.id().name(),
                        "now", question.now().toString(),
                        "seed", question.seed(),
                        "past", kind.past(question.past()),
                        "last", Steps.outcomes(question.last()),
                        "decision", Decisions.tree(kind, decision));
        if (!(observed instanceof Cluster)) {
            record.put("seen", seen(kind, question.seen()));
        }
        write(record);
        keep();
        if (failing) {
            lost++;
        } else if (mends) {
            sayThatItWorks();
        }
    }

    /// What a loop saw of a world that shows no cluster.
    private static <S> Map<String, Object> seen(Kind<S, ?, ?, ?> kind, S seen) {
        return kind.written(seen)
                .orElseThrow(() ->
                        new IllegalArgumentException(kind.name() + " questions cannot be written"));
    }

    /// Makes the file ready for a record: after a failure, and when it is full.
    private void resume() {
        if (failing) {
            mend();
        } else if (tail.length() > most / 2) {
            startOver();
        }
    }

    @Override
    public void acted(LoopId loop, List<Outcome> outcomes) {
        var id = lastIds.get(loop);
        if (id != null && !outcomes.isEmpty()) {
            write(Trees.ordered("record", "acted", "id", id, "outcomes", Steps.outcomes(outcomes)));
            keep();
        }
    }

    @Override
    public void failed(LoopId loop, Instant now, String cause) {
        warn.accept(loop + " could not decide: " + cause + "; it is tried again later");
        write(
                Trees.ordered(
                        "record", "failed",
                        "kind", loop.kind(),
                        "loop", loop.name(),
                        "now", now.toString(),
                        "cause", cause));
        keep();
    }

    /// How many decisions were written, in this process and before.
    public long decisions() {
        return nextId - 1;
    }

    @Override
    public void close() throws IOException {
        tail.close();
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

    private void policy(LoopId loop, Map<String, Object> policy) {
        if (!policy.equals(policies.put(loop, policy))) {
            write(
                    Trees.ordered(
                            "record",
                            "policy",
                            "kind",
                            loop.kind(),
                            "loop",
                            loop.name(),
                            "policy",
                            policy));
        }
    }

    private void startOver() {
        try {
            tail.startOver(older(path));
            begin();
        } catch (IOException failure) {
            fail(failure);
        }
    }

    private void mend() {
        try {
            tail.mend();
            failing = false;
            begin();
        } catch (IOException failure) {
            fail(failure);
        }
    }

    private void keep() {
        if (!failing) {
            tail.keep();
        }
    }

    private void write(Map<String, Object> tree) {
        if (failing) {
            return;
        }
        try {
            tail.append(Json.text(tree));
        } catch (IOException failure) {
            fail(failure);
        }
    }

    private void fail(IOException failure) {
        failing = true;
        if (!warned) {
            warned = true;
            warn.accept(
                    "cannot write the journal "
                            + path
                            + " ("
                            + failure.getMessage()
                            + "); deciding goes on without it, and every decision tries again");
        }
    }

    private void sayThatItWorks() {
        warn.accept("writing the journal " + path + " works again; decisions lost: " + lost);
        warned = false;
        lost = 0;
    }
}

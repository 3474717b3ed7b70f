package dev.plimsoll.formats.journal;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Place;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Values;
import dev.plimsoll.formats.document.Kind;
import dev.plimsoll.formats.document.Kinds;
import dev.plimsoll.formats.document.LoopKind;
import dev.plimsoll.formats.document.Steps;
import dev.plimsoll.turn.LoopId;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;

/// A journal from its beginning, entry by entry: the older file, then the newer one.
public final class JournalReader implements Iterator<Entry>, AutoCloseable {

    /// The policy of a loop, and its kind.
    private record Ruling<P>(Kind<?, P, ?, ?> kind, P policy) {}

    private static final int BUFFER = 1 << 16;

    /// The number of bytes that decide whether a file is a journal.
    private static final int START = 32;

    private final Deque<Path> files = new ArrayDeque<>();
    private final Map<LoopId, Ruling<?>> rulings = new LinkedHashMap<>();
    private Path file;
    private InputStream in = InputStream.nullInputStream();
    private int record;
    private boolean torn;
    private boolean decisionsRead;
    private int format = JournalFile.FORMAT;
    private long firstId = 1;
    private long nextId = 1;
    private long wholeBytes;
    private String checksum = Line.FIRST;
    private Assembly assembly = new Assembly();
    private Cluster cluster = Cluster.EMPTY;
    private Optional<Entry> next = Optional.empty();

    private JournalReader(Path path) {
        this.file = path;
        var older = JournalFile.older(path);
        if (Files.exists(older)) {
            files.add(older);
        }
        // The older one alone is what a process leaves that is killed between two files.
        if (Files.exists(path) || files.isEmpty()) {
            files.add(path);
        }
    }

    /// @throws BadInput if the file does not exist, cannot be read or is not a journal
    public static JournalReader open(Path path) {
        var reader = new JournalReader(path);
        reader.nextFile();
        return reader;
    }

    /// The last record was cut short, and is left out. Known when all entries are read.
    public boolean isTorn() {
        return torn;
    }

    /// The number of the first decision in the journal: more than 1 if earlier ones were removed
    /// with an older file. Known when all entries are read.
    public long firstId() {
        return firstId;
    }

    /// The last cluster that was recorded. Known when all entries are read.
    public Cluster cluster() {
        return cluster;
    }

    /// The number of the next decision. Known when all entries are read.
    long nextId() {
        return nextId;
    }

    /// Where the whole lines of the newest file end: known at the end.
    Tail.End end() {
        return new Tail.End(wholeBytes, checksum);
    }

    /// @throws BrokenJournal if a record was changed
    @Override
    public boolean hasNext() {
        while (next.isEmpty()) {
            var line = line();
            if (line.isPresent()) {
                next = entry(line.get());
            } else if (!nextFile()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Entry next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the journal ends");
        }
        var entry = next.orElseThrow();
        next = Optional.empty();
        return entry;
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException failure) {
            throw Source.unreadable(file.toString(), failure);
        }
    }

    private boolean nextFile() {
        if (files.isEmpty()) {
            return false;
        }
        close();
        file = files.remove();
        record = 0;
        wholeBytes = 0;
        checksum = Line.FIRST;
        try {
            in = new BufferedInputStream(Files.newInputStream(file), BUFFER);
            in.mark(START);
            var start = new String(in.readNBytes(START), StandardCharsets.ISO_8859_1);
            in.reset();
            if (!Line.isHead(Line.withoutZeros(start))) {
                close();
                throw new BadInput(
                        Place.whole(file.toString()),
                        "",
                        "this is not a journal; name a file that 'plimsoll run --journal' wrote");
            }
        } catch (IOException failure) {
            throw Source.unreadable(file.toString(), failure);
        }
        return true;
    }

    /// The next line without its end; nothing at the end of the file.
    private Optional<String> line() {
        var line = new ByteArrayOutputStream();
        try {
            for (int b = in.read(); b >= 0; b = in.read()) {
                if (b == '\n') {
                    wholeBytes += line.size() + 1;
                    return Optional.of(line.toString(StandardCharsets.ISO_8859_1));
                }
                line.write(b);
            }
        } catch (IOException failure) {
            throw Source.unreadable(file.toString(), failure);
        }
        return rest(line.toString(StandardCharsets.ISO_8859_1));
    }

    /// The text after the last line end: a record that was cut short, or a changed one.
    private Optional<String> rest(String rest) {
        if (rest.isEmpty()) {
            return Optional.empty();
        }
        if (files.isEmpty() && Line.isCutShort(rest)) {
            torn = true;
            return Optional.empty();
        }
        throw new BrokenJournal(file, record + 1);
    }

    private Optional<Entry> entry(String text) {
        var entry = read(text);
        if (format != JournalFile.FORMAT) {
            throw new BadInput(
                    Place.whole(file.toString()),
                    "",
                    "this journal has format "
                            + format
                            + ", and this version reads format "
                            + JournalFile.FORMAT
                            + "; use the version that wrote it, or name a new file");
        }
        return entry;
    }

    private Optional<Entry> read(String text) {
        record++;
        var line = Line.checked(text, checksum).orElseThrow(() -> new BrokenJournal(file, record));
        checksum = line.checksum();
        var mistakes = new Mistakes();
        try (var documents = Values.read(Source.text(file.toString(), line.json()), mistakes)) {
            var fields = Fields.of(documents.next(), "", mistakes);
            var entry = entry(fields);
            mistakes.throwIfAny();
            entry.ifPresent(this::count);
            return entry;
        } catch (BadInput | IllegalArgumentException | IndexOutOfBoundsException notOurs) {
            throw new BrokenJournal(file, record, notOurs);
        }
    }

    private void count(Entry entry) {
        switch (entry) {
            case Entry.Decided<?, ?, ?> decided when !decisionsRead -> {
                firstId = decided.id();
                decisionsRead = true;
            }
            case Entry.Decided<?, ?, ?> _, Entry.Acted _, Entry.Failed _, Entry.Opened _ -> {}
        }
    }

    /// The entry of a record; nothing for records that only change the cluster or a policy.
    private Optional<Entry> entry(Fields fields) {
        return switch (fields.text("record", "")) {
            case "open" -> Optional.of(opened(fields));
            case "cluster" -> {
                assembly = fields.flag("whole", false) ? new Assembly() : assembly;
                cluster = assembly.apply(fields.fields("change"));
                yield Optional.empty();
            }
            case "policy" -> {
                rulings.put(loop(fields), ruling(fields, kind(fields)));
                yield Optional.empty();
            }
            case "failed" ->
                    Optional.of(
                            new Entry.Failed(
                                    loop(fields),
                                    fields.time("now", Instant.EPOCH),
                                    fields.text("cause", "")));
            case "decided" -> Optional.of(decided(fields, kind(fields)));
            case "acted" ->
                    Optional.of(new Entry.Acted(id(fields), Steps.outcomes(fields, "outcomes")));
            default -> throw new BrokenJournal(file, record);
        };
    }

    /// The first format had no number.
    private Entry opened(Fields fields) {
        format = fields.whole("format", 1, 0, Integer.MAX_VALUE);
        long next = fields.whole("next", 1L, 1L, Long.MAX_VALUE);
        nextId = next;
        firstId = decisionsRead ? firstId : next;
        return new Entry.Opened(fields.text("version", ""), fields.whole("rules", 0, 0, 1_000_000));
    }

    private static LoopId loop(Fields fields) {
        return new LoopId(fields.text("kind", ""), fields.text("loop", ""));
    }

    private Kind<?, ?, ?, ?> kind(Fields fields) {
        return Kinds.named(fields.text("kind", ""))
                .orElseThrow(() -> new BrokenJournal(file, record));
    }

    private static <P> Ruling<P> ruling(Fields fields, Kind<?, P, ?, ?> kind) {
        return new Ruling<>(kind, kind.policy(fields.fields("policy")));
    }

    @SuppressWarnings("unchecked") // A kind's name stands for its types.
    private <P> P policy(LoopId loop, Kind<?, P, ?, ?> kind) {
        var ruling = rulings.get(loop);
        if (ruling == null || !ruling.kind().name().equals(kind.name())) {
            throw new BrokenJournal(file, record);
        }
        return (P) ruling.policy();
    }

    private <S, P, M> Entry decided(Fields fields, Kind<S, P, M, ?> kind) {
        var loop = loop(fields);
        long id = id(fields);
        nextId = id + 1;
        var question =
                new Question<>(
                        seen(fields, kind, loop),
                        policy(loop, kind),
                        kind.past(fields.fields("past")),
                        Steps.outcomes(fields, "last"),
                        fields.time("now", Instant.EPOCH),
                        fields.whole("seed", 0L, Long.MIN_VALUE, Long.MAX_VALUE));
        return new Entry.Decided<>(id, loop, kind, question, fields.value("decision"));
    }

    /// What a loop saw: its view of the recorded cluster, or what is recorded with the decision.
    private <S> S seen(Fields fields, Kind<S, ?, ?, ?> kind, LoopId loop) {
        return !fields.has("seen") && kind instanceof LoopKind<S, ?, ?, ?> ofClusters
                ? ofClusters.view(cluster, loop.name())
                : kind.seen(fields.fields("seen"));
    }

    private static long id(Fields fields) {
        return fields.whole("id", 0L, 0L, Long.MAX_VALUE);
    }
}

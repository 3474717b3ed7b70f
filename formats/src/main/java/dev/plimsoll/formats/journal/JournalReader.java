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
import dev.plimsoll.formats.document.Steps;
import dev.plimsoll.turn.Restart;
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
    private record Ruling<P>(Kind<?, P, ?> kind, P policy) {}

    private static final int BUFFER = 1 << 16;

    /// The number of bytes that decide whether a file is a journal.
    private static final int START = 32;

    private final Deque<Path> files = new ArrayDeque<>();
    private final Map<String, Ruling<?>> rulings = new LinkedHashMap<>();
    private Path file;
    private InputStream in = InputStream.nullInputStream();
    private int record;
    private boolean torn;
    private boolean decisionsRead;
    private long firstId = 1;
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
            if (!Line.isHead(withoutZeros(start))) {
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

    /// The text after the last line end: a record that was cut short, or a changed one. A file
    /// system may fill the end of a record that it did not write with zero bytes.
    private Optional<String> rest(String rest) {
        if (rest.isEmpty()) {
            return Optional.empty();
        }
        var written = withoutZeros(rest);
        if (files.isEmpty() && (written.isEmpty() || Line.isBeginning(written))) {
            torn = true;
            return Optional.empty();
        }
        throw new BrokenJournal(file, record + 1);
    }

    private static String withoutZeros(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == 0) {
            end--;
        }
        return text.substring(0, end);
    }

    private Optional<Entry> entry(String text) {
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
            case Entry.Remembered<?> memory when !decisionsRead ->
                    firstId = Math.max(firstId, memory.id() + 1);
            case Entry.Decided<?, ?, ?> _,
                    Entry.Remembered<?> _,
                    Entry.Acted _,
                    Entry.Opened _ -> {}
        }
    }

    /// The entry of a record; nothing for records that only change the cluster or a policy.
    private Optional<Entry> entry(Fields fields) {
        return switch (fields.text("record", "")) {
            case "open" ->
                    Optional.of(
                            new Entry.Opened(
                                    fields.text("version", ""),
                                    fields.whole("rules", 0, 0, 1_000_000)));
            case "cluster" -> {
                assembly = fields.flag("whole", false) ? new Assembly() : assembly;
                cluster = assembly.apply(fields.fields("change"));
                yield Optional.empty();
            }
            case "policy" -> {
                rulings.put(fields.text("loop", ""), ruling(fields, kind(fields)));
                yield Optional.empty();
            }
            case "remembered" -> Optional.of(remembered(fields, kind(fields)));
            case "decided" -> Optional.of(decided(fields, kind(fields)));
            case "acted" ->
                    Optional.of(new Entry.Acted(id(fields), Steps.outcomes(fields, "outcomes")));
            default -> throw new BrokenJournal(file, record);
        };
    }

    private Kind<?, ?, ?> kind(Fields fields) {
        return Kinds.named(fields.text("kind", ""))
                .orElseThrow(() -> new BrokenJournal(file, record));
    }

    private static <P> Ruling<P> ruling(Fields fields, Kind<?, P, ?> kind) {
        return new Ruling<>(kind, kind.policy(fields.fields("policy")));
    }

    @SuppressWarnings("unchecked") // A kind's name stands for its types.
    private <P> P policy(String loop, Kind<?, P, ?> kind) {
        var ruling = rulings.get(loop);
        if (ruling == null || !ruling.kind().name().equals(kind.name())) {
            throw new BrokenJournal(file, record);
        }
        return (P) ruling.policy();
    }

    private <S, P, M> Entry decided(Fields fields, Kind<S, P, M> kind) {
        var loop = fields.text("loop", "");
        var question =
                new Question<>(
                        kind.recorded(cluster, loop, fields.fields("seen")),
                        policy(loop, kind),
                        kind.past(fields.fields("past")),
                        Steps.outcomes(fields, "last"),
                        fields.time("now", Instant.EPOCH),
                        fields.whole("seed", 0L, Long.MIN_VALUE, Long.MAX_VALUE));
        return new Entry.Decided<>(
                id(fields), loop, kind, cluster, question, fields.value("decision"));
    }

    private static <M> Entry remembered(Fields fields, Kind<?, ?, M> kind) {
        return new Entry.Remembered<>(
                fields.text("loop", ""),
                kind,
                id(fields),
                new Restart<>(kind.past(fields.fields("past")), Steps.outcomes(fields, "last")));
    }

    private static long id(Fields fields) {
        return fields.whole("id", 0L, 0L, Long.MAX_VALUE);
    }
}

package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Value;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.IntConsumer;

/// Writes a dump of a cluster: a JSON `List` with one object a line, each with its kind and the
/// fields that are read.
///
/// It holds one object at a time. Objects of kinds that are not used are left out.
///
/// **Invariant:** the dump reads as the objects that it was made from. `DumpWriterTest`; in `cli`,
/// `CollectTest`.
public final class DumpWriter implements ObjectReceiver {

    private static final String LIST = "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[";
    private static final String MARK =
            ",\"metadata\":{\"annotations\":{\"" + Keys.COMPLETE + "\":\"true\"}}";

    private final OutputStream out;
    private final BiFunction<ObjectKind, Value.Mapping, Value.Mapping> edit;
    private final Mistakes mistakes = new Mistakes();
    private final TreeMap<String, Integer> counts = new TreeMap<>();
    private IntConsumer progress = _ -> {};
    private int objects;
    private long bytes;
    private boolean isComplete;

    /// @param out is not closed
    public DumpWriter(OutputStream out) {
        this(out, (_, object) -> object);
    }

    /// @param redaction of every object
    public DumpWriter(OutputStream out, Redaction redaction) {
        this(out, redaction::of);
    }

    private DumpWriter(
            OutputStream out, BiFunction<ObjectKind, Value.Mapping, Value.Mapping> edit) {
        this.out = out;
        this.edit = edit;
        write(LIST);
    }

    /// The number of objects written, by the names of their kinds.
    public SortedMap<String, Integer> counts() {
        return new TreeMap<>(counts);
    }

    /// The number of bytes written.
    public long bytes() {
        return bytes;
    }

    /// Receives the number of objects so far, from now on.
    public void report(IntConsumer receiver) {
        progress = receiver;
    }

    /// Writes the objects of dumps.
    ///
    /// @param names files, folders, and `-` for standard input
    /// @return the files and values that were skipped, each with its place
    /// @throws BadInput with all mistakes in them; what is written is then incomplete
    public List<String> read(List<String> names, InputStream standardInput) {
        var files = new DumpFiles(this, mistakes);
        files.read(names, standardInput);
        mistakes.throwIfAny();
        return files.skipped();
    }

    /// Writes the objects in one page of a list that the API server sends. Call [#complete] after
    /// the last one.
    public ServerText.PageEnd page(ObjectKind kind, InputStream in) {
        return new ServerText(kind, this::take).page(in, _ -> false);
    }

    private void take(Change change) {
        if (change instanceof Change.Put(var kind, var object)) {
            add(kind, object, Type.UNKNOWN);
        }
    }

    @Override
    public void put(Value.Mapping object, Type ofList) {
        var type = Type.of(object).orElse(ofList);
        var kind = ObjectKind.of(object, type);
        if (kind != ObjectKind.OTHER) {
            add(kind, object, type);
        }
    }

    /// A dump in which an object appears again reads as if it were there once, as last written. An
    /// object that is gone again would need all others in memory.
    @Override
    public void delete(Value.Mapping object) {
        throw new BadInput(
                object.place(),
                "",
                "this is a watch in which objects are deleted; collect the output of kubectl"
                        + " without --watch");
    }

    @Override
    public void complete() {
        isComplete = true;
    }

    private void add(ObjectKind kind, Value.Mapping object, Type type) {
        var version = type.apiVersion().isEmpty() ? kind.apiVersion() : type.apiVersion();
        var entries = new ArrayList<Value.Entry>();
        entries.add(entry("apiVersion", version, object));
        entries.add(entry("kind", kind.toString(), object));
        for (var entry : edit.apply(kind, object).entries()) {
            if (!entry.key().equals("apiVersion") && !entry.key().equals("kind")) {
                entries.add(entry);
            }
        }
        write(objects == 0 ? "\n" : ",\n");
        write(Json.written(new Value.Mapping(entries, object.place())));
        counts.merge(kind.toString(), 1, Integer::sum);
        progress.accept(++objects);
    }

    private static Value.Entry entry(String key, String text, Value.Mapping object) {
        var place = object.place();
        return new Value.Entry(key, place, new Value.Scalar(text, true, place));
    }

    /// Writes the end of the list. Nothing may follow.
    public void end() {
        write("\n]" + (isComplete ? MARK : "") + "}\n");
        try {
            out.flush();
        } catch (IOException failure) {
            throw unwritten(failure);
        }
    }

    private void write(String text) {
        var encoded = text.getBytes(StandardCharsets.UTF_8);
        try {
            out.write(encoded);
        } catch (IOException failure) {
            throw unwritten(failure);
        }
        bytes += encoded.length;
    }

    private static UncheckedIOException unwritten(IOException failure) {
        return new UncheckedIOException(
                "the dump cannot be written (" + failure.getMessage() + ")", failure);
    }
}

package dev.plimsoll.oracle;

import static dev.plimsoll.oracle.Trees.tree;

import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.JsonTree;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/// Cases with the real scheduler's verdicts in one compressed file, one per line.
final class Recording implements AutoCloseable {

    private static final String NAME = "verdicts.jsonl.gz";

    /// With the best compression.
    private static final class Smallest extends GZIPOutputStream {

        Smallest(OutputStream out) throws IOException {
            super(out);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }

    private final Writer out;

    private Recording(Writer out) {
        this.out = out;
    }

    /// Starts a new file if `-Dplimsoll.record=true`; otherwise it discards everything.
    static Recording ifWanted() {
        return Boolean.getBoolean("plimsoll.record") ? start() : new Recording(Writer.nullWriter());
    }

    private static Recording start() {
        var path =
                Path.of(System.getProperty("plimsoll.root"), "e2e/src/test/resources")
                        .resolve(NAME);
        try {
            Files.createDirectories(path.getParent());
            var compressed = new Smallest(Files.newOutputStream(path));
            return new Recording(new OutputStreamWriter(compressed, StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    void add(Answered answered) {
        var asked = answered.asked();
        var verdicts = answered.verdicts().stream().map(Recording::verdict).toList();
        var line =
                tree(
                        "seed",
                        asked.seed(),
                        "objects",
                        asked.objects(),
                        "pods",
                        asked.pods(),
                        "verdicts",
                        verdicts);
        try {
            out.write(Json.text(line) + "\n");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Map<String, Object> verdict(Said verdict) {
        return tree("fits", verdict.fits(), "refusals", verdict.refusals());
    }

    /// Every recorded case, in order.
    static void forEach(Consumer<Answered> action) {
        forOneIn(1, action);
    }

    /// One in `share` of the recorded cases, in order.
    static void forOneIn(int share, Consumer<Answered> action) {
        var url = Recording.class.getResourceAsStream("/" + NAME);
        if (url == null) {
            throw new IllegalStateException("src/test/resources/" + NAME + " is missing");
        }
        try (InputStream in = new GZIPInputStream(url);
                var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            int number = 0;
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (number % share == 0) {
                    action.accept(read(line));
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Answered read(String line) {
        var tree = JsonTree.parse(line);
        var asked =
                new Case(
                        (Long) JsonTree.at(tree, "seed"),
                        JsonTree.maps(tree, "objects"),
                        JsonTree.maps(tree, "pods"));
        return new Answered(
                asked, JsonTree.maps(tree, "verdicts").stream().map(Recording::verdictOf).toList());
    }

    private static Said verdictOf(Map<String, Object> tree) {
        var fits = ((List<?>) JsonTree.at(tree, "fits")).stream().map(String::valueOf).toList();
        return new Said(fits, JsonTree.text(tree, "refusals"));
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}

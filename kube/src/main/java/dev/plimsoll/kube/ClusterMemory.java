package dev.plimsoll.kube;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Values;
import dev.plimsoll.formats.document.Trees;
import dev.plimsoll.formats.journal.MemoryText;
import dev.plimsoll.turn.LoopId;
import dev.plimsoll.turn.Memory;
import dev.plimsoll.turn.Remembered;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/// The memory of loops in a ConfigMap of the cluster, compressed: a new leader continues with it.
///
/// Changes are collected and written by [#flush]: before a step is taken, and after each turn. A
/// write names the version that was read. If another process has written since, this one does not
/// lead any more, and must not act.
final class ClusterMemory implements Memory {

    static final String NAME = "plimsoll-memory";

    private static final String KEY = "loops.json.gz";

    /// The API server stores at most 1 MiB; base64 needs a third more than the bytes.
    private static final int MOST_BYTES = 700 << 10;

    private final ApiServer server;
    private final String namespace;
    private final Consumer<String> warn;
    private final Map<LoopId, Map<String, Object>> loops = new TreeMap<>();
    private final List<Remembered<?>> recalled = new ArrayList<>();
    private String resourceVersion = "";
    private String written = "";

    private ClusterMemory(ApiServer server, String namespace, Consumer<String> warn) {
        this.server = server;
        this.namespace = namespace;
        this.warn = warn;
    }

    /// Reads the memory that the leader before has left.
    static ClusterMemory read(ApiServer server, String namespace, Consumer<String> warn)
            throws IOException {
        var memory = new ClusterMemory(server, namespace, warn);
        var reply = server.get(memory.path());
        if (reply.isGood()) {
            memory.resourceVersion = JsonTree.text(reply.object(), "metadata", "resourceVersion");
            memory.decode(JsonTree.text(reply.object(), "binaryData", KEY));
        } else if (reply.status() != 404) {
            throw server.refused(memory.path(), reply);
        }
        return memory;
    }

    private void decode(String text) {
        try (var in =
                new GZIPInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(text)))) {
            var json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            var mistakes = new Mistakes();
            try (var documents = Values.read(Source.text("the memory", json), mistakes)) {
                var all = Fields.of(documents.next(), "", mistakes);
                for (var fields : all.list("loops")) {
                    MemoryText.read(fields).ifPresent(recalled::add);
                }
                mistakes.throwIfAny();
            }
            recalled.forEach(memory -> loops.put(memory.loop(), MemoryText.tree(memory)));
            written = text();
        } catch (IOException | BadInput | IllegalArgumentException damaged) {
            recalled.clear();
            loops.clear();
            warn.accept(
                    "the memory "
                            + namespace
                            + "/"
                            + NAME
                            + " cannot be read; loops start without it");
        }
    }

    @Override
    public List<Remembered<?>> recall() {
        return List.copyOf(recalled);
    }

    @Override
    public void keep(Remembered<?> memory) {
        loops.put(memory.loop(), MemoryText.tree(memory));
    }

    @Override
    public void forget(LoopId loop) {
        loops.remove(loop);
    }

    /// Writes what has changed.
    ///
    /// @throws IOException if it was not written; nothing must be done that it should remember
    void flush() throws IOException {
        var text = text();
        if (text.equals(written)) {
            return;
        }
        var bytes = compressed(text);
        if (bytes.length > MOST_BYTES) {
            throw new IOException(
                    "the memory of "
                            + loops.size()
                            + " loops needs "
                            + bytes.length
                            + " bytes, more than a ConfigMap holds; manage fewer groups");
        }
        var encoded = Base64.getEncoder().encodeToString(bytes);
        var reply = write(encoded);
        if (reply.status() == 409) {
            reply = asWritten(encoded);
        }
        if (!reply.isGood()) {
            throw server.refused(path(), reply);
        }
        resourceVersion = JsonTree.text(reply.object(), "metadata", "resourceVersion");
        written = text;
    }

    /// The memory, if an earlier request has written it whose reply got lost.
    ///
    /// @throws TakenOver if another replica has written it
    private Reply asWritten(String encoded) throws IOException {
        var reply = server.get(path());
        if (reply.isGood() && !JsonTree.text(reply.object(), "binaryData", KEY).equals(encoded)) {
            throw new TakenOver();
        }
        return reply;
    }

    /// Another replica has written the memory.
    static final class TakenOver extends IOException {

        private TakenOver() {
            super("another replica has written the memory; this one reads it again");
        }
    }

    private Reply write(String encoded) throws IOException {
        var metadata = Trees.ordered("name", NAME, "namespace", namespace);
        if (!resourceVersion.isEmpty()) {
            metadata.put("resourceVersion", resourceVersion);
        }
        var object =
                Trees.ordered(
                        "apiVersion",
                        "v1",
                        "kind",
                        "ConfigMap",
                        "metadata",
                        metadata,
                        "binaryData",
                        Map.of(KEY, encoded));
        return resourceVersion.isEmpty()
                ? server.create(folder(), object)
                : server.patch(path(), object);
    }

    private String text() {
        return Json.text(Map.of("loops", List.copyOf(loops.values())));
    }

    private static byte[] compressed(String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private String folder() {
        return "/api/v1/namespaces/" + namespace + "/configmaps";
    }

    private String path() {
        return folder() + "/" + NAME;
    }
}

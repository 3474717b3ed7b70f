package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.groups.Leaving;
import dev.plimsoll.turn.LoopId;
import dev.plimsoll.turn.Remembered;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The memory of loops in a ConfigMap, against a server that keeps it under its versions.
class ClusterMemoryTest {

    @TempDir Path folder;

    private final List<String> said = new ArrayList<>();
    private Map<String, Object> stored = Map.of();
    private long version;
    private boolean losesTheNextReply;
    private ScriptedServer server;
    private ApiServer connection;

    @BeforeEach
    void start() throws IOException {
        server = new ScriptedServer(folder, this::answer);
        connection = server.connect();
    }

    @AfterEach
    void stop() {
        connection.close();
        server.close();
    }

    @Test
    void theNextLeaderRecallsWhatWasKept() throws IOException {
        var memory = read();
        memory.keep(remembered("web"));
        memory.keep(remembered("batch"));
        memory.flush();

        assertThat(recalled()).containsExactlyInAnyOrder("web", "batch");
        assertThat(read().recall().getFirst().past()).isEqualTo(GroupPast.START);
    }

    @Test
    void writesOnlyWhatHasChanged() throws IOException {
        var memory = read();
        memory.keep(remembered("web"));
        memory.flush();
        int requests = server.requests().size();

        memory.keep(remembered("web"));
        memory.flush();

        assertThat(server.requests()).hasSize(requests);
    }

    /// The API server may be killed between the write and its reply.
    @Test
    void knowsItsOwnWriteAgainWhoseReplyGotLost() throws IOException {
        var memory = read();
        memory.keep(remembered("web"));
        memory.flush();
        memory.keep(remembered("batch"));
        losesTheNextReply = true;
        assertThatThrownBy(memory::flush).isInstanceOf(IOException.class);

        memory.flush();
        memory.forget(new LoopId("Leaving", "web"));
        memory.flush();

        assertThat(recalled()).containsExactly("batch");
        assertThat(said).isEmpty();
    }

    @Test
    void doesNotOverwriteWhatAnotherReplicaHasWritten() throws IOException {
        var memory = read();
        var other = read();
        other.keep(remembered("web"));
        other.flush();
        memory.keep(remembered("batch"));

        assertThatThrownBy(memory::flush)
                .isInstanceOf(ClusterMemory.TakenOver.class)
                .hasMessage("another replica has written the memory; this one reads it again");

        assertThat(recalled()).containsExactly("web");
    }

    @Test
    void startsWithoutAMemoryThatIsDamaged() throws IOException {
        var memory = read();
        memory.keep(remembered("web"));
        memory.flush();
        stored = Map.of("metadata", Map.of(), "binaryData", Map.of("loops.json.gz", "H4sIAAAA"));

        assertThat(read().recall()).isEmpty();
        assertThat(said)
                .containsExactly(
                        "the memory ops/plimsoll-memory cannot be read; loops start without it");
    }

    private ClusterMemory read() throws IOException {
        return ClusterMemory.read(connection, "ops", said::add);
    }

    private List<String> recalled() throws IOException {
        return read().recall().stream().map(memory -> memory.loop().name()).toList();
    }

    private static Remembered<?> remembered(String group) {
        return new Remembered<>(
                new LoopId("Leaving", group),
                List.of(group),
                new Leaving(),
                GroupPast.START,
                List.of());
    }

    private synchronized void answer(ScriptedServer.Asked asked) throws IOException {
        if (asked.is("GET")) {
            asked.answer(stored.isEmpty() ? 404 : 200, Json.text(stored));
            return;
        }
        var expected = JsonTree.text(asked.object(), "metadata", "resourceVersion");
        boolean isNew = asked.is("POST");
        if (isNew != stored.isEmpty()
                || (!isNew && !expected.isEmpty() && !expected.equals("" + version))) {
            asked.answer(409, "{\"message\":\"conflict\"}");
            return;
        }
        version++;
        var object = new LinkedHashMap<>(asked.object());
        object.put("metadata", Map.of("resourceVersion", "" + version));
        stored = object;
        if (losesTheNextReply) {
            losesTheNextReply = false;
            asked.exchange().close();
        } else {
            asked.answer(200, Json.text(stored));
        }
    }
}

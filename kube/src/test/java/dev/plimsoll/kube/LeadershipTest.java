package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.JsonTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Replicas that compete for one lease.
class LeadershipTest {

    @TempDir Path folder;

    private final List<String> said = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();
    private Map<String, Object> lease = Map.of();
    private long version;
    private volatile String malformed = "";
    private ScriptedServer server;

    @BeforeEach
    void start() throws IOException {
        server = new ScriptedServer(folder, this::answer);
        open.add(server);
    }

    @AfterEach
    void stop() throws Exception {
        for (var each : open.reversed()) {
            each.close();
        }
    }

    @Test
    void oneOfTwoHoldsTheLease() throws Exception {
        var first = replica("a", () -> true);
        await(first::isHeld);
        var second = replica("b", () -> true);
        Thread.sleep(2_500);

        assertThat(first.isHeld()).isTrue();
        assertThat(second.isHeld()).isFalse();
        assertThat(second.refusal()).contains("this replica does not hold the lease ops/plimsoll");
    }

    @Test
    void theNextOneLeadsWhenTheLeaseIsGivenBack() throws Exception {
        var first = replica("a", () -> true);
        await(first::isHeld);
        var second = replica("b", () -> true);

        first.close();

        await(second::isHeld);
        assertThat(first.isHeld()).isFalse();
    }

    /// It renews the lease as long as it can, although it cannot act.
    @Test
    void aReplicaThatDoesNotKnowTheClusterLeavesTheLeaseToOthers() throws Exception {
        var knows = new AtomicBoolean(true);
        var first = replica("a", knows::get);
        await(first::isHeld);
        var second = replica("b", () -> true);

        knows.set(false);

        await(second::isHeld);
        assertThat(first.isHeld()).isFalse();
        assertThat(first.problem())
                .isEqualTo(
                        "leaves the lease to other replicas, because it does not know the"
                                + " cluster");
    }

    @Test
    void goesOnAfterAReplyThatMakesNoSense() throws Exception {
        malformed = "{\"metadata\": ";
        var replica = replica("a", () -> true);
        await(() -> !replica.problem().isEmpty());
        assertThat(replica.problem()).endsWith("replied with malformed JSON");

        malformed = "";

        await(replica::isHeld);
    }

    private Leadership replica(String identity, BooleanSupplier mayLead) {
        var connection = server.connect();
        open.add(connection);
        var leadership =
                new Leadership(connection, "ops", "plimsoll", identity, mayLead, said::add);
        open.add(leadership);
        leadership.start();
        return leadership;
    }

    private synchronized void answer(ScriptedServer.Asked asked) throws IOException {
        if (!malformed.isEmpty()) {
            asked.answer(200, malformed);
            return;
        }
        if (asked.is("GET")) {
            asked.answer(lease.isEmpty() ? 404 : 200, Json.text(lease));
            return;
        }
        var expected = JsonTree.text(asked.object(), "metadata", "resourceVersion");
        if (!lease.isEmpty() && !expected.equals("" + version)) {
            asked.answer(409, "{\"message\":\"conflict\"}");
            return;
        }
        version++;
        var spec = new LinkedHashMap<>(JsonTree.map(JsonTree.at(lease, "spec")));
        spec.putAll(JsonTree.map(JsonTree.at(asked.object(), "spec")));
        lease = Map.of("metadata", Map.of("resourceVersion", "" + version), "spec", spec);
        asked.answer(200, Json.text(lease));
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + 20_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.sleep(5);
        }
    }
}

package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.JsonTree;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// The controller among faults of API servers, etcd and connections.
@Tag("e2e")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApiServerFaultsTest {

    private final Faults faults = new Faults();
    private final ControlPlane plane = faults.plane();

    @TempDir Path folder;

    @AfterAll
    void stop() {
        plane.close();
    }

    @Test
    void goesOnWhenTheApiServerIsKilled() {
        var group = NodeGroup.create(plane, "killed", 2, 8);
        try (var replica = faults.start(folder, group, "a", plane.server())) {
            replica.awaitSays("turn nodes=");
            var server = plane.component(Program.API_SERVER);

            server.kill();
            replica.awaitSays("no turn: ");
            server.restart();
            group.scale(30);

            faults.awaitNeeded(group);
            faults.end(replica);
        }
    }

    /// The restarted API server does not know the versions from which the watches go on.
    @Test
    void listsAgainWhatAWatchCannotContinue() {
        var group = NodeGroup.create(plane, "relisted", 2, 8);
        try (var replica = faults.start(folder, group, "a", plane.server())) {
            replica.awaitSays("turn nodes=");
            long lists = listsOfPods();

            replica.pause();
            plane.component(Program.API_SERVER).restart();
            group.scale(30);
            plane.await("16 pods to run", () -> group.running() == 16);
            replica.resume();

            faults.awaitNeeded(group);
            assertThat(listsOfPods()).isGreaterThan(lists);
            faults.end(replica);
        }
    }

    private long listsOfPods() {
        return faults.audit().requests().stream()
                .filter(request -> request.access().toString().equals("list pods"))
                .count();
    }

    @Test
    void goesOnWhenEtcdStalls() throws InterruptedException {
        var group = NodeGroup.create(plane, "stalled", 2, 30);
        var etcd = plane.component(Program.ETCD);
        try (var replica = faults.start(folder, group, "a", plane.server())) {
            replica.awaitSays("turn nodes=");

            etcd.pause();
            Thread.sleep(Duration.ofSeconds(12));
            etcd.resume();

            faults.awaitNeeded(group);
            faults.end(replica);
        }
    }

    @Test
    void goesOnWhenItsConnectionsAreCut() {
        var group = NodeGroup.create(plane, "cut", 2, 8);
        try (var proxy = new TcpProxy(plane.server());
                var replica = faults.start(folder, group, "a", proxy.server())) {
            replica.awaitSays("turn nodes=");

            proxy.cut();
            group.scale(30);
            proxy.cut();

            faults.awaitNeeded(group);
            faults.end(replica);
        }
    }

    @Test
    void goesOnAfterAStormOfOverload() throws InterruptedException {
        var group = NodeGroup.create(plane, "stormed", 2, 8);
        var small =
                plane.startApiServer(
                        "--max-requests-inflight=2", "--max-mutating-requests-inflight=1");
        try (var replica = faults.start(folder, group, "a", small.server())) {
            replica.awaitSays("turn nodes=");

            group.scale(30);
            storm(faults.api(small.server()));

            faults.awaitNeeded(group);
            assertThat(statuses(429)).isPositive();
            faults.end(replica);
        }
        small.component().kill();
    }

    /// For ten seconds more requests than the API server answers.
    private static void storm(Api api) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        Callable<Boolean> requests =
                () -> {
                    while (System.nanoTime() < end) {
                        api.ask("GET", Api.path("v1", "Pod", ""), Map.of());
                    }
                    return true;
                };
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.invokeAll(Collections.nCopies(20, requests));
        }
    }

    /// Somebody else writes every node and every object of the controller all the time.
    @Test
    void goesOnAfterAStormOfConflicts() {
        var group = NodeGroup.create(plane, "contended", 6, 6);
        try (var replica = faults.start(folder, group, "a", plane.server())) {
            replica.awaitSays("leads as");

            contend(group);

            plane.await("nodes to go", () -> group.nodes().size() == 2);
            plane.await("6 pods to run", () -> group.running() == 6);
            assertThat(statuses(409)).isPositive();
            faults.end(replica);
        }
    }

    private void contend(NodeGroup group) {
        long end = System.nanoTime() + Duration.ofSeconds(15).toNanos();
        var maps = Api.path("v1", "ConfigMap", "plimsoll");
        var nodes = Api.path("v1", "Node", "");
        for (int i = 0; System.nanoTime() < end; i++) {
            var change = mark(i);
            plane.api().ask("PATCH", maps + "/plimsoll-memory", change);
            plane.api().ask("PATCH", maps + "/plimsoll-nodes", change);
            for (var node : group.nodes()) {
                var name = JsonTree.text(node, "metadata", "name");
                plane.api().ask("PATCH", nodes + "/" + name, change);
            }
        }
    }

    private static Map<String, Object> mark(int number) {
        return Map.of("metadata", Map.of("annotations", Map.of("example.com/at", "" + number)));
    }

    private long statuses(int status) {
        return faults.audit().requests().stream()
                .filter(request -> request.status() == status)
                .count();
    }

    /// Each replica has an API server of its own, and that of the leader stands still.
    @Test
    void handsOverBetweenTwoApiServers() {
        var group = NodeGroup.create(plane, "servers", 2, 8);
        var other = plane.startApiServer();
        try (var first = faults.start(folder, group, "first", other.server())) {
            first.awaitSays("leads as");
            try (var second = faults.start(folder, group, "second", plane.server())) {
                second.awaitSays("runs on");

                other.component().pause();
                group.scale(30);
                second.awaitSays("leads as");
                faults.awaitNeeded(group);
                other.component().resume();

                first.awaitSays("does not lead any more");
                assertThat(group.nodes()).hasSize(Faults.NEEDED);
                faults.end(second);
            }
            faults.end(first);
        }
        other.component().kill();
    }
}

package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.e2e.NodeGroup.Managed;
import dev.plimsoll.e2e.RequestProxy.Sent;
import dev.plimsoll.formats.JsonTree;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// The controller among faults of API servers, etcd and connections.
@Tag("e2e")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ParameterizedClass(name = "of groups managed by {0}")
@EnumSource(Managed.class)
class ApiServerFaultsTest {

    /// Overloads an API server, which serves all users alike.
    private static final User STORM = User.named("storm");

    /// A request that changes nothing, and counts as one that does.
    private static final Map<String, Object> REVIEW =
            Map.of(
                    "apiVersion",
                    "authorization.k8s.io/v1",
                    "kind",
                    "SelfSubjectAccessReview",
                    "spec",
                    Map.of("resourceAttributes", Map.of("verb", "list", "resource", "pods")));

    @Parameter Managed managed;

    private Faults faults;
    private ControlPlane plane;

    @TempDir Path folder;

    @BeforeParameterizedClassInvocation
    void start() {
        faults = new Faults(Setup.whole().withUser(STORM), managed);
        plane = faults.plane();
        Roles.grant(
                plane, STORM, "storm", List.of(Roles.rule("", List.of("pods"), List.of("list"))));
    }

    @AfterParameterizedClassInvocation
    void stop() {
        faults.close();
    }

    @Test
    void goesOnWhenTheApiServerIsKilled() {
        var group = faults.group("killed", 2, 8);
        try (var replica = faults.start(folder, group, "a", plane.server())) {
            replica.awaitSays("turn nodes=");
            var server = plane.component(Program.API_SERVER);

            server.kill();
            replica.awaitSays("no turn: ");
            server.restart();
            group.scale(30);

            faults.awaitNeeded(group);
            faults.end(replica, group);
        }
    }

    /// The restarted API server does not know the versions from which the watches go on.
    @Test
    void listsAgainWhatAWatchCannotContinue() {
        var group = faults.group("relisted", 2, 8);
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
            faults.end(replica, group);
        }
    }

    private long listsOfPods() {
        return faults.audit().requests().stream()
                .filter(request -> request.access().toString().equals("list pods"))
                .count();
    }

    @Test
    void goesOnWhenEtcdStalls() throws InterruptedException {
        var group = faults.group("stalled", 2, 30);
        var etcd = plane.component(Program.ETCD);
        try (var replica = faults.start(folder, group, "a", plane.server())) {
            replica.awaitSays("turn nodes=");

            etcd.pause();
            Thread.sleep(Duration.ofSeconds(12));
            etcd.resume();

            faults.awaitNeeded(group);
            faults.end(replica, group);
        }
    }

    @Test
    void goesOnWhenItsConnectionsAreCut() {
        var group = faults.group("cut", 2, 8);
        try (var proxy = new TcpProxy(plane.server());
                var replica = faults.start(folder, group, "a", proxy.server())) {
            replica.awaitSays("turn nodes=");

            proxy.cut();
            group.scale(30);
            proxy.cut();

            faults.awaitNeeded(group);
            faults.end(replica, group);
        }
    }

    /// The API server has written the order, and its reply is lost with it.
    @Test
    void ordersOnceWhenTheApiServerIsKilledBeforeItsReply() {
        var group = faults.group("unordered", 2, 30);

        killBeforeReply(group, request -> request.isWriteOf("plimsoll-nodes"));
    }

    @Test
    void goesOnWhenTheApiServerIsKilledBeforeTheReplyToItsMemory() {
        var group = faults.group("forgotten", 2, 30);

        killBeforeReply(group, request -> request.isWriteOf("plimsoll-memory"));
    }

    private void killBeforeReply(NodeGroup group, Predicate<Sent> write) {
        try (var proxy = faults.proxy()) {
            var reply = proxy.stopReply(write);
            try (var replica = faults.start(folder, group, "a", proxy.server())) {
                reply.await();
                var server = plane.component(Program.API_SERVER);
                server.kill();
                proxy.cut(write);
                server.restart();

                faults.awaitNeeded(group);
                faults.end(replica, group);
            }
        }
    }

    @Test
    void growsInAStormOfOverload() throws InterruptedException {
        var group = faults.group("stormed", 2, 8);
        var small = smallServer();
        try (var replica = faults.start(folder, group, "a", small.server())) {
            replica.awaitSays("turn nodes=");
            group.scale(30);
            long before = overloads();
            storm(small, Duration.ZERO, () -> overloads() > before + 3);

            faults.awaitNeeded(group);
            faults.end(replica, group);
        }
        small.component().kill();
    }

    /// It evicts pods while the API server is overloaded half of the time.
    @Test
    void evictsInAStormOfOverload() throws InterruptedException {
        var group = faults.group("swept", 3, 6);
        plane.await("6 pods to run", () -> group.running() == 6);
        var small = smallServer();
        try (var replica = faults.start(folder, group, "a", small.server())) {
            replica.awaitSays("leads as");
            storm(small, Duration.ofSeconds(1), () -> group.nodes().size() <= 2);

            plane.await("6 pods to run", () -> group.running() == 6);
            assertThat(overloads()).isPositive();
            faults.end(replica, group);
        }
        small.component().kill();
    }

    private ApiServer smallServer() {
        return plane.startApiServer(
                "--max-requests-inflight=2", "--max-mutating-requests-inflight=1");
    }

    /// Another user sends more requests than the API server answers: for ten seconds at least, and
    /// until it is enough.
    ///
    /// @param pause the time without requests after each second
    private void storm(ApiServer server, Duration pause, BooleanSupplier isEnough)
            throws InterruptedException {
        var api = plane.api(STORM, server.server());
        var isOver = new AtomicBoolean();
        Callable<Boolean> requests =
                () -> {
                    while (!isOver.get()) {
                        long end = System.nanoTime() + Duration.ofSeconds(1).toNanos();
                        while (System.nanoTime() < end) {
                            api.ask("GET", Api.path("v1", "Pod", ""), Map.of());
                            api.ask("POST", Api.siblings(REVIEW), REVIEW);
                        }
                        Thread.sleep(pause);
                    }
                    return true;
                };
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var coming = Collections.nCopies(20, requests).stream().map(threads::submit).toList();
            try {
                Thread.sleep(Duration.ofSeconds(10));
                plane.await("enough of a storm", isEnough);
            } finally {
                isOver.set(true);
            }
            assertThat(coming).allSatisfy(storm -> assertThat(storm.get()).isTrue());
        }
    }

    /// The requests of the controller itself that the API server had no room for. An eviction may
    /// be refused with the same status because of a budget, so it does not count.
    private long overloads() {
        return faults.audit().requests().stream()
                .filter(request -> request.status() == 429)
                .filter(request -> !request.is("create pods/eviction"))
                .count();
    }

    /// Somebody else writes every node and every object of the controller all the time.
    @Test
    void goesOnAfterAStormOfConflicts() {
        var group = faults.group("contended", 6, 6);
        try (var replica = faults.start(folder, group, "a", plane.server())) {
            replica.awaitSays("leads as");

            contend(group);

            plane.await("nodes to go", () -> group.nodes().size() <= 2);
            plane.await("6 pods to run", () -> group.running() == 6);
            assertThat(statuses(409)).isPositive();
            faults.end(replica, group);
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
        var group = faults.group("servers", 2, 8);
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
                assertThat(group.nodes()).hasSize(group.nodesFor(30));
                faults.end(second, group);
            }
            faults.end(first, group);
        }
        other.component().kill();
    }
}

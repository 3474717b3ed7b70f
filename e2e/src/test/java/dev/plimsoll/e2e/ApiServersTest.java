package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Two API servers serve the same objects, one of them badly, and a network between fails.
@Tag("e2e")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApiServersTest {

    private static final String NODES = Api.path("v1", "Node", "");
    private static final String NAMESPACES = Api.path("v1", "Namespace", "");

    private final ControlPlane plane;

    ApiServersTest() {
        plane = ControlPlane.start(Setup.of().withAudit(User.PLIMSOLL));
        var rule = Roles.rule("", List.of("nodes"), List.of("list", "watch"));
        Roles.grant(plane, User.PLIMSOLL, "reader", List.of(rule));
    }

    @AfterAll
    void stop() {
        plane.close();
    }

    @Test
    void anOverloadedServerAnswersAStormWith429() throws InterruptedException {
        var small =
                plane.startApiServer(
                        "--max-requests-inflight=2", "--max-mutating-requests-inflight=1");
        var api = plane.api(User.PLIMSOLL, small.server());
        plane.await("the role", () -> api.ask("GET", NODES, Map.of()).isGood());
        for (int i = 0; i < 50; i++) {
            plane.api().create(Manifests.node("n" + i, "4", "16Gi"));
        }

        var refused = storm(api).stream().filter(answer -> answer.status() == 429).toList();

        assertThat(refused).isNotEmpty();
        assertThat(refused).allMatch(answer -> answer.retryAfter().equals("1"));
        assertThat(storm(plane.api(User.ADMIN, small.server()))).allMatch(Api.Answer::isGood);
        assertThat(plane.audit(User.PLIMSOLL).accesses()).hasToString("[list nodes]");
        small.component().kill();
    }

    @Test
    void aServerCutsWatches() {
        var hasty = plane.startApiServer("--min-request-timeout=5");
        var api = plane.api(User.ADMIN, hasty.server());
        var timeline = new Timeline();

        api.ask("GET", NAMESPACES + "?watch=true", Map.of());

        assertThat(timeline.note("watch of a hasty API server ended"))
                .isBetween(Duration.ofSeconds(5), Duration.ofSeconds(12));
        hasty.component().kill();
    }

    @Test
    void aClientFailsOver() {
        var second = plane.startApiServer();
        try (var proxy = new TcpProxy(second.server())) {
            var api = plane.api(User.ADMIN, proxy.server());
            api.create(Manifests.namespace("moved"));

            second.component().kill();
            assertThatThrownBy(() -> api.get(NAMESPACES)).isInstanceOf(UncheckedIOException.class);
            proxy.forwardTo(plane.server());

            assertThat(api.get(NAMESPACES + "/moved")).isNotEmpty();
            assertThat(plane.kubeconfig(User.PLIMSOLL, proxy.server()))
                    .content()
                    .contains(proxy.server().toString());
        }
    }

    @Test
    void aProxyCutsRefusesAndDelays() {
        try (var proxy = new TcpProxy(plane.server())) {
            var api = plane.api(User.ADMIN, proxy.server());
            assertThat(api.list(NAMESPACES)).isNotEmpty();

            proxy.refuse();
            assertThat(api.list(NAMESPACES)).as("on the open connection").isNotEmpty();
            proxy.cut();
            assertThatThrownBy(() -> api.list(NAMESPACES)).isInstanceOf(UncheckedIOException.class);

            proxy.accept();
            proxy.delay(Duration.ofMillis(300));
            var timeline = new Timeline();
            assertThat(api.list(NAMESPACES)).isNotEmpty();
            assertThat(timeline.note("answer through a slow network"))
                    .isGreaterThan(Duration.ofMillis(600));
        }
    }

    private static List<Api.Answer> storm(Api api) throws InterruptedException {
        Callable<Api.Answer> request = () -> api.ask("GET", NODES, Map.of());
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return threads.invokeAll(Collections.nCopies(100, request)).stream()
                    .map(Future::resultNow)
                    .toList();
        }
    }
}

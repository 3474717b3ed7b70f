package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.document.PolicyFile;
import dev.plimsoll.kube.Access;
import dev.plimsoll.kube.ApiServer;
import dev.plimsoll.kube.Controller;
import dev.plimsoll.turn.Journal;
import dev.plimsoll.turn.Memory;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The controller in the process of the test, with a clock that the test moves.
@Tag("e2e")
class ClockJumpTest {

    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    private final AtomicBoolean isStopping = new AtomicBoolean();
    private final AtomicInteger turns = new AtomicInteger();

    @Test
    void noGracePeriodEndsInAJump() throws Exception {
        try (var plane = ControlPlane.start(Setup.whole())) {
            var group = NodeGroup.create(plane, "jumped", 3, 3);
            plane.await("3 pods to run", () -> group.running() == 3);
            try (var server = server(plane);
                    var controller = controller(server, group)) {
                controller.start();
                var thread = Thread.ofVirtual().start(() -> run(controller));
                plane.await("two nodes to drain", () -> draining(group) == 2);

                ahead.set(Duration.ofHours(2));
                awaitTurns(plane, 5);
                assertThat(group.nodes()).hasSize(3);
                ahead.set(Duration.ofHours(-2));
                awaitTurns(plane, 5);
                assertThat(group.nodes()).hasSize(3);
                assertThat(group.running()).isEqualTo(3);

                ahead.set(Duration.ZERO);
                isStopping.set(true);
                thread.join();
            }
        }
    }

    private static ApiServer server(ControlPlane plane) {
        return ApiServer.of(new Access(Optional.of(plane.kubeconfig(User.ADMIN)), ""));
    }

    /// The nodes are emptied after ten minutes of draining.
    private Controller controller(ApiServer server, NodeGroup group) {
        var text =
                group.policy()
                        .replace("softDeleteGracePeriod: 2s", "softDeleteGracePeriod: 5m")
                        .replace("hardDeleteGracePeriod: 4s", "hardDeleteGracePeriod: 10m");
        var policy = new AtomicReference<>(PolicyFile.read(Source.text("policy", text)));
        return new Controller(
                server,
                new Controller.Options(group.name(), "clock", Duration.ofSeconds(1), false, 1),
                new Controller.Pace(() -> Instant.now().plus(ahead.get()), 1),
                Optional.empty(),
                () -> Optional.ofNullable(policy.getAndSet(null)),
                Journal.none(),
                Memory.none(),
                new Controller.Listeners(
                        System.out::println, _ -> turns.incrementAndGet(), _ -> {}),
                _ -> {});
    }

    private void run(Controller controller) {
        try {
            controller.runUntil(isStopping::get);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitTurns(ControlPlane plane, int more) {
        int begin = turns.get();
        plane.await(more + " turns", () -> turns.get() >= begin + more);
    }

    private static long draining(NodeGroup group) {
        return group.nodes().stream()
                .filter(node ->
                        JsonTree.maps(node, "spec", "taints").stream()
                                .anyMatch(taint ->
                                        JsonTree.text(taint, "key").startsWith("plimsoll.dev/")))
                .count();
    }
}

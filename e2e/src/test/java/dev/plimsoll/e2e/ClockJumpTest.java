package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.document.PolicyFile;
import dev.plimsoll.formats.journal.JournalFile;
import dev.plimsoll.kube.Access;
import dev.plimsoll.kube.ApiServer;
import dev.plimsoll.kube.Controller;
import dev.plimsoll.turn.Memory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The controller in the process of the test, with a clock that the test moves. A second of the
/// machine is a minute of that clock.
@Tag("e2e")
class ClockJumpTest {

    private static final int SPEED = 60;
    private static final Duration JUMP = Duration.ofHours(2);

    private final Instant start = Instant.now();
    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    private final AtomicBoolean isStopping = new AtomicBoolean();
    private final AtomicInteger turns = new AtomicInteger();

    @TempDir Path folder;

    /// The nodes are removed after twenty minutes of draining, in which a jump does not count. A
    /// jump is known to within three turns, of a minute each.
    @Test
    void aGracePeriodEndsLaterByTheTimeOfAJump() throws Exception {
        var journal = folder.resolve("journal");
        try (var plane = ControlPlane.start(Setup.whole())) {
            var group = NodeGroup.create(plane, "jumped", 3, 1);
            plane.await("a pod to run", () -> group.running() == 1);
            var drains = new Drains(group);
            try (var server = server(plane);
                    var file = new JournalFile(journal, 1 << 26, "test", ClockJumpTest::say);
                    var controller = controller(server, group, file)) {
                controller.start();
                var thread = Thread.ofVirtual().start(() -> run(controller));
                plane.await("two nodes to drain", () -> drains.since().size() == 2);
                var since = drains.since().values().iterator().next();
                awaitTurns(plane, 3);

                ahead.set(JUMP);
                awaitTurns(plane, 5);
                assertThat(group.nodes()).hasSize(3);

                plane.await("two nodes to go", () -> group.nodes().size() == 1);
                assertThat(now())
                        .isCloseTo(
                                since.plus(Duration.ofMinutes(20)).plus(JUMP),
                                within(4, ChronoUnit.MINUTES));
                assertThat(group.running()).isEqualTo(1);
                isStopping.set(true);
                thread.join();
            }
        }
        assertThat(Plimsoll.run(folder, "replay", journal.toString()).code()).isZero();
    }

    /// A clock that was set back ends nothing early, and everything when it shows that time.
    @Test
    void aGracePeriodEndsWhenAClockThatWasSetBackShowsItsEnd() throws Exception {
        var journal = folder.resolve("journal");
        try (var plane = ControlPlane.start(Setup.whole())) {
            var group = NodeGroup.create(plane, "setback", 3, 1);
            plane.await("a pod to run", () -> group.running() == 1);
            var drains = new Drains(group);
            try (var server = server(plane);
                    var file = new JournalFile(journal, 1 << 26, "test", ClockJumpTest::say);
                    var controller = controller(server, group, file)) {
                controller.start();
                var thread = Thread.ofVirtual().start(() -> run(controller));
                plane.await("two nodes to drain", () -> drains.since().size() == 2);
                var since = drains.since().values().iterator().next();
                awaitTurns(plane, 3);

                ahead.set(Duration.ofMinutes(-15));

                plane.await("two nodes to go", () -> group.nodes().size() == 1);
                assertThat(now())
                        .isCloseTo(
                                since.plus(Duration.ofMinutes(20)), within(4, ChronoUnit.MINUTES));
                isStopping.set(true);
                thread.join();
            }
        }
        assertThat(Plimsoll.run(folder, "replay", journal.toString()).code()).isZero();
    }

    private Instant now() {
        return start.plus(Duration.between(start, Instant.now()).multipliedBy(SPEED))
                .plus(ahead.get());
    }

    private static ApiServer server(ControlPlane plane) {
        return ApiServer.of(new Access(Optional.of(plane.kubeconfig(User.ADMIN)), ""));
    }

    private Controller controller(ApiServer server, NodeGroup group, JournalFile journal) {
        var text =
                group.policy()
                        .replace("softDeleteGracePeriod: 2s", "softDeleteGracePeriod: 20m")
                        .replace("hardDeleteGracePeriod: 4s", "hardDeleteGracePeriod: 40m");
        var policy = new AtomicReference<>(PolicyFile.read(Source.text("policy", text)));
        return new Controller(
                server,
                new Controller.Options(group.name(), "clock", Duration.ofSeconds(1), false, 1),
                new Controller.Pace(this::now, SPEED),
                Optional.empty(),
                () -> Optional.ofNullable(policy.getAndSet(null)),
                journal,
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

    private static void say(String sentence) {
        System.out.println(sentence);
    }
}

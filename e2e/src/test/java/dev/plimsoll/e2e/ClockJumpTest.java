package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.e2e.NodeGroup.Managed;
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
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The controller in the process of the test, with a clock that the test moves. A second of the
/// machine is a minute of that clock.
@Tag("e2e")
class ClockJumpTest {

    private static final int SPEED = 60;
    private static final Duration JUMP = Duration.ofHours(2);
    private static final Duration BACK = Duration.ofMinutes(-15);

    /// The grace period of a drain, or the time for which a node is unneeded before it drains.
    private static final Duration TIME = Duration.ofMinutes(20);

    private final Instant start = Instant.now();
    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    private final AtomicBoolean isStopping = new AtomicBoolean();
    private final AtomicInteger turns = new AtomicInteger();

    @TempDir Path folder;

    /// The nodes are removed after twenty minutes of draining, in which a jump does not count. A
    /// jump is known to within three turns, of a minute each.
    @Test
    void aGracePeriodEndsLaterByTheTimeOfAJump() throws Exception {
        run(
                Managed.UTILISATION,
                "jumped",
                run -> {
                    var since = run.awaitDrains();
                    awaitTurns(run.plane(), 3);

                    ahead.set(JUMP);
                    awaitTurns(run.plane(), 5);
                    assertThat(run.group().nodes()).hasSize(3);

                    run.awaitOneNode();
                    assertThat(now())
                            .isCloseTo(since.plus(TIME).plus(JUMP), within(4, ChronoUnit.MINUTES));
                    assertThat(run.group().running()).isEqualTo(1);
                });
    }

    /// A clock that was set back ends nothing early, and everything when it shows that time.
    @Test
    void aGracePeriodEndsWhenAClockThatWasSetBackShowsItsEnd() throws Exception {
        run(
                Managed.UTILISATION,
                "setback",
                run -> {
                    var since = run.awaitDrains();
                    awaitTurns(run.plane(), 3);

                    ahead.set(BACK);

                    run.awaitOneNode();
                    assertThat(now()).isCloseTo(since.plus(TIME), within(4, ChronoUnit.MINUTES));
                });
    }

    /// Two nodes without pods are drained after they have been unneeded for twenty minutes, in
    /// which a jump does not count.
    @Test
    void aNodeStaysUnneededForLongerByTheTimeOfAJump() throws Exception {
        run(
                Managed.PODS,
                "idle",
                run -> {
                    awaitTurns(run.plane(), 1);
                    var since = now();
                    awaitTurns(run.plane(), 3);

                    ahead.set(JUMP);
                    awaitTurns(run.plane(), 5);
                    assertThat(run.group().nodes()).hasSize(3);
                    assertThat(run.drains().since()).isEmpty();

                    var drained = run.awaitDrains();
                    assertThat(drained)
                            .isCloseTo(since.plus(TIME).plus(JUMP), within(4, ChronoUnit.MINUTES));
                    run.awaitOneNode();
                    assertThat(run.group().running()).isEqualTo(1);
                });
    }

    @Test
    void aNodeIsDrainedWhenAClockThatWasSetBackShowsItsTime() throws Exception {
        run(
                Managed.PODS,
                "idleback",
                run -> {
                    awaitTurns(run.plane(), 1);
                    var since = now();
                    awaitTurns(run.plane(), 3);

                    ahead.set(BACK);

                    assertThat(run.awaitDrains())
                            .isCloseTo(since.plus(TIME), within(4, ChronoUnit.MINUTES));
                    run.awaitOneNode();
                });
    }

    /// A controller that shrinks a group of three nodes to one.
    private record Run(ControlPlane plane, NodeGroup group, Drains drains) {

        /// @return when the second of two nodes began to drain
        Instant awaitDrains() {
            plane.await("two nodes to drain", () -> drains.since().size() == 2);
            return Collections.max(drains.since().values());
        }

        void awaitOneNode() {
            plane.await("two nodes to go", () -> group.nodes().size() == 1);
        }
    }

    /// Lets a controller run until the test is over, and replays its journal.
    private void run(Managed managed, String name, Consumer<Run> test) throws Exception {
        var journal = folder.resolve("journal");
        try (var plane = ControlPlane.start(Setup.whole())) {
            var group = new NodeGroup(plane, name, managed).create(3, 1);
            plane.await("a pod to run", () -> group.running() == 1);
            var drains = new Drains(group);
            try (var server = server(plane);
                    var file = new JournalFile(journal, 1 << 26, "test", ClockJumpTest::say);
                    var controller = controller(server, group, file)) {
                controller.start();
                var thread = Thread.ofVirtual().start(() -> run(controller));
                test.accept(new Run(plane, group, drains));
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
                        .replace("unneededFor: 5s", "unneededFor: 20m")
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

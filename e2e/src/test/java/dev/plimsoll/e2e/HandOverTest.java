package dev.plimsoll.e2e;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.e2e.RequestProxy.Sent;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// A leader that drains nodes ends or stands still between its decision and its steps, and another
/// replica goes on: nothing is done twice, and no timer starts again.
@Tag("e2e")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HandOverTest {

    private final Faults faults = new Faults();
    private final ControlPlane plane = faults.plane();

    @TempDir Path folder;

    @AfterAll
    void stop() {
        faults.close();
    }

    @Test
    void drainsOnceAfterALeaderThatHadOnlyDecided() {
        var group = faults.group("drained", 3, 1);
        var drains = new Drains(group);

        killBefore(group, Sent::isDrain, group.policy());
        assertThat(drains.since()).isEmpty();

        try (var second = faults.start(folder, group, "second", plane.server())) {
            drains.awaitGone(2);
            faults.end(second, group);
        }
        assertStepsAreTakenOnce(drains);
    }

    /// The first of two drains is done when the leader ends: its grace period goes on, and that of
    /// the second begins later.
    @Test
    void keepsTheGracePeriodOfADrain() {
        var group = faults.group("timed", 3, 1);
        var policy =
                group.policy()
                        .replace("softDeleteGracePeriod: 2s", "softDeleteGracePeriod: 30s")
                        .replace("hardDeleteGracePeriod: 4s", "hardDeleteGracePeriod: 60s");
        var drains = new Drains(group);

        try (var proxy = faults.proxy();
                var first = faults.start(folder, group, "first", proxy.server(), policy)) {
            var reply = proxy.stopReply(Sent::isDrain);
            reply.await();
            assertThat(first.killAndReplay().code()).isZero();
        }
        assertThat(drains.since()).hasSize(1);

        try (var second = faults.start(folder, group, "second", plane.server(), policy)) {
            drains.awaitGone(2);
            faults.end(second, group);
        }
        drains.gone()
                .forEach((node, gone) ->
                        assertThat(gone)
                                .isCloseTo(
                                        requireNonNull(drains.since().get(node)).plusSeconds(30),
                                        within(4, ChronoUnit.SECONDS)));
        assertStepsAreTakenOnce(drains);
    }

    @Test
    void evictsOnceAfterALeaderThatHadOnlyDecided() {
        var group = faults.group("evicted", 3, 3);
        plane.await("3 pods to run", () -> group.running() == 3);
        var policy = group.policy().replace("killAfter: 60s", "killAfter: 10m");
        var drains = new Drains(group);

        killBefore(group, Sent::isEviction, policy);
        assertThat(drains.since()).isNotEmpty();
        assertThat(faults.audit().done("create pods/eviction").keySet())
                .noneMatch(pod -> pod.startsWith("evicted-"));

        try (var second = faults.start(folder, group, "second", plane.server(), policy)) {
            drains.awaitGone(2);
            faults.end(second, group);
        }
        assertStepsAreTakenOnce(drains);
        assertThat(faults.audit().done("create pods/eviction"))
                .allSatisfy((_, times) -> assertThat(times).isEqualTo(1));
    }

    /// Its grace period is over, so its follower removes the node at once.
    @Test
    void removesOnceAfterALeaderThatHadOnlyDecided() {
        var group = faults.group("removed", 3, 1);
        var policy =
                group.policy()
                        .replace("softDeleteGracePeriod: 2s", "softDeleteGracePeriod: 15s")
                        .replace("hardDeleteGracePeriod: 4s", "hardDeleteGracePeriod: 60s");
        var drains = new Drains(group);

        killBefore(group, Sent::isRemoval, policy);
        assertThat(drains.since()).hasSize(2);
        assertThat(group.nodes()).hasSize(3);

        try (var second = faults.start(folder, group, "second", plane.server(), policy)) {
            second.awaitSays("leads as");
            var leads = Instant.now();
            drains.awaitGone(2);
            assertThat(drains.gone())
                    .allSatisfy((_, gone) -> assertThat(gone).isBefore(leads.plusSeconds(5)));
            faults.end(second, group);
        }
        assertStepsAreTakenOnce(drains);
    }

    /// It has asked for the first of two drains when it is paused, and gets the reply when another
    /// replica leads.
    @Test
    void takesNoFurtherStepOfItsPlanWhenAnotherLeads() {
        var group = faults.group("paused", 3, 1);

        pauseAt(group, Sent::isDrain);
    }

    /// It has asked for the first of several evictions of a node.
    @Test
    void evictsNoFurtherPodWhenAnotherLeads() {
        var group = faults.group("halted", 2, 4);
        plane.await("4 pods to run", () -> group.running() == 4);

        pauseAt(group, Sent::isEviction);
    }

    private void pauseAt(NodeGroup group, Predicate<Sent> step) {
        var drains = new Drains(group);
        int nodes = group.nodes().size();
        try (var proxy = faults.proxy();
                var first = faults.start(folder, group, "first", proxy.server())) {
            var reply = proxy.stopReply(step);
            reply.await();
            try (var second = faults.start(folder, group, "second", plane.server())) {
                second.awaitSays("runs on");
                first.pause();
                int sent = proxy.sent().size();
                reply.goOn();

                second.awaitSays("leads as");
                drains.awaitGone(nodes - 1);
                first.resume();

                first.awaitSays("does not lead any more");
                first.awaitSays("does not hold the lease");
                var later = proxy.sent();
                assertThat(later.subList(sent, later.size()))
                        .noneMatch(Sent::isStep)
                        .noneMatch(request -> request.isWriteOf("plimsoll-memory"));
                faults.end(second, group);
            }
            faults.end(first, group);
        }
        assertStepsAreTakenOnce(drains);
    }

    /// Its request does not reach the API server.
    private void killBefore(NodeGroup group, Predicate<Sent> step, String policy) {
        try (var proxy = faults.proxy();
                var first = faults.start(folder, group, "first", proxy.server(), policy)) {
            var request = proxy.stopRequest(step);
            request.await();
            var ended = first.killAndReplay();
            assertThat(ended.code()).isZero();
            assertThat(ended.out()).doesNotContain("same decisions: 0 ");
        }
    }

    private void assertStepsAreTakenOnce(Drains drains) {
        for (var request : List.of("patch nodes", "delete nodes")) {
            var done = faults.audit().done(request);
            assertThat(drains.gone().keySet())
                    .allSatisfy(node -> assertThat(done).containsEntry(node, 1));
        }
    }
}

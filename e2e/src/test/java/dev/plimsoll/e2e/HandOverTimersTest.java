package dev.plimsoll.e2e;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.e2e.NodeGroup.Managed;
import dev.plimsoll.e2e.RequestProxy.Sent;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// A leader ends while the timers of nodes run, and another replica goes on: no timer starts again.
@Tag("e2e")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HandOverTimersTest {

    private final Faults faults = new Faults();
    private final ControlPlane plane = faults.plane();

    @TempDir Path folder;

    @AfterAll
    void stop() {
        faults.close();
    }

    /// The first of two drains is done when the leader ends: its grace period goes on, and that of
    /// the second begins later.
    @Test
    void keepsTheGracePeriodOfADrain() {
        var group = faults.group("timed", 3, 1);
        var policy = graced(group, "30s");
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
    }

    /// Its grace period is over, so its follower removes the node at once.
    @Test
    void removesAtOnceANodeWhoseGracePeriodIsOver() {
        var group = faults.group("overdue", 3, 1);
        var policy = graced(group, "15s");
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
    }

    private static String graced(NodeGroup group, String time) {
        return group.policy()
                .replace("softDeleteGracePeriod: 2s", "softDeleteGracePeriod: " + time)
                .replace("hardDeleteGracePeriod: 4s", "hardDeleteGracePeriod: 60s");
    }

    /// Two nodes without pods have been unneeded for half of their time when the leader ends.
    @Test
    void keepsTheTimeForWhichNodesHaveBeenUnneeded() throws InterruptedException {
        var group = shrinking("unneeded");
        var policy = unneededFor(group, 30);
        var drains = new Drains(group);

        Instant decided;
        try (var first = faults.start(folder, group, "first", plane.server(), policy)) {
            first.awaitSays("turn nodes=");
            decided = Instant.now();
            Thread.sleep(Duration.ofSeconds(12));
            assertThat(first.killAndReplay().code()).isZero();
        }
        assertThat(drains.since()).isEmpty();

        try (var second = faults.start(folder, group, "second", plane.server(), policy)) {
            second.awaitSays("leads as");
            drains.awaitGone(2);
            faults.end(second, group);
        }
        assertThat(drains.since())
                .hasSize(2)
                .allSatisfy((_, since) ->
                        assertThat(since)
                                .isCloseTo(decided.plusSeconds(30), within(4, ChronoUnit.SECONDS)));
    }

    /// Both nodes have been unneeded for long enough when the leader ends, which has asked for the
    /// drain of the first one in vain.
    @Tag("smoke")
    @Test
    void drainsAtOnceNodesThatHaveBeenUnneededForLongEnough() {
        var group = shrinking("idle");
        var policy = unneededFor(group, 12);
        var drains = new Drains(group);

        killBefore(group, Sent::isDrain, policy);
        assertThat(drains.since()).isEmpty();

        try (var second = faults.start(folder, group, "second", plane.server(), policy)) {
            second.awaitSays("leads as");
            var leads = Instant.now();
            drains.awaitGone(2);
            assertThat(drains.since())
                    .hasSize(2)
                    .allSatisfy((_, since) -> assertThat(since).isBefore(leads.plusSeconds(5)));
            faults.end(second, group);
        }
    }

    private NodeGroup shrinking(String name) {
        var group = faults.create(new NodeGroup(plane, name, Managed.PODS), 3, 1, 3);
        plane.await("a pod to run", () -> group.running() == 1);
        return group;
    }

    private static String unneededFor(NodeGroup group, int seconds) {
        return group.policy().replace("unneededFor: 5s", "unneededFor: " + seconds + "s");
    }

    /// Its request does not reach the API server.
    private void killBefore(NodeGroup group, Predicate<Sent> step, String policy) {
        try (var proxy = faults.proxy();
                var first = faults.start(folder, group, "first", proxy.server(), policy)) {
            var request = proxy.stopRequest(step);
            request.await();
            assertThat(first.killAndReplay().code()).isZero();
        }
    }
}

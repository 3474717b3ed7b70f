package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.e2e.NodeGroup.Managed;
import dev.plimsoll.e2e.RequestProxy.Sent;
import java.nio.file.Path;
import java.util.List;
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

/// A leader that drains nodes ends or stands still between its decision and its steps, and another
/// replica goes on: nothing is done twice. `HandOverTimersTest` is about timers.
@Tag("e2e")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ParameterizedClass(name = "of groups managed by {0}")
@EnumSource(Managed.class)
class HandOverTest {

    /// One in ten of the nodes of a group may drain at once if they are empty.
    private static final int NODES_FOR_TWO_DRAINS = 11;

    @Parameter Managed managed;

    private Faults faults;
    private ControlPlane plane;

    @TempDir Path folder;

    @BeforeParameterizedClassInvocation
    void start() {
        faults = new Faults(Setup.whole(), managed);
        plane = faults.plane();
    }

    @AfterParameterizedClassInvocation
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

    @Test
    void removesOnceAfterALeaderThatHadOnlyDecided() {
        var group = faults.group("removed", 3, 1);
        var drains = new Drains(group);

        killBefore(group, Sent::isRemoval, group.policy());
        assertThat(drains.since()).isNotEmpty();
        assertThat(group.nodes()).hasSize(3);

        try (var second = faults.start(folder, group, "second", plane.server())) {
            drains.awaitGone(2);
            faults.end(second, group);
        }
        assertStepsAreTakenOnce(drains);
    }

    /// It has asked for the first of two drains when it is paused, and gets the reply when another
    /// replica leads.
    @Test
    void takesNoFurtherStepOfItsPlanWhenAnotherLeads() {
        var group = faults.group("paused", NODES_FOR_TWO_DRAINS, 1, NODES_FOR_TWO_DRAINS);

        pauseAt(group, Sent::isDrain);
    }

    /// It has asked for the first of two evictions from a node. A node is drained for its pods only
    /// if the disruption budget allows to evict all of them.
    @Test
    void evictsNoFurtherPodWhenAnotherLeads() {
        var group = faults.group("halted", 2, 4);
        plane.await("4 pods to run", () -> group.running() == 4);
        group.keepAvailable(2);

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

package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step;
import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.kube.TurnReport.Evicted;
import dev.plimsoll.selection.ObjectName;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventsTest {

    private static final Rule LOW = Rule.chose("below-threshold", "{subject} is nearly empty");
    private static final Rule DRAINED = Rule.chose("drained", "{subject} has no pods left");

    @TempDir Path folder;

    private final List<String> said = new ArrayList<>();
    private final Map<EventFate, Integer> fates =
            Collections.synchronizedMap(new EnumMap<>(EventFate.class));
    private final BackgroundRequests background = new BackgroundRequests(said::add);
    private WrittenObjects written;
    private ApiServer server;
    private Events events;

    @BeforeEach
    void start() throws IOException {
        written = new WrittenObjects(folder);
        server = written.connect();
        events =
                new Events(
                        server,
                        new Events.Writer("ops", "replica-1"),
                        background,
                        () -> "uid-of-status",
                        fate -> fates.merge(fate, 1, Math::addExact));
    }

    @AfterEach
    void stop() {
        background.close();
        server.close();
        written.close();
    }

    @Test
    void describesStepsOnNodesPodsAndTheStatus() throws InterruptedException {
        turn(
                new OneTurn()
                        .because(LOW, "web")
                        .because(DRAINED, "d")
                        .with(new Outcome.Done(new Step.ResizeGroup("web", 3, 5)))
                        .with(new Outcome.Failed(new Step.GiveUp("web", 5, 4), "no answer"))
                        .with(new Outcome.Done(new Step.DrainNode("a")))
                        .with(new Outcome.Done(new Step.UndrainNode("b")))
                        .with(new Outcome.Failed(new Step.EvictPods("c", 2), "shop/x: budget"))
                        .with(new Outcome.Done(new Step.RemoveNode("d", "web", 1)))
                        .with(new Outcome.Stale(new Step.RemoveNode("e", "web", 1)))
                        .with(new Evicted(new ObjectName("shop", "cart-1"), "uid-7", "c")));

        assertThat(written.objects().stream().map(EventsTest::line))
                .containsExactly(
                        "ops ConfigMap/plimsoll-status Normal ScaledUpGroup web 3 -> 5: web is"
                                + " nearly empty",
                        "ops ConfigMap/plimsoll-status Warning FailedToCancelMachines web 5 -> 4:"
                                + " no answer (tried because web is nearly empty)",
                        "default Node/a Normal DrainingNode web is nearly empty",
                        "default Node/b Normal UndrainedNode web is nearly empty",
                        "default Node/c Warning FailedToEvictPods shop/x: budget (tried because"
                                + " web is nearly empty)",
                        "default Node/d Normal RemovedNode d has no pods left",
                        "shop Pod/cart-1 Normal EvictedFromNode evicted from node c: web is nearly"
                                + " empty");
        assertThat(fates).containsOnly(Map.entry(EventFate.CREATED, 7));
    }

    @Test
    void hasEveryFieldThatKubectlShows() throws InterruptedException {
        turn(drained(0, "a"));

        var event = written.objects().getFirst();
        assertThat(event.get("involvedObject"))
                .isEqualTo(Map.of("apiVersion", "v1", "kind", "Node", "name", "a", "uid", "a"));
        assertThat(event)
                .containsEntry("source", Map.of("component", "plimsoll"))
                .containsEntry("firstTimestamp", "2026-01-05T12:00:00Z")
                .containsEntry("lastTimestamp", "2026-01-05T12:00:00Z")
                .containsEntry("count", 1L)
                .containsEntry("reportingInstance", "replica-1");
    }

    @Test
    void countsARepeatedEventInTheOneBefore() throws InterruptedException {
        turn(drained(0, "a"));
        turn(drained(600, "a"));

        assertThat(written.objects()).hasSize(1);
        assertThat(written.objects().getFirst())
                .containsEntry("count", 2L)
                .containsEntry("firstTimestamp", "2026-01-05T12:00:00Z")
                .containsEntry("lastTimestamp", "2026-01-05T12:10:00Z");
        assertThat(fates).containsEntry(EventFate.REPEATED, 1);
    }

    @Test
    void writesANewEventAfterTenMinutes() throws InterruptedException {
        turn(drained(0, "a"));
        turn(drained(601, "a"));

        assertThat(written.objects())
                .hasSize(2)
                .allSatisfy(event -> assertThat(event).containsEntry("count", 1L));
    }

    @Test
    void countsFailuresOfTheSameCauseTogetherAndShowsTheNewestFigures()
            throws InterruptedException {
        turn(failed(0, "the node has 3 pods"));
        turn(failed(10, "the node has 2 pods"));

        assertThat(written.objects()).hasSize(1);
        assertThat(written.objects().getFirst())
                .containsEntry("count", 2L)
                .containsEntry(
                        "message", "the budget forbids it (tried because the node has 2 pods)");
    }

    @Test
    void createsARepeatedEventThatTheApiServerForgot() throws InterruptedException {
        turn(drained(0, "a"));
        written.forgetAll();
        turn(drained(10, "a"));

        assertThat(written.objects()).hasSize(1);
        assertThat(written.objects().getFirst()).containsEntry("count", 2L);
    }

    @Test
    void dropsWhatIsBeyondTwentyFiveAtOnceAndOneASecond() throws InterruptedException {
        var many = new String[30];
        for (int i = 0; i < many.length; i++) {
            many[i] = "n" + i;
        }

        turn(drained(0, many));
        assertThat(fates)
                .containsOnly(Map.entry(EventFate.CREATED, 25), Map.entry(EventFate.DROPPED, 5));

        turn(drained(2, "x", "y", "z"));
        assertThat(fates)
                .containsOnly(Map.entry(EventFate.CREATED, 27), Map.entry(EventFate.DROPPED, 6));
    }

    @Test
    void saysOnceThatEventsAreRefused() throws InterruptedException {
        written.refuse(403);
        turn(drained(0, "a", "b"));
        turn(drained(10, "c"));

        assertThat(said)
                .containsExactly(
                        "an Event cannot be written: refused by the test; grant it, or use other"
                                + " credentials");
        assertThat(fates).containsOnly(Map.entry(EventFate.FAILED, 3));
    }

    private void turn(OneTurn turn) throws InterruptedException {
        events.turned(turn.report());
        background.await(Duration.ofSeconds(20));
    }

    private static OneTurn drained(int second, String... nodes) {
        var turn = new OneTurn().at(OneTurn.NOON.plusSeconds(second)).because(LOW, "web");
        for (var node : nodes) {
            turn.with(new Outcome.Done(new Step.DrainNode(node)));
        }
        return turn;
    }

    private static OneTurn failed(int second, String sentence) {
        return new OneTurn()
                .at(OneTurn.NOON.plusSeconds(second))
                .because(Rule.chose("low", sentence), "web")
                .with(new Outcome.Failed(new Step.EvictPods("a", 3), "the budget forbids it"));
    }

    private static String line(Map<String, Object> event) {
        return JsonTree.text(event, "metadata", "namespace")
                + " "
                + JsonTree.text(event, "involvedObject", "kind")
                + "/"
                + JsonTree.text(event, "involvedObject", "name")
                + " "
                + event.get("type")
                + " "
                + event.get("reason")
                + " "
                + event.get("message");
    }
}

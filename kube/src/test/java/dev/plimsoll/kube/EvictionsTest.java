package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.cluster.Budget;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pod;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Step;
import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Evictions, and every answer that the API server gives to them.
class EvictionsTest {

    private static final String OVERLOAD =
            """
            {"kind":"Status","reason":"TooManyRequests","message":"slow down"}\
            """;

    private static final String BUDGET =
            """
            {"kind":"Status","reason":"TooManyRequests","message":"Cannot evict pod",
            "details":{"causes":[{"reason":"DisruptionBudget","message":"The disruption budget web needs 2 healthy pods"}]}}\
            """;

    @TempDir Path folder;

    private final Inventory inventory = new Inventory();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<String> answers = new ArrayList<>();
    private final List<String> evicted = new ArrayList<>();
    private String onNode = "";
    private ApiServer.Guard guard = Optional::empty;

    @AfterEach
    void stop() throws Exception {
        for (var each : open.reversed()) {
            each.close();
        }
    }

    @Test
    void evictsEveryPodByItsUid() throws IOException {
        runs("a", "b");

        assertThat(evict(2)).isEqualTo(new Outcome.Done(step(2)));
        assertThat(evicted).containsExactly("a u-a", "b u-b");
    }

    @Test
    void aBudgetThatForbidsIsAnAnswerAndTheNextPodIsEvicted() throws IOException {
        runs("a", "b");
        answers.add("429 " + BUDGET);

        assertThat(evict(2))
                .isEqualTo(
                        new Outcome.Failed(
                                step(2), "shop/a: The disruption budget web needs 2 healthy pods"));
        assertThat(evicted).containsExactly("a u-a", "b u-b");
    }

    @Test
    void anOverloadedServerIsAskedAgainAfterTheTimeThatItWants() throws IOException {
        runs("a");
        answers.add("429 1 " + OVERLOAD);
        long begin = System.nanoTime();

        assertThat(evict(1)).isEqualTo(new Outcome.Done(step(1)));
        assertThat(evicted).hasSize(2);
        assertThat(System.nanoTime() - begin).isGreaterThan(1_000_000_000L);
    }

    /// A wait of a minute would hold up every other step.
    @Test
    void pausesIfTheServerWantsToBeLeftAloneForLong() throws IOException {
        runs("a", "b", "c");
        answers.add("429 60 " + OVERLOAD);
        var evictions = evictions();

        assertThat(evictions.evict(step(3)))
                .isEqualTo(
                        new Outcome.Failed(
                                step(3),
                                "the API server is overloaded; pods left for a later turn: 3"));
        evictions.evict(step(3));
        assertThat(evicted).containsExactly("a u-a");
    }

    @Test
    void aPodThatIsGoneOrReplacedIsNoLongerOnTheNode() throws IOException {
        runs("a", "b");
        answers.addAll(List.of("404 {}", "409 {}"));

        assertThat(evict(2)).isEqualTo(new Outcome.Done(step(2)));
    }

    @Test
    void namesThePodOfTwoBudgetsAndAsksNobody() throws IOException {
        runs("a");
        budget("one");
        budget("two");

        assertThat(evict(1))
                .isEqualTo(
                        new Outcome.Failed(
                                step(1),
                                "shop/a: disruption budgets one and two cover it; a pod of two"
                                        + " budgets cannot be evicted"));
        assertThat(evicted).isEmpty();
    }

    @Test
    void isStaleIfAPodIsThereThatTheWatchHasNotShown() throws IOException {
        runs("a");
        onNode = "a b";

        assertThat(evict(1)).isEqualTo(new Outcome.Stale(step(1)));
    }

    /// The scheduler has bound it since.
    @Test
    void isStaleIfAPodIsThereThatTheWatchHasShownElsewhere() throws IOException {
        runs("a");
        inventory.put(pod("b", ""));
        onNode = "a b";

        assertThat(evict(2)).isEqualTo(new Outcome.Stale(step(2)));
    }

    @Test
    void isStaleIfTheNodeTakesPodsAgain() throws IOException {
        runs("a");
        inventory.put(Node.of("n", Resources.NONE));

        assertThat(evict(1)).isEqualTo(new Outcome.Stale(step(1)));
    }

    @Test
    void emptiesANodeThatSomebodyElseWantsRemoved() throws IOException {
        runs("a");
        inventory.put(Node.of("n", Resources.NONE).with(new NodeState.Forced()));

        assertThat(evict(1)).isEqualTo(new Outcome.Done(step(1)));
    }

    /// The lease may be lost between two pods of a node.
    @Test
    void asksBeforeEveryRequestWhetherItMay() throws IOException {
        runs("a", "b");
        guard = () -> evicted.isEmpty() ? Optional.empty() : Optional.of("the lease is lost");

        assertThatThrownBy(() -> evict(2))
                .isInstanceOf(NotSent.class)
                .hasMessage("the lease is lost");
        assertThat(evicted).containsExactly("a u-a");
    }

    private Outcome evict(int pods) throws IOException {
        return evictions().evict(step(pods));
    }

    private static Step.EvictPods step(int pods) {
        return new Step.EvictPods("n", pods);
    }

    private void runs(String... pods) {
        inventory.put(
                Node.of("n", Resources.NONE)
                        .with(new NodeState.Draining(Instant.ofEpochSecond(1))));
        for (var pod : pods) {
            inventory.put(pod(pod, "n"));
        }
        onNode = String.join(" ", pods);
    }

    private static Pod pod(String name, String node) {
        var shape =
                new Shape(
                        "shop",
                        Labels.NONE,
                        Resources.NONE,
                        Shape.Placement.ANYWHERE,
                        Owner.REPLICA_SET,
                        0);
        return new Pod(name, node, Labels.NONE, shape);
    }

    private void budget(String name) {
        inventory.put(new Budget(new ObjectName("shop", name), List.of(), 1));
    }

    private Evictions evictions() throws IOException {
        var server = new ScriptedServer(folder, this::answer);
        open.add(server);
        var connection = server.connect();
        open.add(connection);
        return new Evictions(connection.guardedBy(() -> guard.refusal()), inventory);
    }

    private void answer(ScriptedServer.Asked asked) throws IOException {
        if (!asked.is("/eviction")) {
            asked.answer(200, "{\"items\":[" + podsOnNode() + "]}");
            return;
        }
        var path = asked.line().split("/");
        evicted.add(
                path[path.length - 2]
                        + " "
                        + JsonTree.text(asked.object(), "deleteOptions", "preconditions", "uid"));
        if (answers.isEmpty()) {
            asked.answer(201, "{}");
            return;
        }
        var words = answers.removeFirst().split(" ", 2);
        var text = words[1];
        if (!text.startsWith("{")) {
            var seconds = text.substring(0, text.indexOf(' '));
            asked.exchange().getResponseHeaders().add("Retry-After", seconds);
            text = text.substring(seconds.length() + 1);
        }
        asked.answer(Integer.parseInt(words[0]), text);
    }

    private String podsOnNode() {
        return List.of(onNode.split(" ")).stream()
                .map(name ->
                        """
                        {"metadata":{"namespace":"shop","name":"%s","uid":"u-%1$s"}}\
                        """
                                .formatted(name))
                .collect(Collectors.joining(","));
    }
}

package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.NOW;
import static dev.plimsoll.scaling.Village.emptyGroup;
import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.FailedMachines;
import dev.plimsoll.cluster.FailedMachines.Cause;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import dev.plimsoll.fit.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Groups whose provider refuses orders, or reports that machines did not come.
class UndeliveredTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private Past past = Past.NONE;
    private Instant now = NOW;
    private Policy policy = Policy.DEFAULT.with(ScaleDownPolicy.OFF);
    private Function<Step, Outcome> provider = UndeliveredTest::refused;
    private List<Outcome> last = List.of();
    private List<Pods> pending = List.of(pods(1, "web-1", "3", "1Gi"));
    private final List<Node> nodes =
            new ArrayList<>(
                    List.of(node("s1", "pool=small", "4", "16Gi", pods(1, "p", "4", "1Gi"))));
    private Group small = group("small", 9, "0.2");
    private final List<Group> others = new ArrayList<>();

    @Test
    void growsNoGroupAgainAtOnceWhoseOrderFailed() {
        assertThat(turn()).containsExactly("small 1-2");

        now = now.plusSeconds(10);
        var answer = answer();

        assertThat(answer.decision().plan().steps()).isEmpty();
        assertThat(sentences(answer))
                .contains(
                        "small did not grow from 1 to 2 nodes, because the order failed: quota of 8"
                                + " cpu; it does not grow for 5 min",
                        "1 pod stays unschedulable: shop/web-1");
        assertThat(answer.decision().wakeAt()).isEqualTo(now.plus(MINUTE.multipliedBy(5)));
        var verdicts = GroupVerdicts.after(answer.details()).verdicts(pending);
        assertThat(verdicts.getFirst().get("small"))
                .isInstanceOfSatisfying(
                        Verdict.Refused.class,
                        verdict ->
                                assertThat(verdict.why().sentence())
                                        .isEqualTo(
                                                "does not grow for 5 more min, because its provider"
                                                        + " did not deliver machines"));
    }

    /// After 5, 10, 20, 30 and 30 minutes.
    @Test
    void triesAgainAfterPausesThatDoubleUpToHalfAnHour() {
        var pauses = new ArrayList<Long>();
        for (int i = 1; i <= 5; i++) {
            assertThat(turn()).as("try %d", i).containsExactly("small 1-2");
            now = now.plusSeconds(10);
            assertThat(turn()).isEmpty();
            var wakeAt = answer().decision().wakeAt();
            pauses.add(Duration.between(now, wakeAt).toMinutes());
            now = wakeAt.minusSeconds(1);
            assertThat(turn()).isEmpty();
            now = wakeAt;
        }

        assertThat(pauses).containsExactly(5L, 10L, 20L, 30L, 30L);
    }

    @Test
    void growsAnotherGroupInTheTurnAfterARefusal() {
        others.add(vast());
        assertThat(turn()).containsExactly("small 1-2");

        assertThat(turn()).containsExactly("vast 0-1");
    }

    /// The world had changed, so the next turn decides again.
    @Test
    void aStaleOrderIsNoFailure() {
        provider = Outcome.Stale::new;
        turn();

        assertThat(turn()).containsExactly("small 1-2");
    }

    /// A dry run takes no step, and decides as if it had.
    @Test
    void aDryRunIsNoFailure() {
        provider = step -> new Outcome.Failed(step, Outcome.DRY_RUN);
        turn();

        assertThat(turn()).containsExactly("small 1-2");
    }

    /// Else a group that grows in vain every few minutes would keep all its nodes.
    @Test
    void aRefusedOrderIsNoGrowthForTheTimeInWhichNodesStay() {
        policy = Policy.DEFAULT;
        for (var outcome :
                List.<Function<Step, Outcome>>of(UndeliveredTest::refused, Outcome.Stale::new)) {
            past = Past.NONE;
            last = List.of();
            provider = outcome;
            turn();
            assertThat(grown()).isEqualTo(NOW);

            pending = List.of();
            turn();

            assertThat(grown()).isEqualTo(Instant.EPOCH);
            pending = List.of(pods(1, "web-1", "3", "1Gi"));
        }
    }

    @Test
    void aTakenOrderIsGrowth() {
        provider = Outcome.Done::new;
        turn();
        now = now.plus(MINUTE);
        small = small.with(2);

        assertThat(turn()).isEmpty();
        assertThat(grown()).isEqualTo(NOW);
    }

    /// They do not count as arriving, their group grows again in 5 minutes, and others at once.
    @Test
    void givesUpMachinesThatItsProviderReportsAsFailed() {
        provider = Outcome.Done::new;
        others.add(vast());
        turn();
        small = failed(2, NOW, 1);
        now = now.plus(MINUTE);

        var answer = answer();

        assertThat(answer.decision().plan().steps())
                .containsExactly(
                        new Step.ResizeGroup("vast", 0, 1), new Step.GiveUp("small", 2, 1));
        assertThat(sentences(answer))
                .contains(
                        "1 machine of small did not come (out of stock: no m5 in zone a); small"
                                + " does not grow for 5 min",
                        "1 machine of small that did not come is given up",
                        "vast grows from 0 to 1 node for 1 pod: shop/web-1");
        remember(answer.decision());
        others.clear();
        small = group("small", 9, "0.2");
        now = now.plus(MINUTE.multipliedBy(5)).minusSeconds(1);
        assertThat(turn()).isEmpty();
        now = now.plusSeconds(1);
        assertThat(turn()).containsExactly("small 1-2");
    }

    /// Machines that are on their way are waited for.
    @Test
    void givesUpNoMoreThanFailed() {
        provider = Outcome.Done::new;
        pending = List.of(pods(2, "web-1", "3", "1Gi"));
        turn();
        small = failed(3, NOW, 1);
        now = now.plus(MINUTE);

        var answer = answer();

        assertThat(answer.decision().plan().steps())
                .containsExactly(new Step.GiveUp("small", 3, 2));
        assertThat(sentences(answer))
                .contains("1 pending pod fits on nodes that are starting: shop/web-1");
    }

    /// A second one of the same order is given up too, and lengthens no pause.
    @Test
    void oneOrderThatFailsBitByBitIsOneFailure() {
        provider = Outcome.Done::new;
        pending = List.of(pods(2, "web-1", "3", "1Gi"));
        turn();
        small = failed(3, NOW, 1);
        now = now.plus(MINUTE);
        turn();
        var first = pause();
        small = failed(2, NOW, 1);
        now = now.plus(MINUTE);

        assertThat(answer().decision().plan().steps())
                .containsExactly(new Step.GiveUp("small", 2, 1));
        turn();
        assertThat(pause()).isEqualTo(first);
    }

    /// A provider does not go below its own minimum.
    @Test
    void backsOffAlsoWhereFailedMachinesCannotBeGivenUp() {
        provider = Outcome.Done::new;
        turn();
        small = failed(1, NOW, 1);
        now = now.plus(MINUTE);

        assertThat(turn()).isEmpty();
        now = now.plus(MINUTE.multipliedBy(5));
        assertThat(turn()).containsExactly("small 1-2");
    }

    @Test
    void doesNotAskAgainForMachinesThatItsProviderKeeps() {
        small = failed(2, NOW, 1);
        provider = step -> new Outcome.Failed(step, "the API is down");
        assertThat(answer().decision().plan().steps())
                .containsExactly(new Step.GiveUp("small", 2, 1));
        turn();
        now = now.plus(MINUTE);

        assertThat(answer().decision().plan().steps()).isEmpty();
    }

    private Group failed(int target, Instant ordered, int machines) {
        return withFailed(
                group("small", 9, "0.2").with(target),
                new FailedMachines(Cause.OUT_OF_STOCK, machines, ordered, "no m5 in zone a"));
    }

    private static Group withFailed(Group group, FailedMachines failed) {
        return new Group(
                group.name(),
                group.labels(),
                group.target(),
                group.provider(),
                group.variants(),
                group.spread(),
                List.of(failed),
                group.condition());
    }

    private static Group vast() {
        return emptyGroup("vast", node("v", "pool=vast", "8", "32Gi"), 9, "0.9");
    }

    private Instant grown() {
        return Objects.requireNonNull(past.groups().get("small")).timers().grown();
    }

    private Instant pause() {
        return Objects.requireNonNull(past.groups().get("small")).timers().orders().until();
    }

    /// One turn, whose steps the provider answers.
    private List<String> turn() {
        var decision = answer().decision();
        remember(decision);
        return decision.plan().steps().stream()
                .filter(Step.ResizeGroup.class::isInstance)
                .map(step -> (Step.ResizeGroup) step)
                .map(step -> step.group() + " " + step.from() + "-" + step.nodes())
                .toList();
    }

    private void remember(Decision<Past> decision) {
        past = decision.remember();
        last = decision.plan().steps().stream().map(provider).toList();
    }

    private Answer<Past, Proposal> answer() {
        var groups = new ArrayList<>(others);
        groups.add(small);
        var cluster = Cluster.of(nodes, pending, groups);
        return new Scaling().answer(new Question<>(cluster, policy, past, last, now, 0));
    }

    private static List<String> sentences(Answer<Past, Proposal> answer) {
        return answer.decision().reasons().stream().map(Reason::sentence).toList();
    }

    private static Outcome refused(Step step) {
        return new Outcome.Failed(step, "quota of 8 cpu");
    }
}

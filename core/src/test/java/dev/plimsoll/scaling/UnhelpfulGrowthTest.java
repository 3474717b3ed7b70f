package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.NOW;
import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.GroupSpread;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Pods.Age;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import dev.plimsoll.fit.Verdict;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.WellKnown;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Groups whose new nodes do not take the pods that they were added for.
class UnhelpfulGrowthTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Pods WEB = waiting(pods(1, "web-1", "3", "1Gi"), NOW.minusSeconds(2));

    private static final Policy NO_DRAINS = Policy.DEFAULT.with(ScaleDownPolicy.OFF);

    private Past past = Past.NONE;
    private Instant now = NOW;
    private List<Pods> pending = List.of(WEB);
    private final List<Group> others = new ArrayList<>();
    private boolean needsZoneB = true;
    private int target = 1;
    private final List<Node> nodes =
            new ArrayList<>(List.of(inZoneA("old", pods(1, "p", "4", "1Gi"))));

    @Test
    void doesNotGrowAgainForPodsThatTheNewNodesLeftOut() {
        assertThat(steps(turn())).containsExactly("small 1-2");
        join("new-1");

        assertThat(sentences(turn())).noneMatch(one -> one.contains("does not grow"));
        assertThat(turn().decision().wakeAt()).isEqualTo(now.plus(MINUTE));
        now = now.plus(MINUTE);
        var answer = turn();

        assertThat(steps(answer)).isEmpty();
        assertThat(sentences(answer))
                .contains(
                        "small grew for pods like shop/web-1, and a new node that is Ready has none"
                                + " of them; small does not grow for them for 5 min",
                        "1 pod stays unschedulable: shop/web-1");
        assertThat(answer.decision().wakeAt()).isEqualTo(now.plus(MINUTE.multipliedBy(5)));
        var verdicts = GroupVerdicts.after(answer.details()).verdicts(List.of(picky(WEB)));
        assertThat(verdicts.getFirst().get("small"))
                .isInstanceOfSatisfying(
                        Verdict.Refused.class,
                        verdict ->
                                assertThat(verdict.why().sentence())
                                        .isEqualTo(
                                                "does not grow for such pods for 5 more min,"
                                                        + " because new nodes did not take them"));
    }

    /// After 5, 10, 20, 30 and 30 minutes.
    @Test
    void triesAgainAfterPausesThatDoubleUpToHalfAnHour() {
        var pauses = new ArrayList<Long>();
        for (int i = 1; i <= 5; i++) {
            assertThat(steps(turn()))
                    .as("try %d", i)
                    .containsExactly("small %d-%d".formatted(i, i + 1));
            join("new-" + i);
            now = now.plus(MINUTE);
            assertThat(steps(turn())).isEmpty();
            var wakeAt = turn().decision().wakeAt();
            pauses.add(Duration.between(now, wakeAt).toMinutes());
            now = wakeAt.minusSeconds(1);
            assertThat(steps(turn())).isEmpty();
            now = wakeAt;
        }

        assertThat(pauses).containsExactly(5L, 10L, 20L, 30L, 30L);
    }

    @Test
    void growsForOtherPodsAsUsual() {
        failOnce();
        pending = List.of(WEB, waiting(pods(1, "api-1", "3500m", "1Gi"), now.minusSeconds(2)));

        assertThat(steps(turn())).containsExactly("small 2-3");
    }

    @Test
    void growsAnotherGroupForThem() {
        failOnce();
        others.add(zonal("vast", 0));

        assertThat(steps(turn())).containsExactly("vast 0-1");
    }

    /// The node has the room, so no rule that we know keeps the pod from it.
    @Test
    void growsNoMoreForPodsThatTheSchedulerDoesNotBind() {
        needsZoneB = false;
        turn();
        join("new-1");
        turn();
        now = now.plus(MINUTE);

        assertThat(sentences(turn()))
                .contains(
                        "small grew for pods like shop/web-1, and a new node that is Ready has none"
                                + " of them; small does not grow for them for 5 min",
                        "1 pending pod fits on existing nodes: shop/web-1");
    }

    @Test
    void pausesNotIfOtherPodsTookTheRoom() {
        needsZoneB = false;
        turn();
        join("new-1", pods(1, "other", "3", "1Gi"));
        now = now.plus(MINUTE);

        var answer = turn();

        assertThat(steps(answer)).containsExactly("small 2-3");
    }

    /// The kubelet is Ready long before an agent removes its taint.
    @Test
    void judgesANodeFromTheTurnInWhichItHasNoStartUpTaint() {
        needsZoneB = false;
        assertThat(steps(turn())).containsExactly("small 1-2");
        join("new-1");
        nodes.set(1, Village.tainted(nodes.get(1), WellKnown.STARTUP_TAINT + "cni"));
        turn();
        now = now.plus(MINUTE.multipliedBy(3));
        turn();
        nodes.set(1, nodes.get(1).withTaints(List.of()));
        now = now.plus(MINUTE);

        var lifted = turn();
        assertThat(sentences(lifted)).noneMatch(one -> one.contains("does not grow"));
        assertThat(lifted.decision().wakeAt()).isEqualTo(now.plus(MINUTE));
        now = now.plus(MINUTE).minusSeconds(1);
        assertThat(sentences(turn())).noneMatch(one -> one.contains("does not grow"));
        now = now.plusSeconds(1);

        assertThat(sentences(turn())).anyMatch(one -> one.contains("small does not grow"));
    }

    @Test
    void waitsForMachinesOnTheirWay() {
        pending = List.of(WEB.times(2));
        assertThat(steps(turn())).containsExactly("small 1-3");
        join("new-1");
        target = 3;
        now = now.plus(MINUTE.multipliedBy(2));

        assertThat(sentences(turn())).noneMatch(one -> one.contains("does not grow"));
    }

    /// The pod started, and the next one is a new beginning.
    @Test
    void forgetsGrowthThatHelped() {
        turn();
        needsZoneB = false;
        join("new-1", pods(1, "web-1", "3", "1Gi"));
        pending = List.of();
        now = now.plus(MINUTE);

        turn();

        assertThat(past.growths().forPods()).isEmpty();
    }

    @Test
    void forgetsFailuresHalfAnHourAfterThePause() {
        failOnce();
        pending = List.of();
        now = now.plus(MINUTE.multipliedBy(34));
        turn();
        assertThat(past.growths().forPods()).hasSize(1);
        now = now.plus(MINUTE);
        turn();
        assertThat(past.growths().forPods()).isEmpty();
    }

    /// Nothing expires while the clock jumps.
    @Test
    void aJumpOfTheClockEndsNoPause() {
        failOnce();
        var lost = Duration.ofHours(1);
        now = now.plus(lost);
        past = new Scaling().jumped(past, now, lost);

        assertThat(steps(turn())).isEmpty();
    }

    private void failOnce() {
        turn();
        join("new-1");
        now = now.plus(MINUTE);
        turn();
        assertThat(past.growths().forPods()).hasSize(1);
    }

    private static Pods waiting(Pods pods, Instant since) {
        return new Pods(pods.shape(), pods.count(), pods.first(), new Age(since, since));
    }

    /// A group of two zones, of which its provider should deliver what was asked for.
    private static Group zonal(String name, int target) {
        var variants = Stream.of("a", "b").map(zone -> variant(name, zone)).toList();
        return group(name, 9, "0.2").with(target).with(variants).with(GroupSpread.CHOSEN);
    }

    private static Variant variant(String name, String zone) {
        var like = node(name, "pool=" + name + "," + WellKnown.ZONE + "=" + zone, "4", "16Gi");
        var template = new Template(like.allocatable(), like.labels(), List.of());
        return new Variant(zone, "", template, group(name, 9, "0.2").price());
    }

    private static Node inZoneA(String name, Pods... pods) {
        return node(name, "pool=small," + WellKnown.ZONE + "=a", "4", "16Gi", pods);
    }

    /// The provider delivers a node of zone a, whatever was asked for.
    private void join(String name, Pods... pods) {
        nodes.add(inZoneA(name, pods).withCreated(now).withReadySince(now));
        target++;
    }

    private Answer<Past, Proposal> turn() {
        var groups = new ArrayList<>(others);
        groups.add(zonal("small", target));
        var asking = pending.stream().map(this::picky).toList();
        var cluster = Cluster.of(nodes, asking, groups);
        var question = new Question<>(cluster, NO_DRAINS, past, List.<Outcome>of(), now, 0);
        var answer = new Scaling().answer(question);
        past = answer.decision().remember();
        return answer;
    }

    private Pods picky(Pods pods) {
        var selector = needsZoneB ? Labels.of(WellKnown.ZONE, "b") : Labels.NONE;
        return pods.as(
                pods.shape()
                        .with(new Shape.Placement(selector, new Affinity.Anywhere(), List.of())));
    }

    /// Resized groups, as `group from-to`.
    private static List<String> steps(Answer<Past, Proposal> answer) {
        return answer.decision().plan().steps().stream()
                .map(step -> (Step.ResizeGroup) step)
                .map(step -> step.group() + " " + step.from() + "-" + step.nodes())
                .toList();
    }

    private static List<String> sentences(Answer<Past, Proposal> answer) {
        return answer.decision().reasons().stream().map(Reason::sentence).toList();
    }
}

package dev.plimsoll.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.AnyObject;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step.DrainNode;
import dev.plimsoll.decision.Step.EvictPods;
import dev.plimsoll.decision.Step.RemoveNode;
import dev.plimsoll.decision.Step.ResizeGroup;
import dev.plimsoll.decision.Step.RunReplicas;
import dev.plimsoll.decision.Step.UndrainNode;
import dev.plimsoll.decision.Step.UseBatch;
import dev.plimsoll.sizing.Policy.Reading;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What holds for every question, whatever is seen, wanted and remembered.
class SizingLawsTest {

    @Test
    void alwaysAnswersWithReasonsThatReadWhole() {
        Seeds.forAll(random -> {
            var decision = decide(AnyQuestion.any(random));

            assertThat(decision.reasons())
                    .isNotEmpty()
                    .extracting(Reason::sentence)
                    .allSatisfy(sentence ->
                            assertThat(sentence)
                                    .doesNotContain("{")
                                    .doesNotContain("  ")
                                    .doesNotContain("null")
                                    .doesNotEndWith(": "));
        });
    }

    @Test
    void saysThatAGroupFitsOrIsEmptyOnlyIfItIsSo() {
        Seeds.forAll(random -> {
            var question = AnyQuestion.plimsoll(random);

            for (var reason : decide(question).reasons()) {
                if (reason.rule().code().equals("within-thresholds")) {
                    var line = BigDecimal.valueOf(question.policy().growth().above().hundredths(), 2);
                    assertThat(percent(reason)).isLessThanOrEqualTo(line);
                }
                if (reason.rule().code().equals("nothing-requested") && Naive.isPlain(question)) {
                    assertThat(new Naive(question).asks()).isFalse();
                }
            }
        });
    }

    /// The fact `cpuPercent` of a reason about cpu.
    private static BigDecimal percent(Reason reason) {
        var resource = fact(reason, "resource").text();
        return ((Fact.Decimal) fact(reason, resource + "Percent")).value();
    }

    private static Fact fact(Reason reason, String name) {
        return reason.facts().stream()
                .filter(fact -> fact.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void looksAgainLaterOrOnlyIfSomethingChanges() {
        Seeds.forAll(random -> {
            var question = AnyQuestion.any(random);

            assertThat(decide(question).wakeAt()).isAfter(question.now());
        });
    }

    @Test
    void answersTheSameInWhateverOrderThingsAreListed() {
        Seeds.forAll(random -> {
            var question = AnyQuestion.any(random);

            var decision = decide(question);
            var copied = decide(copy(question, new AnyObject(random)));

            assertThat(copied).isEqualTo(decision).hasToString(decision.toString());
        });
    }

    @Test
    void asksTheProviderOnlyForWhatItAndTheGroupAllow() {
        Seeds.forAll(random -> {
            var question = AnyQuestion.plimsoll(random);
            var group = question.seen().group();

            var decision = decide(question);

            for (var step : decision.plan().steps()) {
                if (step instanceof ResizeGroup(var name, int from, int nodes)) {
                    assertThat(name).isEqualTo(group.name());
                    assertThat(from).isEqualTo(group.target());
                    assertThat(nodes).isNotEqualTo(from);
                    assertThat(nodes < from).isEqualTo(codes(decision).contains("cancel-arriving"));
                    if (nodes > from) {
                        assertThat(nodes).isLessThanOrEqualTo(group.provider().most());
                    } else {
                        assertThat(nodes).isGreaterThanOrEqualTo(group.provider().least());
                    }
                }
                if (step instanceof RemoveNode(_, _, int leaves)) {
                    assertThat(leaves).isGreaterThanOrEqualTo(group.provider().least());
                }
            }
        });
    }

    @Test
    void everyStepCanBeTakenAfterTheOnesBeforeIt() {
        Seeds.forAll(random -> {
            var question = AnyQuestion.any(random);
            int target = question.seen().group().target();

            for (var step : decide(question).plan().steps()) {
                if (step instanceof ResizeGroup(_, int from, int nodes)) {
                    assertThat(from).isEqualTo(target);
                    target = nodes;
                }
                if (step instanceof RemoveNode(_, _, int leaves)) {
                    assertThat(target - 1).isGreaterThanOrEqualTo(leaves);
                    target--;
                }
            }
        });
    }

    @Test
    void growsToTheFewestNodesThatBringEveryResourceToItsLine() {
        Seeds.forAll(random -> {
            var question = AnyQuestion.plimsoll(random);
            var decision = decide(question);
            if (!Naive.isPlain(question) || !growsByUseAlone(decision)) {
                return;
            }
            var naive = new Naive(question);
            if (naive.active() + naive.arriving() < question.policy().limits().least()) {
                return;
            }

            var back = naive.undrainedBy(decision.plan());
            int bought = naive.boughtBy(decision.plan());

            assertThat(back).isEqualTo(naive.healthyDraining().subList(0, back.size()));
            assertThat(naive.isAbove(back, bought)).isFalse();
            if (bought > 0) {
                assertThat(back).hasSameSizeAs(naive.healthyDraining());
                assertThat(naive.isAbove(back, bought - 1)).isTrue();
            } else if (!back.isEmpty()) {
                assertThat(naive.isAbove(back.subList(0, back.size() - 1), 0)).isTrue();
            }
        });
    }

    @Test
    void drainsOnlyWhatIsSpareAndCanMove() {
        Seeds.forAll(random -> {
            var question = AnyQuestion.plimsoll(random);
            var decision = decide(question);
            var naive = new Naive(question);
            var leaving = naive.drainedBy(decision.plan());
            if (!Naive.isPlain(question)
                    || leaving.isEmpty()
                    || codes(decision).contains("above-max")) {
                return;
            }
            var policy = question.policy();
            var group = question.seen().group();
            var staying = new ArrayList<>(naive.ready());
            staying.removeAll(leaving);

            assertThat(naive.ready()).containsAll(leaving);
            assertThat(leaving).noneMatch(Node::noDelete);
            assertThat(naive.isBelow(policy.shrink().slow().below(), naive.ready())).isTrue();
            if (leaving.size() > policy.shrink().slow().nodes()) {
                assertThat(naive.isBelow(policy.shrink().fast().below(), naive.ready())).isTrue();
                assertThat(leaving.size()).isLessThanOrEqualTo(policy.shrink().fast().nodes());
            }
            assertThat(naive.isWithin(policy.growth().above(), staying)).isTrue();
            assertThat(naive.findsPlace(leaving)).isTrue();
            assertThat(naive.active() + naive.arriving() - leaving.size())
                    .isGreaterThanOrEqualTo(policy.limits().least());
            assertThat(group.target() - naive.draining().size() - leaving.size())
                    .isGreaterThanOrEqualTo(group.provider().least());
        });
    }

    @Test
    void neverDrainsWhileItCoolsDown() {
        Seeds.forAll(random -> {
            var question = AnyQuestion.plimsoll(random);
            boolean coolsDown = question.now().isBefore(question.past().coolDown().until());

            if (coolsDown && question.last().isEmpty()) {
                assertThat(decide(question).plan().steps()).noneMatch(DrainNode.class::isInstance);
            }
        });
    }

    @Test
    void touchesEachNodeOnceAndNoneThatIsMarkedNotToBeDeleted() {
        Seeds.forAll(random -> {
            var question = AnyQuestion.any(random);

            var named = new ArrayList<String>();
            for (var step : decide(question).plan().steps()) {
                switch (step) {
                    case ResizeGroup _ -> {}
                    case UseBatch _, RunReplicas _ -> throw new AssertionError(step.toString());
                    case UndrainNode(var node) -> named.add(node);
                    case DrainNode(var node) -> named.add(spare(question, node));
                    case EvictPods(var node) -> named.add(spare(question, node));
                    case RemoveNode(var node, _, _) -> named.add(spare(question, node));
                }
            }

            assertThat(named).doesNotHaveDuplicates();
        });
    }

    @Test
    void removesOnlyWhatDrainedLongEnough() {
        Seeds.forAll(random -> {
            var question = AnyQuestion.any(random);
            var graces = question.policy().graces();

            for (var step : decide(question).plan().steps()) {
                if (step instanceof RemoveNode(var name, _, _)) {
                    var node = node(question, name);
                    var since = ((NodeState.Draining) node.state()).since();
                    var drains = Duration.between(since, question.now());
                    var least = node.isEmpty() ? graces.soft() : graces.hard().plus(graces.kill());
                    assertThat(drains).isGreaterThanOrEqualTo(least);
                }
                if (step instanceof EvictPods(var name)) {
                    var since = ((NodeState.Draining) node(question, name).state()).since();
                    assertThat(Duration.between(since, question.now()))
                            .isGreaterThanOrEqualTo(graces.hard());
                }
            }
        });
    }

    @Test
    void neverHasMoreThanItsMaximumOfNodesThatTakePods() {
        Seeds.forAll(random -> {
            var question = AnyQuestion.plimsoll(random);
            if (!question.past().missing().isEmpty()
                    || !question.policy().growth().provisionTimeout().isPositive()) {
                return;
            }
            var naive = new Naive(question);

            var plan = decide(question).plan();

            int grown = naive.undrainedBy(plan).size() + naive.boughtBy(plan);
            if (grown > 0) {
                assertThat(naive.active() + naive.arriving() + grown)
                        .isLessThanOrEqualTo(question.policy().limits().most());
            }
        });
    }

    /// The world does not change: what is remembered settles, and the plan is repeated or empty.
    @Test
    void saysTheSameAgainIfNothingChanges() {
        Seeds.forAll(random -> {
            var first = AnyQuestion.any(random);
            var one = decide(first);
            var two = decide(again(first, one));
            var three = decide(again(first, two));

            assertThat(three.remember()).isEqualTo(two.remember());
            assertThat(three.plan()).isEqualTo(two.plan());
            assertThat(three.reasons()).isEqualTo(two.reasons());
        });
    }

    private static Question<Seen, Policy, Past> again(
            Question<Seen, Policy, Past> question, Decision<Past> decision) {
        return new Question<>(
                question.seen(),
                question.policy(),
                decision.remember(),
                List.of(),
                question.now(),
                question.seed());
    }

    private static String spare(Question<Seen, Policy, Past> question, String node) {
        if (question.policy().reading() == Reading.PLIMSOLL) {
            assertThat(node(question, node).noDelete()).as(node + " is to be kept").isFalse();
        }
        return node;
    }

    private static Node node(Question<Seen, Policy, Past> question, String name) {
        return question.seen().nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static boolean growsByUseAlone(Decision<Past> decision) {
        var codes = codes(decision);
        return (codes.contains("above-threshold") || codes.contains("from-zero"))
                && Stream.of(
                                "below-min",
                                "starved",
                                "max-nodes",
                                "provider-max-nodes",
                                "not-delivered",
                                "cooling-down")
                        .noneMatch(codes::contains);
    }

    private static List<String> codes(Decision<?> decision) {
        return decision.reasons().stream().map(reason -> reason.rule().code()).toList();
    }

    static Decision<Past> decide(Question<Seen, Policy, Past> question) {
        return new Sizing().decide(question);
    }

    private static Question<Seen, Policy, Past> copy(
            Question<Seen, Policy, Past> question, AnyObject any) {
        var seen = question.seen();
        return new Question<>(
                new Seen(
                        seen.group(),
                        any.shuffled(seen.nodes()).stream().map(any::copy).toList(),
                        any.shuffled(seen.pending()).stream().map(any::copy).toList(),
                        seen.others()),
                question.policy(),
                question.past(),
                question.last(),
                question.now(),
                question.seed());
    }
}

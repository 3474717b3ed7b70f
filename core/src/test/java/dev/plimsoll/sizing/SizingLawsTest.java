package dev.plimsoll.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.AnyObject;
import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.GroupPast.CoolDown;
import dev.plimsoll.decision.GroupPast.Timers;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import dev.plimsoll.decision.Step.DrainNode;
import dev.plimsoll.decision.Step.EvictPods;
import dev.plimsoll.decision.Step.GiveUp;
import dev.plimsoll.decision.Step.RemoveNode;
import dev.plimsoll.decision.Step.ResizeGroup;
import dev.plimsoll.decision.Step.RunReplicas;
import dev.plimsoll.decision.Step.UndrainNode;
import dev.plimsoll.decision.Step.UseBatch;
import dev.plimsoll.sizing.Policy.Growth;
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
    void saysThatAGroupIsWithinThresholdsOnlyIfItIsSo() {
        Seeds.forAtLeast(
                100,
                random -> {
                    var question = AnyQuestion.plimsoll(random);
                    boolean hit = false;
                    for (var reason : decide(question).reasons()) {
                        if (reason.rule().code().equals("within-thresholds")) {
                            hit = true;
                            var line =
                                    BigDecimal.valueOf(
                                            question.policy().growth().above().hundredths(), 2);
                            assertThat(percent(reason)).isLessThanOrEqualTo(line);
                        }
                    }
                    return hit;
                });
    }

    @Test
    void saysThatNothingIsRequestedOnlyIfItIsSo() {
        Seeds.forAtLeast(
                20,
                random -> {
                    var question = AnyQuestion.plimsoll(random);
                    if (!Naive.isPlain(question)
                            || !codes(decide(question)).contains("nothing-requested")) {
                        return false;
                    }

                    assertThat(new Naive(question).asks()).isFalse();
                    return true;
                });
    }

    /// A reader takes `chose` for a change and `held` for none.
    @Test
    void everyEffectIsTrueOfThePlan() {
        Seeds.forAtLeast(
                500,
                random -> {
                    var question = AnyQuestion.any(random);

                    var decision = decide(question);

                    for (var reason : decision.reasons()) {
                        boolean changed = isChanged(reason.subject(), question, decision.plan());
                        switch (reason.rule().effect()) {
                            case CHOSE -> assertThat(changed).as(reason.sentence()).isTrue();
                            case HELD -> assertThat(changed).as(reason.sentence()).isFalse();
                            case CAPPED, REFUSED, NOTED -> {}
                        }
                    }
                    return decision.plan().steps().size() > 1;
                });
    }

    /// Whether a step names the node, or changes the active nodes of the group.
    private static boolean isChanged(
            String subject, Question<Seen, Policy, Past> question, Plan plan) {
        boolean isGroup = subject.equals(question.seen().group().name());
        return plan.steps().stream()
                .anyMatch(step ->
                        switch (step) {
                            case ResizeGroup _, GiveUp _ -> isGroup;
                            case DrainNode(var node, _) -> isGroup || node.equals(subject);
                            case UndrainNode(var node) -> isGroup || node.equals(subject);
                            case EvictPods(var node, _) -> node.equals(subject);
                            case RemoveNode(var node, _, _) -> node.equals(subject);
                            case UseBatch _, RunReplicas _ ->
                                    throw new AssertionError(step.toString());
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
        Seeds.forHits(
                2_000,
                20_000,
                random -> {
                    var question = AnyQuestion.any(random);

                    var decision = decide(question);
                    var copied = decide(copy(question, new AnyObject(random)));

                    assertThat(copied).isEqualTo(decision).hasToString(decision.toString());
                    return true;
                });
    }

    @Test
    void asksTheProviderOnlyForWhatItAndTheGroupAllow() {
        Seeds.forAtLeast(
                300,
                random -> {
                    var question = AnyQuestion.plimsoll(random);
                    var group = question.seen().group();

                    var decision = decide(question);
                    boolean hit = false;

                    for (var step : decision.plan().steps()) {
                        if (step instanceof ResizeGroup(var name, int from, int nodes, _)) {
                            hit = true;
                            assertThat(name).isEqualTo(group.name());
                            assertThat(from).isEqualTo(group.target());
                            assertThat(nodes)
                                    .isGreaterThan(from)
                                    .isLessThanOrEqualTo(group.provider().most());
                        }
                        if (step instanceof GiveUp(var name, int from, int nodes)) {
                            hit = true;
                            assertThat(codes(decision)).containsAnyOf("cancel-arriving", "give-up");
                            assertThat(name).isEqualTo(group.name());
                            assertThat(from).isEqualTo(group.target());
                            assertThat(nodes)
                                    .isLessThan(from)
                                    .isGreaterThanOrEqualTo(group.provider().least())
                                    .isGreaterThanOrEqualTo(question.seen().nodes().size());
                        }
                        if (step instanceof RemoveNode(_, _, int leaves)) {
                            assertThat(leaves).isGreaterThanOrEqualTo(group.provider().least());
                        }
                    }
                    return hit;
                });
    }

    @Test
    void everyStepCanBeTakenAfterTheOnesBeforeIt() {
        Seeds.forAtLeast(
                50,
                random -> {
                    var question = AnyQuestion.any(random);
                    int target = question.seen().group().target();
                    var steps = decide(question).plan().steps();

                    for (var step : steps) {
                        if (step instanceof ResizeGroup(_, int from, int nodes, _)) {
                            assertThat(from).isEqualTo(target);
                            target = nodes;
                        }
                        if (step instanceof GiveUp(_, int from, int nodes)) {
                            assertThat(from).isEqualTo(target);
                            target = nodes;
                        }
                        if (step instanceof RemoveNode(_, _, int leaves)) {
                            assertThat(target - 1).isGreaterThanOrEqualTo(leaves);
                            target--;
                        }
                    }
                    return steps.stream()
                                    .anyMatch(step ->
                                            step instanceof ResizeGroup || step instanceof GiveUp)
                            && steps.stream().anyMatch(RemoveNode.class::isInstance);
                });
    }

    @Test
    void growsToTheFewestNodesThatBringEveryResourceToItsLine() {
        Seeds.forHits(
                2_000,
                20_000,
                random -> {
                    var question = AnyQuestion.plain(random);
                    var decision = decide(question);
                    if (!growsByUseAlone(decision)) {
                        return false;
                    }
                    var naive = new Naive(question);

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
                    return true;
                });
    }

    @Test
    void drainsOnlyWhatIsSpareAndCanMove() {
        Seeds.forHits(
                2_000,
                20_000,
                random -> {
                    var question = AnyQuestion.plain(random);
                    var naive = new Naive(question);
                    var leaving = naive.drainedBy(decide(question).plan());
                    if (leaving.isEmpty()) {
                        return false;
                    }
                    var policy = question.policy();
                    var group = question.seen().group();
                    var staying = new ArrayList<>(naive.ready());
                    staying.removeAll(leaving);

                    assertThat(naive.ready()).containsAll(leaving);
                    assertThat(leaving).allMatch(Node::mayGo);
                    assertThat(naive.isBelow(policy.shrink().slow().below(), naive.ready()))
                            .isTrue();
                    if (leaving.size() > policy.shrink().slow().nodes()) {
                        assertThat(naive.isBelow(policy.shrink().fast().below(), naive.ready()))
                                .isTrue();
                        assertThat(leaving.size())
                                .isLessThanOrEqualTo(policy.shrink().fast().nodes());
                    }
                    assertThat(naive.isWithin(policy.growth().above(), staying)).isTrue();
                    assertThat(naive.findsPlace(leaving)).isTrue();
                    assertThat(naive.active() + naive.arriving() - leaving.size())
                            .isGreaterThanOrEqualTo(policy.limits().least());
                    assertThat(group.target() - naive.draining().size() - leaving.size())
                            .isGreaterThanOrEqualTo(group.provider().least());
                    return true;
                });
    }

    @Test
    void neverDrainsWhileItCoolsDown() {
        Seeds.forAtLeast(
                10,
                random -> {
                    boolean hit = false;
                    for (int i = 0; i < 5; i++) {
                        hit |= drainsNothing(settled(AnyQuestion.plimsoll(random)));
                    }
                    return hit;
                });
    }

    private static boolean drainsNothing(Question<Seen, Policy, Past> question) {
        boolean coolsDown = question.now().isBefore(question.past().coolDown().until());
        if (!coolsDown || !question.last().isEmpty()) {
            return false;
        }
        assertThat(decide(question).plan().steps()).noneMatch(SizingLawsTest::drainsForUtilisation);
        return wouldDrain(question);
    }

    /// The question of a group without pending pods that need not settle, and whose drains did not
    /// fail.
    private static Question<Seen, Policy, Past> settled(Question<Seen, Policy, Past> question) {
        var past = question.past();
        var shrink = question.policy().shrink();
        var hasty = new Policy.Shrink(shrink.slow(), shrink.fast(), shrink.order(), Duration.ZERO);
        var seen = question.seen();
        return new Question<>(
                new Seen(seen.group(), seen.nodes(), List.of(), seen.others(), seen.machines()),
                question.policy().with(hasty).with(Policy.Rotation.NONE),
                past.with(past.group().with(Timers.NONE)),
                question.last(),
                question.now(),
                question.seed());
    }

    private static Question<Seen, Policy, Past> with(
            Question<Seen, Policy, Past> question, Past past) {
        return new Question<>(
                question.seen(),
                question.policy(),
                past,
                question.last(),
                question.now(),
                question.seed());
    }

    private static boolean wouldDrain(Question<Seen, Policy, Past> question) {
        var past = question.past();
        var calm = with(question, past.with(past.group().with(CoolDown.OVER)));
        return decide(calm).plan().steps().stream().anyMatch(SizingLawsTest::drainsForUtilisation);
    }

    private static boolean drainsForUtilisation(Step step) {
        return step instanceof DrainNode(_, var why) && why == DrainCause.LOW_UTILISATION;
    }

    @Test
    void touchesEachNodeOnceAndNoneThatIsMarkedNotToBeDeleted() {
        Seeds.forAtLeast(
                200,
                random -> {
                    var question = AnyQuestion.any(random);

                    var named = new ArrayList<String>();
                    for (var step : decide(question).plan().steps()) {
                        switch (step) {
                            case ResizeGroup _, GiveUp _ -> {}
                            case UseBatch _, RunReplicas _ ->
                                    throw new AssertionError(step.toString());
                            case UndrainNode(var node) -> named.add(node);
                            case DrainNode(var node, _) -> named.add(spare(question, node));
                            case EvictPods(var node, _) -> named.add(spare(question, node));
                            case RemoveNode(var node, _, _) -> named.add(spare(question, node));
                        }
                    }

                    assertThat(named).doesNotHaveDuplicates();
                    return named.size() > 1;
                });
    }

    @Test
    void removesOnlyWhatDrainedLongEnough() {
        Seeds.forAtLeast(
                200,
                random -> {
                    var question = AnyQuestion.any(random);
                    var graces = question.policy().graces();
                    boolean hit = false;

                    for (var step : decide(question).plan().steps()) {
                        if (step instanceof RemoveNode(var name, _, _)) {
                            hit = true;
                            var node = node(question, name);
                            boolean isForced = node.state() instanceof NodeState.Forced;
                            var least =
                                    node.isEmpty()
                                            ? graces.soft()
                                            : graces.hard().plus(graces.kill());
                            if (!isForced || !node.isEmpty()) {
                                assertThat(drains(question, node)).isGreaterThanOrEqualTo(least);
                            }
                        }
                        if (step instanceof EvictPods(var name, _)) {
                            assertThat(drains(question, node(question, name)))
                                    .isGreaterThanOrEqualTo(graces.hard());
                        }
                    }
                    return hit;
                });
    }

    private static Duration drains(Question<Seen, Policy, Past> question, Node node) {
        var since =
                node.state() instanceof NodeState.Draining(var taint, _)
                        ? taint
                        : question.past().graces().stream()
                                .filter(grace -> grace.node().equals(node.name()))
                                .map(Past.Grace::since)
                                .findFirst()
                                .orElse(question.now());
        return Duration.between(since, question.now());
    }

    @Test
    void keepsTheNodesThatTakePodsWithinTheLimits() {
        Seeds.forHits(
                2_000,
                20_000,
                random -> {
                    var plain = AnyQuestion.plain(random);
                    int least = random.nextInt(4);
                    var limits = new Limits(least, least + random.nextInt(12));
                    var policy = plain.policy().with(limits);
                    var question =
                            new Question<>(
                                    plain.seen(),
                                    policy.with(starving(policy.growth())),
                                    plain.past(),
                                    plain.last(),
                                    plain.now(),
                                    0);
                    var naive = new Naive(question);

                    var plan = decide(question).plan();

                    int before = naive.active() + naive.arriving();
                    int grown = naive.undrainedBy(plan).size() + naive.boughtBy(plan);
                    int less = naive.drainedBy(plan).size();
                    if (grown > 0) {
                        assertThat(before + grown).isLessThanOrEqualTo(limits.most());
                    }
                    if (less > 0) {
                        assertThat(before - less).isGreaterThanOrEqualTo(limits.least());
                    }
                    return grown + less > 0;
                });
    }

    private static Growth starving(Growth growth) {
        return new Growth(growth.above(), true, growth.coolDown(), growth.provisionTimeout());
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
                                "undrain-blocked",
                                "max-nodes",
                                "provider-max-nodes",
                                "cluster-full",
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

    static Question<Seen, Policy, Past> copy(Question<Seen, Policy, Past> question, AnyObject any) {
        var seen = question.seen();
        return new Question<>(
                new Seen(
                        seen.group(),
                        any.shuffled(seen.nodes()).stream().map(any::copy).toList(),
                        any.shuffled(seen.pending()).stream().map(any::copy).toList(),
                        seen.others(),
                        seen.machines()),
                question.policy(),
                question.past(),
                question.last(),
                question.now(),
                question.seed());
    }
}

package dev.plimsoll.batching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.batching.Policy.Limits;
import dev.plimsoll.batching.Policy.Patience;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.quantity.Percent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Laws that hold for every subnet.
class BatchingLawsTest {

    private static final int ENOUGH = 20;

    @Test
    void aBatchIsAPowerOfTwoWithinItsLimitsAndFits() {
        Seeds.forAll(random -> {
            var subnet = any(random);
            int next = subnet.next();
            var need = new Need(subnet.question());

            assertThat(Integer.bitCount(next)).isEqualTo(1);
            assertThat(next).isBetween(1, need.largest());
            if (next > 1) {
                assertThat(need.at(next)).isLessThanOrEqualTo(100L * capacity(subnet));
            }
            if (next > subnet.seen().batch()) {
                assertThat(need.fitsGuarded(next, capacity(subnet))).isTrue();
            }
        });
    }

    @Test
    void whatIsNeededNeverFallsWhenTheBatchDoubles() {
        Seeds.forAll(random -> {
            var need = new Need(any(random).question());

            for (int batch = 1; batch <= 128; batch *= 2) {
                assertThat(need.at(2 * batch)).isGreaterThanOrEqualTo(need.at(batch));
                assertThat(need.settled(2 * batch)).isGreaterThanOrEqualTo(need.settled(batch));
            }
        });
    }

    @Test
    void onceSettledNothingChanges() {
        Seeds.forAll(random -> {
            var subnet = any(random);
            var first = subnet.decide();
            var second = subnet.after(first, 1).decide();
            var third = subnet.after(first, 1).after(second, 1).decide();

            assertThat(second.plan()).isEqualTo(Plan.nothing());
            assertThat(third).isEqualTo(second);
        });
    }

    @Test
    void unevenLoadsSettleByUseToo() {
        Seeds.forOneIn(
                4,
                random -> {
                    var subnet = any(random).by(new Formula.State(random.nextInt(100, 400)));

                    assertThat(Walk.from(subnet.others(0), 0).period()).isEqualTo(1);
                });
    }

    @Test
    void theOrderOfNodesMakesNoDifference() {
        Seeds.forAll(random -> {
            var subnet = any(random);
            var nodes = new ArrayList<Nodes>();
            for (var some : subnet.seen().nodes()) {
                for (int i = 0; i < some.count(); i++) {
                    nodes.add(new Nodes(1, some.pods(), some.max()));
                }
            }
            Collections.shuffle(nodes, new Random(random.nextLong()));

            var shuffled = subnet.nodes(nodes.toArray(Nodes[]::new));

            assertThat(shuffled.decide()).isEqualTo(subnet.decide());
        });
    }

    @Test
    void aPodNeverRaisesTheFitAndAnAddressNeverLowersIt() {
        Seeds.forAll(random -> {
            var subnet = any(random);
            var nodes = new ArrayList<>(subnet.seen().nodes());
            var one = nodes.removeFirst();
            nodes.add(new Nodes(1, one.pods() + 1, one.max()));
            if (one.count() > 1) {
                nodes.add(new Nodes(one.count() - 1, one.pods(), one.max()));
            }
            var fuller = subnet.nodes(nodes.toArray(Nodes[]::new));
            var need = new Need(subnet.question());

            assertThat(fuller.answers().fit()).isLessThanOrEqualTo(subnet.answers().fit());
            assertThat(need.fit(capacity(subnet) + random.nextInt(1, 100)))
                    .isGreaterThanOrEqualTo(subnet.answers().fit());
        });
    }

    @Test
    void asManyAsMayJoinCanJoinWithoutAReclaim() {
        Seeds.forAll(random -> {
            var subnet = any(random);
            var need = new Need(subnet.question());
            int next = subnet.next();
            if (need.at(next) <= 100L * capacity(subnet)) {
                long then = need.settled(next) + need.joins() * need.join(next);

                assertThat(then).isLessThanOrEqualTo(capacity(subnet));
            }
        });
    }

    /// The pods and nodes that are left can come, and one more is too many where they have places.
    @Test
    void whatIsLeftIsLeft() {
        Seeds.forAll(random -> {
            var subnet = any(random);
            var nodes = subnet.answers().nodesLeft();
            if (subnet.state() == State.OK) {
                var full = joined(subnet, nodes.tight());
                var tooFull = joined(subnet, nodes.tight() + 1);

                assertThat(full.state()).isEqualTo(State.OK);
                if (nodes.tight() < capacity(subnet)) {
                    assertThat(tooFull.state()).isNotEqualTo(State.OK);
                }
            }
            long left = subnet.answers().podsLeft().tight();
            if (left > 0) {
                assertThat(withPods(subnet, left).state()).isEqualTo(State.OK);
            }
        });
    }

    @Test
    void moreAddressesNeverLetFewerNodesJoin() {
        Seeds.forAll(random -> {
            var subnet = any(random);
            int more = random.nextInt(1, 200);
            var larger = subnet.capacity(capacity(subnet) + more);

            assertThat(larger.answers().joinable())
                    .isGreaterThanOrEqualTo(subnet.answers().joinable());
        });
    }

    @Test
    void theNodesThatCanJoinFitAtTheBatchDecidedWithThem() {
        Seeds.forAtLeast(
                660,
                random -> {
                    var subnet = any(random);
                    long joinable = subnet.answers().joinable();
                    if (joinable > 0) {
                        assertThat(fits(joined(subnet, joinable))).isTrue();
                    }
                    return joinable > 0;
                });
    }

    /// Every capacity up to a /23, with up to eight nodes of up to twelve pods.
    @Test
    void everySmallSubnetLetsTheMostNodesJoinThatFit() {
        for (int nodes = 0; nodes <= 8; nodes++) {
            for (int pods = 0; pods <= (nodes == 0 ? 0 : 12); pods += 3) {
                long before = 0;
                for (int capacity = 0; capacity <= 512; capacity++) {
                    var subnet =
                            nodes == 0
                                    ? OneSubnet.of(capacity, 128)
                                    : OneSubnet.of(capacity, 128, OneSubnet.nodes(nodes, pods));
                    long joinable = subnet.answers().joinable();

                    assertThat(joinable).isGreaterThanOrEqualTo(before);
                    assertThat(joinable == 0 || fits(joined(subnet, joinable))).isTrue();
                    assertThat(fits(joined(subnet, joinable + 1))).isFalse();
                    before = joinable;
                }
            }
        }
    }

    /// Whether the batch decided needs no more than the capacity.
    private static boolean fits(OneSubnet subnet) {
        return new Need(subnet.question()).at(subnet.next()) <= 100L * capacity(subnet);
    }

    private static OneSubnet joined(OneSubnet subnet, long more) {
        if (more == 0) {
            return subnet;
        }
        var nodes = new ArrayList<>(subnet.seen().nodes());
        nodes.add(OneSubnet.nodes((int) more, 0));
        return subnet.nodes(nodes.toArray(Nodes[]::new));
    }

    /// All of them on the first nodes that have places.
    private static OneSubnet withPods(OneSubnet subnet, long more) {
        var nodes = new ArrayList<Nodes>();
        long left = more;
        for (var some : subnet.seen().nodes()) {
            for (int i = 0; i < some.count(); i++) {
                long max = Math.min(some.max(), subnet.policy().limits().perNode());
                long here = Math.clamp(max - some.pods(), 0, left);
                nodes.add(new Nodes(1, some.pods() + (int) here, some.max()));
                left -= here;
            }
        }
        return subnet.nodes(nodes.toArray(Nodes[]::new));
    }

    @Test
    void doublingEverythingDoublesTheNeed() {
        Seeds.forAll(random -> {
            var subnet = any(random);
            var limits = subnet.policy().limits();
            var doubled =
                    subnet.nodes(
                                    subnet.seen().nodes().stream()
                                            .map(some ->
                                                    new Nodes(
                                                            some.count(),
                                                            2 * some.pods(),
                                                            some.max() == Nodes.ANY
                                                                    ? Nodes.ANY
                                                                    : 2 * some.max()))
                                            .toArray(Nodes[]::new))
                            .others(2 * subnet.seen().others())
                            .with(
                                    new Limits(
                                            limits.batch(),
                                            2 * limits.perNode(),
                                            2 * limits.primary()));

            for (int batch = 1; batch <= 128; batch *= 2) {
                assertThat(new Need(doubled.question()).at(2 * batch))
                        .isEqualTo(2 * new Need(subnet.question()).at(batch));
            }
        });
    }

    @Test
    void everyReasonOfEveryRuleReadsAsAWholeSentence() {
        Seeds.forAll(random -> {
            var subnet = any(random).patient(Patience.DEFAULTS);
            var rules =
                    Stream.of(
                            new Formula.FeedForward(),
                            new Formula.State(200),
                            new Formula.Level(Percent.WHOLE, 200),
                            new Formula.Threshold(Percent.of(90), Percent.of(50), 16, 1),
                            new Formula.Snippet(200),
                            new Formula.Prose(200));

            rules.forEach(rule -> {
                var asked = subnet.by(rule).used(random.nextInt(2_000), random.nextInt(2_000));
                var later = asked.after(asked.decide(), random.nextInt(100));
                for (var each : List.of(asked, later)) {
                    var decision = each.decide();
                    assertThat(decision.reasons()).isNotEmpty();
                    assertThat(decision.reasons())
                            .extracting(Reason::sentence)
                            .allSatisfy(sentence -> assertThat(sentence).doesNotContain("{", "}"));
                    assertThat(each.answers().exact()).isNotNull();
                }
            });
        });
    }

    private static int capacity(OneSubnet subnet) {
        return subnet.seen().capacity().orElse(0);
    }

    private static OneSubnet any(SplittableRandom random) {
        var nodes = new ArrayList<Nodes>();
        int lots = random.nextInt(1, ENOUGH);
        for (int i = 0; i < lots; i++) {
            int max = random.nextInt(3) == 0 ? random.nextInt(1, 120) : Nodes.ANY;
            nodes.add(new Nodes(random.nextInt(1, 5), random.nextInt(0, 40), max));
        }
        int capacity = 1 << random.nextInt(4, 13);
        return OneSubnet.of(capacity, 1 << random.nextInt(8), nodes.toArray(Nodes[]::new))
                .others(random.nextInt(2) * random.nextInt(capacity))
                .shares(25 * random.nextInt(5), 25 * random.nextInt(9))
                .with(
                        new Limits(
                                1 << random.nextInt(8),
                                random.nextInt(4) == 0 ? 30 : 250,
                                random.nextInt(2)));
    }
}

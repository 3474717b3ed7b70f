package dev.plimsoll.batching;

import static dev.plimsoll.batching.OneSubnet.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.batching.Policy.Limits;
import dev.plimsoll.batching.Policy.Patience;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step.UseBatch;
import dev.plimsoll.quantity.Count;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchingTest {

    private static final Patience MINUTE =
            new Patience(Duration.ofMinutes(1), Duration.ofMinutes(10), Duration.ofMinutes(2));

    /// A /22 with half a batch of headroom and a tenth of the nodes joining.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    nodes | pods | batch | fit | need | state
                       28 |    0 |    16 |  16 |  720 | OK
                       28 |    9 |    16 |   8 |  584 | OK
                       28 |    9 |     4 |   8 |  584 | OK
                       28 |   25 |    16 |   4 |  852 | OK
                       28 |   34 |    16 |   1 |  997 | OK
                       28 |   35 |     4 |   1 | 1025 | TIGHT
                       28 |   36 |     1 |   1 | 1053 | EXHAUSTED
                       64 |    0 |    16 |   8 |  824 | OK
                      100 |    9 |     1 |   1 | 1060 | TIGHT
                    """)
    void findsTheLargestBatchThatFits(
            int count, int pods, int batch, int fit, long need, State state) {
        var subnet = OneSubnet.of(1024, batch, nodes(count, pods));

        assertThat(subnet.answers().fit()).isEqualTo(fit);
        assertThat(subnet.answers().need()).isEqualTo(need);
        assertThat(subnet.state()).isEqualTo(state);
        assertThat(subnet.next()).isEqualTo(fit);
    }

    /// One address more or less on each line: 28 nodes with 9 pods need 584 at batches of 8, and
    /// 224 more as the guard of a raise to it; 297 at single addresses, 280 without headroom.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    capacity | batch | next | state
                         584 |     8 |    8 | OK
                         583 |     8 |    4 | OK
                         640 |     4 |    8 | OK
                         639 |     4 |    4 | OK
                         297 |     1 |    1 | OK
                         296 |     1 |    1 | TIGHT
                         280 |     1 |    1 | TIGHT
                         279 |     1 |    1 | EXHAUSTED
                    """)
    void keepsToEachThreshold(int capacity, int batch, int next, State state) {
        var subnet = OneSubnet.of(capacity, batch, nodes(28, 9));

        assertThat(subnet.next()).isEqualTo(next);
        assertThat(subnet.state()).isEqualTo(state);
    }

    @Test
    void lowersAtOnceAndSaysWhy() {
        var decision = OneSubnet.of(1024, 16, nodes(28, 9)).decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new UseBatch("pods", 16, 8, 50)));
        assertThat(sentences(decision))
                .containsExactly(
                        "batches of 16 need 1168 addresses, and subnet pods has 1024; batches of 8"
                                + " need 584");
    }

    @Test
    void waitsForTheHoldDownBeforeItRaises() {
        var subnet = OneSubnet.of(1024, 16, nodes(28, 9)).patient(MINUTE);
        var lowered = subnet.decide();
        var emptied = subnet.after(lowered, 20).nodes(nodes(28, 0));

        var early = emptied.decide();
        var inTime = subnet.after(lowered, 60).nodes(nodes(28, 0));

        assertThat(early.plan()).isEqualTo(Plan.nothing());
        assertThat(sentences(early))
                .containsExactly(
                        "subnet pods may have room for batches of 16, but must wait 40 s more after"
                                + " the last change or restart");
        assertThat(early.wakeAt()).isEqualTo(OneSubnet.NOON.plusSeconds(60));
        assertThat(inTime.next()).isEqualTo(16);
    }

    @Test
    void waitsTwiceAsLongOnceARaiseWasUndone() {
        var subnet = OneSubnet.of(1024, 8, nodes(28, 0)).patient(MINUTE);
        var raised = subnet.decide();
        var undone = subnet.after(raised, 200).nodes(nodes(28, 9));
        var later = subnet.after(raised, 241).nodes(nodes(28, 9));

        assertThat(undone.decide().remember().holdDown()).isEqualTo(Duration.ofMinutes(2));
        assertThat(later.decide().remember().holdDown()).isEqualTo(Duration.ofMinutes(1));
        var quiet = undone.after(undone.decide(), 16 * 60).nodes(nodes(14, 0));
        assertThat(quiet.decide().remember().holdDown()).isEqualTo(Duration.ofMinutes(1));
    }

    /// 28 nodes without pods need 720 at batches of 16, and 448 more where every node may cross a
    /// boundary: 1024 is enough for the usual guard of 112, not for that one.
    @Test
    void makesARaiseThatWasUndoneOnlyIfMovingPodsCannotUndoItAgain() {
        var subnet = OneSubnet.of(1024, 8, nodes(28, 0)).patient(MINUTE);
        var undone = subnet.after(subnet.decide(), 14_399).nodes(nodes(28, 9));
        var late = subnet.after(subnet.decide(), 14_400).nodes(nodes(28, 9));
        var emptied = undone.after(undone.decide(), 3_600).nodes(nodes(28, 0));

        assertThat(emptied.next()).isEqualTo(8);
        assertThat(emptied.decide().wakeAt()).isEqualTo(undone.now().plusSeconds(86_400));
        assertThat(undone.after(undone.decide(), 86_400).nodes(nodes(28, 0)).next()).isEqualTo(16);
        assertThat(late.after(late.decide(), 3_600).nodes(nodes(28, 0)).next()).isEqualTo(16);
        assertThat(emptied.nodes(nodes(14, 0)).next()).isEqualTo(16);
    }

    @Test
    void controllersOfOneSubnetDoNotRaiseInLockStep() {
        var waits =
                List.of("blue", "green").stream()
                        .map(name -> {
                            var policy = Policy.DEFAULTS;
                            var named =
                                    new Policy(
                                            policy.rule(),
                                            50,
                                            50,
                                            Count.unknown(),
                                            policy.limits(),
                                            MINUTE,
                                            name);
                            var subnet = OneSubnet.of(1019, 16, nodes(28, 9)).with(named);
                            return subnet.after(subnet.decide(), 1)
                                    .nodes(nodes(28, 0))
                                    .decide()
                                    .wakeAt();
                        })
                        .toList();

        assertThat(waits)
                .allSatisfy(wait ->
                        assertThat(wait)
                                .isBetween(
                                        OneSubnet.NOON.plusSeconds(60),
                                        OneSubnet.NOON.plusSeconds(120)));
        assertThat(waits.get(0)).isNotEqualTo(waits.get(1));
    }

    @Test
    void doesNotRaiseOnWhatIsOldOrNotYetFollowed() {
        var subnet = OneSubnet.of(1024, 4, nodes(28, 9)).patient(MINUTE);

        assertThat(subnet.seeing(seen(subnet, 0, Duration.ofSeconds(121))).next()).isEqualTo(4);
        assertThat(subnet.seeing(seen(subnet, 0, Duration.ofMinutes(2))).next()).isEqualTo(8);
        assertThat(subnet.seeing(seen(subnet, 3, Duration.ZERO)).next()).isEqualTo(4);
        assertThat(subnet.seeing(seen(subnet, 2, Duration.ZERO)).next()).isEqualTo(8);
        var full = OneSubnet.of(1024, 16, nodes(28, 9)).patient(MINUTE);
        assertThat(full.seeing(seen(full, 28, Duration.ofDays(1))).next()).isEqualTo(8);
    }

    private static Seen seen(OneSubnet subnet, int lagging, Duration age) {
        var seen = subnet.seen();
        return new Seen(
                seen.subnet(),
                seen.capacity(),
                0,
                seen.batch(),
                Count.unknown(),
                seen.used(),
                seen.nodes(),
                0,
                lagging,
                age);
    }

    @Test
    void believesThatOthersGaveBackOnlyAfterAWhile() {
        var subnet = OneSubnet.of(1024, 8, nodes(28, 9)).others(420).patient(MINUTE);
        var full = subnet.decide();

        var soon = subnet.after(full, 120).others(0);
        var lasting = soon.after(soon.decide(), 599).others(0);
        var believed = soon.after(soon.decide(), 600).others(0);

        assertThat(soon.decide().wakeAt()).isEqualTo(OneSubnet.NOON.plusSeconds(720));
        assertThat(lasting.answers().need()).isEqualTo(1004);
        assertThat(believed.answers().need()).isEqualTo(584);
    }

    @Test
    void stopsKeepingAddressesFreeOnlyIfThatHelps() {
        var exhausted = OneSubnet.of(1024, 1, nodes(28, 36));
        var dropped = exhausted.decide();
        var stays = exhausted.after(dropped, 60).nodes(nodes(28, 35)).decide();
        var over = exhausted.after(dropped, 60).nodes(nodes(28, 34)).decide();

        assertThat(dropped.plan()).isEqualTo(Plan.of(new UseBatch("pods", 1, 1, 0)));
        assertThat(stays.plan()).isEqualTo(Plan.nothing());
        assertThat(sentences(stays))
                .contains(
                        "nodes of subnet pods keep no addresses free until batches of 1 fit into"
                                + " 1024 addresses with headroom");
        assertThat(over.plan()).isEqualTo(Plan.of(new UseBatch("pods", 1, 1, 50)));
        assertThat(OneSubnet.of(1024, 1, nodes(28, 37)).decide().plan()).isEqualTo(Plan.nothing());
    }

    @Test
    void keepsTheBatchWhereTheCapacityIsNotKnown() {
        var seen = new Seen("pods", Count.unknown(), 16, List.of(nodes(28, 9)));
        var decision = OneSubnet.of(0, 16).seeing(seen).decide();

        assertThat(decision.plan()).isEqualTo(Plan.nothing());
        assertThat(sentences(decision))
                .containsExactly("the capacity of subnet pods is unknown; batches stay at 16");
    }

    @Test
    void answersAtTheEdges() {
        assertThat(OneSubnet.of(1024, 16).next()).isEqualTo(128);
        assertThat(OneSubnet.of(0, 4, nodes(1, 3), nodes(1, 4)).next()).isEqualTo(1);
        assertThat(OneSubnet.of(256, 8, nodes(4, 2)).others(256).next()).isEqualTo(1);
        assertThat(OneSubnet.of(64, 1, nodes(1, 0)).next()).isEqualTo(8);
        assertThat(OneSubnet.of(1024, 12, nodes(28, 9)).next()).isEqualTo(8);
        assertThat(OneSubnet.of(1024, 64, nodes(2, 9)).with(new Limits(100, 250, 0)).next())
                .isEqualTo(64);
        var huge = OneSubnet.of(65_536, 16, nodes(5_000, 9)).answers();
        assertThat(huge.fit()).isEqualTo(2);
        assertThat(huge.need()).isEqualTo(56_000);
    }

    @Test
    void forgetsThePastOfAnotherSubnet() {
        var subnet = OneSubnet.of(1024, 16, nodes(28, 9)).patient(MINUTE);
        var past = subnet.decide().remember();
        var other = new Seen("other", Count.of(1024), 4, List.of(nodes(28, 9)));

        var fresh = new OneSubnet(other, subnet.policy(), past, OneSubnet.NOON);

        assertThat(fresh.next()).isEqualTo(8);
    }

    @Test
    void saysWhenSomebodyElseWritesTheBatchToo() {
        var subnet = OneSubnet.of(1024, 16, nodes(28, 9));
        var done = List.<Outcome>of(new Outcome.Done(new UseBatch("pods", 16, 8, 50)));

        var decision =
                new Batching()
                        .decide(
                                new Question<>(
                                        subnet.seen(),
                                        subnet.policy(),
                                        Past.NONE,
                                        done,
                                        OneSubnet.NOON,
                                        0));

        assertThat(sentences(decision))
                .contains(
                        "subnet pods uses batches of 16, although 8 was set last; another writer"
                                + " may have changed it");
    }

    /// U + (X − 1) · N · B on the line, and one address to both sides; doubling takes U + 4 · N ·
    /// B.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    batch | used | before | next
                       16 |  576 |    576 |   16
                       16 |  577 |    577 |    8
                        4 |  576 |    576 |    8
                        4 |  577 |    577 |    4
                        4 |  336 |    448 |    4
                        8 |  100 |    100 |   16
                       16 |    0 |      0 |   16
                       16 | 1030 |   1000 |    1
                    """)
    void goesByTheUsageIfNothingElseIsKnown(int batch, int used, int before, int next) {
        var subnet = OneSubnet.of(1024, batch, nodes(28, 0)).by(new Formula.State(200));

        assertThat(subnet.used(used, before).next()).isEqualTo(next);
    }

    /// Two nodes with a pod each. The batch is lowered for the nodes to come: at the batch that
    /// fits the two, 60 addresses would let 4 nodes join, and 100 only 3.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    capacity | joinable
                           0 |        0
                          11 |        0
                          12 |        1
                          60 |       18
                         100 |       34
                         251 |       89
                    """)
    void letsMoreNodesJoinALargerSubnet(int capacity, long joinable) {
        assertThat(SubnetFigures.joinable("pods", capacity, List.of(nodes(2, 1))))
                .isEqualTo(joinable);
    }

    private static List<String> sentences(Decision<Past> decision) {
        return decision.reasons().stream().map(Reason::sentence).toList();
    }
}

package dev.plimsoll.sizing;

import static dev.plimsoll.cluster.DrainCause.LOW_UTILISATION;
import static dev.plimsoll.sizing.OneGroup.EACH;
import static dev.plimsoll.sizing.OneGroup.codes;
import static dev.plimsoll.sizing.OneGroup.pods;
import static dev.plimsoll.sizing.OneGroup.shape;
import static dev.plimsoll.sizing.OneGroup.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Owner;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step.DrainNode;
import dev.plimsoll.decision.Step.ResizeGroup;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.sizing.Policy.Order;
import dev.plimsoll.sizing.Policy.Reading;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The points in which `reading: plimsoll` goes beyond Escalator, by their number in our notes,
/// with the figures of the notes. The others have their tests elsewhere:
///
/// - 1, one formula for all cases: `SizingGrowingTest.growsToTheFewestNodesBelowItsLine`.
/// - 6, pods that never fit: `SizingGrowingTest.buysNothingForPodsThatNoNodeCanHold`,
///   `SizingStarvingTest`.
/// - 8, machines on their way: `SizingGrowingTest.countsNodesOnTheirWayAsCapacity` and
///   `.givesUpMachinesThatDoNotComeAndBacksOff`; the lock outlives the process: `RestartTest`.
/// - 9, emptiness over all pods: `EscalatorDefectsTest.aNodeWithPodsOfOthersIsNotEmpty`.
/// - 10, partial batches: `EscalatorDefectsTest.aNodeThatMayNotBeRemovedDoesNotHoldTheOthers`.
/// - 11, the maximum: `EscalatorDefectsTest.theMaximumLimitsWhatIsUndrainedAndOrdered`; the
///   minimum: `SizingGrowingTest.growsToItsMinimum`.
/// - 12, sidecars, requests of the pod, resizing in place: `PodRequestsTest`.
/// - 13, the size of a new node: `EscalatorDefectsTest`, D8, and `RestartTest`.
/// - 14, reasons: `SizingLawsTest.alwaysAnswersWithReasonsThatReadWhole`.
/// - 15, strict configuration: `EscalatorFileTest.refusesWhatEscalatorLetsPass`.
class BeyondEscalatorTest {

    private static final Resources SMALL = size(1_000, 1_000);

    /// 2. Nodes of 4000m, 1000m and 1000m with requests of 5600m need two small nodes or a large
    ///    one. Escalator takes a new node for an average one and adds one.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    sizes          | nodes then | cpuPercentAfter
                    4000 1000 1000 |          5 | 70
                    1000 1000 4000 |          4 | 56
                    """)
    void countsTheSizeOfANewNode(String sizes, int then, String after) {
        var group = new OneGroup().starve(false).waiting(56, shape(100, 0));
        for (var cpu : List.of(sizes.split(" "))) {
            group.node(size(Long.parseLong(cpu), 4_000));
        }

        var decision = group.decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 3, then)));
        assertThat(decision.reasons().getLast().facts())
                .extracting(OneGroup::exact)
                .contains("cpuPercentAfter=" + after);
    }

    /// 3. With 200m of DaemonSets on nodes of 1000m, nine nodes and not eight hold 5000m. With
    ///    450m, three pods of 200m are 109 %; Escalator sees 60 %, and the third pod stays pending.
    @Test
    void leavesRoomForDaemonSets() {
        var daemon = pods(1, shape(Owner.DAEMON_SET, size(200, 0)));
        var seed = new OneGroup().node(EACH, daemon).node(EACH, daemon).waiting(50, shape(100, 0));
        var large = pods(1, shape(Owner.DAEMON_SET, size(450, 0)));
        var pod = shape(200, 0);
        var pending = new OneGroup().node(EACH, large, pods(2, pod)).waiting(1, pod);

        assertThat(seed.decide().plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 2, 9)));
        assertThat(pending.decide().plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 1, 2)));
        assertThat(pending.as(Reading.SOURCE).decide().plan()).isEqualTo(Plan.nothing());
    }

    /// 4. A node with two pod slots, both taken by pods without requests. From zero:
    ///    `SizingStarvingTest.growsFromZeroForPodsThatAskForNothing`.
    @Test
    void growsForPodsWithoutRequestsThatFindNoSlot() {
        var node = EACH.with(Resources.PODS, 2);
        var group = new OneGroup().node(node, pods(2, shape(0, 0))).waiting(1, shape(0, 0));

        assertThat(group.decide().plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 1, 2)));
    }

    /// 5. A GPU that no node has is no division by zero. With GPUs:
    ///    `SizingGrowingTest.growsForAnyResourceThatItsNodesOffer`.
    @Test
    void namesPodsThatRequestWhatNoNodeHas() {
        var asking = shape(Owner.JOB, size(1, 1).with("nvidia.com/gpu", 1));

        var decision = new OneGroup().nodes(1, EACH).waiting(1, asking).decide();

        assertThat(decision.plan()).isEqualTo(Plan.nothing());
        assertThat(codes(decision)).startsWith("cannot-hold");
    }

    /// 7. With Escalator's example values (10, 40, 70; slow 2, fast 5) its slow rate brings a group
    ///    of 2, 3 or 4 nodes above the threshold for growth, and its fast rate leaves no node at
    ///    all.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    nodes | min | cpu a node | plimsoll | source
                        4 |   1 |        390 |        1 |      2
                        3 |   1 |        390 |        1 |      2
                        2 |   1 |        390 |        0 |      1
                        5 |   1 |         99 |        4 |      4
                        5 |   0 |         99 |        4 |      5
                    """)
    void drainsNoNodeThatItWouldGrowBack(int nodes, int min, long cpu, int ours, int source) {
        for (var reading : Reading.values()) {
            var group = new OneGroup().limits(min, 30).order(Order.OLDEST).as(reading);
            for (int i = 0; i < nodes; i++) {
                group.node(SMALL, pods(1, shape(cpu, 0)));
            }
            int drained = reading == Reading.SOURCE ? source : ours;

            var steps = group.decide().plan().steps();

            assertThat(steps).hasSize(drained);
            for (int i = 0; i < drained; i++) {
                assertThat(steps.get(i)).isEqualTo(new DrainNode("n" + (i + 1), LOW_UTILISATION));
            }
        }
    }
}

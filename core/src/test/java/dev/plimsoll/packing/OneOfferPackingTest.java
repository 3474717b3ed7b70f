package dev.plimsoll.packing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.AnyObject;
import dev.plimsoll.cluster.HostPort;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.PodConstraints;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Spread;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Selector;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class OneOfferPackingTest {

    private static final String ZONE = "topology.kubernetes.io/zone";

    /// Of Cluster Autoscaler's tests: nodes with ten pod slots, pods in thousandths of a core; an
    /// old node in another zone, where it says so. The last row of the source has room for some of
    /// the pods on the old node too; here all twelve are on new ones.
    private static final String NODES =
            """
            node   pods                   old  most  nodes  placed
            1000   10x350                 yes  1000      5      10
            10000  20x10                  yes  1000      2      20
            1000   8x200 port             yes  1000      8       8
            1000   20x500                 yes     5      5      10
            1000   10x50,10x500           yes     5      5      10
            1000   8x20 hostname/2/1      yes  1000      4       8
            1000   8x20 zone/2/1          yes  1000      1       2
            1000   12x20 hostname/1/3     no   1000      3      12
            1000   12x20 hostname/1/3     yes  1000     12      12
            """;

    @Test
    void findsTheNodesOfTheSource() {
        NODES.lines().skip(1).forEach(OneOfferPackingTest::check);
    }

    private static void check(String row) {
        var columns = row.split(" {2,}", -1);
        var there =
                columns[2].equals("yes") ? List.of(node("old", 100, "jupiter")) : List.<Node>of();
        var template = node("new", Long.parseLong(columns[0]), "mars");
        var offer = new Offer("new", template, Money.NONE, Integer.parseInt(columns[3].strip()));

        var packing = OneOfferPacking.of(PackingStart.of(there), offer, pods(columns[1]));

        assertThat(packing.opened()).as(row).hasSize(Integer.parseInt(columns[4].strip()));
        assertThat(packing.placed().stream().mapToInt(Packing.Placed::count).sum())
                .as(row)
                .isEqualTo(Integer.parseInt(columns[5].strip()));
        Packed.isAccepted(there, packing);
    }

    /// Pods that lie evenly on nodes come last, and may use no node more than the others.
    @Test
    void keepsToItsMostForPodsThatLieEvenly() {
        check("1000   8x20 hostname/2/1      yes     3      3       6");
        check("1000   1x500,8x20 hostname/2/1  yes     1      1       2");
    }

    @Test
    void takesTheLargestFirst() {
        var offer = new Offer("new", node("new", 1000, "mars"), Money.NONE, 5);

        var packing = OneOfferPacking.of(PackingStart.of(List.of()), offer, pods("10x50,10x500"));

        assertThat(packing.left()).isEqualTo(pods("10x50"));
    }

    @Test
    void mayUseTheRoomThatIsThere() {
        var there = List.of(node("old", 100, "jupiter"));
        var offer = new Offer("new", node("new", 1000, "mars"), Money.NONE, 100);

        var packing =
                OneOfferPacking.besides(PackingStart.of(there), offer, pods("12x20 hostname/1/3"));

        assertThat(packing.opened()).hasSize(2);
        assertThat(packing.left()).isEmpty();
        Packed.isAccepted(there, packing);
    }

    /// Two fit on the old node while there is one zone. The third pod brings a second zone, and it
    /// is there from the beginning when the pods are scheduled.
    @Test
    void doesNotLeanOnTheOrderInWhichZonesCome() {
        var there = List.of(node("old", 100, "jupiter"));
        var offer = new Offer("new", node("new", 1000, "mars"), Money.NONE, 100);

        var packing =
                OneOfferPacking.besides(PackingStart.of(there), offer, pods("2x40 zone/1/1,1x30"));

        assertThat(packing.opened()).hasSize(1);
        assertThat(packing.left()).isEmpty();
        Packed.isAccepted(there, packing);
    }

    @Test
    void everyPackingIsAcceptedAndWhole() {
        Seeds.forAll(random -> {
            var some = new AnyBacklog(random);

            var packing =
                    OneOfferPacking.of(
                            PackingStart.of(some.there), some.offers.getFirst(), some.pods);

            Packed.isAccepted(some.there, packing);
            Packed.losesNone(some.pods, packing);
            Packed.keepsLimits(packing);
        });
    }

    @Test
    void isNeverWorseThanFirstFitPodByPod() {
        Seeds.forAll(random -> {
            var some = new AnyBacklog(random);

            var packing =
                    OneOfferPacking.of(
                            PackingStart.of(some.there), some.offers.getFirst(), some.pods);

            var naive = new Naive(some);
            assertThat(Packed.pods(packing.left())).isLessThanOrEqualTo(naive.left);
            if (Packed.pods(packing.left()) == naive.left) {
                assertThat(packing.opened().size()).isLessThanOrEqualTo(naive.opened);
            }
        });
    }

    @Test
    void theOrderOfWhatIsGivenDoesNotMatter() {
        Seeds.forAll(random -> {
            var some = new AnyBacklog(random);
            var any = new AnyObject(random);
            var shuffled = any.shuffled(some.pods).stream().map(any::copy).toList();

            assertThat(
                            OneOfferPacking.of(
                                    PackingStart.of(some.there), some.offers.getFirst(), shuffled))
                    .isEqualTo(
                            OneOfferPacking.of(
                                    PackingStart.of(some.there),
                                    some.offers.getFirst(),
                                    some.pods));
        });
    }

    /// Pod by pod, the largest first, each on the first new node that takes it. A new node that
    /// takes nothing stays for the next pod, and does not count while it is unused.
    private static final class Naive {
        private final NodeFit nodeFit;
        private final List<Boolean> used = new ArrayList<>();
        private int left;
        private final int opened;

        private Naive(AnyBacklog some) {
            nodeFit = NodeFit.of(some.there);
            var byShape = new UnplacedPods(some.pods, nodeFit);
            for (var party : byShape.decreasing(some.offers.getFirst().node().allocatable())) {
                for (int pod = 0; pod < party.count(); pod++) {
                    left += isPut(some, party.shape()) ? 0 : 1;
                }
            }
            opened = (int) used.stream().filter(isUsed -> isUsed).count();
        }

        private boolean isPut(AnyBacklog some, Shape shape) {
            for (int i = 0; i < used.size(); i++) {
                if (isPut(some, shape, i)) {
                    return true;
                }
            }
            boolean hasSpare = !used.isEmpty() && !used.getLast();
            if (hasSpare || used.size() == some.offers.getFirst().most()) {
                return false;
            }
            nodeFit.add(some.offers.getFirst().node("new-" + (used.size() + 1)));
            used.add(false);
            return isPut(some, shape, used.size() - 1);
        }

        private boolean isPut(AnyBacklog some, Shape shape, int node) {
            boolean fits = nodeFit.fits(shape, some.there.size() + node);
            if (fits) {
                nodeFit.put(shape, some.there.size() + node);
                used.set(node, true);
            }
            return fits;
        }
    }

    /// Such as `10x50,10x500`, `8x200 port` or `8x20 hostname/2/1`: a key, the skew that is allowed
    /// and the least number of domains.
    static List<Pods> pods(String text) {
        var pods = new ArrayList<Pods>();
        for (var one : text.strip().split(",", -1)) {
            var parts = one.split("[x ]", -1);
            var shape = shape(Long.parseLong(parts[1]), parts.length > 2 ? parts[2] : "");
            pods.add(new Pods(shape, Integer.parseInt(parts[0]), "pod"));
        }
        return pods;
    }

    private static Shape shape(long cpuMillis, String wish) {
        var ports =
                wish.equals("port")
                        ? List.of(new HostPort("TCP", HostPort.ANY, 5555))
                        : List.<HostPort>of();
        var constraints = wish.contains("/") ? even(wish.split("/", -1)) : PodConstraints.ANY;
        return new Shape(
                "universe",
                Labels.of("app", "estimatee"),
                Resources.of(new Cpu(cpuMillis), Bytes.mebibytes(1)),
                new Shape.Placement(
                        Labels.NONE,
                        new Affinity.Anywhere(),
                        List.of(),
                        constraints,
                        ports,
                        List.of(),
                        List.of()),
                Owner.REPLICA_SET,
                0);
    }

    private static PodConstraints even(String[] wish) {
        var spread =
                new Spread(
                        Integer.parseInt(wish[1]),
                        wish[0].equals("zone") ? ZONE : Node.HOSTNAME,
                        new Selector.AllOf(List.of(Requirement.in("app", "estimatee"))),
                        Integer.parseInt(wish[2]),
                        Spread.Policy.HONOR,
                        Spread.Policy.IGNORE);
        return new PodConstraints(List.of(), List.of(), List.of(spread));
    }

    static Node node(String name, long cpuMillis, String zone) {
        var labels = new TreeMap<String, String>();
        labels.put(Node.HOSTNAME, name);
        labels.put(ZONE, zone);
        return new Node(
                name,
                Instant.EPOCH,
                Labels.of(labels),
                List.of(),
                Resources.of(new Cpu(cpuMillis), Bytes.mebibytes(5000)).with(Resources.PODS, 10),
                new NodeState.Active(),
                true,
                false,
                List.of());
    }
}

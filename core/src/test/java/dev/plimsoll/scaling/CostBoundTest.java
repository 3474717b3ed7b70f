package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.answer;
import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.HostPort;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.PodConstraints;
import dev.plimsoll.cluster.PodTerm;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Selector;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostBoundTest {

    private static final String ZONE = "topology.kubernetes.io/zone";

    /// A new node has room for eight of these pods and costs 20 cents. Pods are `count wish`: a
    /// host port, or a key of anti-affinity against themselves. One node is there, named or not.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    case                         | node    | there                  | pods                                     | dollars
                    pods that share a node       | named   | -                      | 12 -                                     | 0.20
                    one host port                | named   | -                      | 4 80                                     | 0.60
                    two host ports               | named   | -                      | 4 80 / 4 81                              | 0.60
                    one host port, two shapes    | named   | -                      | 4 80 / 3 80 big                          | 1.20
                    one port, two addresses      | named   | -                      | 4 10.0.0.1:80 / 4 10.0.0.2:80            | 0.60
                    a port that is taken         | named   | 1 80                   | 4 80                                     | 0.80
                    another port is taken        | named   | 1 81                   | 4 80                                     | 0.60
                    apart by node                | named   | -                      | 4 kubernetes.io/hostname                 | 0.60
                    beside one of them           | named   | 1 kubernetes.io/hostname | 4 kubernetes.io/hostname               | 0.80
                    a node that is no domain     | unnamed | -                      | 12 kubernetes.io/hostname                | 0.20
                    a port on such a node        | unnamed | -                      | 4 80                                     | 0.60
                    """)
    void countsPodsOfWhichANodeHasRoomForOne(
            String name, String node, String there, String pods, BigDecimal dollars) {
        var old = node("n", "pool=p", "4", "16Gi", loners(there).toArray(Pods[]::new));
        var existing = node.equals("named") ? old : unnamed(old);
        var groups = List.of(group("p", 99, "0.2"));

        var bound = bound(Cluster.of(List.of(existing), loners(pods), groups));

        assertThat(bound)
                .isInstanceOfSatisfying(
                        CostBound.Least.class,
                        least -> assertThat(least.hour()).isEqualTo(Money.dollars(dollars)));
    }

    /// A hundredth of a core is worth less than a cent, but nobody sells less than a node.
    @Test
    void knowsThatOneSmallPodNeedsOneWholeNode() {
        var full = node("n", "pool=small", "4", "16Gi", pods(1, "old", "4", "1Gi"));
        var large = node("m", "pool=large", "8", "32Gi", pods(1, "old", "8", "1Gi"));
        var groups = List.of(group("small", 99, "0.095"), group("large", 99, "0.16"));

        var bound =
                bound(
                        Cluster.of(
                                List.of(full, large), List.of(pods(1, "w", "10m", "1Mi")), groups));

        assertThat(bound)
                .isInstanceOfSatisfying(
                        CostBound.Least.class,
                        least ->
                                assertThat(least.hour())
                                        .isEqualTo(Money.dollars(new BigDecimal("0.095"))));
    }

    @Test
    void leavesOutPodsOnNewNodesWithoutAPrice() {
        var full = node("n", "pool=small", "4", "16Gi", pods(1, "old", "4", "1Gi"));
        var large = node("m", "pool=large", "8", "32Gi", pods(1, "old", "8", "1Gi"));
        var groups = List.of(group("small", 99, "0.095"), group("large", 99, ""));
        var waiting = List.of(pods(1, "w", "3", "1Mi"), pods(1, "v", "6", "1Mi"));

        assertThat(bound(Cluster.of(List.of(full, large), waiting, groups)))
                .isInstanceOfSatisfying(
                        CostBound.Least.class,
                        least ->
                                assertThat(least.hour())
                                        .isEqualTo(Money.dollars(new BigDecimal("0.095"))));
        assertThat(bound(Cluster.of(List.of(full, large), waiting.subList(1, 2), groups)))
                .isEqualTo(new CostBound.None("the price of the new nodes is unknown"));
    }

    @Test
    void isNeverAboveThePlan() {
        Seeds.forOneIn(
                4,
                random -> {
                    var proposal = answer(any(random), Policy.DEFAULT).details();

                    if (proposal.bound() instanceof CostBound.Least(var hour, _)) {
                        assertThat(proposal.cost().now().plus(hour))
                                .isLessThanOrEqualTo(proposal.cost().after());
                    }
                });
    }

    private static Cluster any(RandomGenerator random) {
        var nodes = new ArrayList<Node>();
        var groups = new ArrayList<Group>();
        boolean areNamed = random.nextInt(4) > 0;
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            var old = loners(random.nextBoolean() ? "-" : "1 " + anyWish(random));
            var labels = "pool=p" + i + "," + ZONE + "=" + random.nextInt(2);
            var cpu = String.valueOf(random.nextInt(1, 5));
            var node = node("n" + i, labels, cpu, "16Gi", old.toArray(Pods[]::new));
            nodes.add(areNamed || random.nextBoolean() ? node : unnamed(node));
            var price = random.nextInt(4) == 0 ? "" : "0." + random.nextInt(1, 10);
            groups.add(group("p" + i, random.nextInt(0, 9), price));
        }
        var pending = new ArrayList<Pods>();
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            var size = random.nextBoolean() ? "" : " big";
            pending.addAll(loners(random.nextInt(1, 7) + " " + anyWish(random) + size));
        }
        return Cluster.of(nodes, pending, groups);
    }

    private static String anyWish(RandomGenerator random) {
        var wishes =
                List.of(
                        "-",
                        "80",
                        "10.0.0.1:80",
                        "10.0.0.2:80",
                        "81",
                        "kubernetes.io/hostname",
                        ZONE);
        return wishes.get(random.nextInt(wishes.size()));
    }

    private static List<Pods> loners(String text) {
        return text.equals("-")
                ? List.of()
                : Arrays.stream(text.split(" / ", -1)).map(CostBoundTest::loner).toList();
    }

    private static Pods loner(String text) {
        var words = text.split(" ", -1);
        var plain = pods(1, "web", words.length == 3 ? "1" : "500m", "1Gi").shape();
        boolean isPort = words[1].matches("[0-9.:]+");
        var placement =
                new Shape.Placement(
                        plain.nodeSelector(),
                        plain.affinity(),
                        plain.tolerations(),
                        isPort || words[1].equals("-") ? PodConstraints.ANY : apart(words[1]),
                        isPort ? List.of(port(words[1])) : List.of(),
                        List.of(),
                        List.of());
        int count = Integer.parseInt(words[0]);
        return new Pods(
                plain.with(Labels.of("app", "web")).with(placement), count, "web-" + words[1]);
    }

    private static HostPort port(String text) {
        int colon = text.indexOf(':');
        var address = colon < 0 ? HostPort.ANY : text.substring(0, colon);
        return new HostPort("TCP", address, Integer.parseInt(text.substring(colon + 1)));
    }

    private static PodConstraints apart(String key) {
        var alike = new Selector.AllOf(List.of(Requirement.in("app", "web")));
        var term = new PodTerm(List.of("shop"), Selector.nothing(), alike, key);
        return new PodConstraints(List.of(), List.of(term), List.of());
    }

    private static CostBound bound(Cluster cluster) {
        return answer(cluster, Policy.DEFAULT).details().bound();
    }

    private static Node unnamed(Node node) {
        return node.withLabels(node.labels().without("kubernetes.io/hostname"));
    }
}

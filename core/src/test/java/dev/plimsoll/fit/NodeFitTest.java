package dev.plimsoll.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.AnyObject;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.quantity.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeFitTest {

    /// Nodes with the pods that run on them, and rooms of the nodes as they were at first.
    private static final class Nodes {

        private final RandomGenerator random;
        private final AnyObject any;
        private final List<Shape> shapes = new ArrayList<>();
        private final List<Node> bare = new ArrayList<>();
        private final List<TreeMap<Shape, Integer>> pods = new ArrayList<>();
        private final NodeFit nodeFit;

        private Nodes(RandomGenerator random) {
            this.random = random;
            this.any = new AnyObject(random);
            for (int i = 0; i < 5; i++) {
                shapes.add(random.nextInt(3) == 0 ? any.shape() : any.choosyShape());
            }
            for (int i = random.nextInt(1, 5); i > 0; i--) {
                bare.add(any.node("n" + i));
                pods.add(new TreeMap<>());
                for (int running = random.nextInt(4); running > 0; running--) {
                    pods.getLast().merge(any.of(shapes), 1, Integer::sum);
                }
            }
            nodeFit = NodeFit.of(now());
        }

        private List<Node> now() {
            return IntStream.range(0, bare.size()).mapToObj(this::now).toList();
        }

        private Node now(int node) {
            var there = new ArrayList<Pods>();
            pods.get(node).forEach((shape, count) -> there.add(new Pods(shape, count, "pod")));
            return bare.get(node).with(there);
        }

        private void addAny() {
            var node = any.node("m" + bare.size());
            bare.add(node);
            pods.add(new TreeMap<>());
            pods.getLast().merge(any.of(shapes), 1, Integer::sum);
            nodeFit.add(now(bare.size() - 1));
        }

        private void put(Shape shape, int node) {
            nodeFit.put(shape, node);
            pods.get(node).merge(shape, 1, Integer::sum);
        }

        private void takeAny(int node) {
            if (!pods.get(node).isEmpty()) {
                var shape = any.of(List.copyOf(pods.get(node).keySet()));
                nodeFit.take(shape, node);
                pods.get(node).computeIfPresent(shape, (_, n) -> n == 1 ? null : n - 1);
            }
        }

        private int anyNode() {
            return random.nextInt(bare.size());
        }
    }

    @Test
    void answersAfterAnyMovesAsIfMadeAnew() {
        Seeds.forOneIn(
                2,
                random -> {
                    var nodes = new Nodes(random);
                    for (int moves = random.nextInt(12); moves > 0; moves--) {
                        switch (random.nextInt(6)) {
                            case 0, 1, 2 -> nodes.put(nodes.any.of(nodes.shapes), nodes.anyNode());
                            case 3 -> nodes.takeAny(nodes.anyNode());
                            case 4 -> nodes.addAny();
                            default ->
                                    nodes.nodeFit.fits(nodes.any.of(nodes.shapes), nodes.anyNode());
                        }
                    }

                    var anew = NodeFit.of(nodes.now());
                    for (var shape : nodes.shapes) {
                        for (int node = 0; node < nodes.bare.size(); node++) {
                            assertThat(nodes.nodeFit.verdict(shape, node))
                                    .isEqualTo(anew.verdict(shape, node));
                            assertThat(nodes.nodeFit.fits(shape, node))
                                    .isEqualTo(anew.verdict(shape, node).fits());
                        }
                    }
                });
    }

    @Test
    void answersForNodesOfWhichSomeAreOthersAsIfMadeAnew() {
        Seeds.forOneIn(
                2,
                random -> {
                    var nodes = new Nodes(random);
                    var first = nodes.now();
                    var others = new ArrayList<>(first);
                    for (int node = 0; node < others.size(); node++) {
                        boolean stays = random.nextBoolean();
                        var other = any(nodes, others.get(node).name());
                        others.set(node, stays ? others.get(node) : other);
                    }
                    for (int more = random.nextInt(3); more > 0; more--) {
                        others.add(any(nodes, "m" + more));
                    }

                    var changed = NodeFit.of(first).withNodes(others);

                    var anew = NodeFit.of(others);
                    for (var shape : nodes.shapes) {
                        for (int node = 0; node < others.size(); node++) {
                            assertThat(changed.verdict(shape, node))
                                    .isEqualTo(anew.verdict(shape, node));
                            assertThat(changed.fits(shape, node)).isEqualTo(anew.fits(shape, node));
                            assertThat(changed.free(node)).isEqualTo(anew.free(node));
                            assertThat(changed.room(node)).isEqualTo(anew.room(node));
                        }
                    }
                });
    }

    /// A node with one or two pods.
    private static Node any(Nodes nodes, String name) {
        var pods = new TreeMap<Shape, Integer>();
        for (int i = nodes.random.nextInt(1, 3); i > 0; i--) {
            pods.merge(nodes.any.of(nodes.shapes), 1, Integer::sum);
        }
        return nodes.any
                .node(name)
                .with(
                        pods.entrySet().stream()
                                .map(some -> new Pods(some.getKey(), some.getValue(), "pod"))
                                .toList());
    }

    @Test
    void aPodWithoutWishesFitsWhereTheNodeAloneLetsIt() {
        Seeds.forOneIn(
                2,
                random -> {
                    var nodes = new Nodes(random);
                    var shape = nodes.any.shape();
                    var loners = nodes.pods.stream().allMatch(NodeFitTest::areLoners);

                    for (int node = 0; loners && node < nodes.bare.size(); node++) {
                        assertThat(nodes.nodeFit.verdict(shape, node))
                                .isEqualTo(Fit.on(nodes.now(node), shape));
                    }
                });
    }

    private static boolean areLoners(Map<Shape, Integer> pods) {
        return pods.keySet().stream().allMatch(shape -> shape.constraints().apart().isEmpty());
    }

    @Test
    void isAsBeforeOnceWhatWasPutIsTaken() {
        Seeds.forAll(random -> {
            var nodes = new Nodes(random);
            int node = nodes.anyNode();
            var shape = nodes.any.of(nodes.shapes);
            var before = nodes.nodeFit.free(node);

            nodes.nodeFit.put(shape, node);
            nodes.nodeFit.take(shape, node);

            assertThat(nodes.nodeFit.free(node)).isEqualTo(before);
        });
    }

    @Test
    void tellsWhatIsFreeWhereThereIsALimit() {
        Seeds.forAll(random -> {
            var nodes = new Nodes(random);
            int at = nodes.anyNode();

            var node = nodes.now(at);
            var free = nodes.nodeFit.free(at);

            var left = node.allocatable().less(node.asked());
            for (var resource : free.names()) {
                assertThat(free.offered(resource)).isEqualTo(left.offered(resource));
            }
            assertThat(free.names()).containsAll(left.names());
        });
    }

    @Test
    void theLargestShareOfAnyResourceCountsButSlotsAndStorage() {
        var whole =
                Resources.NONE
                        .with("cpu", 1_000)
                        .with("memory", 3)
                        .with("ephemeral-storage", 10)
                        .with("pods", 10);
        var part = Resources.NONE.with("cpu", 100);

        assertThat(Share.dominant(part, whole)).isEqualTo(100_000);
        assertThat(Share.dominant(part.with("memory", 1), whole)).isEqualTo(333_333);
        assertThat(Share.dominant(part.with("pods", 9), whole)).isEqualTo(100_000);
        assertThat(Share.dominant(part.with("ephemeral-storage", 9), whole)).isEqualTo(100_000);
        assertThat(Share.dominant(part.with("cpu", 5_000), whole)).isEqualTo(5_000_000);
        assertThat(Share.dominant(part.with("gpu", 1), whole)).isEqualTo(Long.MAX_VALUE);
        assertThat(Share.dominant(part.with("gpu", 0), whole)).isEqualTo(100_000);
        assertThat(Share.dominant(part, Resources.NONE)).isZero();
        assertThat(Share.dominant(part.with("cpu", Long.MAX_VALUE / 2), whole.with("cpu", 1)))
                .isEqualTo(Long.MAX_VALUE);
    }
}

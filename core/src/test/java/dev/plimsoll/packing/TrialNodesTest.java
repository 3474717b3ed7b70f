package dev.plimsoll.packing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.AnyObject;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.packing.TrialNodes.Move;
import dev.plimsoll.quantity.Share;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Nodes on which pods are tried: the search must find what a look at every node finds.
class TrialNodesTest {

    private static final int NODES = 90;

    /// The same nodes, asked one by one.
    private static final class Plain {

        private final NodeFit nodeFit;
        private final List<Node> nodes;
        private final boolean spreads;
        private final Set<Integer> closed = new LinkedHashSet<>();

        Plain(List<Node> nodes, boolean spreads) {
            this.nodes = nodes;
            this.spreads = spreads;
            this.nodeFit = NodeFit.of(nodes);
        }

        private long room(int node) {
            return Share.dominant(nodeFit.free(node), nodes.get(node).allocatable());
        }

        int first(Shape shape, int from, int to) {
            int best = NodeFit.NO_ROOM;
            for (int node = from; node < to; node++) {
                if (!closed.contains(node) && nodeFit.fits(shape, node)) {
                    boolean isBetter =
                            best == NodeFit.NO_ROOM
                                    || (spreads
                                            ? room(node) > room(best)
                                            : room(node) < room(best));
                    best = isBetter ? node : best;
                }
            }
            return best;
        }

        /// The node of each pod.
        List<Integer> put(Shape shape, int pods, int from, int to) {
            var on = new ArrayList<Integer>();
            for (int i = 0; i < pods; i++) {
                int node = first(shape, from, to);
                if (node == NodeFit.NO_ROOM) {
                    return on;
                }
                nodeFit.put(shape, node);
                on.add(node);
            }
            return on;
        }
    }

    @Test
    void findsTheNodeWithTheLeastRoomInTheFirstTierThatHasOne() {
        Seeds.forAtLeast(
                1_500,
                random -> {
                    boolean spreads = random.nextBoolean();
                    var nodes = nodes(random);
                    int split = random.nextInt(nodes.size());
                    var plain = new Plain(nodes, spreads);
                    var trial = new TrialNodes(nodes.subList(0, split), spreads);
                    trial.addTier(nodes.subList(split, nodes.size()));
                    var any = new AnyObject(random);
                    int placed = 0;

                    for (int i = 0; i < 30; i++) {
                        int node = random.nextInt(nodes.size());
                        if (plain.closed.add(node)) {
                            trial.close(node);
                        } else if (random.nextBoolean()) {
                            plain.closed.remove(node);
                            trial.open(node);
                        }
                        var shape = any.shape();
                        int count = random.nextInt(1, 5);
                        var on = plain.put(shape, count, 0, split);
                        on.addAll(plain.put(shape, count - on.size(), split, nodes.size()));
                        var moves = trial.put(shape, count);
                        assertThat(moves.stream().flatMap(TrialNodesTest::nodes).toList())
                                .isEqualTo(on);
                        placed += on.size();
                        if (random.nextInt(4) == 0) {
                            trial.undo(moves.reversed());
                            on.forEach(taker -> plain.nodeFit.take(shape, taker));
                        }
                    }
                    return placed > 0;
                });
    }

    private static Stream<Integer> nodes(Move move) {
        return Stream.generate(move::node).limit(move.count());
    }

    private static List<Node> nodes(RandomGenerator random) {
        var any = new AnyObject(random);
        var nodes = new ArrayList<Node>();
        IntStream.range(0, random.nextInt(2, NODES))
                .forEach(i -> {
                    var node = any.node("node-" + i);
                    nodes.add(
                            random.nextBoolean()
                                    ? node
                                    : node.with(List.of(new Pods(any.shape(), 1, "pod-" + i))));
                });
        return nodes;
    }
}

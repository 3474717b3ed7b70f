package dev.plimsoll.packing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.PodConstraints;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/// The pods that still wait for a place, by shape.
final class UnplacedPods {

    /// The pods of one shape.
    static final class Party {
        private final NodeFit.ShapeFit shapeFit;
        private final String first;
        private final boolean isLoner;
        private final boolean isRoaming;
        private int count;
        private int size;

        private Party(NodeFit.ShapeFit shapeFit, Pods pods) {
            this.shapeFit = shapeFit;
            this.first = pods.first();
            this.count = pods.count();
            this.isLoner = !isBulk() && !causes().isEmpty();
            this.isRoaming = isRoaming(shape().constraints());
        }

        Shape shape() {
            return shapeFit.shape();
        }

        /// What the rooms have to say to them.
        NodeFit.ShapeFit shapeFit() {
            return shapeFit;
        }

        int count() {
            return count;
        }

        void change(int by) {
            count += by;
            assert count >= 0 : "more pods of " + shape() + " are placed than wait";
        }

        /// The number of its size among [Sizes].
        int size() {
            return size;
        }

        void sizeIs(int number) {
            size = number;
        }

        /// It is to lie evenly on nodes, so that every node more makes a difference to it.
        boolean isEvenByNode() {
            return shape().constraints().spread().stream()
                    .anyMatch(spread -> isNode(spread.topologyKey()));
        }

        /// Where it may go depends on what lies in other places than on the node, such as in other
        /// zones: a node that refuses it now may take it later.
        boolean isRoaming() {
            return isRoaming;
        }

        private static boolean isRoaming(PodConstraints constraints) {
            return constraints.spread().stream().anyMatch(each -> !isNode(each.topologyKey()))
                    || constraints.near().stream().anyMatch(each -> !isNode(each.topologyKey()));
        }

        private static boolean isNode(String topologyKey) {
            return topologyKey.equals(Node.HOSTNAME);
        }

        /// On a node that takes one of them their room alone says how many more it takes.
        boolean isBulk() {
            return shapeFit.isBulk();
        }

        /// A node has room for one of them, by a host port or since they keep apart from their
        /// like.
        boolean isLoner() {
            return isLoner;
        }

        /// What makes them loners: those who share a cause cannot share a node.
        List<String> causes() {
            return Exclusion.causes(shape(), shapeFit::isMeantBy);
        }
    }

    private final List<Party> parties = new ArrayList<>();

    /// @param pods a shape may come several times
    UnplacedPods(List<Pods> pods, NodeFit nodeFit) {
        merged(pods).forEach(all -> parties.add(new Party(nodeFit.shapeFit(all.shape()), all)));
    }

    /// Each shape once, in their order.
    static List<Pods> merged(List<Pods> pods) {
        var byShape = new TreeMap<Shape, Pods>();
        for (var some : pods) {
            byShape.merge(some.shape(), some, UnplacedPods::together);
        }
        return List.copyOf(byShape.values());
    }

    private static Pods together(Pods some, Pods others) {
        var first = some.first().compareTo(others.first()) <= 0 ? some.first() : others.first();
        return new Pods(some.shape(), Math.addExact(some.count(), others.count()), first);
    }

    /// In order of the shapes.
    List<Party> parties() {
        return parties;
    }

    /// The largest first, as a sum of the shares of what a node offers; ties by shape.
    List<Party> decreasing(Resources whole) {
        record Sized(Party party, double size) {}
        return parties.stream()
                .map(party -> new Sized(party, size(party.shape().requests(), whole)))
                .sorted(
                        Comparator.comparingDouble(Sized::size)
                                .reversed()
                                .thenComparing(sized -> sized.party.shape()))
                .map(Sized::party)
                .toList();
    }

    /// The sum of the shares that a pod asks for.
    static double size(Resources asks, Resources whole) {
        double size = 0;
        for (var name : asks.names()) {
            long offered = whole.offered(name);
            if (asks.asked(name) > 0 && offered != Resources.UNLIMITED) {
                size += (double) asks.asked(name) / offered;
            }
        }
        return size;
    }

    /// Those that wait.
    List<Pods> pods() {
        return parties.stream()
                .filter(party -> party.count > 0)
                .map(party -> new Pods(party.shape(), party.count, party.first))
                .toList();
    }
}

package dev.plimsoll.packing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/// The pods that are not placed yet, by shape.
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
            this.isRoaming = isRoaming(shape());
        }

        Shape shape() {
            return shapeFit.shape();
        }

        /// The rules of the shape on the nodes of the packing.
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

        /// The index of its size in [Sizes].
        int size() {
            return size;
        }

        void sizeIs(int number) {
            size = number;
        }

        /// It has a topology spread over nodes, so every further node matters.
        boolean isEvenByNode() {
            return shape().constraints().spread().stream()
                    .anyMatch(spread -> isNode(spread.topologyKey()));
        }

        /// Its rules depend on pods on other nodes, for example in other zones: a node that refuses
        /// it now can allow it later.
        boolean isRoaming() {
            return isRoaming;
        }

        static boolean isRoaming(Shape shape) {
            var constraints = shape.constraints();
            return constraints.spread().stream().anyMatch(each -> !isNode(each.topologyKey()))
                    || constraints.near().stream().anyMatch(each -> !isNode(each.topologyKey()));
        }

        private static boolean isNode(String topologyKey) {
            return topologyKey.equals(Node.HOSTNAME);
        }

        /// If one pod fits on a node, resource requests alone limit how many more fit.
        boolean isBulk() {
            return shapeFit.isBulk();
        }

        /// A node can have only one of them, because of a host port or anti-affinity to pods of the
        /// same shape.
        boolean isLoner() {
            return isLoner;
        }

        /// The causes of that: pods with a common cause cannot share a node.
        List<String> causes() {
            return Exclusion.causes(shape(), shapeFit::isMeantBy);
        }
    }

    private final List<Party> parties = new ArrayList<>();

    /// @param pods a shape can occur several times
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

    /// In the order of the shapes.
    List<Party> parties() {
        return parties;
    }

    /// The largest first, by the sum of the shares of a node that a pod requests; ties by shape.
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

    /// The sum of the shares of a node that a pod requests.
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

    /// The pods that are unplaced.
    List<Pods> pods() {
        return parties.stream()
                .filter(party -> party.count > 0)
                .map(party -> new Pods(party.shape(), party.count, party.first))
                .toList();
    }
}

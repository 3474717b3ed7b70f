package dev.plimsoll.packing;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.HostPort;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.PodTerm;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.packing.bound.Market;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/// The causes for which pods cannot share a node: a host port, or anti-affinity by hostname. Pods
/// with a common cause cannot run on one node.
///
/// **Invariant:** a bound that uses it is not above the cost of any plan: `CostBoundTest`.
public final class Exclusion {

    private final Cluster cluster;

    /// Only a node with the hostname label is a topology domain of its own.
    private final boolean areNamed;

    /// By cause, the indices of the nodes that have a pod with it.
    private final SortedMap<String, BitSet> taken = new TreeMap<>();

    /// @param nodes existing and new ones
    public Exclusion(List<Node> nodes, Cluster cluster) {
        this.cluster = cluster;
        this.areNamed = nodes.stream().allMatch(node -> node.labels().has(Node.HOSTNAME));
        for (int i = 0; i < nodes.size(); i++) {
            for (var some : nodes.get(i).pods()) {
                add(taken, some.shape(), i);
            }
        }
    }

    /// The sets of pods of which a node can have only one.
    ///
    /// @param shapes in the order of the needs of a market
    public List<Market.Apart> aparts(List<Shape> shapes) {
        var byCause = new TreeMap<String, BitSet>();
        for (int need = 0; need < shapes.size(); need++) {
            add(byCause, shapes.get(need), need);
        }
        return byCause.values().stream().map(needs -> new Market.Apart(needs, 1)).toList();
    }

    /// The indices of the nodes with a pod that excludes pods of the shape permanently.
    public BitSet closed(Shape shape) {
        var closed = new BitSet();
        for (var cause : causes(shape)) {
            closed.or(taken.getOrDefault(cause, new BitSet()));
        }
        return closed;
    }

    private void add(SortedMap<String, BitSet> byCause, Shape shape, int number) {
        for (var cause : causes(shape)) {
            byCause.computeIfAbsent(cause, _ -> new BitSet()).set(number);
        }
    }

    private List<String> causes(Shape shape) {
        return causes(
                shape,
                term -> areNamed && term.matches(shape, cluster.namespace(shape.namespace())));
    }

    /// @param means whether a term matches the shape
    static List<String> causes(Shape shape, Predicate<PodTerm> means) {
        var causes = new ArrayList<String>();
        shape.ports().forEach(port -> causes.add(cause(port)));
        for (var term : shape.constraints().apart()) {
            if (term.topologyKey().equals(Node.HOSTNAME) && means.test(term)) {
                causes.add(term.toString());
            }
        }
        return causes;
    }

    /// Pods on different addresses of a node can share a port.
    private static String cause(HostPort port) {
        var at = port.address().equals(HostPort.ANY) ? "" : " " + port.address();
        return port.protocol() + " " + port.port() + at;
    }
}

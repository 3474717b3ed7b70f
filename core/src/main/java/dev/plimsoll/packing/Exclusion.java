package dev.plimsoll.packing;

import dev.plimsoll.cluster.HostPort;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.PodTerm;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.packing.bound.Market;
import dev.plimsoll.storage.Surroundings;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/// What keeps pods from sharing a node with their like: a host port, or a wish to be apart from
/// them by node. Those who share a cause cannot share a node.
///
/// **Invariant:** a bound that counts with it is not above the cost of any plan: `CostBoundTest`.
public final class Exclusion {

    private final Surroundings surroundings;

    /// Only a node that tells its name by a label is a domain of its own.
    private final boolean areNamed;

    /// By cause, the numbers of the nodes that have a pod with it.
    private final SortedMap<String, BitSet> taken = new TreeMap<>();

    /// @param nodes that are there, and those to come
    public Exclusion(List<Node> nodes, Surroundings surroundings) {
        this.surroundings = surroundings;
        this.areNamed = nodes.stream().allMatch(node -> node.labels().has(Node.HOSTNAME));
        for (int i = 0; i < nodes.size(); i++) {
            for (var some : nodes.get(i).pods()) {
                add(taken, some.shape(), i);
            }
        }
    }

    /// The pods of which a node may have one.
    ///
    /// @param shapes in the order of the needs of a market
    public List<Market.Apart> aparts(List<Shape> shapes) {
        var byCause = new TreeMap<String, BitSet>();
        for (int need = 0; need < shapes.size(); need++) {
            add(byCause, shapes.get(need), need);
        }
        return byCause.values().stream().map(needs -> new Market.Apart(needs, 1)).toList();
    }

    /// The numbers of the nodes with a pod that keeps those of the shape off, whatever else comes.
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
                term -> areNamed && term.matches(shape, surroundings.namespace(shape.namespace())));
    }

    /// @param means whether a term means the shape
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

    /// Pods on different addresses of a node can share its port.
    private static String cause(HostPort port) {
        var at = port.address().equals(HostPort.ANY) ? "" : " " + port.address();
        return port.protocol() + " " + port.port() + at;
    }
}

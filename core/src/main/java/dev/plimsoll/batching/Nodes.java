package dev.plimsoll.batching;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.quantity.Resources;

/// A number of equal nodes.
///
/// @param pods pods on each node that use an address of the subnet
/// @param max the most addresses that each node can use for pods
/// @param asked addresses that each node requests; 0 if unknown
public record Nodes(int count, int pods, int max, int asked) implements Comparable<Nodes> {

    /// No limit of the nodes' own: the limit of the policy applies.
    public static final int ANY = Integer.MAX_VALUE;

    public Nodes {
        if (count < 1 || pods < 0 || max < 1 || asked < 0) {
            throw new IllegalArgumentException(
                    "nodes are 1 or more with 0 or more pods and a max of 1 or more, and request 0"
                            + " or more, got "
                            + count
                            + ", "
                            + pods
                            + ", "
                            + max
                            + ", "
                            + asked);
        }
    }

    /// One node of a cluster. A node that reports no room for pods has room for one.
    public static Nodes of(Node node) {
        int pods = node.pods().stream().mapToInt(Pods::count).sum();
        long slots = node.allocatable().offered(Resources.PODS);
        return new Nodes(1, pods, Math.clamp(slots, 1, ANY));
    }

    public Nodes(int count, int pods, int max) {
        this(count, pods, max, 0);
    }

    boolean equalsButForCount(Nodes other) {
        return pods == other.pods && max == other.max && asked == other.asked;
    }

    Nodes and(Nodes other) {
        return new Nodes(Math.addExact(count, other.count), pods, max, asked);
    }

    @Override
    public int compareTo(Nodes other) {
        if (pods != other.pods) {
            return Integer.compare(pods, other.pods);
        }
        if (max != other.max) {
            return Integer.compare(max, other.max);
        }
        if (asked != other.asked) {
            return Integer.compare(asked, other.asked);
        }
        return Integer.compare(count, other.count);
    }
}

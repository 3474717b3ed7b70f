package dev.plimsoll.batching;

/// Nodes that look alike.
///
/// @param pods how many pods each has that use an address of the subnet
/// @param max the most addresses that each can use for pods
public record Nodes(int count, int pods, int max) implements Comparable<Nodes> {

    /// No limit of their own: that of the policy holds.
    public static final int ANY = Integer.MAX_VALUE;

    public Nodes {
        if (count < 1 || pods < 0 || max < 1) {
            throw new IllegalArgumentException(
                    "nodes are 1 or more with 0 or more pods and a max of 1 or more, got %d, %d, %d"
                            .formatted(count, pods, max));
        }
    }

    boolean isLike(Nodes other) {
        return pods == other.pods && max == other.max;
    }

    Nodes and(Nodes other) {
        return new Nodes(Math.addExact(count, other.count), pods, max);
    }

    @Override
    public int compareTo(Nodes other) {
        if (pods != other.pods) {
            return Integer.compare(pods, other.pods);
        }
        if (max != other.max) {
            return Integer.compare(max, other.max);
        }
        return Integer.compare(count, other.count);
    }
}

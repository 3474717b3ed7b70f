package dev.plimsoll.batching;

/// Nodes that look alike.
///
/// @param pods how many pods each has that use an address of the subnet
/// @param max the most addresses that each can use for pods
/// @param asked how many addresses each asks for; 0 where nobody says
public record Nodes(int count, int pods, int max, int asked) implements Comparable<Nodes> {

    /// No limit of their own: that of the policy holds.
    public static final int ANY = Integer.MAX_VALUE;

    public Nodes {
        if (count < 1 || pods < 0 || max < 1 || asked < 0) {
            throw new IllegalArgumentException(
                    "nodes are 1 or more with 0 or more pods and a max of 1 or more, and ask for 0"
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

    public Nodes(int count, int pods, int max) {
        this(count, pods, max, 0);
    }

    boolean isLike(Nodes other) {
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

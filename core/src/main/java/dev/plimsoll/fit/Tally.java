package dev.plimsoll.fit;

import dev.plimsoll.cluster.Shape;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/// The number of matching pods in each domain of a topology, kept up to date pod by pod.
///
/// **Invariant:** it equals a fresh count: `TallyTest`.
final class Tally {

    private final Topology topology;
    private final Predicate<Shape> who;
    private final IntPredicate where;
    private final BitSet counted = new BitSet();
    private int[] pods = new int[4];
    private int[] nodes = new int[4];

    /// By number of pods: the number of domains that have this many.
    private int[] domainsWith = new int[4];

    private int domains;
    private int fewest;
    private long total;

    /// @param who the pods that count
    /// @param where the nodes that count
    Tally(Topology topology, Predicate<Shape> who, IntPredicate where) {
        this.topology = topology;
        this.who = who;
        this.where = where;
    }

    boolean counts(Shape shape) {
        return who.test(shape);
    }

    /// Adds a node, without its pods.
    void add(int node) {
        int domain = topology.domain(node);
        if (domain == Topology.NO_DOMAIN || !where.test(node)) {
            return;
        }
        counted.set(node);
        pods = grown(pods, domain);
        nodes = grown(nodes, domain);
        nodes[domain]++;
        if (nodes[domain] == 1) {
            domains++;
            domainsWith[0]++;
            fewest = 0;
        }
    }

    /// Adds matching pods to the node, or removes them.
    void change(int node, int by) {
        if (!counted.get(node)) {
            return;
        }
        int domain = topology.domain(node);
        int before = pods[domain];
        int now = before + by;
        pods[domain] = now;
        total += by;
        domainsWith = grown(domainsWith, now);
        domainsWith[before]--;
        domainsWith[now]++;
        fewest = Math.min(fewest, now);
        while (domainsWith[fewest] == 0) {
            fewest++;
        }
    }

    String key() {
        return topology.key();
    }

    boolean hasDomain(int node) {
        return topology.domain(node) != Topology.NO_DOMAIN;
    }

    /// The matching pods in the domain of a node, even if the node itself does not count.
    int near(int node) {
        int domain = topology.domain(node);
        return domain == Topology.NO_DOMAIN || domain >= pods.length ? 0 : pods[domain];
    }

    boolean isEmpty() {
        return total == 0;
    }

    int domains() {
        return domains;
    }

    /// The matching pods in the domain that has the fewest.
    int fewest() {
        return fewest;
    }

    private static int[] grown(int[] array, int index) {
        return index < array.length ? array : Arrays.copyOf(array, 2 * (index + 1));
    }
}

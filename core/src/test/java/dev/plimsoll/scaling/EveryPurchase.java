package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.NodeOffer;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Resources;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/// Tries every purchase for a few pods, and keeps the lowest cost of each set of pods.
///
/// A set of pods is one number in a mixed radix: the digit of a shape is its number of pods.
final class EveryPurchase {

    private static final long NEVER = Long.MAX_VALUE;

    /// What is left of a ceiling, and what a node of each group takes of it.
    private static final class Store {
        private final long[] takes;
        private long left;

        private Store(long left, long[] takes) {
            this.left = left;
            this.takes = takes;
        }
    }

    private final List<Pods> pods;
    private final int[] steps;
    private final List<NodeGroup> groups;
    private final List<Store> stores;
    private final int[] room;
    private final long[] cheapest;

    EveryPurchase(ScalingFacts facts) {
        this.pods = facts.pending().pods();
        this.steps = new int[pods.size() + 1];
        steps[0] = 1;
        for (int i = 0; i < pods.size(); i++) {
            steps[i + 1] = steps[i] * (pods.get(i).count() + 1);
        }
        this.groups = facts.groups();
        this.stores = facts.policy().ceilings().stream().map(limit -> store(facts, limit)).toList();
        this.room = groups.stream().mapToInt(NodeGroup::room).toArray();
        this.cheapest = new long[steps[pods.size()]];
        Arrays.fill(cheapest, NEVER);
        var holds = new boolean[cheapest.length];
        holds[0] = true;
        for (var node : facts.nodes()) {
            holds = both(holds, holds(node));
        }
        buyMinimum(holds);
    }

    private Store store(ScalingFacts facts, Ceiling ceiling) {
        var there = facts.nodes();
        return switch (ceiling) {
            case Ceiling.Nodes(var most) -> {
                var takes = new long[groups.size()];
                Arrays.fill(takes, 1);
                yield new Store(most - there.size(), takes);
            }
            case Ceiling.Amount(var resource, var most) ->
                    new Store(
                            most - there.stream().mapToLong(node -> has(node, resource)).sum(),
                            groups.stream()
                                    .mapToLong(g -> has(g.offers().getFirst().node(), resource))
                                    .toArray());
        };
    }

    private static long has(Node node, String resource) {
        return node.allocatable().asked(resource);
    }

    private void buyMinimum(boolean[] there) {
        var holds = there;
        long cost = 0;
        for (int group = 0; group < groups.size(); group++) {
            for (int missing = groups.get(group).belowMinimum();
                    missing > 0 && can(group);
                    missing--) {
                holds = both(holds, holds(only(group).node()));
                cost += price(group);
                take(group, 1);
            }
        }
        buy(0, holds, cost);
    }

    /// From this group on every number of nodes that makes a difference.
    private void buy(int group, boolean[] before, long costBefore) {
        if (group == groups.size()) {
            for (int set = 0; set < before.length; set++) {
                cheapest[set] = before[set] ? Math.min(cheapest[set], costBefore) : cheapest[set];
            }
            return;
        }
        var one = holds(only(group).node());
        var holds = before;
        int bought = 0;
        buy(group + 1, holds, costBefore);
        while (can(group)) {
            var more = both(holds, one);
            if (Arrays.equals(more, holds)) {
                break;
            }
            holds = more;
            bought++;
            take(group, 1);
            buy(group + 1, holds, costBefore + bought * price(group));
        }
        take(group, -bought);
    }

    private boolean can(int group) {
        return room[group] > 0
                && stores.stream()
                        .allMatch(store ->
                                store.takes[group] == 0 || store.takes[group] <= store.left);
    }

    private void take(int group, int nodes) {
        room[group] -= nodes;
        stores.forEach(store -> store.left -= nodes * store.takes[group]);
    }

    private NodeOffer only(int group) {
        return groups.get(group).offers().getFirst();
    }

    private long price(int group) {
        return only(group).price() instanceof Price.Known(var hour, _) ? hour.nanos() : NEVER;
    }

    /// The sets that two can hold together.
    private boolean[] both(boolean[] one, boolean[] other) {
        var both = new boolean[one.length];
        for (int a = 0; a < one.length; a++) {
            for (int b = 0; one[a] && a + b < one.length; b++) {
                both[a + b] |= other[b] && isSet(a, b);
            }
        }
        return both;
    }

    /// There are as many pods as two sets have together.
    private boolean isSet(int one, int other) {
        for (int i = 0; i < pods.size(); i++) {
            if (count(one, i) + count(other, i) > pods.get(i).count()) {
                return false;
            }
        }
        return true;
    }

    private int count(int set, int shape) {
        return set / steps[shape] % (pods.get(shape).count() + 1);
    }

    /// The sets that a node can hold.
    private boolean[] holds(Node node) {
        var holds = new boolean[cheapest.length];
        for (int set = 0; set < holds.length; set++) {
            holds[set] =
                    fits(node, Resources.CPU, set)
                            && fits(node, Resources.MEMORY, set)
                            && fits(node, Resources.PODS, set);
        }
        return holds;
    }

    private boolean fits(Node node, String resource, int set) {
        long asked = 0;
        boolean isSlot = resource.equals(Resources.PODS);
        for (int i = 0; i < pods.size(); i++) {
            long each = isSlot ? 1 : pods.get(i).shape().requests().asked(resource);
            asked += count(set, i) * each;
        }
        return asked <= node.allocatable().less(node.asked()).offered(resource);
    }

    /// The set that a packing places.
    int placed(Packing packing) {
        int set = 0;
        for (int i = 0; i < pods.size(); i++) {
            var shape = pods.get(i).shape();
            for (var some : packing.placed()) {
                set += some.shape().equals(shape) ? some.count() * steps[i] : 0;
            }
        }
        return set;
    }

    /// Whether a set can have places within all limits.
    boolean isPossible(int set) {
        return cheapest[set] != NEVER;
    }

    /// What it costs at the least, in billionths of a dollar an hour.
    long cheapest(int set) {
        return cheapest[set];
    }

    /// How many pods a set leaves, by priority, the highest first.
    int[] left(int set) {
        var left = new TreeMap<Integer, Integer>(Comparator.reverseOrder());
        for (int i = 0; i < pods.size(); i++) {
            int more = pods.get(i).count() - count(set, i);
            left.merge(pods.get(i).shape().priority(), more, Integer::sum);
        }
        return left.values().stream().mapToInt(Integer::intValue).toArray();
    }

    /// The set that leaves least, and of these the one that costs least.
    int best() {
        int best = 0;
        for (int set = 0; set < cheapest.length; set++) {
            int byLeft = Arrays.compare(left(set), left(best));
            boolean isBetter = byLeft < 0 || (byLeft == 0 && cheapest[set] < cheapest[best]);
            best = isPossible(set) && isBetter ? set : best;
        }
        return best;
    }
}

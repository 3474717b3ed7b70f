package dev.plimsoll.simulator;

import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// A scheduler that binds pending pods as kube-scheduler does by default: the most urgent pod
/// first, to the node with the largest free share of cpu and memory (`LeastAllocated`); ties by
/// name.
///
/// The free resources of all Ready nodes are kept from pass to pass, and computed again only after
/// a node or the pods on it changed.
final class Scheduler {

    /// Higher priority first, then the older pod.
    private static final Comparator<Replica> URGENCY =
            Comparator.<Replica>comparingInt(replica -> replica.shape().priority())
                    .reversed()
                    .thenComparing(Replica::created)
                    .thenComparingLong(Replica::number);

    private final Inventory inventory;
    private final TreeSet<Replica> waiting = new TreeSet<>(URGENCY);
    private List<Node> nodes = List.of();
    private NodeFit nodeFit = NodeFit.of(List.of());
    private int[] freeThousandths = new int[0];
    private boolean stale = true;

    Scheduler(Inventory inventory) {
        this.inventory = inventory;
    }

    SortedSet<Replica> waiting() {
        return waiting;
    }

    void nodesChanged() {
        stale = true;
    }

    void arrive(Replica replica) {
        waiting.add(replica);
    }

    /// A pod was deleted, from the queue or from its node.
    void leave(Replica replica) {
        if (replica.isWaiting()) {
            waiting.remove(replica);
            return;
        }
        stale = true;
    }

    /// One pass over all pending pods.
    ///
    /// @return the pods that were bound, with their nodes
    List<Replica> place() {
        countAgainIfStale();
        var placed = new ArrayList<Replica>();
        var unplaceable = new LinkedHashSet<Shape>();
        for (var replica : List.copyOf(waiting)) {
            var shape = replica.shape();
            if (unplaceable.contains(shape)) {
                continue;
            }
            int seat = roomiest(shape);
            if (seat == NodeFit.NO_ROOM) {
                unplaceable.add(shape);
                continue;
            }
            nodeFit.put(shape, seat);
            freeThousandths[seat] = freeThousandths(seat);
            waiting.remove(replica);
            placed.add(replica.on(nodes.get(seat).name()));
        }
        return placed;
    }

    private int roomiest(Shape shape) {
        int best = NodeFit.NO_ROOM;
        for (int seat = 0; seat < freeThousandths.length; seat++) {
            boolean better =
                    best == NodeFit.NO_ROOM || freeThousandths[seat] > freeThousandths[best];
            if (better && nodeFit.fits(shape, seat)) {
                best = seat;
            }
        }
        return best;
    }

    private void countAgainIfStale() {
        if (!stale) {
            return;
        }
        stale = false;
        nodes = inventory.cluster().nodes().stream().filter(Node::isReady).toList();
        nodeFit = NodeFit.of(nodes);
        freeThousandths = new int[nodes.size()];
        for (int seat = 0; seat < nodes.size(); seat++) {
            freeThousandths[seat] = freeThousandths(seat);
        }
    }

    /// The sum of the free shares of cpu and memory, each rounded down. Amounts are at most 2^53,
    /// so a thousand times as much fits a `long`.
    private int freeThousandths(int seat) {
        var offered = nodes.get(seat).allocatable();
        var free = nodeFit.free(seat);
        return thousandths(free, offered, Resources.CPU)
                + thousandths(free, offered, Resources.MEMORY);
    }

    private static int thousandths(Resources free, Resources offered, String resource) {
        long whole = offered.offered(resource);
        if (whole == Resources.UNLIMITED || whole == 0) {
            return whole == 0 ? 0 : 1000;
        }
        return Math.toIntExact(Math.multiplyExact(1000, free.asked(resource)) / whole);
    }
}

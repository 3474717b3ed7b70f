package dev.plimsoll.packing;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.quantity.Share;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Nodes on which pods are tried, each pod on the node with the least room that takes it; or, if
/// the trial spreads, on the node with the most room.
public final class TrialNodes {

    /// Pods of one shape on one node.
    public record Move(Shape shape, int node, int count) {}

    private final NodeFit nodeFit;
    private final boolean spreads;
    private final List<Node> nodes = new ArrayList<>();
    private final List<Long> room = new ArrayList<>();

    /// The indexes of open nodes by their room, then in the order in which they were added.
    private final List<Integer> byRoom = new ArrayList<>();

    /// Nodes alone. Volumes are unknown and refuse no pod.
    public TrialNodes(List<Node> nodes, boolean spreads) {
        this(NodeFit.of(List.of()), nodes, spreads);
    }

    /// Nodes of a cluster.
    public TrialNodes(List<Node> nodes, Cluster cluster, boolean spreads) {
        this(NodeFit.of(List.of(), cluster), nodes, spreads);
    }

    private TrialNodes(NodeFit nodeFit, List<Node> nodes, boolean spreads) {
        this.nodeFit = nodeFit;
        this.spreads = spreads;
        nodes.forEach(this::add);
    }

    /// @return the index of the node
    public int add(Node node) {
        int at = nodeFit.add(node);
        nodes.add(node);
        room.add(room(at));
        insert(at);
        return at;
    }

    public int size() {
        return nodes.size();
    }

    private long room(int node) {
        return Share.dominant(nodeFit.free(node), nodes.get(node).allocatable());
    }

    private void insert(int node) {
        byRoom.add(-1 - position(node), node);
    }

    /// The position of an open node, or `-1 - position` of a closed one.
    private int position(int node) {
        int low = 0;
        int high = byRoom.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = compare(byRoom.get(middle), node);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1 - low;
    }

    private int compare(int one, int other) {
        int order = Long.compare(room.get(one), room.get(other));
        return order == 0 ? Integer.compare(one, other) : spreads ? -order : order;
    }

    /// Takes no more pods.
    public void close(int node) {
        leave(position(node));
    }

    private void leave(int position) {
        byRoom.subList(position, position + 1).clear();
    }

    public void open(int node) {
        insert(node);
    }

    /// Puts pods on nodes whose index is in a range.
    ///
    /// @return where; fewer than `pods` if there is no room for all
    public List<Move> put(Shape shape, int pods, int from, int to) {
        var shapeFit = nodeFit.shapeFit(shape);
        boolean isBulk = shapeFit.isBulk() && !spreads;
        var moves = new ArrayList<Move>();
        for (int left = pods; left > 0; ) {
            int node = first(shapeFit, from, to);
            if (node == NodeFit.NO_ROOM) {
                return moves;
            }
            // The node stays the one with the least room until it is full.
            int some = isBulk ? Math.min(left, shapeFit.most(node)) : 1;
            var move = new Move(shape, node, some);
            change(move, some);
            moves.add(move);
            left -= some;
        }
        return moves;
    }

    private int first(NodeFit.ShapeFit shapeFit, int from, int to) {
        if (to - from == 1) {
            boolean isOpen = position(from) >= 0;
            return isOpen && shapeFit.fits(from) ? from : NodeFit.NO_ROOM;
        }
        for (int node : byRoom) {
            if (node >= from && node < to && shapeFit.fits(node)) {
                return node;
            }
        }
        return NodeFit.NO_ROOM;
    }

    public void undo(List<Move> moves) {
        moves.forEach(move -> change(move, -move.count()));
    }

    public void redo(List<Move> moves) {
        moves.forEach(move -> change(move, move.count()));
    }

    private void change(Move move, int by) {
        int position = position(move.node());
        if (position >= 0) {
            leave(position);
        }
        nodeFit.shapeFit(move.shape()).change(move.node(), by);
        room.set(move.node(), room(move.node()));
        if (position >= 0) {
            insert(move.node());
        }
    }

    /// The largest pods first, by their dominant share of the whole; the smallest first if the
    /// trial spreads: that is the worst order.
    public List<Pods> sorted(List<Pods> pods, Resources whole) {
        var smallestFirst =
                Comparator.comparingLong(
                        (Pods some) -> Share.dominant(some.shape().requests(), whole));
        var order = spreads ? smallestFirst : smallestFirst.reversed();
        return pods.stream().sorted(order.thenComparing(Pods::shape)).toList();
    }
}

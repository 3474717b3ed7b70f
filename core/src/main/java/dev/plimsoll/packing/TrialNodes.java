package dev.plimsoll.packing;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.fit.Refusals;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.quantity.Share;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Nodes on which pods are tried, each pod on the node with the least room that takes it; or, if
/// the trial spreads, on the node with the most room. Nodes can be in several tiers, which are
/// tried apart.
///
/// Hot: room is a dominant share, so a pod fits only on nodes whose room is at least the pod's
/// dominant share of the largest node. Nodes with less are never asked.
public final class TrialNodes {

    /// Pods of one shape on one node.
    public record Move(Shape shape, int node, int count) {}

    private final NodeFit nodeFit;
    private final boolean spreads;
    private final List<Node> nodes = new ArrayList<>();
    private final List<Long> room = new ArrayList<>();
    private final BitSet open = new BitSet();
    private final List<RoomOrder> tierOf = new ArrayList<>();
    private final List<RoomOrder> tiers = new ArrayList<>();

    /// The most of every resource that any node offers.
    private Resources largest = Resources.NONE;

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
        addTier(nodes);
    }

    /// Adds nodes in a tier of their own. Later nodes are added to it.
    ///
    /// @return the number of the tier
    public int addTier(List<Node> some) {
        tiers.add(new RoomOrder(nodeFit, spreads));
        some.forEach(this::add);
        return tiers.size() - 1;
    }

    /// @return the index of the node
    public int add(Node node) {
        int at = nodeFit.add(node);
        largest = at == 0 ? node.allocatable() : larger(largest, node.allocatable());
        nodes.add(node);
        room.add(nodeFit.room(at));
        tierOf.add(tiers.getLast());
        open(at);
        return at;
    }

    private static Resources larger(Resources one, Resources other) {
        if (one.equals(other)) {
            return one;
        }
        var larger = new TreeMap<String, Long>();
        for (var name : one.max(other).names()) {
            larger.put(name, Math.max(one.offered(name), other.offered(name)));
        }
        return Resources.of(larger);
    }

    /// The open nodes that refuse one more pod of the shape; nothing if there is none.
    public Optional<Refusals> refusals(Shape shape) {
        return Refusals.usual(nodeFit, shape, open::get);
    }

    /// Takes no more pods.
    public void close(int node) {
        tierOf.get(node).remove(node, room.get(node));
        open.clear(node);
    }

    public void open(int node) {
        tierOf.get(node).insert(node, room.get(node));
        open.set(node);
    }

    /// Puts pods on nodes of all tiers, one tier after the other.
    ///
    /// @return where; fewer than `pods` if there is no room for all
    public List<Move> put(Shape shape, int pods) {
        var moves = new ArrayList<Move>();
        int left = pods;
        for (int tier = 0; tier < tiers.size() && left > 0; tier++) {
            left -= put(shape, left, tiers.get(tier), moves);
        }
        return moves;
    }

    /// Puts pods on nodes of one tier.
    ///
    /// @return how many
    public int put(Shape shape, int pods, int tier) {
        return put(shape, pods, tiers.get(tier), new ArrayList<>());
    }

    private int put(Shape shape, int pods, RoomOrder order, List<Move> moves) {
        var shapeFit = nodeFit.shapeFit(shape);
        boolean isBulk = shapeFit.isBulk() && !spreads;
        long least = Share.dominant(shape.requests(), largest);
        int left = pods;
        while (left > 0) {
            int node = order.first(shapeFit, least);
            if (node == NodeFit.NO_ROOM) {
                break;
            }
            // The node stays the one with the least room until it is full.
            int some = isBulk ? Math.min(left, shapeFit.most(node)) : 1;
            var move = new Move(shape, node, some);
            change(move, some);
            moves.add(move);
            left -= some;
        }
        return pods - left;
    }

    /// Puts pods on one node.
    ///
    /// @return how many
    public int putOn(int node, Shape shape, int pods) {
        var shapeFit = nodeFit.shapeFit(shape);
        int placed = 0;
        while (placed < pods && open.get(node) && shapeFit.fits(node)) {
            change(new Move(shape, node, 1), 1);
            placed++;
        }
        return placed;
    }

    public void undo(List<Move> moves) {
        moves.forEach(move -> change(move, -move.count()));
    }

    public void redo(List<Move> moves) {
        moves.forEach(move -> change(move, move.count()));
    }

    private void change(Move move, int by) {
        int node = move.node();
        boolean isOpen = open.get(node);
        if (isOpen) {
            close(node);
        }
        nodeFit.shapeFit(move.shape()).change(node, by);
        room.set(node, nodeFit.room(node));
        if (isOpen) {
            open(node);
        }
    }

    /// The largest pods first, by their dominant share of the whole; the smallest first if the
    /// trial spreads: that is the worst order.
    public List<Pods> sorted(List<Pods> pods, Resources whole) {
        record Sized(Pods pods, long share) {}
        var smallestFirst = Comparator.comparingLong(Sized::share);
        var order = spreads ? smallestFirst : smallestFirst.reversed();
        var sized = new ArrayList<Sized>(pods.size());
        for (var some : pods) {
            sized.add(new Sized(some, Share.dominant(some.shape().requests(), whole)));
        }
        sized.sort(order.thenComparing(one -> one.pods.shape()));
        return sized.stream().map(Sized::pods).toList();
    }
}

package dev.plimsoll.packing;

import dev.plimsoll.fit.NodeFit;
import java.util.ArrayList;
import java.util.List;

/// Nodes by their room, the least first or the most first; ties by index.
///
/// Hot: the order is a list of short blocks, and each block knows the most that any of its nodes
/// has free of each resource. A search passes over blocks in which no node has enough.
final class RoomOrder {

    private static final int MOST_NODES = 32;

    /// Neighbours in the order.
    private final class Block {

        private final int[] nodes = new int[MOST_NODES];

        /// The room of the node at the same position.
        private final long[] rooms = new long[MOST_NODES];

        private int size;

        /// The most that is free of each resource; empty if it has to be looked up.
        private long[] most = new long[0];

        private void insert(int at, int node, long room) {
            for (int i = size; i > at; i--) {
                copy(i - 1, this, i);
            }
            nodes[at] = node;
            rooms[at] = room;
            size++;
            most = new long[0];
        }

        private void remove(int at) {
            size--;
            for (int i = at; i < size; i++) {
                copy(i + 1, this, i);
            }
            most = new long[0];
        }

        private void copy(int from, Block to, int at) {
            to.nodes[at] = nodes[from];
            to.rooms[at] = rooms[from];
        }

        /// Moves its second half to a new block.
        private Block split() {
            var other = new Block();
            int half = size / 2;
            other.size = size - half;
            for (int i = 0; i < other.size; i++) {
                copy(half + i, other, i);
            }
            size = half;
            most = new long[0];
            return other;
        }

        /// The position of a node, or `-1 - position` of one that is not in the block.
        private int position(int node, long room) {
            int low = 0;
            int high = size - 1;
            while (low <= high) {
                int middle = (low + high) >>> 1;
                int order = compare(rooms[middle], nodes[middle], room, node);
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

        private boolean isBefore(int node, long room) {
            return compare(rooms[size - 1], nodes[size - 1], room, node) < 0;
        }

        private boolean mayTake(NodeFit.ShapeFit shapeFit, long least) {
            long room = isMostFirst ? rooms[0] : rooms[size - 1];
            if (room < least) {
                return false;
            }
            if (most.length == 0) {
                most = nodeFit.mostFree(nodes, size);
            }
            return shapeFit.fitsIn(most);
        }

        private int first(NodeFit.ShapeFit shapeFit, long least) {
            for (int at = 0; at < size; at++) {
                if (rooms[at] >= least && shapeFit.fits(nodes[at])) {
                    return nodes[at];
                }
            }
            return NodeFit.NO_ROOM;
        }
    }

    private final NodeFit nodeFit;
    private final boolean isMostFirst;

    /// None is empty.
    private final List<Block> blocks = new ArrayList<>();

    RoomOrder(NodeFit nodeFit, boolean isMostFirst) {
        this.nodeFit = nodeFit;
        this.isMostFirst = isMostFirst;
    }

    void insert(int node, long room) {
        if (blocks.isEmpty()) {
            blocks.add(new Block());
            blocks.getFirst().insert(0, node, room);
            return;
        }
        int at = Math.min(block(node, room), blocks.size() - 1);
        var block = blocks.get(at);
        if (block.size == MOST_NODES) {
            blocks.add(at + 1, block.split());
            block = block.isBefore(node, room) ? blocks.get(at + 1) : block;
        }
        block.insert(-1 - block.position(node, room), node, room);
    }

    void remove(int node, long room) {
        int at = block(node, room);
        var block = blocks.get(at);
        block.remove(block.position(node, room));
        if (block.size == 0) {
            blocks.remove(at);
        }
    }

    /// The first block that ends with this node or a later one.
    private int block(int node, long room) {
        int low = 0;
        int high = blocks.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (blocks.get(middle).isBefore(node, room)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int compare(long oneRoom, int one, long otherRoom, int other) {
        int order = Long.compare(oneRoom, otherRoom);
        if (order == 0) {
            return Integer.compare(one, other);
        }
        return isMostFirst ? -order : order;
    }

    /// The first node that takes a pod.
    ///
    /// @param least nodes with less room do not
    /// @return the node, or [NodeFit#NO_ROOM]
    int first(NodeFit.ShapeFit shapeFit, long least) {
        for (var block : blocks) {
            if (block.mayTake(shapeFit, least)) {
                int node = block.first(shapeFit, least);
                if (node != NodeFit.NO_ROOM) {
                    return node;
                }
            }
        }
        return NodeFit.NO_ROOM;
    }
}

package dev.plimsoll.fit;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import java.util.Arrays;

/// The rules of one shape that look at one node alone, on the columns of [FreeResources].
///
/// Hot: it runs for every node; after the first time it allocates nothing.
final class ResourceFit {

    private static final byte UNASKED = 0;
    private static final byte ADMITTED = 1;
    private static final byte REFUSED = 2;

    private final Shape shape;
    private final PodsOnNodes pods;
    private final FreeResources columns;
    private final NodeKinds kinds;
    private final boolean selectsByName;

    /// The place of pod slots: the last, because they are rarely what a node lacks.
    private final int slots;

    private final int[] indices;
    private final long[] amounts;

    /// By kind of node, or by node if the shape selects nodes by name.
    private byte[] admitted = new byte[16];

    ResourceFit(Shape shape, PodsOnNodes pods, FreeResources columns, NodeKinds kinds) {
        this.shape = shape;
        this.pods = pods;
        this.columns = columns;
        this.kinds = kinds;
        this.selectsByName = selectsByName(shape);
        var names = shape.requests().names();
        this.indices = new int[names.size() + 1];
        this.amounts = new long[names.size() + 1];
        this.slots = names.size();
        for (int i = 0; i < slots; i++) {
            indices[i] = columns.index(names.get(i));
            amounts[i] = shape.requests().asked(names.get(i));
        }
        indices[slots] = columns.index(Resources.PODS);
        amounts[slots] = 1;
    }

    boolean fits(int node) {
        for (int i = 0; i < indices.length; i++) {
            if (amounts[i] > 0 && amounts[i] > columns.free(indices[i], node)) {
                return false;
            }
        }
        return admits(node);
    }

    /// @param most by column; columns beyond its end are not known
    boolean fitsIn(long[] most) {
        for (int i = 0; i < indices.length; i++) {
            if (indices[i] < most.length && amounts[i] > 0 && amounts[i] > most[indices[i]]) {
                return false;
            }
        }
        return true;
    }

    /// How many more pods fit on the node.
    int most(int node) {
        long most = Integer.MAX_VALUE;
        for (int i = 0; i < indices.length; i++) {
            if (amounts[i] > 0) {
                most = Math.min(most, columns.free(indices[i], node) / amounts[i]);
            }
        }
        return (int) Math.max(0, most);
    }

    /// The first node from `begin` on where one more pod fits; `end` if there is none before.
    int firstWithRoom(int begin, int end) {
        int node = begin;
        int before;
        do {
            before = node;
            for (int i = 0; i < indices.length; i++) {
                if (amounts[i] > 0) {
                    node = columns.firstWith(indices[i], amounts[i], node, end);
                }
            }
        } while (node > before);
        return node;
    }

    private boolean admits(int node) {
        int at = selectsByName ? node : kinds.kind(node);
        if (at >= admitted.length) {
            admitted = Arrays.copyOf(admitted, 2 * (at + 1));
        }
        if (admitted[at] == UNASKED) {
            boolean admits = Fit.admits(pods.node(node), shape).fits();
            admitted[at] = admits ? ADMITTED : REFUSED;
        }
        return admitted[at] == ADMITTED;
    }

    /// The same as `fits`, with the reason.
    Verdict verdict(int node) {
        var at = pods.node(node);
        if (columns.free(indices[slots], node) < 1) {
            return new Verdict.Refused(Fit.noSlot(at));
        }
        var names = shape.requests().names();
        for (int i = 0; i < slots; i++) {
            long free = columns.free(indices[i], node);
            if (amounts[i] > 0 && amounts[i] > free) {
                return new Verdict.Refused(Fit.lack(at, names.get(i), amounts[i], free));
            }
        }
        return new Verdict.Fits();
    }

    /// The first resource of which the node has too little; empty if none, or if it is full of
    /// pods.
    String shortOf(int node) {
        if (columns.free(indices[slots], node) < 1) {
            return "";
        }
        for (int i = 0; i < slots; i++) {
            if (amounts[i] > 0 && amounts[i] > columns.free(indices[i], node)) {
                return shape.requests().names().get(i);
            }
        }
        return "";
    }

    /// Adds pods of the shape to the node, or removes them.
    void change(int node, int by) {
        for (int i = 0; i < indices.length; i++) {
            columns.change(indices[i], node, -amounts[i] * by);
        }
    }

    private static boolean selectsByName(Shape shape) {
        if (shape.nodeSelector().has(Node.HOSTNAME)) {
            return true;
        }
        return shape.affinity() instanceof Affinity.AnyOf(var terms)
                && terms.stream()
                        .anyMatch(term ->
                                !term.fields().isEmpty()
                                        || term.labels().stream()
                                                .anyMatch(label ->
                                                        label.key().equals(Node.HOSTNAME)));
    }
}

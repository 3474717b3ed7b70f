package dev.plimsoll.packing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.quantity.Resources;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/// The free room of many nodes, in columns of primitives: trying, putting and taking back touch one
/// node and allocate nothing once a shape is known.
public final class Rooms {

    public static final int NO_ROOM = -1;

    /// What a shape needs, in columns, and the nodes that admit it.
    private static final class Need {
        private final long[] amounts;
        private final boolean[] admitted;

        private Need(long[] amounts, boolean[] admitted) {
            this.amounts = amounts;
            this.admitted = admitted;
        }
    }

    private final List<Node> nodes;
    private final String[] resources;
    private final int slots;
    private final long[][] free;
    private final Map<Shape, Need> needs = new LinkedHashMap<>();

    public Rooms(List<Node> nodes) {
        this.nodes = List.copyOf(nodes);
        this.resources = resources(nodes);
        this.slots = Arrays.binarySearch(resources, Resources.PODS);
        this.free = new long[nodes.size()][];
        for (int node = 0; node < free.length; node++) {
            free[node] = free(nodes.get(node));
        }
    }

    /// The pod of the shape fits the node beside what is there.
    public boolean fits(Shape shape, int node) {
        var need = needs.computeIfAbsent(shape, this::need);
        if (!need.admitted[node]) {
            return false;
        }
        for (int column = 0; column < resources.length; column++) {
            long asked = need.amounts[column];
            if (asked > 0 && asked > free[node][column]) {
                return false;
            }
        }
        return true;
    }

    public void put(Shape shape, int node) {
        move(shape, node, -1);
    }

    public void take(Shape shape, int node) {
        move(shape, node, 1);
    }

    /// What is free on the node; what has no limit is left out.
    public Resources free(int node) {
        var left = new TreeMap<String, Long>();
        for (int column = 0; column < resources.length; column++) {
            if (free[node][column] != Resources.UNLIMITED) {
                left.put(resources[column], Math.max(0, free[node][column]));
            }
        }
        return Resources.of(left);
    }

    private void move(Shape shape, int node, int sign) {
        var need = needs.computeIfAbsent(shape, this::need);
        for (int column = 0; column < resources.length; column++) {
            if (free[node][column] != Resources.UNLIMITED) {
                free[node][column] += sign * need.amounts[column];
            }
        }
    }

    private Need need(Shape shape) {
        var amounts = new long[resources.length];
        for (int column = 0; column < amounts.length; column++) {
            amounts[column] = column == slots ? 1 : shape.requests().asked(resources[column]);
        }
        boolean offered =
                shape.requests().names().stream()
                        .allMatch(name ->
                                shape.requests().asked(name) == 0
                                        || Arrays.binarySearch(resources, name) >= 0
                                        || Resources.NONE.offered(name) > 0);
        var admitted = new boolean[nodes.size()];
        for (int node = 0; node < admitted.length; node++) {
            admitted[node] = offered && Fit.admits(nodes.get(node), shape).fits();
        }
        return new Need(amounts, admitted);
    }

    private long[] free(Node node) {
        var asked = node.asked();
        var left = new long[resources.length];
        for (int column = 0; column < left.length; column++) {
            long offered = node.allocatable().offered(resources[column]);
            left[column] =
                    offered == Resources.UNLIMITED
                            ? offered
                            : Math.subtractExact(offered, asked.asked(resources[column]));
        }
        return left;
    }

    private static String[] resources(List<Node> nodes) {
        var names = new TreeSet<String>();
        names.add(Resources.PODS);
        nodes.forEach(node -> names.addAll(node.allocatable().names()));
        return names.toArray(String[]::new);
    }
}

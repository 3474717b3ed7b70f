package dev.plimsoll.batching;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.quantity.Count;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// One subnet and the nodes that take addresses from it.
///
/// **Invariant:** neither the order of nodes nor how they are grouped makes a difference:
/// `BatchingLawsTest`.
///
/// @param others addresses held by other users than these nodes
/// @param batch the batch in force
/// @param minFreePercent the share in force; unknown: the last one decided
/// @param coming nodes known to be starting
/// @param lagging nodes that do not yet request by the batch in force
/// @param age the age of these figures
public record Seen(
        String subnet,
        Count capacity,
        int others,
        int batch,
        Count minFreePercent,
        Used used,
        List<Nodes> nodes,
        int coming,
        int lagging,
        Duration age) {

    /// Addresses in use, by these nodes and by others.
    ///
    /// @param now unknown: the nodes' requests at the batch in force
    /// @param before a turn ago; unknown: as remembered
    public record Used(Count now, Count before) {
        public static final Used UNKNOWN = new Used(Count.unknown(), Count.unknown());
    }

    public Seen {
        if (others < 0 || batch < 1 || coming < 0 || lagging < 0) {
            throw new IllegalArgumentException(
                    "others, coming and lagging are 0 or more, a batch 1 or more, got "
                            + others
                            + " "
                            + coming
                            + " "
                            + lagging
                            + " "
                            + batch);
        }
        nodes = merged(nodes);
    }

    public Seen(String subnet, Count capacity, int batch, List<Nodes> nodes) {
        this(subnet, capacity, 0, batch, Count.unknown(), Used.UNKNOWN, nodes, 0, 0, Duration.ZERO);
    }

    /// A subnet of a cluster, and the nodes of its groups.
    public static Seen of(Cluster cluster, String name) {
        var subnet = cluster.subnets().get(name);
        if (subnet == null) {
            throw new IllegalArgumentException("no subnet " + name);
        }
        var nodes = new ArrayList<Nodes>();
        int coming = 0;
        for (var group : subnet.groups()) {
            var own = cluster.nodesOf(group);
            own.forEach(node -> nodes.add(Nodes.of(node)));
            var known = cluster.groups().get(group);
            coming += known == null ? 0 : Math.max(0, known.target() - own.size());
        }
        return new Seen(
                name,
                subnet.capacity(),
                subnet.others().orElse(0),
                Math.max(1, subnet.batch().orElse(1)),
                Count.unknown(),
                Used.UNKNOWN,
                nodes,
                coming,
                0,
                Duration.ZERO);
    }

    private static List<Nodes> merged(List<Nodes> nodes) {
        var merged = new ArrayList<Nodes>();
        for (var next : nodes.stream().sorted().toList()) {
            if (!merged.isEmpty() && merged.getLast().equalsButForCount(next)) {
                merged.add(merged.removeLast().and(next));
            } else {
                merged.add(next);
            }
        }
        return List.copyOf(merged);
    }

    public Seen withUsed(Used known) {
        return new Seen(
                subnet,
                capacity,
                others,
                batch,
                minFreePercent,
                known,
                nodes,
                coming,
                lagging,
                age);
    }

    Seen withNodes(List<Nodes> other) {
        return new Seen(
                subnet, capacity, others, batch, minFreePercent, used, other, coming, lagging, age);
    }

    public Seen withOthers(int held) {
        return new Seen(
                subnet, capacity, held, batch, minFreePercent, used, nodes, coming, lagging, age);
    }
}

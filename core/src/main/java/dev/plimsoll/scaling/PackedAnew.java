package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Subnet;
import dev.plimsoll.collection.SharedMap;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.slack.SlackSeen;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Packs pods as if their nodes did not exist: on nodes that stay, and on new nodes of some groups,
/// within all limits of the groups and of the policy. Back-off and cool-downs do not count.
public final class PackedAnew {

    /// A packing to find.
    ///
    /// @param stay the nodes that stay, with the pods that stay there
    /// @param groups all groups; their members are the nodes that stay
    /// @param like of groups that the cluster does not have, the group in whose subnets they are
    /// @param pods to place, each shape once
    /// @param room placeholders to place beside them
    public record Task(
            List<Node> stay,
            List<NodeGroup> groups,
            SortedMap<String, String> like,
            List<Pods> pods,
            List<Pods> room) {

        public Task {
            stay =
                    stay.stream()
                            .map(Room::withoutSeats)
                            .sorted(Comparator.comparing(Node::name))
                            .toList();
            groups = List.copyOf(groups);
            like = Collections.unmodifiableSortedMap(new TreeMap<>(like));
            pods = List.copyOf(pods);
            room = List.copyOf(room);
        }
    }

    private final ScalingFacts facts;

    /// @param facts of the cluster whose pods are packed again
    public PackedAnew(ScalingFacts facts) {
        this.facts = facts;
    }

    /// The cheapest packing that is found.
    public Proposal cheapest(Task task) {
        return Scaling.propose(facts(task));
    }

    /// The least that new nodes for the pods and placeholders can cost beside the nodes that stay.
    public CostBound bound(Task task) {
        var placed = new TreeMap<Shape, Integer>();
        task.pods().forEach(some -> placed.merge(some.shape(), some.count(), Integer::sum));
        task.room().forEach(some -> placed.merge(some.shape(), some.count(), Integer::sum));
        return CostBound.of(facts(task), Packing.NOTHING, placed);
    }

    /// What slack sees of a cluster of these nodes. The templates stay those of the present groups,
    /// so that placeholders keep their size.
    ///
    /// @param nodes with or without placeholders
    public SlackSeen slack(List<Node> nodes) {
        var sorted =
                nodes.stream()
                        .map(Room::withoutSeats)
                        .sorted(Comparator.comparing(Node::name))
                        .toList();
        var cluster = facts.cluster().withNodes(sorted).withPending(List.of());
        return Room.seen(facts, cluster, new TreeSet<>());
    }

    private ScalingFacts facts(Task task) {
        return facts.about(
                cluster(task),
                task.groups(),
                new PendingPods(
                        task.pods(),
                        List.of(),
                        List.of(),
                        task.room(),
                        List.of(),
                        List.of(),
                        List.of()));
    }

    /// No machine is on its way.
    private Cluster cluster(Task task) {
        var sizes = new LinkedHashMap<String, Integer>();
        task.groups().forEach(group -> sizes.put(group.name(), group.size()));
        var groups = facts.cluster().groups();
        for (var group : groups.values()) {
            groups = groups.with(group.name(), group.with(sizes.getOrDefault(group.name(), 0)));
        }
        return facts.cluster()
                .withNodes(task.stay())
                .withPending(List.of())
                .withGroups(groups)
                .withSubnets(subnets(task.like()));
    }

    private SharedMap<String, Subnet> subnets(SortedMap<String, String> like) {
        var subnets = facts.cluster().subnets();
        for (var subnet : subnets.values()) {
            var own = new ArrayList<>(subnet.groups());
            like.forEach((group, other) -> {
                if (subnet.groups().contains(other)) {
                    own.add(group);
                }
            });
            var wider =
                    new Subnet(
                            subnet.name(), subnet.capacity(), subnet.others(), subnet.batch(), own);
            subnets = subnets.with(subnet.name(), wider);
        }
        return subnets;
    }
}

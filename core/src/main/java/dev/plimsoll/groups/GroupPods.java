package dev.plimsoll.groups;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.groups.GroupPolicy.Manage;
import dev.plimsoll.groups.NodeGroups.GroupState;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Requirement.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;

/// The pending pods that belong to groups sized by their utilisation.
public final class GroupPods {

    /// A group of this name takes the pods that select no node.
    public static final String DEFAULT_GROUP = "default";

    private final List<GroupState> groups;
    private final SortedMap<String, GroupPolicy> policies;

    /// @param policies of groups, by name
    public GroupPods(List<GroupState> groups, SortedMap<String, GroupPolicy> policies) {
        this.groups = groups;
        this.policies = policies;
    }

    /// The cluster without their pending pods.
    public Cluster others(Cluster cluster) {
        var sized = groups.stream().filter(each -> manage(each) != Manage.PODS).toList();
        if (sized.isEmpty() || cluster.pending().isEmpty()) {
            return cluster;
        }
        var others = new ArrayList<Pods>();
        for (var pods : cluster.pending()) {
            if (sized.stream().noneMatch(group -> has(group, pods.shape()))) {
                others.add(pods);
            }
        }
        return others.size() == cluster.pending().size() ? cluster : cluster.withPending(others);
    }

    private Manage manage(GroupState state) {
        var policy = policies.get(state.group().name());
        return policy == null ? Manage.PODS : policy.manage();
    }

    private boolean has(GroupState state, Shape shape) {
        if (shape.owner().staysWithNode()) {
            return false;
        }
        if (selects(shape, state)) {
            return true;
        }
        return manage(state) == Manage.UTILISATION_OF_FITTING
                && groups.stream().noneMatch(other -> selects(shape, other))
                && state.group().offers().stream()
                        .anyMatch(offer -> Fit.on(offer.node(), shape).fits());
    }

    private boolean selects(Shape shape, GroupState state) {
        var group = state.group();
        if (manage(state) != Manage.PODS && group.match().isEmpty()) {
            return true;
        }
        if (manage(state) != Manage.PODS && group.name().equals(DEFAULT_GROUP)) {
            return selectsNothing(shape);
        }
        return selects(shape, group.match());
    }

    /// Whether the pod selects no node at all.
    public static boolean selectsNothing(Shape shape) {
        return shape.nodeSelector().isEmpty() && shape.affinity() instanceof Affinity.Anywhere;
    }

    /// Whether the pod's node selector, or a term of its node affinity, requires every label.
    public static boolean selects(Shape shape, Labels labels) {
        return !labels.isEmpty()
                && labels.toMap().entrySet().stream()
                        .allMatch(label ->
                                names(
                                        shape,
                                        label.getKey(),
                                        Objects.requireNonNull(label.getValue())));
    }

    private static boolean names(Shape shape, String key, String value) {
        if (shape.nodeSelector().has(key, value)) {
            return true;
        }
        return switch (shape.affinity()) {
            case Affinity.Anywhere _ -> false;
            case Affinity.AnyOf(var terms) ->
                    terms.stream()
                            .flatMap(term -> term.labels().stream())
                            .anyMatch(requirement -> isIn(requirement, key, value));
        };
    }

    private static boolean isIn(Requirement requirement, String key, String value) {
        return requirement.operator() == Operator.IN
                && requirement.key().equals(key)
                && requirement.values().contains(value);
    }
}

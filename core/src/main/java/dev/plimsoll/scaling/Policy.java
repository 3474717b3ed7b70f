package dev.plimsoll.scaling;

import dev.plimsoll.groups.GroupPolicy;
import dev.plimsoll.groups.NodeGroups.Unlisted;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// How nodes are bought for pending pods.
///
/// @param strategy how the groups that grow are chosen
/// @param ceilings limits that groups share
/// @param groups settings of groups, by name
/// @param unlisted what groups without a setting do
/// @param provisionTimeout how long a machine may take to become Ready
/// @param scaleDown when nodes are drained
/// @param keptFree the room that is kept free for pods to come
/// @param newPodDelay how old the oldest pending pod must be before a node is added
/// @param startupTaints the keys of taints that nodes lose when they have started, beside the known
///   ones
/// @param horizon how far ahead an [Outlook] looks; zero: one decision
public record Policy(
        ScaleUpStrategy strategy,
        List<Ceiling> ceilings,
        SortedMap<String, GroupPolicy> groups,
        Unlisted unlisted,
        Duration provisionTimeout,
        ScaleDownPolicy scaleDown,
        KeptFree keptFree,
        Duration newPodDelay,
        List<String> startupTaints,
        Duration horizon) {

    public static final Policy DEFAULT =
            new Policy(
                    new ScaleUpStrategy.CheapestMix(),
                    List.of(),
                    new TreeMap<>(),
                    Unlisted.GROW,
                    Duration.ofMinutes(15),
                    ScaleDownPolicy.DEFAULT,
                    new KeptFree.Asked(),
                    Duration.ofSeconds(2),
                    List.of(),
                    Duration.ZERO);

    public Policy {
        ceilings = List.copyOf(ceilings);
        startupTaints = List.copyOf(startupTaints);
        groups = Collections.unmodifiableSortedMap(new TreeMap<>(groups));
    }

    public Policy with(ScaleUpStrategy other) {
        return new Policy(
                other,
                ceilings,
                groups,
                unlisted,
                provisionTimeout,
                scaleDown,
                keptFree,
                newPodDelay,
                startupTaints,
                horizon);
    }

    public Policy with(List<Ceiling> others) {
        return new Policy(
                strategy,
                others,
                groups,
                unlisted,
                provisionTimeout,
                scaleDown,
                keptFree,
                newPodDelay,
                startupTaints,
                horizon);
    }

    public Policy with(SortedMap<String, GroupPolicy> others) {
        return new Policy(
                strategy,
                ceilings,
                others,
                unlisted,
                provisionTimeout,
                scaleDown,
                keptFree,
                newPodDelay,
                startupTaints,
                horizon);
    }

    public Policy with(Unlisted other) {
        return new Policy(
                strategy,
                ceilings,
                groups,
                other,
                provisionTimeout,
                scaleDown,
                keptFree,
                newPodDelay,
                startupTaints,
                horizon);
    }

    public Policy with(ScaleDownPolicy other) {
        return new Policy(
                strategy,
                ceilings,
                groups,
                unlisted,
                provisionTimeout,
                other,
                keptFree,
                newPodDelay,
                startupTaints,
                horizon);
    }

    public Policy with(KeptFree other) {
        return new Policy(
                strategy,
                ceilings,
                groups,
                unlisted,
                provisionTimeout,
                scaleDown,
                other,
                newPodDelay,
                startupTaints,
                horizon);
    }

    public Policy withNewPodDelay(Duration other) {
        return new Policy(
                strategy,
                ceilings,
                groups,
                unlisted,
                provisionTimeout,
                scaleDown,
                keptFree,
                other,
                startupTaints,
                horizon);
    }

    public Policy withStartupTaints(List<String> others) {
        return new Policy(
                strategy,
                ceilings,
                groups,
                unlisted,
                provisionTimeout,
                scaleDown,
                keptFree,
                newPodDelay,
                others,
                horizon);
    }

    public Policy withHorizon(Duration other) {
        return new Policy(
                strategy,
                ceilings,
                groups,
                unlisted,
                provisionTimeout,
                scaleDown,
                keptFree,
                newPodDelay,
                startupTaints,
                other);
    }
}

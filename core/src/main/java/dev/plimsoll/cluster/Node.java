package dev.plimsoll.cluster;

import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.WellKnown;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/// A machine of the cluster and what runs on it.
///
/// @param ready it says that it can run pods
/// @param noDelete somebody asked to keep it
/// @param pods by shape, unfinished ones only
public record Node(
        String name,
        Instant created,
        Labels labels,
        List<Taint> taints,
        Resources allocatable,
        NodeState state,
        boolean ready,
        boolean noDelete,
        List<Pods> pods) {

    /// The label that repeats a node's name.
    public static final String HOSTNAME = WellKnown.HOSTNAME;

    /// The taint by which we close a node; its value is the moment, in seconds since 1970.
    public static final String DRAINING_TAINT = "plimsoll.dev/draining";

    public Node {
        taints = taints.stream().sorted(Comparator.comparing(Taint::toString)).toList();
        pods = pods.stream().sorted(Comparator.comparing(Pods::shape)).toList();
    }

    /// This node with other pods.
    public Node with(List<Pods> others) {
        return new Node(name, created, labels, taints, allocatable, state, ready, noDelete, others);
    }

    public boolean isActive() {
        return state instanceof NodeState.Active;
    }

    /// It takes pods and has started.
    public boolean isReady() {
        return isActive() && ready && !isStarting();
    }

    /// Nothing runs on it but what belongs to it.
    public boolean isEmpty() {
        return pods.stream().allMatch(pod -> pod.shape().owner().staysWithNode());
    }

    /// One of its pods wants to be apart from others.
    public boolean keepsApart() {
        for (var some : pods) {
            if (!some.shape().constraints().apart().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /// What its pods ask for, their slots included.
    public Resources asked() {
        var asked = Resources.NONE;
        long slots = 0;
        for (var pod : pods) {
            asked = asked.plus(pod.shape().requests().times(pod.count()));
            slots += pod.count();
        }
        return asked.with(Resources.PODS, slots);
    }

    /// What those of its pods that a DaemonSet made ask for.
    public Resources daemons() {
        var asked = Resources.NONE;
        for (var pod : pods) {
            if (pod.shape().owner() == Owner.DAEMON_SET) {
                asked = asked.plus(pod.shape().requests().times(pod.count()));
            }
        }
        return asked;
    }

    /// It carries a taint that goes away when a node has started.
    public boolean isStarting() {
        return taints.stream().anyMatch(Node::isStarting);
    }

    /// This node as it is once it has started and takes pods.
    public Node inService() {
        var lasting =
                taints.stream().filter(taint -> !isStarting(taint) && !isLeaving(taint)).toList();
        return new Node(
                name,
                created,
                labels,
                lasting,
                allocatable,
                new NodeState.Active(),
                true,
                noDelete,
                pods);
    }

    private static boolean isStarting(Taint taint) {
        return WellKnown.STARTING_TAINTS.stream().anyMatch(taint.key()::startsWith);
    }

    private static boolean isLeaving(Taint taint) {
        return taint.key().equals(DRAINING_TAINT) || WellKnown.LEAVING_TAINTS.contains(taint.key());
    }
}

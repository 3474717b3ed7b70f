package dev.plimsoll.cluster;

import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.WellKnown;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/// A node of the cluster and the pods on it.
///
/// @param ready its Ready condition
/// @param noDelete marked no-delete: it is neither drained nor removed
/// @param pods unfinished pods, by shape
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

    /// The taint of a draining node; its value is the time in seconds since 1970.
    public static final String DRAINING_TAINT = "plimsoll.dev/draining";

    public Node {
        taints = taints.stream().sorted(Comparator.comparing(Taint::toString)).toList();
        pods = pods.stream().sorted(Comparator.comparing(Pods::shape)).toList();
    }

    /// A Ready node in service, created at the epoch, without labels, taints or pods.
    public static Node of(String name, Resources allocatable) {
        return new Template(allocatable, Labels.NONE, List.of()).node(name);
    }

    public Node withName(String other) {
        return new Node(other, created, labels, taints, allocatable, state, ready, noDelete, pods);
    }

    public Node withCreated(Instant other) {
        return new Node(name, other, labels, taints, allocatable, state, ready, noDelete, pods);
    }

    public Node withLabels(Labels others) {
        return new Node(name, created, others, taints, allocatable, state, ready, noDelete, pods);
    }

    public Node withTaints(List<Taint> others) {
        return new Node(name, created, labels, others, allocatable, state, ready, noDelete, pods);
    }

    public Node withAllocatable(Resources other) {
        return new Node(name, created, labels, taints, other, state, ready, noDelete, pods);
    }

    public Node with(NodeState other) {
        return new Node(name, created, labels, taints, allocatable, other, ready, noDelete, pods);
    }

    public Node withReady(boolean other) {
        return new Node(name, created, labels, taints, allocatable, state, other, noDelete, pods);
    }

    public Node withNoDelete(boolean other) {
        return new Node(name, created, labels, taints, allocatable, state, ready, other, pods);
    }

    public Node with(List<Pods> others) {
        return new Node(name, created, labels, taints, allocatable, state, ready, noDelete, others);
    }

    public boolean isActive() {
        return state instanceof NodeState.Active;
    }

    /// Whether it takes pods and has started.
    public boolean isReady() {
        return isActive() && ready && !isStarting();
    }

    /// Whether it runs no pods except those that belong to it.
    public boolean isEmpty() {
        return pods.stream().allMatch(pod -> pod.shape().owner().staysWithNode());
    }

    /// Whether one of its pods has a required anti-affinity.
    public boolean keepsApart() {
        for (var some : pods) {
            if (!some.shape().constraints().apart().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /// The requests of its pods, with their pod slots.
    public Resources asked() {
        var asked = Resources.NONE;
        long slots = 0;
        for (var pod : pods) {
            asked = asked.plus(pod.shape().requests().times(pod.count()));
            slots += pod.count();
        }
        return asked.with(Resources.PODS, slots);
    }

    /// The requests of its DaemonSet pods.
    public Resources daemons() {
        var asked = Resources.NONE;
        for (var pod : pods) {
            if (pod.shape().owner() == Owner.DAEMON_SET) {
                asked = asked.plus(pod.shape().requests().times(pod.count()));
            }
        }
        return asked;
    }

    /// Whether it has a taint that disappears when a node has started.
    public boolean isStarting() {
        return taints.stream().anyMatch(Node::isStarting);
    }

    /// This node as it will be once it has started and takes pods.
    public Node inService() {
        var lasting =
                taints.stream().filter(taint -> !isStarting(taint) && !isLeaving(taint)).toList();
        var active = new NodeState.Active();
        return new Node(name, created, labels, lasting, allocatable, active, true, noDelete, pods);
    }

    private static boolean isStarting(Taint taint) {
        return WellKnown.STARTING_TAINTS.stream().anyMatch(taint.key()::startsWith);
    }

    private static boolean isLeaving(Taint taint) {
        return taint.key().equals(DRAINING_TAINT) || WellKnown.LEAVING_TAINTS.contains(taint.key());
    }
}

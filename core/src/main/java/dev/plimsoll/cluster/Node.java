package dev.plimsoll.cluster;

import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
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
    public static final String HOSTNAME = "kubernetes.io/hostname";

    /// The taint by which we close a node; its value is the moment, in seconds since 1970.
    public static final String DRAINING_TAINT = "plimsoll.dev/draining";

    /// Taints of a node that is to take no more pods for a while.
    private static final List<String> LEAVING =
            List.of(
                    DRAINING_TAINT,
                    "node.kubernetes.io/unschedulable",
                    "ToBeDeletedByClusterAutoscaler",
                    "DeletionCandidateOfClusterAutoscaler",
                    "karpenter.sh/disrupted",
                    "node.kubernetes.io/unreachable",
                    "node.kubernetes.io/memory-pressure",
                    "node.kubernetes.io/disk-pressure",
                    "node.kubernetes.io/pid-pressure",
                    "node.kubernetes.io/out-of-service");

    /// Taints that go away when a node has started; the last one is a family.
    private static final List<String> STARTING =
            List.of(
                    "node.kubernetes.io/not-ready",
                    "node.kubernetes.io/network-unavailable",
                    "node.cloudprovider.kubernetes.io/uninitialized",
                    "karpenter.sh/unregistered",
                    "startup-taint.cluster-autoscaler.kubernetes.io/");

    public Node {
        taints = taints.stream().sorted(Comparator.comparing(Taint::toString)).toList();
        pods = pods.stream().sorted(Comparator.comparing(Pods::shape)).toList();
    }

    /// A Ready node in service, created at the epoch, without labels, taints or pods.
    public static Node of(String name, Resources allocatable) {
        return new Template(allocatable, Labels.NONE, List.of()).node(name);
    }

    public Node withName(String other) {
        return new Node(
                other, created, labels, taints, allocatable, state, ready, noDelete, pods);
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
                taints.stream()
                        .filter(taint -> !isStarting(taint) && !LEAVING.contains(taint.key()))
                        .toList();
        var active = new NodeState.Active();
        return new Node(name, created, labels, lasting, allocatable, active, true, noDelete, pods);
    }

    private static boolean isStarting(Taint taint) {
        return STARTING.stream().anyMatch(taint.key()::startsWith);
    }
}

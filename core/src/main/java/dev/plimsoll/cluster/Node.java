package dev.plimsoll.cluster;

import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.WellKnown;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A node of the cluster and the pods on it.
///
/// What follows from its labels and pods is computed once and kept.
public final class Node {

    /// The label that repeats a node's name.
    public static final String HOSTNAME = WellKnown.HOSTNAME;

    /// The taint of a draining node; its value is the time in seconds since 1970, and the cause.
    public static final String DRAINING_TAINT = "plimsoll.dev/draining";

    /// The taint of a node that an operator wants removed.
    public static final String FORCE_DRAIN_TAINT = "plimsoll.dev/force-drain";

    /// The machine under a node.
    ///
    /// @param providerId its id at the provider; empty if unknown
    /// @param group the name of its group; empty if the labels of groups decide
    /// @param capacity all its resources; empty if unknown
    public record Machine(String providerId, String group, Resources capacity) {

        public static final Machine UNKNOWN = new Machine("", "", Resources.NONE);
    }

    private final String name;
    private final Machine machine;
    private final Instant created;
    private final Instant readySince;
    private final Labels labels;
    private final List<Taint> taints;
    private final Resources allocatable;
    private final NodeState state;
    private final boolean ready;
    private final boolean noDelete;
    private final List<Pods> pods;
    private @Nullable PodTotals totals;
    private @Nullable Labels shared;
    private @Nullable VariantKey variant;

    /// @param ready its Ready condition
    /// @param noDelete marked no-delete: it is neither drained nor removed
    /// @param pods unfinished pods, by shape
    public Node(
            String name,
            Instant created,
            Labels labels,
            List<Taint> taints,
            Resources allocatable,
            NodeState state,
            boolean ready,
            boolean noDelete,
            List<Pods> pods) {
        this(
                name,
                Machine.UNKNOWN,
                created,
                created,
                labels,
                sortedTaints(taints),
                allocatable,
                state,
                ready,
                noDelete,
                sortedPods(pods));
    }

    private static List<Taint> sortedTaints(List<Taint> taints) {
        return taints.stream().sorted(Comparator.comparing(Taint::toString)).toList();
    }

    private static List<Pods> sortedPods(List<Pods> pods) {
        return pods.stream().sorted(Comparator.comparing(Pods::shape)).toList();
    }

    /// @param taints sorted
    /// @param pods sorted
    private Node(
            String name,
            Machine machine,
            Instant created,
            Instant readySince,
            Labels labels,
            List<Taint> taints,
            Resources allocatable,
            NodeState state,
            boolean ready,
            boolean noDelete,
            List<Pods> pods) {
        this.name = name;
        this.machine = machine;
        this.created = created;
        this.readySince = readySince;
        this.labels = labels;
        this.taints = taints;
        this.allocatable = allocatable;
        this.state = state;
        this.ready = ready;
        this.noDelete = noDelete;
        this.pods = pods;
    }

    /// A Ready node in service, created at the epoch, without labels, taints or pods.
    public static Node of(String name, Resources allocatable) {
        return new Template(allocatable, Labels.NONE, List.of()).node(name);
    }

    public String name() {
        return name;
    }

    public Machine machine() {
        return machine;
    }

    public Instant created() {
        return created;
    }

    /// When its Ready condition last changed; its creation if that is unknown, which is the epoch
    /// if that is unknown too.
    public Instant readySince() {
        return readySince;
    }

    public Labels labels() {
        return labels;
    }

    public List<Taint> taints() {
        return taints;
    }

    public Resources allocatable() {
        return allocatable;
    }

    public NodeState state() {
        return state;
    }

    /// Its Ready condition.
    public boolean ready() {
        return ready;
    }

    /// It is neither drained nor removed.
    public boolean noDelete() {
        return noDelete;
    }

    /// Unfinished pods, by shape.
    public List<Pods> pods() {
        return pods;
    }

    public Node withName(String other) {
        return new Node(
                other,
                machine,
                created,
                readySince,
                labels,
                taints,
                allocatable,
                state,
                ready,
                noDelete,
                pods);
    }

    public Node with(Machine other) {
        return new Node(
                name,
                other,
                created,
                readySince,
                labels,
                taints,
                allocatable,
                state,
                ready,
                noDelete,
                pods);
    }

    /// The node becomes Ready when it is created, unless [#withReadySince] says otherwise.
    public Node withCreated(Instant other) {
        return new Node(
                name,
                machine,
                other,
                other,
                labels,
                taints,
                allocatable,
                state,
                ready,
                noDelete,
                pods);
    }

    public Node withReadySince(Instant other) {
        return new Node(
                name,
                machine,
                created,
                other,
                labels,
                taints,
                allocatable,
                state,
                ready,
                noDelete,
                pods);
    }

    public Node withLabels(Labels others) {
        return new Node(
                name,
                machine,
                created,
                readySince,
                others,
                taints,
                allocatable,
                state,
                ready,
                noDelete,
                pods);
    }

    public Node withTaints(List<Taint> others) {
        return new Node(
                name,
                machine,
                created,
                readySince,
                labels,
                sortedTaints(others),
                allocatable,
                state,
                ready,
                noDelete,
                pods);
    }

    public Node withAllocatable(Resources other) {
        return new Node(
                name,
                machine,
                created,
                readySince,
                labels,
                taints,
                other,
                state,
                ready,
                noDelete,
                pods);
    }

    public Node with(NodeState other) {
        return new Node(
                name,
                machine,
                created,
                readySince,
                labels,
                taints,
                allocatable,
                other,
                ready,
                noDelete,
                pods);
    }

    public Node withReady(boolean other) {
        return new Node(
                name,
                machine,
                created,
                readySince,
                labels,
                taints,
                allocatable,
                state,
                other,
                noDelete,
                pods);
    }

    public Node withNoDelete(boolean other) {
        return new Node(
                name,
                machine,
                created,
                readySince,
                labels,
                taints,
                allocatable,
                state,
                ready,
                other,
                pods);
    }

    public Node with(List<Pods> others) {
        return new Node(
                name,
                machine,
                created,
                readySince,
                labels,
                taints,
                allocatable,
                state,
                ready,
                noDelete,
                sortedPods(others));
    }

    /// Whether it accepts pods, as far as we and other operators are concerned.
    public boolean isActive() {
        return state instanceof NodeState.Active || state instanceof NodeState.Paused;
    }

    /// Whether it takes pods and has started.
    public boolean isReady() {
        return isActive() && ready && !isStarting();
    }

    /// Whether we may drain and remove it.
    public boolean mayGo() {
        return !noDelete && !(state instanceof NodeState.Paused);
    }

    /// Whether it runs no pods except those that belong to it.
    public boolean isEmpty() {
        return totals().daemons().size() == pods.size();
    }

    /// The number of pods that can move to another node.
    public int movers() {
        return totals().movers();
    }

    /// Whether one of its pods has a required anti-affinity.
    public boolean keepsApart() {
        return totals().keepApart();
    }

    /// Whether no pod on it has host ports, volumes or a required anti-affinity.
    public boolean isPlain() {
        return totals().arePlain();
    }

    /// The requests of its pods, with their pod slots.
    public Resources asked() {
        return totals().asked();
    }

    /// The pods that belong to it.
    public List<Pods> daemonPods() {
        return totals().daemons();
    }

    /// Their requests.
    public Resources daemons() {
        return totals().daemonRequests();
    }

    private PodTotals totals() {
        if (totals == null) {
            totals = PodTotals.of(pods);
        }
        return totals;
    }

    /// Its labels without its name.
    public Labels sharedLabels() {
        if (shared == null) {
            shared = labels.without(HOSTNAME);
        }
        return shared;
    }

    /// The variant of its group that it is.
    public VariantKey variant() {
        if (variant == null) {
            variant = VariantKey.of(labels);
        }
        return variant;
    }

    /// Whether it has a taint that disappears when a node has started.
    public boolean isStarting() {
        return taints.stream().anyMatch(Node::isStarting);
    }

    /// This node as it will be once it has started and takes pods.
    public Node inService() {
        var lasting =
                taints.stream().filter(taint -> !isStarting(taint) && !isLeaving(taint)).toList();
        return new Node(
                name,
                machine,
                created,
                readySince,
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
        return taint.key().equals(DRAINING_TAINT)
                || taint.key().equals(FORCE_DRAIN_TAINT)
                || WellKnown.LEAVING_TAINTS.contains(taint.key())
                || WellKnown.TERMINATION_TAINTS.contains(taint.key());
    }

    /// Whether the nodes are equal apart from their pods.
    public boolean equalsButForPods(Node that) {
        return name.equals(that.name)
                && created.equals(that.created)
                && readySince.equals(that.readySince)
                && ready == that.ready
                && noDelete == that.noDelete
                && state.equals(that.state)
                && machine.equals(that.machine)
                && labels.equals(that.labels)
                && taints.equals(that.taints)
                && allocatable.equals(that.allocatable);
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof Node that && equalsButForPods(that) && pods.equals(that.pods));
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, labels, taints, allocatable, pods);
    }

    @Override
    public String toString() {
        return "Node[" + name + " " + state + (ready ? " ready " : " not ready ") + pods + "]";
    }
}

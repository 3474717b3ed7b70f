package dev.plimsoll.cluster;

import dev.plimsoll.collection.Hash;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.Toleration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/// The properties of a pod that the scheduler and our rules look at. Pods of one shape are
/// interchangeable.
///
/// **Invariant:** equal content means equal shapes and equal ids, in whatever order the parts were
/// given: `ShapeTest`.
public final class Shape implements Comparable<Shape> {

    /// The stage in the life of a pod.
    public enum Stage {
        STAYING,
        /// It is being deleted.
        TERMINATING,
        /// It is pending behind a scheduling gate.
        GATED,
        /// It is pending, and another scheduler than kube-scheduler places it.
        ELSEWHERE,
        /// It is pending, and kube-scheduler makes room for it on its nominated node.
        NOMINATED
    }

    /// What its owner and its volumes say about moving it.
    ///
    /// @param localStorage it has a volume on its node, whose content a move would lose
    public record Disruption(Consent consent, boolean localStorage) {

        public static final Disruption USUAL = new Disruption(Consent.UNSAID, false);
    }

    /// What its annotations say about evicting it.
    public enum Consent {
        UNSAID,
        /// `safe-to-evict` is true.
        SAFE,
        /// `safe-to-evict` is false, or `do-not-disrupt` is set.
        FORBIDDEN,
        /// `safe-to-evict` is `on-completion`: its node waits until it has ended.
        ON_COMPLETION
    }

    /// The rules for where a pod can run.
    ///
    /// @param mounts a volume that is listed twice counts twice
    /// @param unknown properties that the rules do not cover; then its placement is unknown
    public record Placement(
            Labels nodeSelector,
            Affinity affinity,
            List<Toleration> tolerations,
            PodConstraints constraints,
            List<HostPort> ports,
            List<Mount> mounts,
            List<String> unknown) {

        public static final Placement ANYWHERE =
                new Placement(Labels.NONE, new Affinity.Anywhere(), List.of());

        public Placement {
            tolerations = canonical(tolerations);
            ports = canonical(ports);
            mounts = mounts.stream().sorted(Comparator.comparing(Object::toString)).toList();
            unknown = canonical(unknown);
        }

        public Placement(Labels nodeSelector, Affinity affinity, List<Toleration> tolerations) {
            this(
                    nodeSelector,
                    affinity,
                    tolerations,
                    PodConstraints.ANY,
                    List.of(),
                    List.of(),
                    List.of());
        }

        private static <T> List<T> canonical(List<T> parts) {
            return parts.stream()
                    .distinct()
                    .sorted(Comparator.comparing(Object::toString))
                    .toList();
        }

        /// The same rules, without volumes.
        public Placement withoutMounts() {
            return new Placement(
                    nodeSelector, affinity, tolerations, constraints, ports, List.of(), unknown);
        }

        /// The parts that few pods have; empty if there are none.
        private String extras() {
            boolean none =
                    constraints.isAny() && ports.isEmpty() && mounts.isEmpty() && unknown.isEmpty();
            return none ? "" : "\n" + constraints + "\n" + ports + "\n" + mounts + "\n" + unknown;
        }
    }

    private final String namespace;
    private final Labels labels;
    private final Resources requests;
    private final Placement placement;
    private final Owner owner;
    private final int priority;
    private final Stage stage;
    private final Disruption disruption;
    private final Reserve reserve;
    private final String content;
    private final long id;

    /// @param labels only those that some selector uses
    /// @param requests the resources that the scheduler counts for the pod, without its slot
    public Shape(
            String namespace,
            Labels labels,
            Resources requests,
            Placement placement,
            Owner owner,
            int priority) {
        this(
                namespace,
                labels,
                requests,
                placement,
                owner,
                priority,
                Stage.STAYING,
                Disruption.USUAL,
                Reserve.unmarked());
    }

    private Shape(
            String namespace,
            Labels labels,
            Resources requests,
            Placement placement,
            Owner owner,
            int priority,
            Stage stage,
            Disruption disruption,
            Reserve reserve) {
        this.namespace = namespace;
        this.labels = labels;
        this.requests = requests;
        this.placement = placement;
        this.owner = owner;
        this.priority = priority;
        this.stage = stage;
        this.disruption = disruption;
        this.reserve = reserve;
        this.content =
                String.join(
                                "\n",
                                namespace,
                                labels.toString(),
                                requests.toString(),
                                placement.nodeSelector().toString(),
                                placement.affinity().toString(),
                                placement.tolerations().toString(),
                                owner.toString(),
                                Integer.toString(priority))
                        + placement.extras()
                        + (stage == Stage.STAYING ? "" : "\n" + stage)
                        + (disruption.equals(Disruption.USUAL) ? "" : "\n" + disruption)
                        + (reserve.equals(Reserve.unmarked()) ? "" : "\n" + reserve);
        this.id = Hash.ofUnits(content);
    }

    public String namespace() {
        return namespace;
    }

    public Labels labels() {
        return labels;
    }

    public Resources requests() {
        return requests;
    }

    public Placement placement() {
        return placement;
    }

    public Labels nodeSelector() {
        return placement.nodeSelector();
    }

    public Affinity affinity() {
        return placement.affinity();
    }

    public List<Toleration> tolerations() {
        return placement.tolerations();
    }

    public boolean tolerates(Taint taint) {
        for (var toleration : tolerations()) {
            if (toleration.tolerates(taint)) {
                return true;
            }
        }
        return false;
    }

    public PodConstraints constraints() {
        return placement.constraints();
    }

    public List<HostPort> ports() {
        return placement.ports();
    }

    public List<Mount> mounts() {
        return placement.mounts();
    }

    public Owner owner() {
        return owner;
    }

    public int priority() {
        return priority;
    }

    public Stage stage() {
        return stage;
    }

    public Disruption disruption() {
        return disruption;
    }

    /// The room that its annotation asks to keep free.
    public Reserve reserve() {
        return reserve;
    }

    /// This shape with other labels.
    public Shape with(Labels others) {
        return others.equals(labels)
                ? this
                : new Shape(
                        namespace,
                        others,
                        requests,
                        placement,
                        owner,
                        priority,
                        stage,
                        disruption,
                        reserve);
    }

    /// This shape with another placement.
    public Shape with(Placement other) {
        return new Shape(
                namespace, labels, requests, other, owner, priority, stage, disruption, reserve);
    }

    /// This shape with other requests.
    public Shape with(Resources other) {
        return new Shape(
                namespace, labels, other, placement, owner, priority, stage, disruption, reserve);
    }

    /// This shape in another stage.
    public Shape in(Stage other) {
        return other == stage
                ? this
                : new Shape(
                        namespace,
                        labels,
                        requests,
                        placement,
                        owner,
                        priority,
                        other,
                        disruption,
                        reserve);
    }

    /// This shape with other rules for moving it.
    public Shape with(Disruption other) {
        return other.equals(disruption)
                ? this
                : new Shape(
                        namespace, labels, requests, placement, owner, priority, stage, other,
                        reserve);
    }

    /// This shape with another request for room.
    public Shape with(Reserve other) {
        return other.equals(reserve)
                ? this
                : new Shape(
                        namespace,
                        labels,
                        requests,
                        placement,
                        owner,
                        priority,
                        stage,
                        disruption,
                        other);
    }

    /// A short name made from the content alone, so it is the same on every machine.
    public String id() {
        return HexFormat.of().toHexDigits(id);
    }

    @Override
    public int compareTo(Shape other) {
        if (this == other) {
            return 0;
        }
        int byId = Long.compareUnsigned(id, other.id);
        return byId != 0 ? byId : content.compareTo(other.content);
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof Shape that && id == that.id && content.equals(that.content));
    }

    @Override
    public int hashCode() {
        return Long.hashCode(id);
    }

    @Override
    public String toString() {
        return id();
    }
}

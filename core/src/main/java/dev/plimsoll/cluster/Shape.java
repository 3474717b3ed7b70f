package dev.plimsoll.cluster;

import dev.plimsoll.quantity.Resources;
import java.util.Comparator;
import java.util.List;

/// All that the scheduler and our rules look at in a pod. Pods of one shape are interchangeable.
///
/// **Invariant:** equal content means equal shapes and equal ids, in whatever order the parts were
/// given: `ShapeTest`.
public final class Shape implements Comparable<Shape> {

    private final String namespace;
    private final Labels labels;
    private final Resources requests;
    private final Labels nodeSelector;
    private final Affinity affinity;
    private final List<Toleration> tolerations;
    private final Owner owner;
    private final int priority;
    private final String content;
    private final long id;

    /// @param labels only those that some selector asks for
    /// @param requests what the scheduler counts for the pod, its slot left out
    public Shape(
            String namespace,
            Labels labels,
            Resources requests,
            Placement placement,
            Owner owner,
            int priority) {
        this.namespace = namespace;
        this.labels = labels;
        this.requests = requests;
        this.nodeSelector = placement.nodeSelector();
        this.affinity = placement.affinity();
        this.tolerations = placement.tolerations();
        this.owner = owner;
        this.priority = priority;
        this.content =
                String.join(
                        "\n",
                        namespace,
                        labels.toString(),
                        requests.toString(),
                        nodeSelector.toString(),
                        affinity.toString(),
                        tolerations.toString(),
                        owner.toString(),
                        Integer.toString(priority));
        this.id = fnv(content);
    }

    /// Where a pod may run.
    public record Placement(Labels nodeSelector, Affinity affinity, List<Toleration> tolerations) {

        public static final Placement ANYWHERE =
                new Placement(Labels.NONE, new Affinity.Anywhere(), List.of());

        public Placement {
            tolerations =
                    tolerations.stream()
                            .distinct()
                            .sorted(Comparator.comparing(Toleration::toString))
                            .toList();
        }
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

    public Labels nodeSelector() {
        return nodeSelector;
    }

    public Affinity affinity() {
        return affinity;
    }

    public List<Toleration> tolerations() {
        return tolerations;
    }

    public Owner owner() {
        return owner;
    }

    public int priority() {
        return priority;
    }

    public Placement placement() {
        return new Placement(nodeSelector, affinity, tolerations);
    }

    /// This shape with other labels.
    public Shape with(Labels others) {
        return others.equals(labels)
                ? this
                : new Shape(namespace, others, requests, placement(), owner, priority);
    }

    /// A short name made from the content alone, so it is the same on every machine.
    public String id() {
        return "%016x".formatted(id);
    }

    /// FNV-1a, 64 bits, a character at a time.
    private static long fnv(String text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return hash;
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

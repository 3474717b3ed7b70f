package dev.plimsoll.slack;

import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Consent;
import dev.plimsoll.cluster.Shape.Disruption;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.KindName;
import dev.plimsoll.selection.Labels;
import java.util.List;
import java.util.stream.IntStream;

/// A number of placeholders of one shape: virtual pods that keep room free.
///
/// They are replicas of one virtual owner, can be moved, and have a lower priority than any pod.
///
/// @param name the name of each begins with it
/// @param numbers the name of each ends with one, from 1 on
/// @param like the pod whose shape or size they have, or the object that asks for them; empty for
///   standard placeholders
public record Placeholders(
        Kind kind, String name, Shape shape, List<Integer> numbers, String like) {

    /// What they are for. Kinds that come first keep their place before others.
    public enum Kind {
        /// As many as an annotation asks for, each with the shape of its pod.
        MARKED,
        /// As many as a CapacityBuffer asks for, each with the shape of its pods.
        BUFFER,
        /// Room for the biggest pods.
        BIGGEST,
        /// A piece of the reference node.
        STANDARD,
        /// A piece with one resource alone.
        FILLER;

        /// Whether each is there for certain pods.
        boolean isNamed() {
            return this == MARKED || this == BUFFER || this == BIGGEST;
        }
    }

    /// No namespace of Kubernetes can have this name.
    private static final String NAMESPACE = "plimsoll.dev";

    /// Below the priority of any pod.
    static final int STANDARD_PRIORITY = Integer.MIN_VALUE;

    /// Below the priority of any pod, and above that of standard placeholders.
    static final int NAMED_PRIORITY = Integer.MIN_VALUE + 1;

    public Placeholders {
        numbers = List.copyOf(numbers);
        if (numbers.isEmpty()) {
            throw new IllegalArgumentException("there is at least one placeholder of " + name);
        }
    }

    /// Standard placeholders or fillers.
    static Placeholders standard(
            Kind kind, String name, Resources requests, List<Integer> numbers) {
        return new Placeholders(
                kind, name, shape(requests, Placement.ANYWHERE, STANDARD_PRIORITY), numbers, "");
    }

    /// As many as an annotation asks for. Their name does not depend on labels: a selector of
    /// another pod can change which labels are known.
    static Placeholders marked(Shape mirror, int count, String like) {
        var unlabelled = mirror.with(Labels.NONE);
        return new Placeholders(
                Kind.MARKED, "marked-" + unlabelled.id(), mirror, numbers(count), like);
    }

    /// The same under a name of their own.
    ///
    /// @param number of those with this name, from 1 on
    Placeholders numbered(int number) {
        return number == 1
                ? this
                : new Placeholders(kind, name + "." + number, shape, numbers, like);
    }

    /// As many as a CapacityBuffer asks for.
    static Placeholders buffered(Shape mirror, int count, KindName buffer) {
        return new Placeholders(
                Kind.BUFFER,
                "buffer-" + buffer.object(),
                mirror,
                numbers(count),
                buffer.toString());
    }

    private static List<Integer> numbers(int count) {
        return IntStream.rangeClosed(1, count).boxed().toList();
    }

    /// Room for pods of a size.
    static Placeholders biggest(String name, Resources requests, Placement placement, String like) {
        return new Placeholders(
                Kind.BIGGEST, name, shape(requests, placement, NAMED_PRIORITY), List.of(1), like);
    }

    /// The shape of a placeholder without labels.
    static Shape shape(Resources requests, Placement placement, int priority) {
        return virtual(NAMESPACE, Labels.NONE, requests, placement, priority);
    }

    /// The shape of a placeholder that stands for pods of this shape, at another placement.
    static Shape mirror(Shape pod, Placement placement) {
        return virtual(pod.namespace(), pod.labels(), pod.requests(), placement, NAMED_PRIORITY);
    }

    private static Shape virtual(
            String namespace,
            Labels labels,
            Resources requests,
            Placement placement,
            int priority) {
        return new Shape(namespace, labels, requests, placement, Owner.REPLICA_SET, priority)
                .with(new Disruption(Consent.SAFE, false));
    }

    /// Whether pods of the shape are placeholders.
    public static boolean areOf(Shape shape) {
        return shape.priority() <= NAMED_PRIORITY;
    }

    /// One of them, and what it is for: `a placeholder for CapacityBuffer shop/web`.
    public String described() {
        return switch (kind) {
            case MARKED, BUFFER -> "a placeholder for " + like;
            case BIGGEST ->
                    like.isEmpty()
                            ? "a placeholder of the biggest size"
                            : "a placeholder for the biggest pod " + like;
            case STANDARD -> "a standard placeholder";
            case FILLER -> "a placeholder of " + String.join(" and ", shape.requests().names());
        };
    }

    public int count() {
        return numbers.size();
    }

    /// The names, in the order of the numbers.
    List<String> names() {
        return numbers.stream().map(number -> name + "-" + number).toList();
    }

    /// The requests of all.
    Resources requests() {
        return shape.requests().times(count());
    }
}

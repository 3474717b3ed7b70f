package dev.plimsoll.cluster;

import dev.plimsoll.quantity.Count;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.KindName;
import java.time.Instant;

/// An object that asks for room to be kept free: a CapacityBuffer, or a workload with the
/// annotation `plimsoll.dev/reserve`.
///
/// @param pattern the pods for which the room is
/// @param created of a CapacityBuffer; else, and if unknown, the epoch
public record Buffer(KindName name, BufferSize size, Pattern pattern, Instant created) {

    /// The kind of Cluster Autoscaler's objects.
    public static final String CAPACITY_BUFFER = "CapacityBuffer";

    /// The pods that an object describes.
    public sealed interface Pattern {

        /// @param shape of one pod
        /// @param replicas how many of them its workload has; unknown without a workload
        /// @param priorityClass that they name; empty if none
        record Pods(Shape shape, Count replicas, String priorityClass) implements Pattern {

            /// The same pods with another shape.
            Pods with(Shape other) {
                return new Pods(other, replicas, priorityClass);
            }
        }

        /// @param why there is no description of a pod, in a sentence
        record Missing(String why) implements Pattern {}
    }

    /// The number of placeholders, at most [Reserve#MOST]; unknown if nothing says how many, or of
    /// which size.
    public Count placeholders() {
        return switch (pattern) {
            case Pattern.Pods(var shape, var replicas, _) ->
                    switch (size.placeholders(shape.requests(), replicas)) {
                        case Count.Known(int number) -> Count.of(Math.min(number, Reserve.MOST));
                        case Count.Unknown unknown -> unknown;
                    };
            case Pattern.Missing _ -> Count.unknown();
        };
    }

    /// Whether it is a CapacityBuffer, and not an annotation.
    public boolean isCapacityBuffer() {
        return name.kind().equals(CAPACITY_BUFFER);
    }

    /// Whether it keeps the pods of its workload out of slack.
    public boolean keepsOut() {
        return !isCapacityBuffer() && size.equals(BufferSize.of(0));
    }

    /// The same buffer for other pods.
    Buffer with(Pattern other) {
        return new Buffer(name, size, other, created);
    }

    /// What is wrong with it, in a sentence; empty if it can be held.
    public String problem() {
        return switch (pattern) {
            case Pattern.Missing(var why) -> why;
            case Pattern.Pods(var shape, _, _) ->
                    placeholders() instanceof Count.Known ? "" : whyUncounted(shape.requests());
        };
    }

    private String whyUncounted(Resources requests) {
        return size.limits().isEmpty()
                ? "it says neither replicas nor limits, nor a percentage of a workload"
                : "its limits name nothing that its pods request ("
                        + String.join(", ", requests.names())
                        + ")";
    }
}

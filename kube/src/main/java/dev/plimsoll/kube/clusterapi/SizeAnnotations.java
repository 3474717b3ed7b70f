package dev.plimsoll.kube.clusterapi;

import dev.plimsoll.cluster.Limits;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads the limits of a group from its annotations. An object without them is no group.
final class SizeAnnotations {

    private SizeAnnotations() {}

    /// @param problems receives a sentence about a malformed annotation
    static Optional<Limits> limits(ApiObject object, Consumer<String> problems) {
        if (!object.hasAnnotation(Annotations.MAX_SIZE)) {
            if (object.hasAnnotation(Annotations.MIN_SIZE)) {
                problems.accept(
                        "it has a minimum but no maximum; add the annotation "
                                + Annotations.MAX_SIZE);
            }
            return Optional.empty();
        }
        var least = size(object, Annotations.MIN_SIZE, problems);
        var most = size(object, Annotations.MAX_SIZE, problems);
        if (least.isEmpty() || most.isEmpty() || most.get() == 0) {
            return Optional.empty();
        }
        if (least.get() > most.get()) {
            problems.accept(
                    "its minimum "
                            + least.get()
                            + " is above its maximum "
                            + most.get()
                            + "; correct the annotation "
                            + Annotations.MIN_SIZE
                            + " or "
                            + Annotations.MAX_SIZE);
            return Optional.empty();
        }
        return Optional.of(new Limits(least.get(), most.get()));
    }

    private static Optional<Integer> size(
            ApiObject object, String annotation, Consumer<String> problems) {
        var text = object.hasAnnotation(annotation) ? object.annotation(annotation) : "0";
        if (!text.matches("[0-9]{1,9}")) {
            problems.accept(
                    "the annotation "
                            + annotation
                            + " is '"
                            + text
                            + "'; write a whole number, zero or more");
            return Optional.empty();
        }
        return Optional.of(Integer.parseInt(text));
    }
}

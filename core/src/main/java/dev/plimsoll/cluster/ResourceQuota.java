package dev.plimsoll.cluster;

import dev.plimsoll.cluster.Buffer.Pattern;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Selector;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A ResourceQuota: the most that some pods of a namespace may request together.
///
/// `pods` counts pods that are not finished, `count/pods` all of them.
///
/// @param hard the most of each resource that it limits, as its status shows it
/// @param used by the pods that exist
/// @param scopes conditions on the pods that it counts, by the names of scopes: all must hold
public record ResourceQuota(
        ObjectName name, Resources hard, Resources used, List<Requirement> scopes) {

    /// The number of objects of the kind Pod.
    public static final String POD_OBJECTS = "count/pods";

    public ResourceQuota {
        scopes =
                scopes.stream()
                        .distinct()
                        .sorted(Comparator.comparing(Requirement::toString))
                        .toList();
    }

    /// How much of each resource is left; never negative.
    public Resources left() {
        return hard.less(used);
    }

    /// How much of a resource one pod of a shape counts for.
    public static long each(Shape shape, String resource) {
        return switch (resource) {
            case Resources.PODS, POD_OBJECTS -> 1;
            default -> shape.requests().asked(resource);
        };
    }

    /// Whether it counts these pods of its namespace. Pods of a buffer have no deadline, so they
    /// are not *terminating*.
    public boolean counts(Pattern.Pods pods) {
        return scopes.stream().allMatch(scope -> isIn(scope, pods));
    }

    private static boolean isIn(Requirement scope, Pattern.Pods pods) {
        return switch (scope.key()) {
            case "NotTerminating" -> true;
            case "BestEffort" -> isBestEffort(pods.shape());
            case "NotBestEffort" -> !isBestEffort(pods.shape());
            case "CrossNamespacePodAffinity" -> reachesOthers(pods.shape());
            case "PriorityClass" -> scope.matches(priorityClass(pods));
            default -> false;
        };
    }

    private static boolean isBestEffort(Shape shape) {
        return shape.requests().asked(Resources.CPU) == 0
                && shape.requests().asked(Resources.MEMORY) == 0;
    }

    /// Whether a term of its pod affinity or anti-affinity is about other namespaces.
    private static boolean reachesOthers(Shape shape) {
        var own = List.of(shape.namespace());
        return Stream.concat(
                        shape.constraints().near().stream(), shape.constraints().apart().stream())
                .anyMatch(term ->
                        !term.namespaces().equals(own)
                                || !(term.namespaceSelector() instanceof Selector.Nothing));
    }

    private static Labels priorityClass(Pattern.Pods pods) {
        return pods.priorityClass().isEmpty()
                ? Labels.NONE
                : Labels.of("PriorityClass", pods.priorityClass());
    }
}

package dev.plimsoll.slack;

import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Placeholders for the biggest pods.
final class BiggestPlaceholders {

    private final PodCounts pods;
    private final List<String> resources;

    BiggestPlaceholders(PodCounts pods, List<String> resources) {
        this.pods = pods;
        this.resources = resources;
    }

    /// One for each pod that no other is as large as in all resources and larger in one. Pods that
    /// are marked keep their own room.
    List<Placeholders> biggestPods() {
        Map<Resources, Shape> bySize = new LinkedHashMap<>();
        for (var shape : pods.sized()) {
            var size = size(shape);
            if (!isNothing(size)) {
                bySize.merge(size, shape, (one, other) -> pods.isMarked(other) ? other : one);
            }
        }
        var biggest = new ArrayList<Placeholders>();
        bySize.forEach((size, shape) -> {
            boolean isSmaller =
                    bySize.keySet().stream()
                            .anyMatch(other -> !other.equals(size) && dominates(other, size));
            if (!isSmaller && !pods.isMarked(shape)) {
                biggest.add(ofPod(shape));
            }
        });
        biggest.sort((one, other) -> one.shape().compareTo(other.shape()));
        return biggest;
    }

    /// A pod's requests, and the rules of its placement that look at the node alone.
    private Placeholders ofPod(Shape shape) {
        var placement = new Placement(shape.nodeSelector(), shape.affinity(), shape.tolerations());
        var requests = shape.requests();
        var id = Placeholders.shape(requests, placement, Placeholders.NAMED_PRIORITY).id();
        return Placeholders.biggest("biggest-" + id, requests, placement, pods.example(shape));
    }

    /// The most of every resource that any pod requests.
    Resources most() {
        var most = Resources.NONE;
        for (var shape : pods.sized()) {
            most = most.max(size(shape));
        }
        return most;
    }

    /// The pod that requests the most of a resource; none if no pod requests it.
    List<Shape> biggestIn(String resource) {
        Shape biggest = null;
        for (var shape : pods.sized()) {
            long least = biggest == null ? 0 : biggest.requests().asked(resource);
            biggest = shape.requests().asked(resource) > least ? shape : biggest;
        }
        return biggest == null ? List.of() : List.of(biggest);
    }

    /// The requests of the resources that slack is about.
    Resources size(Shape shape) {
        var size = Resources.NONE;
        for (var resource : resources) {
            size = size.with(resource, shape.requests().asked(resource));
        }
        return size;
    }

    private boolean isNothing(Resources size) {
        return resources.stream().allMatch(resource -> size.asked(resource) == 0);
    }

    private boolean dominates(Resources one, Resources other) {
        return resources.stream()
                .allMatch(resource -> one.asked(resource) >= other.asked(resource));
    }
}

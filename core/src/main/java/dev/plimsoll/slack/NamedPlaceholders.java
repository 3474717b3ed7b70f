package dev.plimsoll.slack;

import dev.plimsoll.cluster.Mount;
import dev.plimsoll.cluster.Reserve;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.storage.Storage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Placeholders for certain pods: those that annotations ask for, and those of the biggest pods.
///
/// A marked placeholder has the requests, labels and placement rules of its pod. It has no volumes:
/// it could use neither a claim that is for one pod only nor an attachment. In their place it has
/// the node affinity of the volumes that the pod's claims are bound to, because a pod that moves
/// takes its volumes along.
final class NamedPlaceholders {

    private final PodCounts pods;
    private final Storage storage;
    private final List<String> resources;

    NamedPlaceholders(PodCounts pods, Storage storage, List<String> resources) {
        this.pods = pods;
        this.storage = storage;
        this.resources = resources;
    }

    /// The placeholders that annotations ask for. Pods that differ only in what a placeholder does
    /// not have share theirs; of different numbers the largest counts.
    List<Placeholders> marked() {
        Map<Shape, Placeholders> marked = new TreeMap<>();
        for (var shape : pods.shapes()) {
            if (shape.reserve() instanceof Reserve.Placeholders(int count) && count > 0) {
                var mirror = Placeholders.mirror(shape, placement(shape));
                var some = Placeholders.marked(mirror, count, pods.example(shape));
                marked.merge(
                        mirror, some, (one, other) -> other.count() > one.count() ? other : one);
            }
        }
        return List.copyOf(marked.values());
    }

    private Placement placement(Shape shape) {
        var affinity = shape.affinity();
        for (var mount : shape.mounts()) {
            if (mount instanceof Mount.Claim(var name)) {
                affinity = both(affinity, reach(new ObjectName(shape.namespace(), name)));
            }
        }
        var own = shape.placement();
        return new Placement(
                own.nodeSelector(),
                affinity,
                own.tolerations(),
                own.constraints(),
                own.ports(),
                List.of(),
                own.unknown());
    }

    /// Where the volume of a claim can be used; anywhere if it has none yet.
    private Affinity reach(ObjectName name) {
        var claim = storage.claims().get(name);
        var volume = claim == null ? null : storage.volumes().get(claim.volume());
        return volume == null ? new Affinity.Anywhere() : volume.reach();
    }

    private static Affinity both(Affinity one, Affinity other) {
        if (!(one instanceof Affinity.AnyOf(var terms))) {
            return other;
        }
        if (!(other instanceof Affinity.AnyOf(var others))) {
            return one;
        }
        var both = new ArrayList<Affinity.Term>();
        for (var first : terms) {
            for (var second : others) {
                if (!isEmpty(first) && !isEmpty(second)) {
                    both.add(
                            new Affinity.Term(
                                    joined(first.labels(), second.labels()),
                                    joined(first.fields(), second.fields())));
                }
            }
        }
        return new Affinity.AnyOf(both);
    }

    /// A term without conditions matches no node.
    private static boolean isEmpty(Affinity.Term term) {
        return term.labels().isEmpty() && term.fields().isEmpty();
    }

    private static List<Requirement> joined(List<Requirement> some, List<Requirement> others) {
        var all = new ArrayList<>(some);
        others.stream().filter(other -> !all.contains(other)).forEach(all::add);
        return all;
    }

    /// One for each pod that no other is as large as in all resources and larger in one. Pods that
    /// are marked keep their own room.
    List<Placeholders> biggestPods() {
        Map<Resources, Shape> bySize = new LinkedHashMap<>();
        for (var shape : pods.sized()) {
            var size = size(shape);
            if (!isNothing(size)) {
                bySize.merge(size, shape, (one, other) -> isMarked(other) ? other : one);
            }
        }
        var biggest = new ArrayList<Placeholders>();
        bySize.forEach((size, shape) -> {
            boolean isSmaller =
                    bySize.keySet().stream()
                            .anyMatch(other -> !other.equals(size) && dominates(other, size));
            if (!isSmaller && !isMarked(shape)) {
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

    private static boolean isMarked(Shape shape) {
        return shape.reserve() instanceof Reserve.Placeholders(int count) && count > 0;
    }

    private boolean isNothing(Resources size) {
        return resources.stream().allMatch(resource -> size.asked(resource) == 0);
    }

    private boolean dominates(Resources one, Resources other) {
        return resources.stream()
                .allMatch(resource -> one.asked(resource) >= other.asked(resource));
    }
}

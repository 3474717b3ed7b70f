package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Mount;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.slack.Placeholders;
import dev.plimsoll.storage.Storage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The pending pods: pods without a node that are not finished.
///
/// @param pods the pods to place, by the shape that counts for placing them
/// @param unseen the pods among them with a claim that is unknown
/// @param placeholders that find no place, and ask for nodes like pods
/// @param passedOver pods that a new node does not help: gated, terminating, of another scheduler,
///   with a nominated node, or of a DaemonSet
/// @param expendable pods of a priority for which no node is added
/// @param young pods that fit on no node, all of them too young to ask for one
/// @param leaving pods of nodes that leave by themselves: they are not pending, and are placed like
///   pending pods
public record PendingPods(
        List<Pods> pods,
        List<Pods> unseen,
        List<Pods> passedOver,
        List<Pods> placeholders,
        List<Pods> expendable,
        List<Pods> young,
        List<Pods> leaving) {

    /// Pods below this priority ask for no node, and need no place elsewhere if their node goes, as
    /// with Cluster Autoscaler.
    private static final int EXPENDABLE_BELOW = -10;

    public static PendingPods of(Cluster cluster, Storage storage) {
        var planned = new TreeMap<Shape, Pods>();
        var unseen = new ArrayList<Pods>();
        var passedOver = new ArrayList<Pods>();
        var expendable = new ArrayList<Pods>();
        for (var pods : cluster.pending()) {
            if (pods.shape().owner() == Owner.NODE) {
                continue;
            }
            if (pods.shape().stage() != Shape.Stage.STAYING
                    || pods.shape().owner() == Owner.DAEMON_SET) {
                passedOver.add(pods);
                continue;
            }
            if (isExpendable(pods.shape())) {
                expendable.add(pods);
                continue;
            }
            var shape = planned(pods.shape(), storage);
            if (!shape.equals(pods.shape())) {
                unseen.add(pods);
            }
            planned.merge(shape, pods.as(shape), Pods::and);
        }
        return new PendingPods(
                List.copyOf(planned.values()),
                List.copyOf(unseen),
                List.copyOf(passedOver),
                List.of(),
                List.copyOf(expendable),
                List.of(),
                LeavingPods.of(cluster));
    }

    /// Pods of the shape are left to themselves for their low priority. Placeholders are not.
    static boolean isExpendable(Shape shape) {
        return shape.priority() < EXPENDABLE_BELOW && !Placeholders.areOf(shape);
    }

    /// Whether all of them are younger than this. Pods of an unknown age are old.
    boolean areYoungerThan(Duration delay, Instant now) {
        return !pods.isEmpty()
                && pods.stream().allMatch(some -> some.age().oldest().plus(delay).isAfter(now));
    }

    /// Without pods that fit on no node and are too young to ask for one.
    PendingPods without(List<Pods> left) {
        var gone = new TreeMap<Shape, Integer>();
        left.forEach(some -> gone.merge(some.shape(), some.count(), Integer::sum));
        var old = new ArrayList<Pods>();
        var tooYoung = new ArrayList<Pods>();
        for (var some : pods) {
            int out = gone.getOrDefault(some.shape(), 0);
            if (out > 0) {
                tooYoung.add(some.times(out));
            }
            if (out < some.count()) {
                old.add(some.times(some.count() - out));
            }
        }
        return new PendingPods(
                old, unseen, passedOver, placeholders, expendable, tooYoung, leaving);
    }

    /// With placeholders that find no place.
    PendingPods and(List<Pods> missing) {
        return new PendingPods(
                pods, unseen, passedOver, List.copyOf(missing), expendable, young, leaving);
    }

    /// The pods to place: pending ones, and those of nodes that leave.
    List<Pods> demand() {
        return LeavingPods.with(pods, leaving);
    }

    /// The pods to place, and placeholders.
    List<Pods> asking() {
        return Stream.concat(demand().stream(), placeholders.stream()).toList();
    }

    /// The pending pods, and placeholders.
    List<Pods> all() {
        return Stream.concat(pods.stream(), placeholders.stream()).toList();
    }

    /// The shape that counts for placing: without its volumes if one of its claims is unknown.
    public static Shape planned(Shape shape, Storage storage) {
        boolean known = shape.mounts().stream().allMatch(mount -> isKnown(mount, shape, storage));
        return known ? shape : shape.with(shape.placement().withoutMounts());
    }

    /// The pods in one of these stages that are passed over.
    List<Pods> passedOver(Shape.Stage... stages) {
        return passedOver.stream()
                .filter(pods -> List.of(stages).contains(pods.shape().stage()))
                .toList();
    }

    /// The number of pods to place.
    public int count() {
        return count(pods);
    }

    static int count(List<Pods> pods) {
        return pods.stream().mapToInt(Pods::count).sum();
    }

    private static boolean isKnown(Mount mount, Shape shape, Storage storage) {
        return switch (mount) {
            case Mount.Claim(var name) -> has(storage, shape, name);
            case Mount.OwnClaim(var name, _) -> has(storage, shape, name);
            case Mount.Disk _, Mount.Inline _ -> true;
        };
    }

    private static boolean has(Storage storage, Shape shape, String claim) {
        return storage.claims().has(new ObjectName(shape.namespace(), claim));
    }
}

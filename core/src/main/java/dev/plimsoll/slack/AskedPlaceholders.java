package dev.plimsoll.slack;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.Buffer.Pattern;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Mount;
import dev.plimsoll.cluster.Reserve;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.KindName;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.slack.QuotaLimits.Allowed;
import dev.plimsoll.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The placeholders that annotations and CapacityBuffers ask for.
///
/// Such a placeholder has the requests, labels and placement rules of its pod. It has no volumes:
/// it could use neither a claim that is for one pod only nor an attachment. In their place it has
/// the node affinity of the volumes that the pod's claims are bound to, because a pod that moves
/// takes its volumes along.
final class AskedPlaceholders {

    private final PodCounts pods;
    private final Cluster cluster;
    private final Storage storage;
    private final SortedMap<KindName, Allowed> limits;

    AskedPlaceholders(PodCounts pods, Cluster cluster) {
        this.pods = pods;
        this.cluster = cluster;
        this.storage = cluster.storage();
        this.limits = QuotaLimits.of(cluster);
    }

    /// Those of annotations, and those of CapacityBuffers.
    List<Placeholders> all() {
        var all = new ArrayList<>(marked().values());
        all.addAll(buffered());
        return all;
    }

    /// Why it is these, and which buffers cannot be held.
    List<Reason> reasons() {
        var reasons = new ArrayList<Reason>();
        marked().values()
                .forEach(some ->
                        reasons.add(
                                because(
                                        Rules.SLACK_MARKED,
                                        some.like(),
                                        fact("placeholders", some.count()))));
        buffered()
                .forEach(some ->
                        reasons.add(
                                because(
                                        Rules.SLACK_BUFFERED,
                                        some.like(),
                                        fact("placeholders", some.count()))));
        limits.forEach((buffer, allowed) -> {
            if (allowed.isLimited()) {
                reasons.add(limited(buffer, allowed));
            }
        });
        for (var buffer : cluster.buffers().values()) {
            if (!buffer.problem().isEmpty()) {
                reasons.add(
                        because(
                                Rules.BUFFER_NOT_READY,
                                buffer.name().toString(),
                                fact("why", buffer.problem())));
            }
        }
        return reasons;
    }

    private static Reason limited(KindName buffer, Allowed allowed) {
        return because(
                Rules.BUFFER_LIMITED,
                buffer.toString(),
                fact("allowed", allowed.allowed()),
                fact("wanted", allowed.wanted()),
                fact("quotas", String.join(", ", allowed.by())));
    }

    /// The placeholders of annotations, by their shape. Pods that differ only in what a placeholder
    /// does not have share theirs; of different numbers the largest counts.
    Map<Shape, Placeholders> marked() {
        Map<Shape, Placeholders> marked = new TreeMap<>();
        for (var shape : pods.shapes()) {
            if (shape.reserve() instanceof Reserve.Placeholders(int count) && count > 0) {
                mark(marked, shape, count, pods.example(shape));
            }
        }
        for (var buffer : cluster.buffers().values()) {
            boolean isMark = !buffer.isCapacityBuffer() && !buffer.keepsOut();
            if (isMark && buffer.pattern() instanceof Pattern.Pods(var shape, _, _)) {
                mark(marked, shape, buffer.placeholders().orElse(0), buffer.name().toString());
            }
        }
        var names = new TreeMap<String, Integer>();
        marked.replaceAll((_, some) -> some.numbered(names.merge(some.name(), 1, Integer::sum)));
        return marked;
    }

    private void mark(Map<Shape, Placeholders> marked, Shape shape, int count, String like) {
        var mirror = mirror(shape);
        marked.merge(
                mirror,
                Placeholders.marked(mirror, count, like),
                (one, other) -> other.count() > one.count() ? other : one);
    }

    private List<Placeholders> buffered() {
        var buffered = new ArrayList<Placeholders>();
        for (var buffer : cluster.buffers().values()) {
            var allowed = limits.get(buffer.name());
            if (allowed != null
                    && allowed.allowed() > 0
                    && buffer.pattern() instanceof Pattern.Pods(var shape, _, _)) {
                buffered.add(
                        Placeholders.buffered(mirror(shape), allowed.allowed(), buffer.name()));
            }
        }
        return buffered;
    }

    private Shape mirror(Shape shape) {
        return Placeholders.mirror(shape, placement(shape));
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
}

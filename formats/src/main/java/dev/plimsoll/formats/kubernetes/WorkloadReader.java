package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.cluster.BufferSize;
import dev.plimsoll.cluster.CapacityBuffer;
import dev.plimsoll.cluster.Pod;
import dev.plimsoll.cluster.Reserve;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.cluster.Workload;
import dev.plimsoll.quantity.Count;
import dev.plimsoll.selection.KindName;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.Toleration;
import dev.plimsoll.selection.WellKnown;
import java.util.ArrayList;
import java.util.List;

/// Reads objects that describe pods, and CapacityBuffers, which name them.
final class WorkloadReader {

    /// The strategy by which an autoscaler holds the room of a buffer. Buffers with another one are
    /// for others.
    private static final String ACTIVE = "buffer.x-k8s.io/active-capacity";

    /// The API groups of workloads; nothing and `core` are the same.
    private static final List<String> GROUPS = List.of("", "core", "apps", "batch");

    private WorkloadReader() {}

    /// Whether an autoscaler is to hold the room of a buffer.
    static boolean isActive(Cursor buffer) {
        var strategy = buffer.get("spec").get("provisioningStrategy").text();
        return strategy.isEmpty() || strategy.equals(ACTIVE);
    }

    static CapacityBuffer buffer(Cursor buffer, ObjectName name) {
        var spec = buffer.get("spec");
        return new CapacityBuffer(
                name,
                new BufferSize(
                        count(spec.get("replicas")),
                        count(spec.get("percentage")),
                        spec.get("limits").resources()),
                described(spec, name.namespace()),
                Specs.time(buffer.get("metadata").get("creationTimestamp")));
    }

    /// The object that describes the pods of a buffer; without a kind if it names none.
    private static KindName described(Cursor spec, String namespace) {
        var template = spec.get("podTemplateRef");
        var workload = spec.get("scalableRef");
        if (template.isThere()) {
            var name = new ObjectName(namespace, template.get("name").text());
            return new KindName(ObjectKind.POD_TEMPLATE.toString(), name);
        }
        return new KindName(kind(workload), new ObjectName(namespace, workload.get("name").text()));
    }

    /// With its API group, if that is not one of the workloads that Kubernetes has.
    private static String kind(Cursor workload) {
        var kind = workload.get("kind").text();
        var group = workload.get("apiGroup").text();
        return GROUPS.contains(group) ? kind : kind + "." + group;
    }

    private static Count count(Cursor number) {
        return number.isThere() ? Count.of(Math.max(0, number.whole())) : Count.unknown();
    }

    static Workload workload(ObjectKind kind, Cursor object, ObjectName name) {
        var template = kind == ObjectKind.POD_TEMPLATE ? object : object.get("spec");
        var pod = PodReader.pod(template.get("template"), name);
        return new Workload(
                new KindName(kind.toString(), name),
                new Pod(name.name(), "", pod.labels(), tolerant(pod.shape())),
                replicas(kind, object),
                asksItself(kind, object) ? PodReader.reserve(object) : Reserve.unmarked(),
                template.get("template").get("spec").get("priorityClassName").text());
    }

    /// The tolerations that every API server adds to a pod that does not have them.
    private static Shape tolerant(Shape shape) {
        var tolerations = new ArrayList<>(shape.tolerations());
        for (var key : List.of(WellKnown.NOT_READY, WellKnown.UNREACHABLE)) {
            var taint = new Taint(key, "", Taint.Effect.NO_EXECUTE);
            if (!shape.tolerates(taint)) {
                tolerations.add(
                        new Toleration(
                                key,
                                Toleration.Match.EXISTS,
                                "",
                                List.of(Taint.Effect.NO_EXECUTE)));
            }
        }
        var own = shape.placement();
        return shape.with(
                new Placement(
                        own.nodeSelector(),
                        own.affinity(),
                        tolerations,
                        own.constraints(),
                        own.ports(),
                        own.mounts(),
                        own.unknown()));
    }

    /// As the scale of the object shows them.
    private static Count replicas(ObjectKind kind, Cursor object) {
        var spec = object.get("spec");
        return switch (kind) {
            case POD_TEMPLATE -> Count.unknown();
            case JOB -> orOne(spec.get("parallelism"));
            default -> {
                var shown = object.get("status").get("replicas");
                yield shown.isThere() ? count(shown) : orOne(spec.get("replicas"));
            }
        };
    }

    private static Count orOne(Cursor number) {
        return number.isThere() ? count(number) : Count.of(1);
    }

    /// A Deployment copies its annotations to its ReplicaSets, also those of old versions. A Job
    /// that is finished makes no more pods.
    private static boolean asksItself(ObjectKind kind, Cursor object) {
        return switch (kind) {
            case REPLICA_SET -> !PodReader.isControlled(object.get("metadata"));
            case JOB ->
                    object.get("status").get("conditions").items().stream()
                            .noneMatch(WorkloadReader::isEnd);
            default -> kind != ObjectKind.POD_TEMPLATE;
        };
    }

    private static boolean isEnd(Cursor condition) {
        var type = condition.get("type").text();
        return (type.equals("Complete") || type.equals("Failed"))
                && condition.get("status").text().equals("True");
    }
}

package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Buffer;
import dev.plimsoll.cluster.Buffer.Pattern;
import dev.plimsoll.cluster.BufferSize;
import dev.plimsoll.cluster.ResourceQuota;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.kubernetes.Specs;
import dev.plimsoll.quantity.Count;
import dev.plimsoll.selection.KindName;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/// Objects that ask for room, and the quotas that limit them, as questions and journals write them,
/// and back.
///
/// **Invariant:** a written value reads back as an equal value: `ClusterDocumentTest`.
final class BufferParts {

    private BufferParts() {}

    static Map<String, Object> tree(Buffer buffer) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("kind", buffer.name().kind());
        ClusterParts.put(tree, "namespace", buffer.name().object().namespace());
        tree.put("name", buffer.name().object().name());
        if (buffer.created().isAfter(Instant.EPOCH)) {
            tree.put("created", buffer.created().toString());
        }
        put(tree, "replicas", buffer.size().replicas());
        put(tree, "percentage", buffer.size().percentage());
        ClusterParts.put(tree, "limits", Trees.resources(buffer.size().limits()));
        switch (buffer.pattern()) {
            case Pattern.Missing(var why) -> tree.put("missing", why);
            case Pattern.Pods(var shape, var replicas, var priorityClass) -> {
                put(tree, "workloadReplicas", replicas);
                ClusterParts.put(tree, "priorityClass", priorityClass);
                tree.put("pod", ClusterParts.tree(shape));
            }
        }
        return tree;
    }

    private static void put(Map<String, Object> tree, String key, Count count) {
        if (count instanceof Count.Known(int number)) {
            tree.put(key, number);
        }
    }

    static KindName name(Fields fields) {
        return new KindName(
                fields.text("kind", Buffer.CAPACITY_BUFFER), ClusterParts.objectName(fields));
    }

    static Buffer buffer(Fields fields) {
        var missing = fields.text("missing", "");
        if (fields.has("missing") == fields.has("pod")) {
            fields.mistake(
                    "pod",
                    "a buffer needs one of the pods that it is for; add pod: {requests: {cpu: 1}}");
        }
        return new Buffer(
                name(fields),
                size(fields),
                fields.has("missing")
                        ? new Pattern.Missing(missing)
                        : new Pattern.Pods(
                                ClusterParts.shape(fields.fields("pod")),
                                count(fields, "workloadReplicas"),
                                fields.text("priorityClass", "")),
                fields.time("created", Instant.EPOCH));
    }

    static Map<String, Object> tree(ResourceQuota quota) {
        var tree = new LinkedHashMap<String, Object>();
        ClusterParts.put(tree, "namespace", quota.name().namespace());
        tree.put("name", quota.name().name());
        ClusterParts.put(tree, "hard", Trees.resources(quota.hard()));
        ClusterParts.put(tree, "used", Trees.resources(quota.used()));
        ClusterParts.put(tree, "scopes", Trees.requirements(quota.scopes()));
        return tree;
    }

    static ResourceQuota quota(Fields fields) {
        return new ResourceQuota(
                ClusterParts.objectName(fields),
                fields.totals("hard"),
                fields.totals("used"),
                Specs.requirements(fields, "scopes"));
    }

    private static BufferSize size(Fields fields) {
        return new BufferSize(
                count(fields, "replicas"), count(fields, "percentage"), fields.totals("limits"));
    }

    private static Count count(Fields fields, String key) {
        return fields.has(key)
                ? Count.of(fields.whole(key, 0, 0, Integer.MAX_VALUE))
                : Count.unknown();
    }
}

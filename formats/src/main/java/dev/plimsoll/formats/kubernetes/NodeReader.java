package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.cluster.DrainingTaint;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.WellKnown;
import java.time.Instant;
import java.util.List;

/// Makes a [Node] of a Node.
final class NodeReader {

    /// Resources that a node has none of if it does not list them.
    private static final List<String> OF_EVERY_NODE =
            List.of(Resources.CPU, Resources.MEMORY, Resources.STORAGE, Resources.PODS);

    private NodeReader() {}

    static Node node(Cursor node, ObjectName name) {
        var metadata = node.get("metadata");
        var taints = Specs.taints(node.get("spec").get("taints"));
        return new Node(
                        name.name(),
                        Specs.time(metadata.get("creationTimestamp")),
                        metadata.get("labels").labels(),
                        taints,
                        allocatable(node.get("status")),
                        state(node, taints),
                        isReady(node.get("status")),
                        isKept(metadata.get("annotations")),
                        List.of())
                .withReadySince(readySince(node))
                .with(
                        new Node.Machine(
                                providerId(node),
                                "",
                                node.get("status").get("capacity").resources()));
    }

    /// The limits of a node pool of Karpenter, which counts the capacity of its nodes.
    static Limits limits(Cursor pool) {
        var amounts = pool.get("spec").get("limits").resources().toMap();
        var nodes = amounts.remove("nodes");
        int most = nodes == null ? Integer.MAX_VALUE : Math.clamp(nodes, 0, Integer.MAX_VALUE);
        return new Limits(0, most, Resources.of(amounts));
    }

    private static Instant readySince(Cursor node) {
        for (var condition : node.get("status").get("conditions").items()) {
            var since = condition.get("lastTransitionTime");
            if (condition.get("type").text().equals("Ready") && since.isThere()) {
                return Specs.time(since);
            }
        }
        return Specs.time(node.get("metadata").get("creationTimestamp"));
    }

    /// The time of its last heartbeat.
    static Instant heartbeat(Cursor node) {
        var latest = Instant.EPOCH;
        for (var condition : node.get("status").get("conditions").items()) {
            var beat = Specs.time(condition.get("lastHeartbeatTime"));
            latest = beat.isAfter(latest) ? beat : latest;
        }
        return latest;
    }

    /// A claim of Karpenter has it in its status.
    private static String providerId(Cursor node) {
        var id = node.get("spec").get("providerID").text();
        return id.isEmpty() ? node.get("status").get("providerID").text() : id;
    }

    private static boolean isKept(Cursor annotations) {
        return !annotations.get(Keys.NO_DELETE).text().isEmpty()
                || annotations.get(Keys.SCALE_DOWN_DISABLED).text().equals("true")
                || annotations.get(Keys.DO_NOT_DISRUPT).text().equals("true");
    }

    private static Resources allocatable(Cursor status) {
        var allocatable = status.get("allocatable");
        if (!allocatable.isThere()) {
            status.mistake(
                    "allocatable is missing; dump the node again"
                            + " after it has started, or add status.allocatable");
            return Resources.NONE;
        }
        var amounts = allocatable.resources().toMap();
        OF_EVERY_NODE.forEach(resource -> amounts.putIfAbsent(resource, 0L));
        return Resources.of(amounts);
    }

    private static NodeState state(Cursor node, List<Taint> taints) {
        if (node.get("spec").get("unschedulable").isTrue()) {
            return new NodeState.Cordoned();
        }
        if (has(taints, Keys.FORCE_DRAIN)) {
            return new NodeState.Forced();
        }
        for (var taint : taints) {
            if (taint.key().equals(Keys.DRAINING)) {
                return DrainingTaint.state(taint.value());
            }
        }
        if (node.get("metadata").get("deletionTimestamp").isThere()) {
            return new NodeState.Leaving("being deleted");
        }
        for (var key : WellKnown.TERMINATION_TAINTS) {
            if (has(taints, key)) {
                return new NodeState.Leaving("taint " + key);
            }
        }
        return node.get("metadata").get("annotations").get(Keys.PAUSED).text().equals("true")
                ? new NodeState.Paused()
                : new NodeState.Active();
    }

    private static boolean has(List<Taint> taints, String key) {
        return taints.stream().anyMatch(taint -> taint.key().equals(key));
    }

    /// Its Ready condition is true; or, written by hand, it has no conditions at all.
    private static boolean isReady(Cursor status) {
        var conditions = status.get("conditions").items();
        for (var condition : conditions) {
            if (condition.get("type").text().equals("Ready")) {
                return condition.get("status").text().equals("True");
            }
        }
        return conditions.isEmpty();
    }
}

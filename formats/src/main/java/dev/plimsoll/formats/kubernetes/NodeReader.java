package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Taint;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
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
                time(metadata.get("creationTimestamp")),
                metadata.get("labels").labels(),
                taints,
                allocatable(node.get("status")),
                state(node.get("spec").get("unschedulable").isTrue(), taints),
                isReady(node.get("status")),
                !metadata.get("annotations").get(Keys.NO_DELETE).text().isEmpty(),
                List.of());
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

    private static NodeState state(boolean isCordoned, List<Taint> taints) {
        if (isCordoned) {
            return new NodeState.Cordoned();
        }
        if (taints.stream().anyMatch(taint -> taint.key().equals(Keys.FORCE_DRAIN))) {
            return new NodeState.Forced();
        }
        return taints.stream()
                .filter(taint -> taint.key().equals(Keys.DRAINING))
                .findFirst()
                .map(taint -> draining(taint.value()))
                .orElseGet(NodeState.Active::new);
    }

    /// Since when it drains. Without a moment we did not close it: it is left alone, as any node
    /// that somebody else closed.
    private static NodeState draining(String seconds) {
        if (!seconds.matches("[0-9]{1,12}")) {
            return new NodeState.Cordoned();
        }
        return new NodeState.Draining(Instant.ofEpochSecond(Long.parseLong(seconds)));
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

    private static Instant time(Cursor time) {
        var text = time.text();
        try {
            return text.isEmpty() ? Instant.EPOCH : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException malformed) {
            time.mistake("'" + text + "' is not a time such as 2026-01-31T08:00:00Z");
            return Instant.EPOCH;
        }
    }
}

package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.cluster.Duty;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Taint;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;

/// Makes a [Node] of a Node.
final class NodeReading {

    /// What a node without word of it has none of.
    private static final List<String> OF_EVERY_NODE =
            List.of(Resources.CPU, Resources.MEMORY, Resources.STORAGE, Resources.PODS);

    private NodeReading() {}

    static Node node(At node, ObjectName name) {
        var metadata = node.get("metadata");
        var taints = Specs.taints(node.get("spec").get("taints"));
        return new Node(
                name.name(),
                time(metadata.get("creationTimestamp")),
                metadata.get("labels").labels(),
                taints,
                allocatable(node.get("status")),
                duty(node.get("spec").get("unschedulable").isTrue(), taints),
                isReady(node.get("status")),
                !metadata.get("annotations").get(Keys.NO_DELETE).text().isEmpty(),
                List.of());
    }

    private static Resources allocatable(At status) {
        var allocatable = status.get("allocatable");
        if (!allocatable.isThere()) {
            status.mistake(
                    "allocatable is missing: what the node has to offer is not known; dump it once"
                            + " it has started, or add status.allocatable");
            return Resources.NONE;
        }
        var amounts = allocatable.resources().toMap();
        OF_EVERY_NODE.forEach(resource -> amounts.putIfAbsent(resource, 0L));
        return Resources.of(amounts);
    }

    private static Duty duty(boolean isCordoned, List<Taint> taints) {
        if (isCordoned) {
            return new Duty.Cordoned();
        }
        if (taints.stream().anyMatch(taint -> taint.key().equals(Keys.FORCE_DRAIN))) {
            return new Duty.Forced();
        }
        return taints.stream()
                .filter(taint -> taint.key().equals(Keys.DRAINING))
                .findFirst()
                .map(taint -> draining(taint.value()))
                .orElseGet(Duty.Active::new);
    }

    /// Since when it drains. Without a moment we did not close it: it is left alone, as any node
    /// that somebody else closed.
    private static Duty draining(String seconds) {
        if (!seconds.matches("[0-9]{1,12}")) {
            return new Duty.Cordoned();
        }
        return new Duty.Draining(Instant.ofEpochSecond(Long.parseLong(seconds)));
    }

    /// It says that it is ready; or, written by hand, says nothing at all of its condition.
    private static boolean isReady(At status) {
        var conditions = status.get("conditions").items();
        for (var condition : conditions) {
            if (condition.get("type").text().equals("Ready")) {
                return condition.get("status").text().equals("True");
            }
        }
        return conditions.isEmpty();
    }

    private static Instant time(At time) {
        var text = time.text();
        try {
            return text.isEmpty() ? Instant.EPOCH : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException malformed) {
            time.mistake("'" + text + "' is not a time such as 2026-01-31T08:00:00Z");
            return Instant.EPOCH;
        }
    }
}

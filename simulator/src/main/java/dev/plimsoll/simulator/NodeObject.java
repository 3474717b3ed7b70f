package dev.plimsoll.simulator;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.WellKnown;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What the API server has of a machine, as it joins, starts, is drained and is taken back.
final class NodeObject {

    private static final String DRAINING = Node.DRAINING_TAINT;

    private NodeObject() {}

    /// The node of a machine that has booted and has not started yet.
    static Node joining(Template template, String name, Instant now) {
        return new Node(
                name,
                now,
                template.labels(),
                with(template.taints(), WellKnown.NOT_READY, ""),
                template.allocatable(),
                new NodeState.Active(),
                false,
                false,
                List.of());
    }

    static Node started(Node node) {
        return new Node(
                node.name(),
                node.created(),
                node.labels(),
                without(node.taints(), WellKnown.NOT_READY),
                node.allocatable(),
                node.state(),
                true,
                node.noDelete(),
                List.of());
    }

    /// The taint carries the moment, in seconds of the epoch, so that it survives whoever set it.
    static Node draining(Node node, Instant since) {
        var moment = Long.toString(since.getEpochSecond());
        return on(node, new NodeState.Draining(since), with(node.taints(), DRAINING, moment));
    }

    static Node takenBack(Node node) {
        return on(node, new NodeState.Active(), without(node.taints(), DRAINING));
    }

    private static Node on(Node node, NodeState state, List<Taint> taints) {
        return new Node(
                node.name(),
                node.created(),
                node.labels(),
                taints,
                node.allocatable(),
                state,
                node.ready(),
                node.noDelete(),
                List.of());
    }

    private static List<Taint> with(List<Taint> taints, String key, String value) {
        var more = new ArrayList<>(taints);
        more.add(new Taint(key, value, Taint.Effect.NO_SCHEDULE));
        return more;
    }

    private static List<Taint> without(List<Taint> taints, String key) {
        return taints.stream().filter(taint -> !taint.key().equals(key)).toList();
    }
}

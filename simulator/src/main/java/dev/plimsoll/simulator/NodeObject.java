package dev.plimsoll.simulator;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.DrainingTaint;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.WellKnown;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The Node object of a machine while it joins, starts, drains, is un-drained, leaves or fails.
final class NodeObject {

    private static final Taint NOT_READY =
            new Taint(WellKnown.NOT_READY, "", Taint.Effect.NO_SCHEDULE);

    /// The taint of a node whose kubelet does not report.
    private static final Taint UNREACHABLE =
            new Taint("node.kubernetes.io/unreachable", "", Taint.Effect.NO_SCHEDULE);

    /// The taint of a spot node that its provider takes back.
    private static final Taint SPOT_NOTICE =
            new Taint("aws-node-termination-handler/spot-itn", "", Taint.Effect.NO_SCHEDULE);

    private NodeObject() {}

    /// The node of a machine that has booted and is not Ready yet. Every node has its name as a
    /// label.
    static Node joining(Template template, String name, Instant now) {
        return template.node(name)
                .withLabels(template.labels().with(Node.HOSTNAME, name))
                .withCreated(now)
                .withTaints(with(template.taints(), NOT_READY))
                .withReady(false);
    }

    static Node started(Node node, Instant now) {
        return node.withTaints(without(node.taints(), WellKnown.NOT_READY))
                .withReady(true)
                .withReadySince(now);
    }

    static Node draining(Node node, Instant since, DrainCause why) {
        var draining = new NodeState.Draining(since, why);
        return node.with(draining).withTaints(with(node.taints(), DrainingTaint.of(draining)));
    }

    static Node undrained(Node node) {
        return node.with(new NodeState.Active())
                .withTaints(without(node.taints(), Node.DRAINING_TAINT));
    }

    /// A node that its provider stops soon. It takes no pods, and the pods on it run until then.
    static Node leaving(Node node) {
        return node.with(new NodeState.Leaving("taint " + SPOT_NOTICE.key()))
                .withTaints(with(node.taints(), SPOT_NOTICE));
    }

    /// A node that was Ready and whose kubelet does not report any more.
    static Node unreachable(Node node, Instant now) {
        return node.withTaints(with(node.taints(), UNREACHABLE))
                .withReady(false)
                .withReadySince(now);
    }

    private static List<Taint> with(List<Taint> taints, Taint taint) {
        var more = new ArrayList<>(taints);
        more.add(taint);
        return more;
    }

    private static List<Taint> without(List<Taint> taints, String key) {
        return taints.stream().filter(taint -> !taint.key().equals(key)).toList();
    }
}

package dev.plimsoll.fit;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;
import static dev.plimsoll.decision.Rule.refused;

import dev.plimsoll.cluster.HostPort;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.quantity.Quantity;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.WellKnown;
import java.util.List;

/// The required rules of kube-scheduler that look at one node alone: cordon, taints, node selector
/// and affinity, pod slots, resources. The first rule that fails is the reason. [NodeFit] has all
/// rules.
public final class Fit {

    private static final Rule CORDONED = refused("cordoned", "{subject} is cordoned");
    private static final Rule CLOSED =
            refused("closed", "{subject} takes no more pods: it is {why}");
    private static final Rule TAINTED = refused("taint", "the pod does not tolerate taint {taint}");
    private static final Rule SELECTOR =
            refused("node-selector", "the node does not match node selector {selector}");
    private static final Rule AFFINITY =
            refused("node-affinity", "the node does not match the required node affinity");
    private static final Rule PORT =
            refused("host-port", "host port {port} is in use on {subject}");
    private static final Rule SLOTS =
            refused("too-many-pods", "the node already runs its maximum of {slots} pods");
    private static final Rule ROOM =
            refused("insufficient", "insufficient {resource}: requests {asks}, {free} available");

    private static final Taint CORDON =
            new Taint(WellKnown.UNSCHEDULABLE, "", Taint.Effect.NO_SCHEDULE);

    private Fit() {}

    /// Whether one more pod of the shape fits on the node next to the pods that run there.
    public static Verdict on(Node node, Shape shape) {
        return on(node, shape, node.allocatable().less(node.asked()));
    }

    /// Whether a pod of the shape would fit on the node if no other pod ran there.
    public static Verdict onEmpty(Node node, Shape shape) {
        return on(node, shape, node.allocatable());
    }

    private static Verdict on(Node node, Shape shape, Resources free) {
        var verdict = admits(node, shape);
        return verdict.fits() ? holds(node, shape, free) : verdict;
    }

    /// The rules that do not depend on other pods.
    public static Verdict admits(Node node, Shape shape) {
        if (node.state() instanceof NodeState.Closed(var why)) {
            return new Verdict.Refused(because(CLOSED, node.name(), fact("why", why)));
        }
        if (node.state() instanceof NodeState.Cordoned && !shape.tolerates(CORDON)) {
            return new Verdict.Refused(because(CORDONED, node.name()));
        }
        for (var taint : node.taints()) {
            if (taint.repels() && !shape.tolerates(taint)) {
                return new Verdict.Refused(
                        because(TAINTED, node.name(), fact("taint", taint.toString())));
            }
        }
        if (!node.labels().hasAll(shape.nodeSelector())) {
            return new Verdict.Refused(
                    because(
                            SELECTOR,
                            node.name(),
                            fact("selector", shape.nodeSelector().toString())));
        }
        if (!shape.affinity().matches(node.name(), node.labels())) {
            return new Verdict.Refused(because(AFFINITY, node.name()));
        }
        return new Verdict.Fits();
    }

    /// The node matches the node selector and the required node affinity of the pod.
    static boolean isChosen(Node node, Shape shape) {
        return node.labels().hasAll(shape.nodeSelector())
                && shape.affinity().matches(node.name(), node.labels());
    }

    /// The pod tolerates all taints of the node that repel pods.
    static boolean isTolerated(Node node, Shape shape) {
        for (var taint : node.taints()) {
            if (taint.repels() && !shape.tolerates(taint)) {
                return false;
            }
        }
        return true;
    }

    private static Verdict holds(Node node, Shape shape, Resources free) {
        if (free.offered(Resources.PODS) < 1) {
            return new Verdict.Refused(noSlot(node));
        }
        for (var resource : shape.requests().names()) {
            long asks = shape.requests().asked(resource);
            long offered = free.offered(resource);
            if (asks > 0 && asks > offered) {
                return new Verdict.Refused(lack(node, resource, asks, offered));
            }
        }
        return new Verdict.Fits();
    }

    static Reason taken(Node node, HostPort port) {
        return because(PORT, node.name(), fact("port", port.toString()));
    }

    static Reason noSlot(Node node) {
        long slots = node.allocatable().offered(Resources.PODS);
        return because(SLOTS, node.name(), fact("slots", slots));
    }

    /// The amounts have few digits, unless both would look the same.
    static Reason lack(Node node, String resource, long asks, long left) {
        long free = Math.max(0, left);
        var asksBrief = Quantity.brief(resource, asks);
        var freeBrief = Quantity.brief(resource, free);
        boolean sameText = asksBrief.equals(freeBrief);
        return because(
                ROOM,
                node.name(),
                fact("resource", resource),
                fact("asks", sameText ? Quantity.text(resource, asks) : asksBrief),
                fact("free", sameText ? Quantity.text(resource, free) : freeBrief));
    }

    /// Whether one more pod of the shape fits on at least one of the nodes.
    public static boolean onAny(List<Node> nodes, Shape shape) {
        return nodes.stream().anyMatch(node -> on(node, shape).fits());
    }
}

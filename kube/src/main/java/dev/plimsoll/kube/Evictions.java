package dev.plimsoll.kube;

import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Step;
import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.formats.document.Trees;
import dev.plimsoll.kube.TurnReport.Evicted;
import dev.plimsoll.selection.ObjectName;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Evicts the pods of draining nodes through the API, so that disruption budgets hold.
///
/// Each eviction names the uid of its pod: a pod that was replaced meanwhile under the same name is
/// left alone.
final class Evictions {

    private static final int TRIES = 3;

    /// A longer wait that the API server asks for is left to a later turn.
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    private static final Duration USUAL_WAIT = Duration.ofSeconds(1);

    /// The pods of one node that are not evicted in this time are left to a later turn.
    private static final Duration LONGEST_STEP = Duration.ofSeconds(20);

    private final ApiServer server;
    private final Inventory inventory;
    private final List<Evicted> evicted = new ArrayList<>();

    /// Until when the API server wants to be left alone.
    private long restUntilNanos = System.nanoTime();

    Evictions(ApiServer server, Inventory inventory) {
        this.server = server;
        this.inventory = inventory;
    }

    /// Evicts every pod of the node that can move.
    ///
    /// @return failed if some stay, with the name of each and why
    Outcome evict(Step.EvictPods step) throws IOException {
        var node = inventory.cluster().node(step.node());
        if (node == null || !isLeaving(node.state())) {
            return new Outcome.Stale(step);
        }
        var there = podsOn(step.node());
        var moving = moving(step.node(), there);
        if (moving.isEmpty() || moving.get().size() > step.pods()) {
            return new Outcome.Stale(step);
        }
        var stay = evicted(step.node(), moving.get(), there);
        return stay.isEmpty()
                ? new Outcome.Done(step)
                : new Outcome.Failed(step, String.join("; ", stay));
    }

    /// Evicts pods, as long as the API server is not overloaded.
    ///
    /// @return the pods that stay, and why
    private List<String> evicted(String node, List<ObjectName> moving, Map<ObjectName, String> uids)
            throws IOException {
        long end = System.nanoTime() + LONGEST_STEP.toNanos();
        var stay = new ArrayList<String>();
        for (int i = 0; i < moving.size(); i++) {
            if (isResting() || System.nanoTime() > end) {
                stay.add(leftForLater(moving.size() - i));
                break;
            }
            var pod = moving.get(i);
            var why = evict(new Evicted(pod, uids.getOrDefault(pod, ""), node));
            if (isResting()) {
                stay.add(leftForLater(moving.size() - i));
                break;
            }
            if (!why.isEmpty()) {
                stay.add(pod + ": " + why);
            }
        }
        return stay;
    }

    private static String leftForLater(int pods) {
        return "the API server is overloaded; pods left for a later turn: " + pods;
    }

    private static boolean isLeaving(NodeState state) {
        return state instanceof NodeState.Draining || state instanceof NodeState.Forced;
    }

    private boolean isResting() {
        return System.nanoTime() - restUntilNanos < 0;
    }

    /// The pods that were evicted since the last call.
    List<Evicted> read() {
        var read = List.copyOf(evicted);
        evicted.clear();
        return read;
    }

    /// The pods that are on a node now, not those that a watch may still show, with their uids.
    Map<ObjectName, String> podsOn(String node) throws IOException {
        var path = "/api/v1/pods?fieldSelector=spec.nodeName%3D" + node;
        var reply = server.get(path);
        if (!reply.isGood()) {
            throw server.refused(path, reply);
        }
        var pods = new TreeMap<ObjectName, String>();
        for (var pod : JsonTree.maps(reply.object(), "items")) {
            var phase = JsonTree.text(pod, "status", "phase");
            if (!phase.equals("Succeeded") && !phase.equals("Failed")) {
                pods.put(
                        new ObjectName(
                                JsonTree.text(pod, "metadata", "namespace"),
                                JsonTree.text(pod, "metadata", "name")),
                        JsonTree.text(pod, "metadata", "uid"));
            }
        }
        return pods;
    }

    /// The pods that can move and are not terminating; nothing if the watch has not shown one of
    /// the pods on this node.
    ///
    /// @param there the pods that are on the node now
    Optional<List<ObjectName>> moving(String node, Map<ObjectName, String> there) {
        var shown = Set.copyOf(inventory.podsOn(node));
        var moving = new ArrayList<ObjectName>();
        for (var pod : there.keySet()) {
            var shape = inventory.find(pod);
            if (shape.isEmpty() || !shown.contains(pod)) {
                return Optional.empty();
            }
            if (!shape.get().owner().staysWithNode()
                    && shape.get().stage() != Shape.Stage.TERMINATING) {
                moving.add(pod);
            }
        }
        return Optional.of(moving);
    }

    /// @return why it stays; empty if its eviction was accepted or it is gone
    private String evict(Evicted one) throws IOException {
        var pod = one.pod();
        var budgets = budgetsOf(pod);
        if (budgets.size() > 1) {
            return "disruption budgets "
                    + String.join(" and ", budgets)
                    + " cover it; a pod of two budgets cannot be evicted";
        }
        var eviction =
                Trees.ordered(
                        "apiVersion",
                        "policy/v1",
                        "kind",
                        "Eviction",
                        "metadata",
                        Map.of("name", pod.name(), "namespace", pod.namespace()),
                        "deleteOptions",
                        Map.of("preconditions", Map.of("uid", one.uid())));
        var path = "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name() + "/eviction";
        var reply = server.create(path, eviction);
        for (int tries = 1; reply.isOverload() && tries < TRIES; tries++) {
            if (reply.retryAfter().compareTo(LONGEST_WAIT) > 0) {
                break;
            }
            pause(reply.retryAfter());
            reply = server.create(path, eviction);
        }
        if (reply.isOverload()) {
            restUntilNanos = System.nanoTime() + wait(reply.retryAfter()).toNanos();
            return reply.message();
        }
        if (reply.isGood()) {
            evicted.add(one);
            return "";
        }
        // Gone, or replaced by another pod of its name: it is not on the node any more.
        boolean isGone = reply.status() == 404 || reply.status() == 409;
        return isGone ? "" : reply.message();
    }

    private List<String> budgetsOf(ObjectName pod) {
        return inventory
                .find(pod)
                .map(shape ->
                        inventory.cluster().budgets().values().stream()
                                .filter(budget -> budget.covers(shape))
                                .map(budget -> budget.name().name())
                                .toList())
                .orElse(List.of());
    }

    private static Duration wait(Duration asked) {
        return asked.isZero() ? USUAL_WAIT : asked;
    }

    private static void pause(Duration asked) throws IOException {
        try {
            Thread.sleep(wait(asked));
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IOException("stopped while the API server was overloaded", stop);
        }
    }
}

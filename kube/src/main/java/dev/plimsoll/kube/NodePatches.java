package dev.plimsoll.kube;

import dev.plimsoll.cluster.DrainingTaint;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Step;
import dev.plimsoll.formats.kubernetes.Keys;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// Taints nodes that drain, and removes the taint. Each patch names the version of the node that
/// the watch showed, so it changes nothing if somebody was faster.
final class NodePatches {

    private final ApiServer server;
    private final WatchedCluster watched;
    private final Supplier<Instant> now;

    NodePatches(ApiServer server, WatchedCluster watched, Supplier<Instant> now) {
        this.server = server;
        this.watched = watched;
        this.now = now;
    }

    Outcome drain(Step.DrainNode step) throws IOException {
        var node = watched.inventory().cluster().node(step.node());
        if (node == null || !node.isActive()) {
            return new Outcome.Stale(step);
        }
        var since = now.get().truncatedTo(ChronoUnit.SECONDS);
        var taint = DrainingTaint.of(new NodeState.Draining(since, step.why()));
        return patch(
                step,
                step.node(),
                List.of(
                        Map.of(
                                "key",
                                taint.key(),
                                "value",
                                taint.value(),
                                "effect",
                                "NoSchedule")));
    }

    Outcome undrain(Step.UndrainNode step) throws IOException {
        var node = watched.inventory().cluster().node(step.node());
        if (node == null || !(node.state() instanceof NodeState.Draining)) {
            return new Outcome.Stale(step);
        }
        return patch(step, step.node(), List.of());
    }

    /// Replaces the taint of draining nodes; all other taints stay as they are.
    private Outcome patch(Step step, String name, List<Map<String, Object>> draining)
            throws IOException {
        var seen = watched.node(name);
        if (seen.isEmpty()) {
            return new Outcome.Stale(step);
        }
        var taints = new ArrayList<>(seen.get().taints());
        taints.removeIf(taint -> Keys.DRAINING.equals(taint.get("key")));
        taints.addAll(draining);
        var reply =
                server.patch(
                        "/api/v1/nodes/" + name,
                        Map.of(
                                "metadata",
                                Map.of("resourceVersion", seen.get().resourceVersion()),
                                "spec",
                                Map.of("taints", taints)));
        return switch (reply.status()) {
            case 404, 409 -> new Outcome.Stale(step);
            default ->
                    reply.isGood()
                            ? new Outcome.Done(step)
                            : new Outcome.Failed(step, reply.message());
        };
    }
}

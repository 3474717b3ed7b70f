package dev.plimsoll.kube;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The wait of nodes for their volumes: a machine is removed when its volumes are detached, or
/// after a time-out on the machine's clock, in which no clock of a loop can jump.
final class Detaching {

    /// How long a machine waits for its volumes before it is removed with them.
    static final Duration TIMEOUT = Duration.ofMinutes(6);

    private final LongSupplier nanos;
    private final Map<String, Long> waiting = new LinkedHashMap<>();

    /// @param nanos a clock that never jumps
    Detaching(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /// Why the machine of the node must not go yet; nothing if it may.
    Optional<String> refusal(Node node, Cluster cluster) {
        long attached =
                cluster.storage().attachments().values().stream()
                        .filter(attachment -> attachment.node().equals(node.name()))
                        .count();
        if (attached == 0) {
            waiting.remove(node.name());
            return Optional.empty();
        }
        long since = waiting.computeIfAbsent(node.name(), _ -> nanos.getAsLong());
        return nanos.getAsLong() - since >= TIMEOUT.toNanos()
                ? Optional.empty()
                : Optional.of("it waits until " + attached + " of its volumes are detached");
    }

    /// Forgets nodes that are gone or not to be removed any more.
    void keepThoseOf(Cluster cluster) {
        waiting.keySet().removeIf(name -> !isLeaving(cluster.node(name)));
    }

    private static boolean isLeaving(@Nullable Node node) {
        return node != null
                && (node.state() instanceof NodeState.Draining
                        || node.state() instanceof NodeState.Forced);
    }
}

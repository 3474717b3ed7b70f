package dev.plimsoll.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// A node of an [AnyDump], and the state that `docs/plan.md` gives it.
///
/// @param tree the Kubernetes object
record DumpNode(Map<String, Object> tree) {

    private static final Duration PROVISION_TIMEOUT = Duration.ofMinutes(15);

    /// The taints of nodes that take no pods for a while.
    private static final Pattern PASSING =
            Pattern.compile("unschedulable|draining|force-drain|not-ready|spot-itn");

    static boolean isNode(Map<String, Object> object) {
        return Plain.text(object, "kind").equals("Node");
    }

    String name() {
        return Plain.in(tree, "metadata", "name").toString();
    }

    Instant created() {
        return Instant.parse(Plain.in(tree, "metadata", "creationTimestamp").toString());
    }

    /// Ready, and nobody took it out of service.
    boolean isReady() {
        return lasting().size() == taints().size() && !isBeingDeleted();
    }

    /// Not Ready yet, and nobody took it out of service.
    boolean isStarting() {
        boolean isNotReady = taints().toString().contains("not-ready");
        boolean isOnlyThat = taints().size() == lasting().size() + 1;
        return isNotReady
                && isOnlyThat
                && !isBeingDeleted()
                && dumped().isBefore(created().plus(PROVISION_TIMEOUT));
    }

    /// It takes no pods, whatever they tolerate: it is leaving, or not Ready and not starting.
    boolean isNoRoom() {
        var all = taints().toString();
        return isBeingDeleted()
                || all.contains("spot-itn")
                || (all.contains("not-ready") && !isStarting());
    }

    /// The object as it will be once it has started.
    Map<String, Object> started() {
        var copy = new TreeMap<>(tree);
        copy.put("spec", Map.of("taints", lasting()));
        return copy;
    }

    /// The object without the taint of nodes that drain.
    Map<String, Object> undrained() {
        var copy = new TreeMap<>(tree);
        copy.put(
                "spec",
                Map.of(
                        "taints",
                        taints().stream()
                                .filter(taint -> !taint.toString().contains("/draining"))
                                .toList()));
        return copy;
    }

    Map<String, Object> labels() {
        return Plain.tree(Plain.in(tree, "metadata", "labels"));
    }

    Map<String, Object> room() {
        return Plain.tree(Plain.in(tree, "status", "allocatable"));
    }

    /// The taints of the node in service.
    List<?> lasting() {
        return taints().stream()
                .filter(taint -> !PASSING.matcher(taint.toString()).find())
                .toList();
    }

    private List<?> taints() {
        return new ArrayList<>((List<?>) Plain.in(tree, "spec", "taints"));
    }

    private boolean isBeingDeleted() {
        return !Plain.in(tree, "metadata", "deletionTimestamp").equals("");
    }

    /// The time of the dump: of the last heartbeat.
    private Instant dumped() {
        var status = Plain.tree(Plain.part(tree, "status"));
        var ready = Plain.maps(status, "conditions").getFirst();
        return Instant.parse(Plain.text(ready, "lastHeartbeatTime"));
    }
}

package dev.plimsoll.checker;

import static dev.plimsoll.checker.Tree.has;
import static dev.plimsoll.checker.Tree.map;
import static dev.plimsoll.checker.Tree.maps;
import static dev.plimsoll.checker.Tree.text;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/// The resources that pods request, and the resources that running pods hold.
final class Requests {

    /// The requests of a pending pod, by its spec alone.
    static Amounts asked(Map<String, Object> pod) {
        var sum = sum(pod, Requests::inSpec);
        return sum.replacedBy(ofWholePod(map(pod, "spec", "resources", "requests")))
                .plus(Amounts.of(map(pod, "spec", "overhead")))
                .roundedUp();
    }

    /// The resources of a running pod: during a resize, the maximum of wanted, granted and actual.
    static Amounts held(Map<String, Object> pod) {
        var wanted = infeasible(pod) ? new Amounts() : sum(pod, Requests::inSpec);
        return wanted.max(sumGranted(pod))
                .max(sumActual(pod))
                .replacedBy(ofWholePod(wholePodHeld(pod)))
                .plus(Amounts.of(map(pod, "spec", "overhead")))
                .roundedUp();
    }

    private static Amounts sumGranted(Map<String, Object> pod) {
        return reportsWholePod(pod)
                ? Amounts.of(map(pod, "status", "allocatedResources"))
                : sum(pod, container -> granted(pod, container));
    }

    private static Amounts sumActual(Map<String, Object> pod) {
        return reportsWholePod(pod)
                ? Amounts.of(map(pod, "status", "resources", "requests"))
                : sum(pod, container -> actual(pod, container));
    }

    private static boolean reportsWholePod(Map<String, Object> pod) {
        return has(pod, "status", "allocatedResources")
                && has(pod, "status", "resources", "requests");
    }

    /// Only the first condition of this type counts.
    private static boolean infeasible(Map<String, Object> pod) {
        return maps(pod, "status", "conditions").stream()
                .filter(condition -> text(condition, "type").equals("PodResizePending"))
                .findFirst()
                .filter(condition -> text(condition, "reason").equals("Infeasible"))
                .isPresent();
    }

    /// Sums up containers. A sidecar runs from its turn on, next to all later containers; a plain
    /// init container runs alone with the sidecars before it.
    private static Amounts sum(
            Map<String, Object> pod, Function<Map<String, Object>, Amounts> amounts) {
        var running = new Amounts();
        for (var container : maps(pod, "spec", "containers")) {
            running = running.plus(amounts.apply(container));
        }
        var sidecars = new Amounts();
        var peak = new Amounts();
        for (var container : maps(pod, "spec", "initContainers")) {
            var own = amounts.apply(container);
            peak = peak.max(sidecars.plus(own));
            if (sidecar(container)) {
                sidecars = sidecars.plus(own);
            }
        }
        return running.plus(sidecars).max(peak);
    }

    static boolean sidecar(Map<String, Object> container) {
        return text(container, "restartPolicy").equals("Always");
    }

    /// Requests, with limits for missing ones, as an API server fills them in.
    private static Amounts inSpec(Map<String, Object> container) {
        return Amounts.of(map(container, "resources", "limits"))
                .replacedBy(Amounts.of(map(container, "resources", "requests")));
    }

    private static Amounts granted(Map<String, Object> pod, Map<String, Object> container) {
        var status = statusOf(pod, container);
        if (has(status, "allocatedResources")) {
            return Amounts.of(map(status, "allocatedResources"));
        }
        return infeasible(pod) ? new Amounts() : inSpec(container);
    }

    private static Amounts actual(Map<String, Object> pod, Map<String, Object> container) {
        var status = statusOf(pod, container);
        if (has(status, "resources", "requests")) {
            return Amounts.of(map(status, "resources", "requests"));
        }
        return granted(pod, container);
    }

    private static Map<String, Object> statusOf(
            Map<String, Object> pod, Map<String, Object> container) {
        for (var list : new String[] {"containerStatuses", "initContainerStatuses"}) {
            for (var status : maps(pod, "status", list)) {
                if (text(status, "name").equals(text(container, "name"))) {
                    return status;
                }
            }
        }
        return Map.of();
    }

    private static Map<String, Object> wholePodHeld(Map<String, Object> pod) {
        var wanted = map(pod, "spec", "resources", "requests");
        if (ofWholePod(wanted).names().isEmpty() || !has(pod, "status", "resources")) {
            return wanted;
        }
        var most = infeasible(pod) ? new Amounts() : Amounts.of(wanted);
        most =
                most.max(Amounts.of(map(pod, "status", "resources", "requests")))
                        .max(Amounts.of(map(pod, "status", "allocatedResources")));
        var held = new LinkedHashMap<String, Object>();
        for (var name : most.names()) {
            held.put(name, most.get(name));
        }
        return held;
    }

    /// The resources that a pod as a whole can request.
    private static Amounts ofWholePod(Map<String, Object> written) {
        var kept = new LinkedHashMap<>(written);
        kept.keySet()
                .removeIf(name ->
                        !name.equals("cpu")
                                && !name.equals("memory")
                                && !name.startsWith("hugepages-"));
        return Amounts.of(kept);
    }

    private Requests() {}
}

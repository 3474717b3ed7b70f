package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/// The requests of a pod as the scheduler counts them; the formula is in the package comment.
final class PodRequests {

    /// @param spec the requests in its spec
    /// @param status the requests in its status, as its node reports them
    private record Container(boolean stays, Resources spec, Cursor status) {}

    private final Cursor spec;
    private final Cursor status;
    private final boolean infeasible;
    private final List<Container> containers;
    private final List<Container> initContainers;

    private PodRequests(Cursor pod) {
        spec = pod.get("spec");
        // Only what runs has a say beside what is written.
        boolean runs = !spec.get("nodeName").text().isEmpty();
        status = runs ? pod.get("status") : pod.get("status").nothing();
        infeasible = isResizeInfeasible(status);
        containers = containers("containers", "containerStatuses");
        initContainers = containers("initContainers", "initContainerStatuses");
    }

    static Resources of(Cursor pod) {
        return new PodRequests(pod).asked();
    }

    private Resources asked() {
        var overhead = spec.get("overhead").resources();
        var asked = ofPod(ofContainers(), overhead).plus(overhead).toMap();
        // A pod's slot is counted, not asked for; and to ask for nothing is not to ask.
        asked.remove(Resources.PODS);
        asked.values().removeIf(amount -> amount == 0);
        return Resources.of(asked);
    }

    private Resources ofContainers() {
        var bySpec = total(Container::spec);
        boolean isReported =
                status.get("allocatedResources").isThere()
                        && status.get("resources").get("requests").isThere();
        var setAside =
                isReported ? status.get("allocatedResources").resources() : total(this::setAside);
        var setUp =
                isReported
                        ? status.get("resources").get("requests").resources()
                        : total(this::setUp);
        var byNode = setAside.max(setUp);
        return infeasible ? byNode : byNode.max(bySpec);
    }

    /// Pod-level requests replace the sum of the containers' requests.
    private Resources ofPod(Resources ofContainers, Resources overhead) {
        var own = spec.get("resources").get("requests").resources().toMap();
        spec.get("resources")
                .get("limits")
                .resources()
                .toMap()
                .forEach((name, limit) -> {
                    if (!ofContainers.has(name)) {
                        own.putIfAbsent(name, limit);
                    }
                });
        own.keySet().removeIf(name -> !isOfWholePods(name));
        if (own.isEmpty()) {
            return ofContainers;
        }
        var setUp = status.get("resources").get("requests").resources().less(overhead);
        var setAside = status.get("allocatedResources").resources().less(overhead);
        boolean isReported =
                status.get("resources").isThere() || status.get("allocatedResources").isThere();
        var byNode = setUp.max(setAside);
        var wanted = Resources.of(own);
        var effective = !isReported ? wanted : infeasible ? byNode : byNode.max(wanted);

        var asked = new TreeMap<>(ofContainers.toMap());
        effective
                .toMap()
                .forEach((name, amount) -> {
                    if (isOfWholePods(name)) {
                        asked.put(name, amount);
                    }
                });
        return Resources.of(asked);
    }

    private static boolean isOfWholePods(String name) {
        return name.equals(Resources.CPU)
                || name.equals(Resources.MEMORY)
                || name.startsWith("hugepages-");
    }

    private Resources total(Function<Container, Resources> view) {
        var steady = Resources.NONE;
        for (var container : containers) {
            steady = steady.plus(view.apply(container));
        }
        var stayed = Resources.NONE;
        var start = Resources.NONE;
        for (var container : initContainers) {
            var own = view.apply(container);
            start = start.max(own.plus(stayed));
            if (container.stays()) {
                steady = steady.plus(own);
                stayed = stayed.plus(own);
            }
        }
        return steady.max(start);
    }

    private Resources setAside(Container container) {
        var allocated = container.status().get("allocatedResources");
        if (allocated.isThere()) {
            return allocated.resources();
        }
        return infeasible ? Resources.NONE : container.spec();
    }

    private Resources setUp(Container container) {
        var requests = container.status().get("resources").get("requests");
        return requests.isThere() ? requests.resources() : setAside(container);
    }

    private List<Container> containers(String key, String statusKey) {
        var all = new ArrayList<Container>();
        var statuses = status.get(statusKey);
        for (var container : spec.get(key).items()) {
            boolean stays = container.get("restartPolicy").text().equals("Always");
            var own = requests(container.get("resources"));
            all.add(new Container(stays, own, named(statuses, container.get("name").text())));
        }
        return all;
    }

    private static Resources requests(Cursor resources) {
        var requests = resources.get("requests").resources();
        var limits = resources.get("limits");
        if (!limits.isThere()) {
            return requests;
        }
        var both = limits.resources().toMap();
        both.putAll(requests.toMap());
        return Resources.of(both);
    }

    private static Cursor named(Cursor statuses, String name) {
        for (var status : statuses.items()) {
            if (status.get("name").text().equals(name)) {
                return status;
            }
        }
        return statuses.nothing();
    }

    private static boolean isResizeInfeasible(Cursor status) {
        for (var condition : status.get("conditions").items()) {
            if (condition.get("type").text().equals("PodResizePending")) {
                return condition.get("reason").text().equals("Infeasible");
            }
        }
        return false;
    }
}

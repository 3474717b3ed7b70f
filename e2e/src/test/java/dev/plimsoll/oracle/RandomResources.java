package dev.plimsoll.oracle;

import static dev.plimsoll.oracle.RandomPods.container;
import static dev.plimsoll.oracle.Trees.items;
import static dev.plimsoll.oracle.Trees.list;
import static dev.plimsoll.oracle.Trees.spec;
import static dev.plimsoll.oracle.Trees.tree;
import static dev.plimsoll.oracle.Trees.within;

import java.util.Map;

/// Requests of pods: few round amounts, so that sums often equal a node's resources exactly, and
/// amounts one above a round one.
final class RandomResources {

    private final Draw draw;

    RandomResources(Draw draw) {
        this.draw = draw;
    }

    /// Resources of a running pod, possibly in the middle of a resize.
    void running(Map<String, Object> pod) {
        var container = firstContainer(pod);
        if (draw.percent(70)) {
            within(container, "resources").put("requests", running());
        }
        if (draw.percent(10)) {
            within(container, "resources").put("limits", tree("example.com/gpu", "1"));
        }
        if (draw.percent(8)) {
            overhead(pod);
        }
        if (draw.percent(15)) {
            resize(pod);
        } else if (draw.percent(8)) {
            initContainers(pod);
        }
    }

    private Map<String, Object> running() {
        var requests = tree("cpu", draw.one("0", "250m", "500m", "1"));
        requests.put("memory", draw.one("0", "256Mi", "512Mi", "1Gi"));
        if (draw.percent(15)) {
            requests.put("ephemeral-storage", "512Mi");
        }
        return requests;
    }

    private void resize(Map<String, Object> pod) {
        var status = tree("name", "c1", "image", "none", "imageID", "", "ready", true);
        status.put("restartCount", 0);
        status.put("started", true);
        if (draw.percent(75)) {
            status.put("allocatedResources", running());
        }
        if (draw.percent(75)) {
            status.put("resources", tree("requests", running()));
        }
        var podStatus = within(pod, "status");
        podStatus.put("containerStatuses", list(status));
        if (draw.percent(70)) {
            var reason = draw.one("Infeasible", "Deferred");
            podStatus.put(
                    "conditions",
                    list(tree("type", "PodResizePending", "status", "True", "reason", reason)));
        }
    }

    /// Sets each resource once: a second amount could contradict the first.
    void ask(Map<String, Object> pod) {
        if (firstContainer(pod).containsKey("resources")
                || spec(pod).containsKey("resources")
                || spec(pod).containsKey("initContainers")) {
            return;
        }
        switch (draw.weighted(40, 10, 8, 8, 12, 22, 8)) {
            case 0 -> within(firstContainer(pod), "resources").put("requests", amounts());
            case 1 -> within(firstContainer(pod), "resources").put("limits", amounts());
            case 2 -> equal(pod, "example.com/gpu", draw.one("0", "1", "2", "3"));
            case 3 -> equal(pod, "hugepages-2Mi", draw.one("2Mi", "4Mi", "6Mi"));
            case 4 -> wholePod(pod);
            case 5 -> initContainers(pod);
            default -> {
                within(firstContainer(pod), "resources").put("requests", amounts());
                overhead(pod);
            }
        }
    }

    private void equal(Map<String, Object> pod, String resource, String amount) {
        var resources = within(firstContainer(pod), "resources");
        within(resources, "requests").put("cpu", "100m");
        within(resources, "limits").put("cpu", "4");
        within(resources, "requests").put(resource, amount);
        within(resources, "limits").put(resource, amount);
    }

    private Map<String, Object> amounts() {
        var amounts = tree();
        if (draw.percent(75)) {
            amounts.put("cpu", cpu());
        }
        if (draw.percent(60)) {
            amounts.put("memory", draw.one("0", "256Mi", "512Mi", "536870913", "1Gi", "2Gi"));
        }
        if (draw.percent(25)) {
            amounts.put("ephemeral-storage", draw.one("0", "1Gi", "512Mi", "1073741825"));
        }
        return amounts;
    }

    private String cpu() {
        return draw.one("0", "250m", "251m", "500m", "500m", "1", "1001m", "1500m", "2", "3500m");
    }

    private void wholePod(Map<String, Object> pod) {
        var container = firstContainer(pod);
        if (draw.percent(60)) {
            within(container, "resources").put("requests", tree("cpu", "250m", "memory", "128Mi"));
        }
        var requests = tree("cpu", draw.one("250m", "500m", "1", "2001m"));
        if (draw.percent(60)) {
            requests.put("memory", draw.one("128Mi", "1Gi", "2Gi"));
        }
        spec(pod).put("resources", tree("requests", requests));
        if (draw.percent(25)) {
            overhead(pod);
        }
    }

    private void overhead(Map<String, Object> pod) {
        spec(pod).put("runtimeClassName", "heavy");
        spec(pod).put("overhead", Everywhere.overhead());
    }

    /// JsonTree init containers and sidecars, in any order.
    private void initContainers(Map<String, Object> pod) {
        if (draw.percent(60)) {
            within(firstContainer(pod), "resources").put("requests", tree("cpu", "250m"));
        }
        var containers = items(spec(pod), "initContainers");
        for (int count = draw.between(1, 3); count > 0; count--) {
            var container = container("i" + (containers.size() + 1));
            var requests = tree("cpu", draw.one("250m", "500m", "1", "1500m", "2"));
            if (draw.percent(40)) {
                requests.put("memory", draw.one("256Mi", "1Gi"));
            }
            container.put("resources", tree("requests", requests));
            if (draw.percent(50)) {
                container.put("restartPolicy", "Always");
            }
            containers.add(container);
        }
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> firstContainer(Map<String, Object> pod) {
        return (Map<String, Object>) items(spec(pod), "containers").get(0);
    }
}

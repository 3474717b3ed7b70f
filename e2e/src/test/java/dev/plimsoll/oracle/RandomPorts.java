package dev.plimsoll.oracle;

import static dev.plimsoll.oracle.RandomPods.container;
import static dev.plimsoll.oracle.Trees.items;
import static dev.plimsoll.oracle.Trees.list;
import static dev.plimsoll.oracle.Trees.spec;
import static dev.plimsoll.oracle.Trees.tree;

import java.util.Map;

/// Host ports of pods: of containers, sidecars and plain init containers (whose ports do not
/// count).
final class RandomPorts {

    private final Draw draw;

    RandomPorts(Draw draw) {
        this.draw = draw;
    }

    /// Adds a port, if the pod has none: a pod with two equal ports is invalid.
    void ask(Map<String, Object> pod) {
        if (pod.toString().contains("hostPort")) {
            return;
        }
        if (draw.percent(10)) {
            spec(pod).put("hostNetwork", true);
        }
        int from = draw.weighted(75, 15, 10);
        var port = port();
        if (from == 0) {
            RandomResources.firstContainer(pod).put("ports", list(port));
            return;
        }
        var container = container("ports");
        container.put("ports", list(port));
        if (from == 1) {
            container.put("restartPolicy", "Always");
        }
        items(spec(pod), "initContainers").add(container);
    }

    private Map<String, Object> port() {
        int number = draw.one(80, 80, 80, 443);
        var port = tree("containerPort", number, "hostPort", number);
        if (draw.percent(60)) {
            port.put("protocol", draw.one("TCP", "TCP", "TCP", "UDP", "SCTP"));
        }
        if (draw.percent(55)) {
            port.put("hostIP", draw.one("0.0.0.0", "127.0.0.1", "10.0.0.1", "::", "::1"));
        }
        return port;
    }
}

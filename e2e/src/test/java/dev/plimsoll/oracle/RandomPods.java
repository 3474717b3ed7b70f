package dev.plimsoll.oracle;

import static dev.plimsoll.oracle.Trees.list;
import static dev.plimsoll.oracle.Trees.metadata;
import static dev.plimsoll.oracle.Trees.object;
import static dev.plimsoll.oracle.Trees.spec;
import static dev.plimsoll.oracle.Trees.tree;
import static dev.plimsoll.oracle.Trees.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Pods that run, have finished or are being deleted, and pods in question.
final class RandomPods {

    static final String TERMINATING = "oracle/terminating";
    static final String HOLD = "plimsoll.dev/hold";

    private final Draw draw;
    private final RandomResources resources;
    private final RandomNodeRules nodeRules;
    private final RandomPorts ports;
    private final RandomNeighbours neighbours;
    private final RandomVolumes volumes;

    RandomPods(Draw draw, RandomVolumes volumes) {
        this.draw = draw;
        this.volumes = volumes;
        resources = new RandomResources(draw);
        nodeRules = new RandomNodeRules(draw);
        ports = new RandomPorts(draw);
        neighbours = new RandomNeighbours(draw);
    }

    List<Map<String, Object>> bound(List<Map<String, Object>> nodes) {
        var pods = new ArrayList<Map<String, Object>>();
        int count = draw.between(5, 40);
        for (int number = 1; number <= count; number++) {
            pods.add(bound("b" + number, Trees.name(draw.oneOf(nodes))));
        }
        return pods;
    }

    private Map<String, Object> bound(String name, String node) {
        var pod = pod(name);
        spec(pod).put("nodeName", node);
        resources.running(pod);
        boolean finished = draw.percent(8);
        within(pod, "status").put("phase", finished ? draw.one("Succeeded", "Failed") : "Running");
        if (finished) {
            return pod;
        }
        if (draw.percent(8)) {
            metadata(pod).put("finalizers", list(HOLD));
            metadata(pod).put("annotations", tree(TERMINATING, "true"));
        }
        if (draw.percent(30)) {
            ports.ask(pod);
        }
        if (draw.percent(4)) {
            neighbours.avoid(pod);
        }
        if (draw.percent(5)) {
            neighbours.join(pod);
        }
        if (draw.percent(35)) {
            volumes.running(pod);
        }
        return pod;
    }

    List<Map<String, Object>> asking() {
        var pods = new ArrayList<Map<String, Object>>();
        int count = draw.between(20, 60);
        for (int number = 1; number <= count; number++) {
            pods.add(asking("a" + number));
        }
        return pods;
    }

    private Map<String, Object> asking(String name) {
        var pod = pod(name);
        int rules = draw.weighted(3, 70, 22, 5);
        for (int rule = 0; rule < rules; rule++) {
            constrain(pod);
        }
        if (draw.percent(40)) {
            nodeRules.tolerate(pod);
        }
        return pod;
    }

    private void constrain(Map<String, Object> pod) {
        switch (draw.weighted(17, 4, 10, 16, 9, 9, 24, 34)) {
            case 0 -> resources.ask(pod);
            case 1 -> nodeRules.select(pod);
            case 2 -> nodeRules.prefer(pod);
            case 3 -> ports.ask(pod);
            case 4 -> neighbours.join(pod);
            case 5 -> neighbours.avoid(pod);
            case 6 -> {
                neighbours.spread(pod);
                if (draw.percent(30)) {
                    nodeRules.select(pod);
                }
            }
            default -> volumes.ask(pod);
        }
    }

    private Map<String, Object> pod(String name) {
        var pod = object("v1", "Pod", name);
        metadata(pod).put("namespace", draw.one("red", "red", "red", "blue", "grey"));
        metadata(pod).put("labels", labels());
        spec(pod).put("containers", list(container("c1")));
        return pod;
    }

    static Map<String, Object> container(String name) {
        return tree("name", name, "image", "none");
    }

    private Map<String, Object> labels() {
        var labels = tree();
        if (draw.percent(90)) {
            labels.put("app", draw.one("web", "web", "db", "cache"));
        }
        if (draw.percent(60)) {
            labels.put("tier", draw.one("front", "back", ""));
        }
        if (draw.percent(60)) {
            labels.put("version", draw.one("v1", "v2"));
        }
        return labels;
    }
}

package dev.plimsoll.e2e;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The pods of a workload: one container that requests resources.
///
/// @param requests quantities by resource, such as `cpu: 500m`
/// @param tolerations as in a pod's spec
public record PodTemplate(
        Map<String, String> labels,
        Map<String, String> requests,
        Map<String, String> nodeSelector,
        List<Map<String, Object>> tolerations) {

    /// Pods with the label `app`, which every budget and workload of that name selects.
    public static PodTemplate of(String app, String cpu, String memory) {
        return new PodTemplate(
                Map.of("app", app), Map.of("cpu", cpu, "memory", memory), Map.of(), List.of());
    }

    public PodTemplate withLabel(String key, String value) {
        return new PodTemplate(with(labels, key, value), requests, nodeSelector, tolerations);
    }

    public PodTemplate withRequest(String resource, String quantity) {
        return new PodTemplate(
                labels, with(requests, resource, quantity), nodeSelector, tolerations);
    }

    public PodTemplate withNodeSelector(String key, String value) {
        return new PodTemplate(labels, requests, with(nodeSelector, key, value), tolerations);
    }

    /// Tolerates every taint with that key.
    public PodTemplate tolerating(String key) {
        var all = new ArrayList<>(tolerations);
        all.add(Map.of("key", key, "operator", "Exists"));
        return new PodTemplate(labels, requests, nodeSelector, List.copyOf(all));
    }

    Map<String, Object> spec() {
        var container =
                Map.of("name", "main", "image", "main", "resources", Map.of("requests", requests));
        return Map.of(
                "containers", List.of(container),
                "nodeSelector", nodeSelector,
                "tolerations", tolerations);
    }

    private static Map<String, String> with(Map<String, String> map, String key, String value) {
        var all = new LinkedHashMap<>(map);
        all.put(key, value);
        return all;
    }
}

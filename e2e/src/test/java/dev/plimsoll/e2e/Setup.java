package dev.plimsoll.e2e;

import java.util.List;
import java.util.Map;

/// What a control plane consists of.
///
/// @param parts the programs beside etcd and the API server
/// @param apiServer further flags of the API server
/// @param scheduler a KubeSchedulerConfiguration; empty for the scheduler's own
public record Setup(List<Part> parts, List<String> apiServer, Map<String, Object> scheduler) {

    /// A program that talks to the API server.
    public enum Part {
        CONTROLLERS,
        SCHEDULER,
        KWOK
    }

    /// A cluster that behaves like one: nodes annotated `kwok.x-k8s.io/node: fake` become Ready,
    /// and pods on them run.
    public static Setup whole() {
        return new Setup(List.of(Part.values()), List.of(), Map.of());
    }
}

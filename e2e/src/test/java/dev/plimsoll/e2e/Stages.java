package dev.plimsoll.e2e;

import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.JsonTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The stages that nodes and pods of kwok go through: those of kwok's sources, and one of ours.
public final class Stages {

    /// A label that makes a node NotReady while its value is `true`.
    public static final String NOT_READY = "node-not-ready.stage.kwok.x-k8s.io";

    private static final List<String> STOCK =
            List.of(
                    "node-initialize",
                    "node-heartbeat-with-lease",
                    "node-not-ready",
                    "pod-complete",
                    "pod-delete");

    /// The controllers set Ready=False on the pods of a silent node. A kubelet that is back sets it
    /// to True again, and so does this stage.
    private static final String POD_READY_AGAIN =
            """
            apiVersion: kwok.x-k8s.io/v1alpha1
            kind: Stage
            metadata: {name: pod-ready-again}
            spec:
              resourceRef: {apiGroup: v1, kind: Pod}
              selector:
                matchExpressions:
                - {key: '.metadata.deletionTimestamp', operator: DoesNotExist}
                - {key: '.status.phase', operator: In, values: ['Running']}
                - {key: '.status.conditions.[] | select( .type == "Ready" ) | .status', operator: In, values: ['False']}
              delay: {durationMilliseconds: 3000}
              next:
                statusTemplate: |
                  {{ $now := Now }}
                  conditions:
                  - {lastTransitionTime: {{ $now | Quote }}, status: "True", type: Ready}
            """;

    private Stages() {}

    /// @param directory the files of the stock stages
    /// @param podStart the time that a pod takes to become Ready
    static String text(Path directory, Duration podStart) {
        var text = new StringBuilder(POD_READY_AGAIN);
        for (var name : STOCK) {
            text.append("---\n").append(stock(directory, name));
        }
        var ready = new LinkedHashMap<>(JsonTree.parse(stock(directory, "pod-ready")));
        var spec = new LinkedHashMap<>(JsonTree.map(JsonTree.at(ready, "spec")));
        spec.put("delay", Map.of("durationMilliseconds", podStart.toMillis()));
        ready.put("spec", spec);
        return text.append("---\n").append(Json.text(ready)).append('\n').toString();
    }

    private static String stock(Path directory, String name) {
        try {
            return Files.readString(directory.resolve(name + ".yaml"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}

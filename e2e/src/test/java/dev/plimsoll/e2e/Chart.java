package dev.plimsoll.e2e;

import dev.plimsoll.formats.JsonTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The objects of the Helm chart in `deploy/plimsoll`, as helm renders them.
///
/// @param objects in the order in which helm creates them
record Chart(List<Map<String, Object>> objects) {

    private static final Path DIRECTORY =
            Path.of(System.getProperty("plimsoll.root"), "deploy", "plimsoll");

    /// The version for which it is rendered.
    private static final String KUBERNETES = "1.37.1";

    /// A release named `plimsoll-NAMESPACE`, so that releases in several namespaces share no name.
    ///
    /// @param values such as `dryRun=true`
    static Chart in(String namespace, List<String> values) {
        var arguments = new ArrayList<>(List.of("template", "plimsoll-" + namespace));
        arguments.addAll(List.of(DIRECTORY.toString(), "--namespace", namespace));
        arguments.addAll(List.of("--kube-version", KUBERNETES));
        values.forEach(value -> arguments.addAll(List.of("--set", value)));
        var ended = helm(arguments);
        if (ended.code() != 0) {
            throw new IllegalArgumentException(ended.err());
        }
        return new Chart(JsonTree.parseAll(ended.out()));
    }

    /// What helm says about the chart itself.
    static Ended lint() {
        return helm(
                List.of("lint", "--strict", "--kube-version", KUBERNETES, DIRECTORY.toString()));
    }

    private static Ended helm(List<String> arguments) {
        try {
            var home = Files.createTempDirectory("plimsoll-helm");
            var command = new ArrayList<>(List.of(Binaries.directory().resolve("helm").toString()));
            command.addAll(arguments);
            try {
                return Ended.run(Map.of("HOME", home.toString()), Ended.NOTHING, command);
            } finally {
                Files.delete(home);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stop);
        }
    }

    List<Map<String, Object>> all(String kind) {
        return objects.stream()
                .filter(object -> JsonTree.text(object, "kind").equals(kind))
                .toList();
    }

    Map<String, Object> only(String kind) {
        var found = all(kind);
        if (found.size() != 1) {
            throw new IllegalStateException("the chart has " + found.size() + " of " + kind);
        }
        return found.getFirst();
    }

    /// The text of the policy.
    String policy() {
        return JsonTree.text(only("ConfigMap"), "data", "policy.yaml");
    }

    /// The arguments of the container.
    List<String> arguments() {
        var containers =
                JsonTree.maps(only("Deployment"), "spec", "template", "spec", "containers");
        return texts(JsonTree.at(containers.getFirst(), "args"));
    }

    /// Every access that the roles of a kind grant, such as `list storage.k8s.io/csinodes`, in
    /// order of the rules.
    ///
    /// @param kind `ClusterRole`, or `Role` for the rights in its namespace
    List<String> granted(String kind) {
        var granted = new ArrayList<String>();
        for (var role : all(kind)) {
            for (var rule : JsonTree.maps(role, "rules")) {
                var group = texts(JsonTree.at(rule, "apiGroups")).getFirst();
                var names = texts(JsonTree.at(rule, "resourceNames"));
                for (var resource : texts(JsonTree.at(rule, "resources"))) {
                    for (var verb : texts(JsonTree.at(rule, "verbs"))) {
                        granted.add(
                                verb
                                        + " "
                                        + (group.isEmpty() ? "" : group + "/")
                                        + resource
                                        + (names.isEmpty() ? "" : " " + names));
                    }
                }
            }
        }
        return granted;
    }

    private static List<String> texts(Object list) {
        return list instanceof List<?> items
                ? items.stream().map(String::valueOf).toList()
                : List.of();
    }
}

package dev.plimsoll.e2e;

import dev.plimsoll.formats.JsonTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The custom resource definitions that `e2e/controlplane/crds` pins.
final class Definitions {

    private Definitions() {}

    /// @param directory the fetched files; each name begins with the API group of its kind
    static List<Map<String, Object>> of(Path directory, String group) {
        try (var files = Files.list(directory)) {
            var found =
                    files.filter(file -> file.getFileName().toString().startsWith(group + "_"))
                            .sorted()
                            .map(Definitions::read)
                            .toList();
            if (found.isEmpty()) {
                throw new IllegalArgumentException(
                        "e2e/controlplane/crds has no definition of the group " + group);
            }
            return found;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// Whether the API server lists objects of every version. A definition that is Established is
    /// answered for a moment with 429, "storage is (re)initializing".
    static boolean isServed(Api api, Map<String, Object> definition) {
        var group = "/apis/" + JsonTree.text(definition, "spec", "group") + "/";
        var plural = "/" + JsonTree.text(definition, "spec", "names", "plural");
        return isEstablished(api.get(Api.path(definition)))
                && JsonTree.maps(definition, "spec", "versions").stream()
                        .filter(version -> JsonTree.text(version, "served").equals("true"))
                        .map(version -> group + JsonTree.text(version, "name") + plural)
                        .allMatch(path -> api.ask("GET", path, Map.of()).isGood());
    }

    private static boolean isEstablished(Map<String, Object> definition) {
        return JsonTree.maps(definition, "status", "conditions").stream()
                .anyMatch(condition ->
                        JsonTree.text(condition, "type").equals("Established")
                                && JsonTree.text(condition, "status").equals("True"));
    }

    private static Map<String, Object> read(Path file) {
        try {
            return JsonTree.parse(Files.readString(file));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}

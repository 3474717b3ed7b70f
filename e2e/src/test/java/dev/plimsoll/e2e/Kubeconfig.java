package dev.plimsoll.e2e;

import dev.plimsoll.formats.Json;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The text of a kubeconfig file with one context, `e2e`.
final class Kubeconfig {

    private static final String NAME = "e2e";

    private Kubeconfig() {}

    /// @param authority the file with the certificates that the client trusts
    static String text(URI server, Path authority, User user) {
        var cluster =
                Map.of(
                        "server", server.toString(),
                        "certificate-authority", authority.toString());
        var context = Map.of("cluster", NAME, "user", user.name());
        return Json.text(
                Map.of(
                        "apiVersion",
                        "v1",
                        "kind",
                        "Config",
                        "clusters",
                        List.of(Map.of("name", NAME, "cluster", cluster)),
                        "users",
                        List.of(Map.of("name", user.name(), "user", Map.of("token", user.token()))),
                        "contexts",
                        List.of(Map.of("name", NAME, "context", context)),
                        "current-context",
                        NAME));
    }
}

package dev.plimsoll.kube;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Place;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Where a cluster is and whose credentials are used: a kubeconfig file and one of its contexts. In
/// a pod without a kubeconfig, the pod's service account.
///
/// @param kubeconfig a file; without it the variable KUBECONFIG, else `.kube/config` at home
/// @param context the name of a context; empty for the current one
public record Access(Optional<Path> kubeconfig, String context) {

    private static final Path SERVICE_ACCOUNT =
            Path.of("/var/run/secrets/kubernetes.io/serviceaccount/token");

    /// @throws BadInput if there is no such file or context
    Config config() {
        var found = kubeconfig.map(this::fromFile).orElseGet(this::found);
        if (!context.isEmpty() && !names(found).contains(context)) {
            throw bad(
                    "there is no context '"
                            + context
                            + "'; "
                            + (names(found).isEmpty()
                                    ? "the kubeconfig has no contexts"
                                    : "choose " + listed(names(found))));
        }
        return new ConfigBuilder(found)
                .withHttp2Disable(true)
                .withRequestRetryBackoffLimit(0)
                .withConnectionTimeout(10_000)
                .withUserAgent("plimsoll")
                .build();
    }

    private Config fromFile(Path file) {
        if (!Files.isReadable(file)) {
            throw bad(
                    Files.exists(file)
                            ? "permission to read the file is denied; run as its owner"
                            : "the file does not exist; check --kubeconfig");
        }
        try {
            return Config.fromKubeconfig(context.isEmpty() ? null : context, file.toFile());
        } catch (RuntimeException malformed) {
            throw bad("this is not a kubeconfig (" + firstLine(malformed) + "); check the file");
        }
    }

    private Config found() {
        var found = Config.autoConfigure(context.isEmpty() ? null : context);
        if (found.getCurrentContext() == null && !Files.exists(SERVICE_ACCOUNT)) {
            throw bad(
                    "there is no kubeconfig with a current context; name one with --kubeconfig or"
                            + " in KUBECONFIG, or choose a context with --context");
        }
        return found;
    }

    private BadInput bad(String sentence) {
        return new BadInput(
                Place.whole(kubeconfig.map(Path::toString).orElse("kubeconfig")), "", sentence);
    }

    private static List<String> names(Config config) {
        return config.getContexts().stream().map(named -> named.getName()).sorted().toList();
    }

    private static String listed(List<String> names) {
        return names.stream().limit(10).collect(Collectors.joining(", "))
                + (names.size() > 10 ? ", …" : "");
    }

    static String firstLine(Throwable failure) {
        var deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        var message = deepest.getMessage();
        return message == null
                ? deepest.getClass().getSimpleName()
                : message.lines().findFirst().orElse("");
    }
}

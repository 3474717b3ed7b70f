package dev.plimsoll.cli;

import dev.plimsoll.cli.Command.Option;
import dev.plimsoll.formats.Source;
import dev.plimsoll.kube.Access;
import dev.plimsoll.kube.ApiServer;
import dev.plimsoll.kube.clusterapi.ClusterApiScope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The cluster that has the objects of Cluster API: the cluster that is resized, or another one
/// that options name.
///
/// @param other how to reach the other one
record ManagementCluster(Optional<Access> other, ClusterApiScope scope) {

    private static final String KUBECONFIG = "--management-kubeconfig";
    private static final String CONTEXT = "--management-context";
    private static final String NAMESPACE = "--management-namespace";

    static final List<Option> OPTIONS =
            List.of(
                    new Option(
                            KUBECONFIG,
                            "FILE",
                            "the kubeconfig of Cluster API's management cluster; default the same"
                                    + " cluster"),
                    new Option(
                            CONTEXT, "NAME", "the kubeconfig context of that management cluster"),
                    new Option(
                            NAMESPACE,
                            "NAME",
                            "the only namespace of Cluster API's objects; default all"));

    /// @throws dev.plimsoll.formats.BadInput if the provider is another one, or the kubeconfig does
    ///   not exist
    static ManagementCluster of(Arguments arguments) {
        boolean isUsed = arguments.choice(Run.PROVIDER).equals(Run.CLUSTER_API);
        for (var option : OPTIONS) {
            if (arguments.has(option.name()) && !isUsed) {
                throw arguments.wrong(
                        option.name(),
                        "this is for Cluster API; add --provider " + Run.CLUSTER_API);
            }
        }
        boolean isOther = arguments.has(KUBECONFIG) || arguments.has(CONTEXT);
        return new ManagementCluster(
                isOther ? Optional.of(access(arguments)) : Optional.empty(),
                new ClusterApiScope(arguments.text(NAMESPACE, ""), ""));
    }

    /// Without a kubeconfig of its own, the context is one of the kubeconfig of the run.
    private static Access access(Arguments arguments) {
        var file = kubeconfig(arguments);
        return new Access(
                file.isPresent() ? file : ClusterOrigin.access(arguments).kubeconfig(),
                arguments.text(CONTEXT, ""));
    }

    private static Optional<Path> kubeconfig(Arguments arguments) {
        if (!arguments.has(KUBECONFIG)) {
            return Optional.empty();
        }
        var file = Source.path(arguments.text(KUBECONFIG, ""));
        if (!Files.exists(file)) {
            throw arguments.wrong(KUBECONFIG, file + " does not exist; check the path");
        }
        return Optional.of(file);
    }

    /// A connection to the other cluster, if there is one. It contacts nobody yet.
    Connection connect() {
        return new Connection(other.map(ApiServer::of));
    }

    /// A connection of its own to the management cluster, or none.
    record Connection(Optional<ApiServer> own) implements AutoCloseable {

        /// @param resized the connection to the cluster that is resized
        ApiServer server(ApiServer resized) {
            return own.orElse(resized);
        }

        /// Such as `, with Cluster API on hub`.
        String sentence() {
            return own.map(server -> ", with Cluster API on " + server.name()).orElse("");
        }

        @Override
        public void close() {
            own.ifPresent(ApiServer::close);
        }
    }
}

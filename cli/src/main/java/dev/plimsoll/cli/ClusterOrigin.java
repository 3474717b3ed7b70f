package dev.plimsoll.cli;

import dev.plimsoll.cli.Command.Option;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.formats.Place;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.kubernetes.ClusterReader;
import dev.plimsoll.formats.kubernetes.DumpWriter;
import dev.plimsoll.formats.kubernetes.Summary;
import dev.plimsoll.kube.Access;
import dev.plimsoll.kube.ApiServer;
import dev.plimsoll.kube.ClusterLists;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Where the objects of a cluster are read from: dumps, or a running cluster.
sealed interface ClusterOrigin {

    Option DUMP = new Option("-f", "DUMP", "a file, a folder of files, or -; may be repeated");

    Option CONTEXT =
            new Option("--context", "NAME", "read the running cluster of this kubeconfig context");

    Option KUBECONFIG =
            new Option(
                    "--kubeconfig",
                    "FILE",
                    "the kubeconfig; default $KUBECONFIG or ~/.kube/config");

    List<Option> OPTIONS = List.of(DUMP, CONTEXT, KUBECONFIG);

    /// Its name in error messages.
    Place place();

    /// Reads all objects and shows the progress of long reads.
    Summary read(Inventory inventory, Console console);

    /// Writes all objects into a dump, up to its end, and shows the progress of long reads.
    ///
    /// @return warnings about what was skipped
    List<String> copy(DumpWriter writer, Console console);

    /// The origin that the options and operands name.
    static ClusterOrigin of(Arguments arguments) {
        var files = new ArrayList<>(arguments.texts(DUMP.name()));
        files.addAll(arguments.operands(0, Integer.MAX_VALUE));
        if (!isLive(arguments)) {
            if (files.isEmpty()) {
                throw arguments.wrong(
                        "plan",
                        "DUMP is missing; name a file, a folder, or -, or a running cluster with"
                                + " --context");
            }
            return new Files(files);
        }
        if (!files.isEmpty()) {
            throw arguments.wrong(
                    files.getFirst(),
                    "a dump and a running cluster are named; leave out one of them");
        }
        return new Live(access(arguments));
    }

    /// Whether the options name a running cluster.
    static boolean isLive(Arguments arguments) {
        return arguments.has(CONTEXT.name()) || arguments.has(KUBECONFIG.name());
    }

    static Access access(Arguments arguments) {
        var file = arguments.text(KUBECONFIG.name(), "");
        return new Access(
                file.isEmpty() ? Optional.empty() : Optional.of(Source.path(file)),
                arguments.text(CONTEXT.name(), ""));
    }

    private static ClusterReader reader(Inventory inventory, Progress progress) {
        return new ClusterReader(inventory, read -> progress.say(read + " objects"));
    }

    /// Files, folders of files, or `-`.
    record Files(List<String> names) implements ClusterOrigin {

        @Override
        public Place place() {
            var shown =
                    names.stream()
                            .map(file ->
                                    file.equals(ClusterReader.STANDARD_INPUT)
                                            ? "standard input"
                                            : file)
                            .toList();
            return Place.whole(String.join(", ", shown));
        }

        @Override
        public Summary read(Inventory inventory, Console console) {
            try (var progress = new Progress(console, "reading")) {
                return reader(inventory, progress).read(names, console.in());
            }
        }

        @Override
        public List<String> copy(DumpWriter writer, Console console) {
            try (var progress = new Progress(console, "reading")) {
                writer.report(read -> progress.say(read + " objects"));
                return writer.read(names, console.in());
            }
        }
    }

    /// A running cluster.
    record Live(Access access) implements ClusterOrigin {

        @Override
        public Place place() {
            return Place.whole("the cluster");
        }

        @Override
        public Summary read(Inventory inventory, Console console) {
            try (var server = ApiServer.of(access);
                    var progress = new Progress(console, "reading " + server.name())) {
                return ClusterLists.read(server, reader(inventory, progress));
            } catch (IOException failure) {
                throw new UncheckedIOException(String.valueOf(failure.getMessage()), failure);
            }
        }

        @Override
        public List<String> copy(DumpWriter writer, Console console) {
            try (var server = ApiServer.of(access);
                    var progress = new Progress(console, "reading " + server.name())) {
                writer.report(read -> progress.say(read + " objects"));
                ClusterLists.copy(server, writer);
                return List.of();
            } catch (IOException failure) {
                throw new UncheckedIOException(String.valueOf(failure.getMessage()), failure);
            }
        }
    }
}

package dev.plimsoll.cli;

import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.journal.JournalFile;
import dev.plimsoll.kube.ApiServer;
import dev.plimsoll.quantity.Quantity;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Turns the controller's loops on a running cluster, or on an embedded one in virtual time: a day
/// of a shop and its batch jobs, by utilisation or by pods, or a few hours of faults.
final class Run implements Command {

    static final Instant START = Instant.parse("2026-01-05T00:00:00Z");
    static final String JOURNAL = "--journal";
    static final String PLAIN = "--plain";
    static final String QUIET = "--quiet";
    static final String DRY_RUN = "--dry-run";
    static final String PROVIDER = "--provider";
    static final String CLUSTER_API = "cluster-api";
    static final String NAMESPACE = "--namespace";
    static final String LISTEN = "--listen";
    private static final String IN_CLUSTER = "--in-cluster";
    static final Duration FOR_EVER = Duration.ofDays(36_500);

    @Override
    public String name() {
        return "run";
    }

    @Override
    public String summary() {
        return "the controller, on a cluster or on an embedded one with an accelerated clock";
    }

    @Override
    public String operands() {
        return "";
    }

    @Override
    public List<Option> options() {
        return List.of(
                new Option("--context", "NAME", "run on the cluster of this kubeconfig context"),
                ClusterOrigin.KUBECONFIG,
                new Option(IN_CLUSTER, "", "run on the cluster of the pod's service account"),
                new Option(
                        PROVIDER,
                        "NAME",
                        "of a running cluster: nodes (Node objects, with KWOK) or cluster-api",
                        List.of("nodes", CLUSTER_API)),
                ManagementCluster.OPTIONS.get(0),
                ManagementCluster.OPTIONS.get(1),
                ManagementCluster.OPTIONS.get(2),
                new Option(DRY_RUN, "", "on a running cluster: decide and journal, take no step"),
                new Option(
                        NAMESPACE,
                        "NAME",
                        "of the lease and the memory; default that of the context"),
                new Option(
                        LISTEN,
                        "ADDRESS:PORT",
                        "for health and metrics, or off; default " + ListenAddress.USUAL),
                new Option(
                        "--for",
                        "DURATION",
                        "virtual time to run, e.g. 24h; without it, until Ctrl-C, or 4h with"
                                + " --faults"),
                new Option(
                        "--speed",
                        "N",
                        "virtual seconds per second, or max; default 600; on a running cluster 1"),
                new Option(
                        "--every",
                        "DURATION",
                        "virtual time between turns of the loops; default 30s"),
                new Option(
                        JOURNAL,
                        "FILE",
                        "record every decision for explain and replay, and continue where it ends"),
                new Option("--journal-size", "SIZE", "the journal's maximum size; default 64Mi"),
                new Option(
                        "--faults",
                        "",
                        "another scenario: 4 hours of faults, each with its answer"),
                new Option(
                        "--pods",
                        "",
                        "another scenario: a day of groups managed by pods, with room kept free"),
                new Option(
                        "-c",
                        "POLICY",
                        "a policy; on the embedded cluster for its groups: 'web' and 'batch'"
                                + " without another scenario"),
                ExtraCapacity.OPTION,
                new Option("--seed", "N", "the seed of all random numbers; default 1"),
                new Option("--all", "", "also print decisions without steps"),
                new Option(PLAIN, "", "print a line for each decision, on a terminal too"),
                new Option(QUIET, "", "print only the summary"));
    }

    @Override
    public String examples() {
        return """
        examples:

          plimsoll run
          plimsoll run --for 24h --speed max --journal day.journal
          plimsoll run --faults
          plimsoll run --pods --for 24h --speed max
          plimsoll run --context production -c policy.yaml --dry-run --journal shadow.journal
        """;
    }

    @Override
    public ExitCode run(Arguments arguments, Console console) {
        arguments.operands(0, 0);
        if (!ClusterOrigin.isLive(arguments) && !arguments.has(IN_CLUSTER)) {
            refuseLiveOptions(arguments);
            new EmbeddedRun(arguments, console).run();
            return ExitCode.DONE;
        }
        try (var server = ApiServer.of(ClusterOrigin.access(arguments))) {
            new LiveRun(arguments, console, server).run(server);
        }
        return ExitCode.DONE;
    }

    private static void refuseLiveOptions(Arguments arguments) {
        Stream.concat(
                        Stream.of(DRY_RUN, NAMESPACE, PROVIDER, LISTEN),
                        ManagementCluster.OPTIONS.stream().map(Option::name))
                .filter(arguments::has)
                .findFirst()
                .ifPresent(option -> {
                    throw arguments.wrong(
                            option, "this needs a running cluster; name it with --context");
                });
    }

    /// The simulation that has this option, if `run` does not have it.
    static Optional<String> movedTo(String option) {
        return switch (option) {
            case "--subnet", "--load", "--agent", "--waves", "--picture" -> Optional.of("subnet");
            case "--fleet", "--workloads" -> Optional.of("fleet");
            default -> Optional.empty();
        };
    }

    static String unwritable(IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> "its folder is not there; make it, or name another file";
            case AccessDeniedException _ -> "it may not be written; name another file";
            case FileSystemException known ->
                    "it cannot be written (" + known.getReason() + "); name another file";
            default -> "it cannot be written (" + failure.getMessage() + "); name another file";
        };
    }

    static Closing journal(Arguments arguments, Console console) throws IOException {
        if (!arguments.has(JOURNAL)) {
            return new Closing(Optional.empty());
        }
        var size = arguments.text("--journal-size", "64Mi");
        try {
            return new Closing(
                    Optional.of(
                            new JournalFile(
                                    Source.path(arguments.text(JOURNAL, "")),
                                    Quantity.amount("memory", size),
                                    Version.NUMBER,
                                    console::warn)));
        } catch (IllegalArgumentException malformed) {
            throw arguments.wrong("--journal-size", String.valueOf(malformed.getMessage()));
        }
    }

    /// A journal, if there is one.
    record Closing(Optional<JournalFile> file) implements AutoCloseable {

        @Override
        public void close() throws IOException {
            if (file.isPresent()) {
                file.get().close();
            }
        }
    }

    /// Ctrl-C ends the run with its summary.
    static void stopOnInterrupt(Console console) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> console.stopAndWait(Duration.ofSeconds(10))));
    }
}

package dev.plimsoll.cli;

import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.journal.MemoryFile;
import dev.plimsoll.kube.ApiServer;
import dev.plimsoll.kube.ClusterProvider;
import dev.plimsoll.kube.Controller;
import dev.plimsoll.kube.Operations;
import dev.plimsoll.kube.Shadow;
import dev.plimsoll.kube.StatusServer;
import dev.plimsoll.kube.TurnReport;
import dev.plimsoll.kube.clusterapi.ClusterApiGroups;
import dev.plimsoll.kube.clusterapi.ClusterApiProvider;
import dev.plimsoll.turn.Journal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;

/// One run of the controller on a running cluster.
final class LiveRun {

    /// Kubernetes waits 30 s before it kills.
    private static final Duration GRACE = Duration.ofSeconds(25);

    private final Arguments arguments;
    private final Console console;
    private final Controller.Options options;
    private final Controller.Pace pace;
    private final LivePolicy policy;
    private final Optional<InetSocketAddress> address;
    private final Shadow shadow;
    private final ManagementCluster management;

    LiveRun(Arguments arguments, Console console, ApiServer server) {
        this.arguments = arguments;
        this.console = console;
        refuseEmbeddedOptions();
        var every = arguments.duration("--every", Duration.ofSeconds(10));
        if (every.isZero()) {
            throw arguments.wrong("--every", "turns take time; write a duration such as 10s");
        }
        options =
                new Controller.Options(
                        arguments.text(Run.NAMESPACE, server.namespace()),
                        identity(),
                        every,
                        arguments.has(Run.DRY_RUN),
                        arguments.whole("--seed", 1, Long.MIN_VALUE));
        pace = pace((int) Math.min(10_000, arguments.whole("--speed", 1, 1)));
        var file = arguments.text("-c", "");
        if (file.isEmpty()) {
            throw arguments.wrong(
                    "-c", "a running cluster needs a policy; 'plimsoll init' prints one to start");
        }
        policy = new LivePolicy(Source.path(file), new ExtraCapacity(arguments), console);
        address = ListenAddress.of(arguments);
        shadow = new Shadow(console::warn);
        management = ManagementCluster.of(arguments);
    }

    private void refuseEmbeddedOptions() {
        var embedded = new ArrayList<>(EmbeddedScenario.options());
        embedded.add("--for");
        for (var option : embedded) {
            if (arguments.has(option)) {
                throw arguments.wrong(
                        option, "this is for the embedded cluster only; leave it out");
            }
        }
    }

    /// Nothing for `nodes`, which the controller makes itself.
    ///
    /// @param machines has the objects of Cluster API
    private Optional<ClusterProvider.Maker> provider(ApiServer machines) {
        return switch (arguments.choice(Run.PROVIDER)) {
            case Run.CLUSTER_API ->
                    Optional.of(guard ->
                            new ClusterApiGroups(
                                    ClusterApiProvider.start(
                                            machines.guardedBy(guard),
                                            management.scope(),
                                            pace.clock())));
            default -> Optional.empty();
        };
    }

    private static Controller.Pace pace(int speed) {
        var start = Instant.now();
        return new Controller.Pace(
                () -> start.plus(Duration.between(start, Instant.now()).multipliedBy(speed)),
                speed);
    }

    /// Pods have the name of their replica as host name.
    private static String identity() {
        try {
            return InetAddress.getLocalHost().getHostName() + "_" + ProcessHandle.current().pid();
        } catch (IOException unknown) {
            return "plimsoll_" + ProcessHandle.current().pid();
        }
    }

    /// Runs until it is stopped.
    void run(ApiServer server) {
        policy.first();
        stopOnSignal();
        try (var journal = Run.journal(arguments, console);
                var memory = ownMemory();
                var progress = new Progress(console, "reading " + server.name());
                var machines = management.connect();
                var operations = new Operations(server, options, console::warn);
                var controller =
                        new Controller(
                                server,
                                options,
                                pace,
                                provider(machines.server(server)),
                                policy,
                                journal.file()
                                        .<Journal<Object>>map(file -> file)
                                        .orElseGet(Journal::none),
                                memory.memory(),
                                new Controller.Listeners(
                                        console::warn,
                                        turn -> show(turn, operations),
                                        operations::skipped),
                                read -> progress.say(read + " objects"));
                var status = new Listening(listen(operations, controller))) {
            controller.start();
            progress.end();
            console.warn(
                    "runs on "
                            + server.name()
                            + machines.sentence()
                            + (options.dryRun() ? ", without taking steps" : "")
                            + status.sentence()
                            + "; stop with Ctrl-C");
            controller.runUntil(console::isStopping);
            if (options.dryRun()) {
                console.page(ShadowPage.of(shadow.rows()));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(String.valueOf(failure.getMessage()), failure);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /// A signal ends the run after its turn, with exit code 0: Kubernetes stops pods by signals.
    private void stopOnSignal() {
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(() -> {
                            boolean wasRunning = !console.isFinished();
                            console.stopAndWait(GRACE);
                            if (wasRunning && console.isFinished()) {
                                Runtime.getRuntime().halt(ExitCode.DONE.number());
                            }
                        }));
    }

    private void show(TurnReport turn, Operations operations) {
        console.line(TurnLine.of(turn));
        console.out().flush();
        operations.turned(turn);
        if (options.dryRun()) {
            shadow.turned(turn);
        }
    }

    private Optional<StatusServer> listen(Operations operations, Controller controller)
            throws IOException {
        return address.isEmpty()
                ? Optional.empty()
                : Optional.of(operations.listen(address.get(), controller::signs));
    }

    /// The server of health and metrics, if there is one.
    private record Listening(Optional<StatusServer> server) implements AutoCloseable {

        String sentence() {
            return server.map(there -> ", with health and metrics on http://" + there.address())
                    .orElse("");
        }

        @Override
        public void close() {
            server.ifPresent(StatusServer::close);
        }
    }

    /// A dry run writes nothing to the cluster, so its memory is beside its journal.
    private EmbeddedRun.ClosingMemory ownMemory() throws IOException {
        if (!options.dryRun() || !arguments.has(Run.JOURNAL)) {
            return new EmbeddedRun.ClosingMemory(Optional.empty());
        }
        var journal = Source.path(arguments.text(Run.JOURNAL, ""));
        return new EmbeddedRun.ClosingMemory(
                Optional.of(new MemoryFile(MemoryFile.beside(journal), console::warn)));
    }
}

package dev.plimsoll.cli;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.document.LeavingKind;
import dev.plimsoll.formats.document.PolicyFile;
import dev.plimsoll.formats.document.SizedGroup;
import dev.plimsoll.formats.document.SizingKind;
import dev.plimsoll.formats.journal.JournalFile;
import dev.plimsoll.formats.journal.MemoryFile;
import dev.plimsoll.groups.Leaving;
import dev.plimsoll.quantity.Quantity;
import dev.plimsoll.simulator.Day;
import dev.plimsoll.simulator.EmbeddedCluster;
import dev.plimsoll.simulator.FaultScenario;
import dev.plimsoll.simulator.Summary;
import dev.plimsoll.turn.LoopSpec;
import dev.plimsoll.turn.Memory;
import dev.plimsoll.turn.Setup;
import dev.plimsoll.turn.Turns;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Turns the controller's loops on an embedded cluster, in virtual time: a day of a shop and its
/// batch jobs, or a few hours of faults.
final class Run implements Command {

    static final Instant START = Instant.parse("2026-01-05T00:00:00Z");
    private static final String POLICY = "embedded-policy.yaml";
    private static final String FAULTS_POLICY = "faults-policy.yaml";
    private static final String FAULTS = "--faults";
    private static final String JOURNAL = "--journal";
    static final Duration FOR_EVER = Duration.ofDays(36_500);

    @Override
    public String name() {
        return "run";
    }

    @Override
    public String summary() {
        return "the controller, on an embedded cluster with an accelerated clock";
    }

    @Override
    public String operands() {
        return "";
    }

    @Override
    public List<Option> options() {
        return List.of(
                new Option(
                        "--for",
                        "DURATION",
                        "virtual time to run, e.g. 24h; without it, until Ctrl-C, or 4h with"
                                + " --faults"),
                new Option("--speed", "N", "virtual seconds per second, or max; default 600"),
                new Option(
                        "--every",
                        "DURATION",
                        "virtual time between turns of the loops; default 30s"),
                new Option(
                        JOURNAL,
                        "FILE",
                        "record every decision for explain and replay, and continue where it ends"),
                new Option("--journal-size", "SIZE", "the journal's maximum size; default 64Mi"),
                new Option(FAULTS, "", "another scenario: 4 hours of faults, each with its answer"),
                new Option(
                        "-c",
                        "POLICY",
                        "a policy for the groups 'web' and 'batch', and 'spot' with --faults"),
                new Option("--seed", "N", "the seed of all random numbers; default 1"),
                new Option("--all", "", "also print decisions without steps"),
                new Option("--quiet", "", "print only the summary"));
    }

    @Override
    public String examples() {
        return """
        examples:

          plimsoll run
          plimsoll run --for 24h --speed max --journal day.journal
          plimsoll run --faults
        """;
    }

    @Override
    public ExitCode run(Arguments arguments, Console console) {
        arguments.operands(0, 0);
        var pace = Pace.of(arguments);
        boolean faults = arguments.has(FAULTS);
        var scenario = faults ? FaultScenario.scenario() : Day.scenario();
        var length = arguments.duration("--for", faults ? FaultScenario.LENGTH : FOR_EVER);
        var every = arguments.duration("--every", Duration.ofSeconds(30));
        if (every.isZero()) {
            throw arguments.wrong("--every", "turns take time; write a duration such as 30s");
        }
        long seed = arguments.whole("--seed", 1, Long.MIN_VALUE);
        var world = scenario.world(START, seed);
        var sized = policy(arguments, console, world);
        var setup = setup(sized);
        var before =
                arguments.has(JOURNAL)
                        ? Continuation.of(Source.path(arguments.text(JOURNAL, "")), world, seed)
                        : Optional.<Continuation.End>empty();
        // The events up to the end of the journal were printed by the run that wrote it.
        world.events();
        before.ifPresent(run -> console.line("continues after " + Sentences.time(run.last())));
        var start = before.map(run -> run.next(every)).orElse(START);
        var end = before.map(Continuation.End::last).orElse(START).plus(length);
        try (var journal = journal(arguments, console);
                var memory =
                        before.isPresent()
                                ? memory(arguments, console)
                                : newMemory(arguments, console)) {
            var printer =
                    new RunPrinter(
                            journal, console, arguments.has("--all"), arguments.has("--quiet"));
            var turns = new Turns<>(world, printer, memory.memory(), seed);
            stopOnInterrupt(console);
            for (var now = start; !now.isAfter(end) && !console.isStopping(); ) {
                world.advanceTo(now);
                printer.happened(world.events());
                turns.turn(now, setup);
                pace.keep(every, console);
                now = now.plus(every);
            }
            if (!arguments.has("--quiet")) {
                console.line("");
            }
            // After Ctrl-C there is no time for another day, and faults are not compared.
            var source =
                    console.isStopping() || faults
                            ? Optional.<Summary>empty()
                            : EscalatorRun.of(sized, seed, every, world.now());
            new Report(world, printer, source, console).print();
        } catch (IOException failure) {
            throw arguments.wrong(arguments.text(JOURNAL, ""), unwritable(failure));
        }
        return ExitCode.DONE;
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

    static Setup<Cluster> setup(List<SizedGroup> sized) {
        var loops = new ArrayList<LoopSpec<Cluster, ?, ?, ?>>();
        for (var each : sized) {
            loops.add(new SizingKind().loop(each.name(), List.of(each.name()), each.policy()));
        }
        return new Setup<>(
                loops,
                group ->
                        Optional.of(
                                new LeavingKind()
                                        .loop(group, List.of(group), Leaving.Policy.ONLY)));
    }

    private static List<SizedGroup> policy(
            Arguments arguments, Console console, EmbeddedCluster world) {
        var file = arguments.text("-c", "");
        var policy =
                PolicyFile.read(file.isEmpty() ? builtIn(arguments) : Sources.of(file, console));
        var groups = world.observe().groups().keys();
        for (var name : policy.groups()) {
            if (!groups.contains(name)) {
                throw arguments.wrong(
                        file,
                        "the embedded cluster has no group '"
                                + name
                                + "'; its groups are "
                                + Sentences.listed(List.copyOf(groups)));
            }
        }
        policy.unbuilt().stream()
                .findFirst()
                .ifPresent(mistake -> {
                    throw arguments.wrong(
                            mistake.toString(), "run refuses what it cannot do; leave it out");
                });
        Remarks.of(policy.ignored()).forEach(console::warn);
        return policy.sized();
    }

    private static Source builtIn(Arguments arguments) {
        var name = arguments.has(FAULTS) ? FAULTS_POLICY : POLICY;
        return Source.stream(name, Objects.requireNonNull(Run.class.getResourceAsStream(name)));
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

    private static ClosingMemory memory(Arguments arguments, Console console) throws IOException {
        if (!arguments.has(JOURNAL)) {
            return new ClosingMemory(Optional.empty());
        }
        var journal = Source.path(arguments.text(JOURNAL, ""));
        return new ClosingMemory(
                Optional.of(new MemoryFile(MemoryFile.beside(journal), console::warn)));
    }

    /// A cluster that begins anew has no use for a memory that is left of another one.
    private static ClosingMemory newMemory(Arguments arguments, Console console)
            throws IOException {
        if (arguments.has(JOURNAL)) {
            Files.deleteIfExists(MemoryFile.beside(Source.path(arguments.text(JOURNAL, ""))));
        }
        return memory(arguments, console);
    }

    /// A memory beside the journal, if there is one.
    private record ClosingMemory(Optional<MemoryFile> file) implements AutoCloseable {

        private Memory memory() {
            return file.<Memory>map(memory -> memory).orElseGet(Memory::none);
        }

        @Override
        public void close() throws IOException {
            if (file.isPresent()) {
                file.get().close();
            }
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

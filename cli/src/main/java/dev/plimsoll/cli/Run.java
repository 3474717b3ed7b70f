package dev.plimsoll.cli;

import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.document.PolicyFile;
import dev.plimsoll.formats.document.SizedGroup;
import dev.plimsoll.formats.journal.JournalFile;
import dev.plimsoll.quantity.Quantity;
import dev.plimsoll.simulator.Day;
import dev.plimsoll.simulator.EmbeddedCluster;
import dev.plimsoll.sizing.Past;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Seen;
import dev.plimsoll.sizing.Sizing;
import dev.plimsoll.turn.Loop;
import dev.plimsoll.turn.LoopSpec;
import dev.plimsoll.turn.Restart;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Turns the controller's loops on an embedded cluster: a day of a shop and its batch jobs, in
/// virtual time.
final class Run implements Command {

    static final Instant START = Instant.parse("2026-01-05T00:00:00Z");
    private static final String POLICY = "embedded-policy.yaml";
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
                        "virtual time to run, e.g. 24h; without it, until Ctrl-C"),
                new Option("--speed", "N", "virtual seconds per second, or max; default 600"),
                new Option(
                        "--every",
                        "DURATION",
                        "virtual time between turns of the loops; default 30s"),
                new Option("--journal", "FILE", "record every decision for explain and replay"),
                new Option("--journal-size", "SIZE", "the journal's maximum size; default 64Mi"),
                new Option("-c", "POLICY", "a policy for the groups 'web' and 'batch'"),
                new Option("--seed", "N", "the seed of the day's random load; default 1"),
                new Option("--all", "", "also print decisions without steps"),
                new Option("--quiet", "", "print only the summary"));
    }

    @Override
    public String examples() {
        return """
        examples:

          plimsoll run
          plimsoll run --for 24h --speed max --journal day.journal
        """;
    }

    @Override
    public ExitCode run(Arguments arguments, Console console) {
        arguments.operands(0, 0);
        var pace = Pace.of(arguments);
        var length = arguments.duration("--for", FOR_EVER);
        var every = arguments.duration("--every", Duration.ofSeconds(30));
        if (every.isZero()) {
            throw arguments.wrong("--every", "turns take time; write a duration such as 30s");
        }
        long seed = arguments.whole("--seed", 1, Long.MIN_VALUE);
        var world = Day.scenario().world(START, seed);
        var sized = policy(arguments, console, world);
        try (var journal = journal(arguments, console)) {
            var printer =
                    new RunPrinter(
                            journal, console, arguments.has("--all"), arguments.has("--quiet"));
            var loops = new ArrayList<Loop<Seen, Policy, Past>>();
            for (var each : sized) {
                loops.add(
                        new Loop<>(
                                spec(each),
                                world,
                                printer,
                                new Restart<>(Past.NONE, List.of()),
                                seed));
            }
            stopOnInterrupt(console);
            turn(loops, world, length, every, pace, console);
            if (!arguments.has("--quiet")) {
                console.line("");
            }
            new Report(world, printer, console).print();
        } catch (IOException failure) {
            throw arguments.wrong(arguments.text("--journal", ""), unwritable(failure));
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

    private static void turn(
            List<Loop<Seen, Policy, Past>> loops,
            EmbeddedCluster world,
            Duration length,
            Duration every,
            Pace pace,
            Console console) {
        var end = START.plus(length);
        for (var now = START; !now.isAfter(end) && !console.isStopping(); now = now.plus(every)) {
            world.advanceTo(now);
            var cluster = world.observe();
            for (var loop : loops) {
                loop.turn(cluster, now);
            }
            pace.keep(every, console);
        }
    }

    private static LoopSpec<Seen, Policy, Past> spec(SizedGroup sized) {
        var name = sized.group().name();
        return new LoopSpec<>(name, cluster -> Seen.of(cluster, name), new Sizing(), sized::policy);
    }

    private static List<SizedGroup> policy(
            Arguments arguments, Console console, EmbeddedCluster world) {
        var file = arguments.text("-c", "");
        var policy = PolicyFile.read(file.isEmpty() ? builtIn() : Sources.of(file, console));
        var groups = world.observe().groups().stream().map(group -> group.name()).toList();
        for (var name : policy.groups()) {
            if (!groups.contains(name)) {
                throw arguments.wrong(
                        file,
                        "the embedded cluster has no group '"
                                + name
                                + "'; its groups are "
                                + String.join(" and ", groups));
            }
        }
        policy.unbuilt().stream()
                .findFirst()
                .ifPresent(mistake -> {
                    throw arguments.wrong(
                            mistake.toString(), "run refuses what it cannot do; leave it out");
                });
        return policy.sized();
    }

    private static Source builtIn() {
        return Source.stream(POLICY, Objects.requireNonNull(Run.class.getResourceAsStream(POLICY)));
    }

    static Closing journal(Arguments arguments, Console console) throws IOException {
        if (!arguments.has("--journal")) {
            return new Closing(Optional.empty());
        }
        var size = arguments.text("--journal-size", "64Mi");
        try {
            return new Closing(
                    Optional.of(
                            new JournalFile(
                                    Source.path(arguments.text("--journal", "")),
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
        var running = Thread.currentThread();
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(() -> {
                            console.stop();
                            try {
                                running.join(Duration.ofSeconds(10));
                            } catch (InterruptedException _) {
                                Thread.currentThread().interrupt();
                            }
                        }));
    }
}

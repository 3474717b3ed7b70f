package dev.plimsoll.cli;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.document.Loops;
import dev.plimsoll.formats.document.PolicyFile;
import dev.plimsoll.formats.journal.MemoryFile;
import dev.plimsoll.simulator.EmbeddedCluster;
import dev.plimsoll.simulator.Summary;
import dev.plimsoll.turn.Memory;
import dev.plimsoll.turn.Turns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One run of the controller on the embedded cluster, from its arguments to its summary.
final class EmbeddedRun {

    private final Arguments arguments;
    private final Console console;
    private final EmbeddedScenario scenario;
    private final Pace pace;
    private final Duration length;
    private final Duration every;
    private final long seed;
    private final EmbeddedCluster world;
    private final Loops loops;

    EmbeddedRun(Arguments arguments, Console console) {
        this.arguments = arguments;
        this.console = console;
        pace = Pace.of(arguments);
        scenario = EmbeddedScenario.of(arguments);
        length = arguments.duration("--for", scenario.length());
        every = arguments.duration("--every", Duration.ofSeconds(30));
        if (every.isZero()) {
            throw arguments.wrong("--every", "turns take time; write a duration such as 30s");
        }
        seed = arguments.whole("--seed", 1, Long.MIN_VALUE);
        world = scenario.scenario().world(Run.START, seed);
        loops = Loops.of(policy());
    }

    void run() {
        var before =
                arguments.has(Run.JOURNAL)
                        ? Continuation.of(journalPath(), world, seed)
                        : Optional.<Continuation.End>empty();
        // The events up to the end of the journal were printed by the run that wrote it.
        world.events();
        before.ifPresent(run -> console.line("continues after " + Sentences.time(run.last())));
        var begin = before.map(Continuation.End::last).orElse(Run.START);
        var first = before.map(run -> run.next(every)).orElse(Run.START);
        try (var journal = Run.journal(arguments, console);
                var memory = before.isPresent() ? memory() : newMemory()) {
            Run.stopOnInterrupt(console);
            RunPrinter printer;
            var readings = new ReadingComparison(loops.sized());
            try (var view = view(begin)) {
                printer = new RunPrinter(journal, console, arguments.has("--all"), view, readings);
                var turns = new Turns<>(world, printer, memory.memory(), seed, every);
                turn(turns, first, begin.plus(length), view);
            }
            var report = new Report(world, printer, console);
            byEscalator().ifPresent(report::beside);
            readings.table().ifPresent(report::differences);
            if (!loops.scaled().isEmpty()) {
                report.pods(world.podWaits());
            }
            slackComparison(before, printer).ifPresent(report::slack);
            report.print();
        } catch (IOException failure) {
            throw arguments.wrong(arguments.text(Run.JOURNAL, ""), Run.unwritable(failure));
        }
    }

    /// The same run by Escalator's rules; only the day of groups sized by it is compared.
    private Optional<Summary> byEscalator() {
        return scenario == EmbeddedScenario.DAY
                ? new EscalatorRun(loops.sized(), seed, every).until(world.now(), console)
                : Optional.empty();
    }

    /// The figures of the run with and without the room that is kept free, if some is.
    private Optional<SlackComparison> slackComparison(
            Optional<Continuation.End> before, RunPrinter printer) {
        long failed =
                before.map(Continuation.End::failedRemovals).orElse(0L)
                        + RunFigures.failedRemovals(printer.rules());
        var here = RunFigures.of(world, failed);
        return new RunWithoutSlack(scenario, loops, seed, every)
                .until(world.now(), console)
                .map(other -> new SlackComparison(loops.scaling(), here, other));
    }

    private void turn(Turns<Cluster> turns, Instant first, Instant end, RunView view) {
        var setup = loops.setup();
        for (var now = first; !now.isAfter(end) && !console.isStopping(); now = now.plus(every)) {
            world.advanceTo(now);
            world.events().forEach(event -> view.show(event.at(), RunLine.of(event)));
            turns.turn(now, setup);
            pace.keep(every, console, view::refresh);
        }
    }

    private RunView view(Instant begin) {
        if (arguments.has(Run.QUIET)) {
            return RunView.NONE;
        }
        if (arguments.has(Run.PLAIN)) {
            return new RunLines(console);
        }
        return console.terminal()
                .size()
                .<RunView>map(size -> screen(size, begin))
                .orElseGet(() -> new RunLines(console));
    }

    private RunScreen screen(ScreenSize size, Instant begin) {
        return new RunScreen(console, size, lines -> state(begin, lines), System::nanoTime);
    }

    private RunState state(Instant begin, List<String> lines) {
        var times = new RunState.Times(begin, world.now(), length, pace.text());
        return RunState.of(world, times, loops.sized(), lines);
    }

    private Path journalPath() {
        return Source.path(arguments.text(Run.JOURNAL, ""));
    }

    private PolicyFile policy() {
        var file = arguments.text("-c", "");
        var source = file.isEmpty() ? scenario.policy() : Sources.of(file, console);
        var policy = new ExtraCapacity(arguments).over(PolicyFile.read(source));
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
        Remarks.of(policy.ignored()).forEach(console::warn);
        return policy;
    }

    private ClosingMemory memory() throws IOException {
        if (!arguments.has(Run.JOURNAL)) {
            return new ClosingMemory(Optional.empty());
        }
        var journal = journalPath();
        return new ClosingMemory(
                Optional.of(new MemoryFile(MemoryFile.beside(journal), console::warn)));
    }

    /// A cluster that begins anew has no use for a memory that is left of another one.
    private ClosingMemory newMemory() throws IOException {
        if (arguments.has(Run.JOURNAL)) {
            Files.deleteIfExists(MemoryFile.beside(journalPath()));
        }
        return memory();
    }

    /// A memory beside the journal, if there is one.
    record ClosingMemory(Optional<MemoryFile> file) implements AutoCloseable {

        Memory memory() {
            return file.<Memory>map(memory -> memory).orElseGet(Memory::none);
        }

        @Override
        public void close() throws IOException {
            if (file.isPresent()) {
                file.get().close();
            }
        }
    }
}

package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.plimsoll;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.formats.journal.Entry;
import dev.plimsoll.formats.journal.JournalReader;
import dev.plimsoll.formats.journal.MemoryFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `run --journal` continues the run that its journal records.
class ContinuationTest {

    /// A decision with steps.
    ///
    /// @param decision with its reasons and its memory, as JSON
    private record Steps(Instant now, String loop, String decision) {}

    private static final Pattern DECISION =
            Pattern.compile(
                    "\\{\"id\":[0-9]+,\"loop\":\"(.*?)\",\"now\":\"(.*?)\",\"decision\":(.*)}\n");

    @TempDir private static Path folder = Path.of("");

    /// The hours of one run.
    private static final int HOURS = Seeds.few(3, 12);

    /// The steps of these hours in one run.
    private static List<Steps> expected = List.of();

    @BeforeAll
    static void runForManyHours() {
        var whole = folder.resolve("whole.journal");
        run(whole, HOURS + "h");
        expected = steps(whole);
    }

    @Test
    void twoRunsTakeTheSameStepsAtTheSameTimesAsOne() {
        var parts = folder.resolve("parts.journal");

        int hours = HOURS / 2;
        run(parts, hours + "h");
        var second = run(parts, HOURS - hours + "h");

        assertThat(second.out())
                .startsWith(
                        "continues after 2026-01-05 0%d:00:00\n%dh of virtual "
                                .formatted(hours, HOURS));
        assertThat(steps(parts)).isEqualTo(expected).hasSizeGreaterThan(50);
        decidesTheSameAgain(parts);
    }

    /// The second run begins at the last decision of the first, which may be before its end.
    @Test
    void aRunThatEndsAtAnyTurnIsContinuedAsIfItHadNotEnded() {
        Seeds.forOneIn(
                400,
                random -> {
                    var parts = folder.resolve("parts" + random.nextInt() + ".journal");
                    run(parts, 30 * random.nextInt(1, 20 * HOURS) + "s");
                    run(parts, 30 * random.nextInt(1, 5 * HOURS) + "s");
                    run(parts, 5 * HOURS + "m");

                    assertThat(steps(parts)).isEqualTo(until(last(parts), expected));
                    decidesTheSameAgain(parts);
                });
    }

    /// SIGKILL, at any point. A process that is killed after some of the steps of a turn takes the
    /// others one turn later.
    @Test
    void aRunThatIsKilledIsContinuedAsIfItHadNotEnded() throws Exception {
        int unharmed = 0;
        for (int lines : List.of(3, 31, 77).subList(0, Seeds.few(2, 3))) {
            var killed = folder.resolve("killed-" + lines + ".journal");
            runAndKill(killed, lines);
            var last = last(killed);
            boolean isAmidATurn = isAmidATurn(killed);

            run(killed, Seeds.few(30, 120) + "m");

            var taken = steps(killed);
            assertThat(before(last, taken)).isEqualTo(before(last, expected));
            if (!isAmidATurn) {
                assertThat(plans(taken)).isEqualTo(plans(until(last(killed), expected)));
                unharmed++;
            }
            decidesTheSameAgain(killed);
        }
        assertThat(unharmed).isPositive();
    }

    /// A power loss may take the end of both files, each for itself.
    @Test
    void aRunWhoseFilesWereCutIsContinued() {
        var day = folder.resolve("hour.journal");
        run(day, "1h");
        var continued = new AtomicInteger();
        Seeds.forOneIn(
                100,
                random -> {
                    var cut = folder.resolve("cut" + random.nextInt() + ".journal");
                    copyStart(day, cut, random);
                    copyStart(MemoryFile.beside(day), MemoryFile.beside(cut), random);

                    var run = run(cut, "20m");

                    continued.addAndGet(run.out().startsWith("continues after ") ? 1 : 0);
                    decidesTheSameAgain(cut);
                });
        assertThat(continued).hasPositiveValue();
    }

    @Test
    void aNewJournalBeginsWithoutTheMemoryOfAnotherRun() throws IOException {
        var journal = folder.resolve("new.journal");
        var first = run(journal, "1h");
        Files.delete(journal);

        var again = run(journal, "1h");

        assertThat(MemoryFile.beside(journal)).exists();
        assertThat(again).isEqualTo(first);
    }

    @Test
    void refusesTheJournalOfAnotherSeed() {
        var journal = folder.resolve("seed.journal");
        run(journal, "10m");

        var refused = plimsoll("run", "--seed", "7", "--journal", journal);

        assertThat(refused)
                .isEqualTo(
                        complaint(
                                journal
                                        + ": it records a run with --seed 1; continue with that"
                                        + " seed, or name a new file"));
    }

    @Test
    void refusesAJournalWhoseFirstDecisionsWereRemoved() {
        var journal = folder.resolve("rotated.journal");
        plimsoll(
                "run",
                "--for",
                "1h",
                "--speed",
                "max",
                "--quiet",
                "--journal",
                journal,
                "--journal-size",
                "30Ki");

        var refused = plimsoll("run", "--journal", journal);

        assertThat(refused)
                .isEqualTo(
                        complaint(
                                journal
                                        + ": its first decisions were removed to save space, so the"
                                        + " run cannot be continued; name a new file"));
    }

    @Test
    void refusesTheJournalOfASimulation() {
        var journal = folder.resolve("subnet.journal");
        plimsoll(
                "simulate",
                "subnet",
                "--load",
                "steady",
                "--for",
                "1h",
                "--speed",
                "max",
                "--quiet",
                "--journal",
                journal);

        var refused = plimsoll("run", "--journal", journal);

        assertThat(refused)
                .isEqualTo(complaint(journal + ": it records another cluster; name a new file"));
    }

    private static Shell complaint(String sentence) {
        return new Shell(2, "", "plimsoll: " + sentence + "\n");
    }

    private static Shell run(Path journal, String length) {
        var run =
                plimsoll("run", "--for", length, "--speed", "max", "--quiet", "--journal", journal);
        assertThat(run.code()).isZero();
        return run;
    }

    /// Runs in a process of its own, which is killed when it has printed some decisions.
    private static void runAndKill(Path journal, int lines) throws Exception {
        var words = List.of("run", "--for", "4h", "--speed", "max", "--journal", "" + journal);
        var process = RealProcess.plimsoll(words).redirectError(Redirect.DISCARD).start();
        try (var out = process.inputReader()) {
            for (int line = 0; line < lines; line++) {
                out.readLine();
            }
            process.destroyForcibly();
        }
        assertThat(process.waitFor()).isNotZero();
    }

    private static void copyStart(Path from, Path to, RandomGenerator random) {
        try {
            var bytes = Files.readAllBytes(from);
            Files.write(to, Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void decidesTheSameAgain(Path journal) {
        assertThat(plimsoll("replay", journal).out()).startsWith("same decisions: ");
    }

    /// The time of the last decision.
    private static Instant last(Path journal) {
        var last = Instant.MIN;
        try (var reader = JournalReader.open(journal)) {
            while (reader.hasNext()) {
                if (reader.next() instanceof Entry.Decided<?, ?, ?> decided) {
                    last = decided.question().now();
                }
            }
        }
        return last;
    }

    /// Some of the decisions of the last turn were carried out, and some were not.
    private static boolean isAmidATurn(Path journal) {
        var last = last(journal);
        var ids = new ArrayList<Long>();
        int acted = 0;
        try (var reader = JournalReader.open(journal)) {
            while (reader.hasNext()) {
                switch (reader.next()) {
                    case Entry.Decided<?, ?, ?> decided
                            when decided.question().now().equals(last) ->
                            ids.add(decided.id());
                    case Entry.Acted(var id, _) -> acted += ids.contains(id) ? 1 : 0;
                    case Entry.Decided<?, ?, ?> _, Entry.Opened _, Entry.Failed _ -> {}
                }
            }
        }
        long all = expected.stream().filter(steps -> steps.now().equals(last)).count();
        return acted > 0 && acted < all;
    }

    private static List<Steps> steps(Path journal) {
        return DECISION.matcher(plimsoll("explain", journal, "-o", "json").out())
                .results()
                .map(line -> new Steps(Instant.parse(line.group(2)), line.group(1), line.group(3)))
                .toList();
    }

    private static List<Steps> until(Instant last, List<Steps> all) {
        return all.stream().filter(steps -> !steps.now().isAfter(last)).toList();
    }

    private static List<Steps> before(Instant end, List<Steps> all) {
        return all.stream().filter(steps -> steps.now().isBefore(end)).toList();
    }

    /// When each loop took which steps. A plan that a kill interrupted is decided twice, and an
    /// order that was not remembered is remembered one turn later.
    private static Set<String> plans(List<Steps> all) {
        return all.stream()
                .map(steps ->
                        steps.now()
                                + " "
                                + steps.loop()
                                + " "
                                + steps.decision().replaceFirst(",\"remember\":.*", ""))
                .collect(toCollection(LinkedHashSet::new));
    }
}

package dev.plimsoll.formats.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step;
import dev.plimsoll.formats.document.SizingKind;
import dev.plimsoll.sizing.Past;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.turn.Journal;
import dev.plimsoll.turn.LoopId;
import dev.plimsoll.turn.LoopSpec;
import dev.plimsoll.turn.Memory;
import dev.plimsoll.turn.Remembered;
import dev.plimsoll.turn.Setup;
import dev.plimsoll.turn.Turns;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Processes that end at any point, with a journal and a memory on disk, and others that continue
/// from these files.
class RestartTest {

    private static final int TURNS = 60;

    /// From here on there are more pods than ever before.
    private static final int LAST_RISE = 30;

    private static final Duration BOOT = Duration.ofSeconds(90);

    /// Longer than a loop waits for machines that it ordered.
    private static final Duration NEVER_IN_TIME = Duration.ofHours(1);

    private static final Setup<Cluster> SETUP =
            Setup.of(
                    List.of(
                            new SizingKind()
                                    .loop(
                                            SmallWorld.GROUP,
                                            List.of(SmallWorld.GROUP),
                                            Policy.defaults(Reading.PLIMSOLL))));

    @TempDir private Path folder;

    private Path file = Path.of("");

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("journal");
    }

    @Test
    void doesNotKnowTheOutcomesOfAPlanThatWasInterrupted() throws IOException {
        var world =
                new SmallWorld(
                        BOOT,
                        () -> {
                            throw new Killed();
                        });
        world.advanceTo(Instant.EPOCH, 9);

        try (var process = new OneProcess(file, Fate.never())) {
            assertThatThrownBy(() -> process.turns(world).turn(Instant.EPOCH, SETUP))
                    .isInstanceOf(Killed.class);
        }

        try (var memory = memory(file)) {
            assertThat(memory.recall())
                    .singleElement()
                    .satisfies(known -> {
                        assertThat(known.loop()).isEqualTo(new LoopId("Sizing", SmallWorld.GROUP));
                        assertThat(known.groups()).containsExactly(SmallWorld.GROUP);
                        assertThat(known.last())
                                .containsExactly(
                                        new Outcome.Unknown(
                                                new Step.ResizeGroup(SmallWorld.GROUP, 0, 4)));
                        assertThat(((Past) known.past()).coolDown().until())
                                .isEqualTo(Instant.EPOCH.plusSeconds(120));
                    });
        }
    }

    /// Killed before and after each line of a turn, between the steps of a plan, and in the middle
    /// of writing a line of either file.
    @Test
    void leadsToTheSameWorldAfterKills() {
        Seeds.forAtLeast(
                15,
                100,
                random -> {
                    long seed = random.nextLong();
                    var unharmed = live(seed, BOOT, Fate.never());

                    var fate = Fate.byChance(random);
                    var killed = live(seed, BOOT, fate);

                    assertThat(killed.world()).isEqualTo(unharmed.world());
                    return fate.kills > 0;
                });
    }

    @Test
    void takesTheSameStepsAtTheSameTimesAfterRestartsBetweenTurns() {
        Seeds.forAtLeast(
                8,
                200,
                random -> {
                    long seed = random.nextLong();
                    var boot = random.nextBoolean() ? BOOT : NEVER_IN_TIME;
                    var unharmed = live(seed, boot, Fate.never());

                    var fate = Fate.betweenTurns(random);
                    var restarted = live(seed, boot, fate);

                    assertThat(restarted).isEqualTo(unharmed);
                    return fate.kills > 0 && !restarted.steps().isEmpty();
                });
    }

    /// @param steps by their times
    private record Life(Map<String, Integer> world, List<String> steps) {}

    /// A world in which the number of pods changes by chance, and then rises for the last time.
    private Life live(long seed, Duration boot, Fate fate) {
        Disk.write(() -> {
            Files.deleteIfExists(file);
            Files.deleteIfExists(MemoryFile.beside(file));
        });
        var random = new SplittableRandom(seed);
        var world = new SmallWorld(boot, fate::strike);
        int pods = 0;
        var process = new OneProcess(file, fate);
        var turns = process.turns(world);
        for (int turn = 0; turn < TURNS; turn++) {
            int other = random.nextInt(5) == 0 ? random.nextInt(30) : pods;
            pods = turn < LAST_RISE ? other : 40;
            var now = Instant.EPOCH.plusSeconds(30L * turn);
            world.advanceTo(now, pods);
            try {
                turns.turn(now, SETUP);
                fate.endTurn();
            } catch (Killed _) {
                process.close();
                fate.tear();
                process = new OneProcess(file, fate);
                turns = process.turns(world);
            }
        }
        process.close();
        return new Life(world.summary(), steps());
    }

    private List<String> steps() {
        return Told.read(file).stream()
                .filter(turn -> !turn.outcomes().isEmpty())
                .map(turn -> turn.question().now() + " " + turn.outcomes())
                .toList();
    }

    private static MemoryFile memory(Path journal) {
        return Disk.read(() -> new MemoryFile(MemoryFile.beside(journal), RestartTest::fail));
    }

    private static void fail(String warning) {
        throw new AssertionError(warning);
    }

    /// The end of a process.
    private static final class Killed extends RuntimeException {}

    /// When a process ends, by chance, and how much of its last line is on disk.
    private static final class Fate {

        private final RandomGenerator random;
        private final int oneInMoments;
        private final int oneInTurns;
        private Path torn = Path.of("");
        private long before;
        private long after;
        private int kills;

        private Fate(RandomGenerator random, int oneInMoments, int oneInTurns) {
            this.random = random;
            this.oneInMoments = oneInMoments;
            this.oneInTurns = oneInTurns;
        }

        private static Fate never() {
            return new Fate(new SplittableRandom(1), Integer.MAX_VALUE, Integer.MAX_VALUE);
        }

        private static Fate byChance(RandomGenerator random) {
            return new Fate(random, 30, Integer.MAX_VALUE);
        }

        private static Fate betweenTurns(RandomGenerator random) {
            return new Fate(random, Integer.MAX_VALUE, 6);
        }

        private void strike() {
            strike(oneInMoments);
        }

        private void endTurn() {
            strike(oneInTurns);
        }

        private void strike(int oneIn) {
            if (random.nextInt(oneIn) == 0) {
                kills++;
                throw new Killed();
            }
            before = 0;
            after = 0;
        }

        /// Killed before, while and after a file grows.
        private void strikeWhile(Path file, Runnable writing) {
            strike();
            long from = length(file);
            writing.run();
            torn = file;
            before = from;
            after = length(file);
            strike();
            strike();
        }

        private static long length(Path file) {
            return Disk.read(() -> Files.size(file));
        }

        private void tear() {
            if (after > before) {
                Disk.write(() -> {
                    try (var channel = FileChannel.open(torn, StandardOpenOption.WRITE)) {
                        channel.truncate(random.nextLong(before, after + 1));
                    }
                });
            }
            before = 0;
            after = 0;
        }
    }

    /// The files of one process.
    private static final class OneProcess implements AutoCloseable {

        private final JournalFile journal;
        private final MemoryFile memory;
        private final Path file;
        private final Fate fate;

        private OneProcess(Path file, Fate fate) {
            this.file = file;
            this.fate = fate;
            this.journal =
                    Disk.read(() -> new JournalFile(file, 1L << 30, "test", RestartTest::fail));
            this.memory = memory(file);
        }

        private Turns<Cluster> turns(SmallWorld world) {
            return new Turns<>(
                    world,
                    new MortalJournal(journal, file, fate),
                    new MortalMemory(memory, MemoryFile.beside(file), fate),
                    0);
        }

        @Override
        public void close() {
            Disk.write(journal::close);
            Disk.write(memory::close);
        }
    }

    /// A journal whose process may end before, while and after it writes.
    private record MortalJournal(Journal<Object> journal, Path file, Fate fate)
            implements Journal<Object> {

        @Override
        public <S, P, M> void decided(
                LoopSpec<? extends Object, S, P, M> spec,
                Object observed,
                Question<S, P, M> question,
                Decision<M> decision) {
            fate.strikeWhile(file, () -> journal.decided(spec, observed, question, decision));
        }

        @Override
        public void acted(LoopId loop, List<Outcome> outcomes) {
            fate.strikeWhile(file, () -> journal.acted(loop, outcomes));
        }

        @Override
        public void failed(LoopId loop, Instant now, String cause) {
            throw new AssertionError(cause);
        }
    }

    /// A memory whose process may end before, while and after it writes.
    private record MortalMemory(Memory memory, Path file, Fate fate) implements Memory {

        @Override
        public List<Remembered<?>> recall() {
            return memory.recall();
        }

        @Override
        public void keep(Remembered<?> remembered) {
            fate.strikeWhile(file, () -> memory.keep(remembered));
        }

        @Override
        public void forget(LoopId loop) {
            fate.strikeWhile(file, () -> memory.forget(loop));
        }
    }
}

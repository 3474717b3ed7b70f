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
import dev.plimsoll.sizing.Seen;
import dev.plimsoll.turn.Journal;
import dev.plimsoll.turn.Loop;
import dev.plimsoll.turn.LoopSpec;
import dev.plimsoll.turn.Restart;
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

class RecollectionTest {

    private static final int TURNS = 60;

    /// From here on there are more pods than ever before.
    private static final int LAST_RISE = 30;

    private static final Duration BOOT = Duration.ofSeconds(90);

    /// Longer than a loop waits for what it asked for.
    private static final Duration NEVER_IN_TIME = Duration.ofHours(1);

    @TempDir private Path folder;

    private Path file = Path.of("");

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("journal");
    }

    @Test
    void knowsThePastOfTheLastDecisionAndWhatBecameOfIt() {
        Seeds.forOneIn(
                20,
                random -> {
                    startFresh();
                    var told = new Told(random);
                    tell(told, 6);

                    for (var loop : List.of("blue", "green")) {
                        var last =
                                told.turns().reversed().stream()
                                        .filter(turn -> turn.loop().equals(loop))
                                        .findFirst()
                                        .map(Told.Turn::outcomes)
                                        .orElse(List.of());
                        assertThat(restart(loop)).isEqualTo(new Restart<>(told.past(loop), last));
                    }
                });
    }

    @Test
    void knowsNothingOfALoopThatIsNotInTheJournal() {
        tell(new Told(new SplittableRandom(1), List.of("blue")), 3);

        assertThat(restart("green")).isEqualTo(new Restart<>(Past.NONE, List.of()));
    }

    @Test
    void doesNotKnowWhatBecameOfAPlanThatWasInterrupted() {
        var world =
                new SmallWorld(
                        BOOT,
                        () -> {
                            throw new Killed();
                        });
        world.advanceTo(Instant.EPOCH, 9);
        var journal = open();

        assertThatThrownBy(() ->
                        loop(world, journal, journal.recollection())
                                .turn(world.observe(), Instant.EPOCH))
                .isInstanceOf(Killed.class);

        Disk.write(journal::close);
        var restart = restart(SmallWorld.GROUP);
        assertThat(restart.last())
                .containsExactly(new Outcome.Unknown(new Step.ResizeGroup(SmallWorld.GROUP, 0, 4)));
        assertThat(restart.past().coolDown().until()).isEqualTo(Instant.EPOCH.plusSeconds(120));
    }

    /// Killed before and after each line of a turn, between the steps of a plan, and in the middle
    /// of writing a record.
    @Test
    void leadsALoopThatIsKilledAndStartedAgainToTheSameWorld() {
        Seeds.forOneIn(
                100,
                random -> {
                    long seed = random.nextLong();
                    var unharmed = live(seed, BOOT, Fate.never());

                    var killed = live(seed, BOOT, Fate.byChance(random));

                    assertThat(killed.world()).isEqualTo(unharmed.world());
                });
    }

    @Test
    void letsALoopThatStartsAgainBetweenTurnsTakeTheSameStepsAtTheSameMoments() {
        Seeds.forOneIn(
                200,
                random -> {
                    long seed = random.nextLong();
                    var boot = random.nextBoolean() ? BOOT : NEVER_IN_TIME;
                    var unharmed = live(seed, boot, Fate.never());

                    var restarted = live(seed, boot, Fate.betweenTurns(random));

                    assertThat(restarted).isEqualTo(unharmed);
                });
    }

    /// @param steps by their moments
    private record Life(Map<String, Integer> world, List<String> steps) {}

    /// A world in which the number of pods changes by chance, and then rises for the last time.
    private Life live(long seed, Duration boot, Fate fate) {
        startFresh();
        var random = new SplittableRandom(seed);
        var world = new SmallWorld(boot, fate::strike);
        int pods = 0;
        var journal = open();
        var loop = loop(world, new MortalJournal(journal, file, fate), journal.recollection());
        for (int turn = 0; turn < TURNS; turn++) {
            int other = random.nextInt(5) == 0 ? random.nextInt(30) : pods;
            pods = turn < LAST_RISE ? other : 40;
            var now = Instant.EPOCH.plusSeconds(30L * turn);
            world.advanceTo(now, pods);
            try {
                loop.turn(world.observe(), now);
                fate.endTurn();
            } catch (Killed _) {
                Disk.write(journal::close);
                fate.tear(file);
                journal = open();
                loop = loop(world, new MortalJournal(journal, file, fate), journal.recollection());
            }
        }
        Disk.write(journal::close);
        return new Life(world.summary(), steps());
    }

    private List<String> steps() {
        return Told.read(file).stream()
                .filter(turn -> !turn.outcomes().isEmpty())
                .map(turn -> turn.question().now() + " " + turn.outcomes())
                .toList();
    }

    /// A loop with what it recalls.
    private static Loop<Seen, Policy, Past> loop(
            SmallWorld world, Journal journal, Recollection recollection) {
        return new Loop<>(
                Told.spec(SmallWorld.GROUP, Policy.defaults(Reading.PLIMSOLL)),
                world,
                journal,
                recollection.of(SmallWorld.GROUP, new SizingKind(), Past.NONE),
                0);
    }

    private Restart<Past> restart(String loop) {
        return Recollection.read(file).of(loop, new SizingKind(), Past.NONE);
    }

    private void tell(Told told, int turns) {
        var journal = open();
        told.tell(journal, turns);
        Disk.write(journal::close);
    }

    private JournalFile open() {
        return Disk.read(() ->
                new JournalFile(
                        file,
                        1L << 30,
                        "test",
                        warning -> {
                            throw new AssertionError(warning);
                        }));
    }

    private void startFresh() {
        Disk.write(() -> Files.deleteIfExists(file));
    }

    /// The end of a process.
    private static final class Killed extends RuntimeException {}

    /// When a process ends, by chance, and what of its last words is on disk.
    private static final class Fate {

        private final RandomGenerator random;
        private final int oneInMoments;
        private final int oneInTurns;
        private long before;
        private long after;

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
                throw new Killed();
            }
            before = 0;
            after = 0;
        }

        /// Killed while the file grew from one length to the other.
        private void strikeWhileWriting(long from, long to) {
            before = from;
            after = to;
            strike();
        }

        private void tear(Path file) {
            if (after > before) {
                Disk.write(() -> {
                    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                        channel.truncate(random.nextLong(before, after + 1));
                    }
                });
            }
            before = 0;
            after = 0;
        }
    }

    /// A journal whose process may end before, while and after it writes.
    private record MortalJournal(Journal journal, Path file, Fate fate) implements Journal {

        @Override
        public <S, P, M> void decided(
                LoopSpec<S, P, M> spec,
                Cluster cluster,
                Question<S, P, M> question,
                Decision<M> decision) {
            write(() -> journal.decided(spec, cluster, question, decision));
        }

        @Override
        public void acted(LoopSpec<?, ?, ?> spec, List<Outcome> outcomes) {
            write(() -> journal.acted(spec, outcomes));
        }

        private void write(Runnable writing) {
            fate.strike();
            long before = Disk.read(() -> Files.size(file));
            writing.run();
            fate.strikeWhileWriting(before, Disk.read(() -> Files.size(file)));
            fate.strike();
        }
    }
}

package dev.plimsoll.formats.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.Seeds;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.document.SizingKind;
import dev.plimsoll.sizing.Past;
import dev.plimsoll.turn.Restart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JournalTest {

    private static final long LARGE = 1L << 30;

    @TempDir private Path folder;

    private Path file = Path.of("");
    private final List<String> warnings = new ArrayList<>();

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("journal");
    }

    @Test
    void readsBackEverythingThatWasToldAndDecidesItAgain() {
        Seeds.forOneIn(
                4,
                random -> {
                    startFresh();
                    var told = new Told(random);

                    write(LARGE, told, 12);

                    assertThat(Told.read(file)).isEqualTo(told.turns());
                });
    }

    @Test
    void writesTheWholeClusterAgainAfterManyDifferences() {
        var told = new Told(any());

        write(LARGE, told, 450);

        assertThat(Told.read(file)).isEqualTo(told.turns());
    }

    @Test
    void goesOnWhereAnEarlierProcessEnded() {
        Seeds.forOneIn(
                20,
                random -> {
                    startFresh();
                    var told = new Told(random);

                    for (int process = 0; process < 4; process++) {
                        write(LARGE, told, random.nextInt(4));
                    }

                    assertThat(Told.read(file)).isEqualTo(told.turns());
                    assertThat(entries()).filteredOn(Entry.Opened.class::isInstance).hasSize(4);
                });
    }

    @Test
    void namesTheVersionOfTheRules() {
        write(LARGE, new Told(any()), 1);

        assertThat(entries().getFirst()).isEqualTo(new Entry.Opened("test", JournalFile.RULES));
    }

    /// In Egypt digits are not those of ASCII, and in Turkey the small I has no dot.
    @ParameterizedTest
    @ValueSource(strings = {"ar-EG", "fa-IR", "hi-IN-u-nu-deva", "tr-TR"})
    void isTheSameInEveryLocale(String tag) {
        var before = Locale.getDefault();
        write(LARGE, new Told(any()), 3);
        var plain = bytes();
        startFresh();
        var told = new Told(any());

        try {
            Locale.setDefault(Locale.forLanguageTag(tag));
            write(LARGE, told, 3);

            assertThat(Told.read(file)).isEqualTo(told.turns());
        } finally {
            Locale.setDefault(before);
        }
        assertThat(bytes()).isEqualTo(plain);
    }

    /// Every byte, turned into its neighbour and into a line end.
    @Test
    void namesTheRecordOfEveryChangedByte() {
        write(LARGE, new Told(any()), 1);
        var whole = bytes();
        int record = 1;

        for (int at = 0; at < whole.length; at++) {
            for (byte other : new byte[] {(byte) (whole[at] ^ 1), '\n'}) {
                if (other != whole[at]) {
                    put(changed(whole, at, other));

                    assertBroken(record);
                }
            }
            record += whole[at] == '\n' ? 1 : 0;
        }
    }

    @Test
    void namesTheRecordThatDoesNotFollowTheOneBefore() {
        write(LARGE, new Told(any()), 3);
        var lines = new String(bytes(), StandardCharsets.US_ASCII).lines().toList();

        for (int at = 0; at < lines.size() - 1; at++) {
            var without = new ArrayList<>(lines);
            without.remove(at);
            put(without);
            assertBroken(at + 1);

            var twice = new ArrayList<>(lines);
            twice.add(at, lines.get(at));
            put(twice);
            assertBroken(at + 2);

            var swapped = new ArrayList<>(lines);
            swapped.set(at, swapped.set(at + 1, lines.get(at)));
            put(swapped);
            assertBroken(at + 1);
        }
    }

    @Test
    void leavesALastLineOutThatWasCutShort() {
        write(LARGE, new Told(any()), 1);
        var whole = bytes();
        var entries = List.<Entry>of();

        for (int length = 0; length <= whole.length; length++) {
            put(Arrays.copyOf(whole, length));
            try (var reader = JournalReader.open(file)) {
                var read = new ArrayList<Entry>();
                reader.forEachRemaining(read::add);
                boolean torn = length > 0 && whole[length - 1] != '\n';

                assertThat(reader.isTorn()).describedAs("%d bytes", length).isEqualTo(torn);
                assertThat(read.size() - entries.size())
                        .describedAs("%d bytes", length)
                        .isBetween(0, torn ? 0 : 1);
                entries = read;
            }
        }
        assertThat(entries)
                .extracting(Entry::getClass)
                .containsExactly(Entry.Opened.class, Entry.Decided.class, Entry.Acted.class);
    }

    /// A power loss can leave zero bytes where a record was to be written.
    @Test
    void leavesATailOfZeroBytesOut() {
        Seeds.forOneIn(
                20,
                random -> {
                    startFresh();
                    write(LARGE, new Told(random), 3);
                    var whole = bytes();
                    int length = random.nextInt(whole.length + 1);
                    put(Arrays.copyOf(whole, length));
                    var left = Told.read(file);
                    put(Arrays.copyOf(Arrays.copyOf(whole, length), length + 4_096));

                    assertThat(Told.read(file)).isEqualTo(left);
                    assertThat(isTorn()).isTrue();

                    write(LARGE, new Told(random), 2);

                    assertThat(Told.read(file)).hasSize(left.size() + 2);
                    assertThat(isTorn()).isFalse();
                });
    }

    @Test
    void goesOnAfterTheLastWholeLine() {
        Seeds.forOneIn(
                10,
                random -> {
                    startFresh();
                    write(LARGE, new Told(random), 3);
                    var whole = bytes();
                    put(Arrays.copyOf(whole, random.nextInt(whole.length + 1)));
                    var left = Told.read(file);

                    var more = new Told(random);
                    write(LARGE, more, 2);

                    var turns = Told.read(file);
                    assertThat(turns.subList(0, left.size())).isEqualTo(left);
                    assertThat(turns)
                            .extracting(Told.Turn::decision)
                            .endsWith(
                                    more.turns().stream()
                                            .map(Told.Turn::decision)
                                            .toArray(String[]::new));
                    assertThat(turns.getLast().id()).isEqualTo(left.size() + 2);
                    assertThat(isTorn()).isFalse();
                });
    }

    @Test
    void keepsTwoFilesOfHalfItsSize() {
        Seeds.forOneIn(
                200,
                random -> {
                    startFresh();
                    var told = new Told(random);
                    int size = 40_000;

                    write(size, told, 200);

                    var turns = Told.read(file);
                    assertThat(turns).hasSizeBetween(5, 190).isEqualTo(last(told, turns.size()));
                    assertThat(length(JournalFile.older(file))).isBetween(size / 2L, size * 3L / 4);
                    assertThat(length(file)).isBetween(1L, size * 3L / 4);
                });
    }

    @Test
    void knowsItsFirstDecisionWhenEarlierOnesAreGone() {
        var told = new Told(any());
        write(LARGE, told, 3);
        assertThat(firstId()).isEqualTo(1);

        write(4_000, told, 200);

        assertThat(firstId()).isGreaterThan(1).isEqualTo(Told.read(file).getFirst().id());
    }

    @Test
    void canReadEachOfTheTwoFilesAlone() {
        var told = new Told(any());
        write(40_000, told, 200);
        var turns = Told.read(file);
        var newer = bytes();

        move(JournalFile.older(file), file);
        var older = Told.read(file);
        put(newer);

        assertThat(older).isNotEmpty().isEqualTo(turns.subList(0, older.size()));
        assertThat(Told.read(file))
                .isNotEmpty()
                .isEqualTo(turns.subList(older.size(), turns.size()));
    }

    @Test
    void readsTheOlderFileAloneIfTheProcessEndedBetweenTheTwo() {
        var told = new Told(any());
        write(LARGE, told, 5);
        move(file, JournalFile.older(file));

        assertThat(Told.read(file)).isEqualTo(told.turns());

        write(LARGE, told, 3);

        assertThat(Told.read(file)).isEqualTo(told.turns());
    }

    @Test
    void remembersALoopThatSleptWhileTheOthersFilledBothFiles() {
        Seeds.forOneIn(
                200,
                random -> {
                    startFresh();
                    write(LARGE, new Told(random, List.of("blue")), 2);
                    var before = restart("blue");

                    write(8_000, new Told(random, List.of("green")), 60);
                    write(8_000, new Told(random, List.of("green")), 60);

                    assertThat(Told.read(file)).extracting(Told.Turn::loop).containsOnly("green");
                    assertThat(restart("blue")).isEqualTo(before);
                });
    }

    @Test
    void goesOnWithoutADiskThatIsFullAndIsWholeAgainAsSoonAsThereIsRoom() {
        Seeds.forOneIn(
                20,
                random -> {
                    startFresh();
                    warnings.clear();
                    var disk = new SmallDisk();
                    var told = new Told(random);
                    open(
                            LARGE,
                            disk::open,
                            journal -> {
                                told.tell(journal, 3);
                                disk.leave(random.nextInt(3_000));
                                told.tell(journal, 20);
                                disk.leave(Long.MAX_VALUE);
                                told.tell(journal, 4);
                            });

                    var turns = Told.read(file);
                    int lost = told.turns().size() - turns.size();
                    assertThat(lost).isBetween(1, 20);
                    int kept = turns.size() - 4;
                    assertThat(turns.subList(0, kept - 1))
                            .isEqualTo(told.turns().subList(0, kept - 1));
                    assertThat(turns.get(kept - 1).with(List.of()))
                            .isEqualTo(told.turns().get(kept - 1).with(List.of()));
                    assertThat(turns.subList(kept, turns.size())).isEqualTo(last(told, 4));
                    assertThat(warnings)
                            .containsExactly(
                                    "cannot write the journal %s (No space left on device); deciding"
                                                    .formatted(file)
                                            + " goes on without it, and every decision tries again",
                                    "writing the journal %s works again; decisions lost: %d"
                                            .formatted(file, lost));
                });
    }

    @Test
    void doesNotFillADiskWithAttempts() {
        var disk = new SmallDisk();
        var told = new Told(any());
        open(
                LARGE,
                disk::open,
                journal -> {
                    told.tell(journal, 3);
                    long before = length(file);

                    for (int turn = 0; turn < 50; turn++) {
                        disk.leave(150);
                        told.tell(journal, 1);
                    }

                    assertThat(length(file)).isBetween(before, before + 150);
                });
    }

    @Test
    void goesOnWithAFileThatItCouldNotGiveAnotherName() {
        var told = new Told(any());
        var inTheWay = JournalFile.older(file).resolve("folder");
        open(
                2_000,
                Tail::locked,
                journal -> {
                    Disk.write(() -> Files.createDirectories(inTheWay));
                    told.tell(journal, 40);
                    remove(inTheWay);
                    remove(JournalFile.older(file));
                    told.tell(journal, 40);
                });

        var turns = Told.read(file);
        assertThat(turns).isNotEmpty().isEqualTo(last(told, turns.size()));
        assertThat(warnings.getFirst()).contains("cannot write").contains(".1");
        assertThat(warnings.getLast()).contains("works again");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kind: Policy\ngroups: []\n",
                "{\"kind\": \"List\"}",
                "hello",
                "12 apples and pears\n",
                "\u0000\u0001\u0002"
            })
    void refusesAFileThatIsNoJournalAndLeavesItAsItIs(String text) {
        put(text.getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(this::entries)
                .isInstanceOf(BadInput.class)
                .hasMessage(
                        "%s: this is not a journal; name a file that 'plimsoll run --journal'"
                                + " wrote",
                        file);
        assertThatThrownBy(() -> write(LARGE, new Told(any()), 1)).isInstanceOf(BadInput.class);
        assertThat(file).hasContent(text);
    }

    @Test
    void refusesToWriteWhatIsNotARegularFile() {
        Disk.write(() -> Files.createDirectory(file));

        assertThatThrownBy(() -> new JournalFile(file, LARGE, "test", warnings::add))
                .isInstanceOf(BadInput.class)
                .hasMessage(
                        "%s: a journal must be a regular file; name a regular file or a new one",
                        file);
    }

    @Test
    void refusesToGoOnBehindAChangedRecord() {
        write(LARGE, new Told(any()), 1);
        var changed = changed(bytes(), bytes().length / 2, (byte) '?');
        put(changed);

        assertThatThrownBy(() -> write(LARGE, new Told(any()), 1))
                .isInstanceOf(BrokenJournal.class);
        assertThat(bytes()).isEqualTo(changed);
    }

    @Test
    void isWrittenByOneProcessAtATime() {
        open(
                LARGE,
                Tail::locked,
                _ ->
                        assertThatThrownBy(
                                        () -> new JournalFile(file, LARGE, "test", warnings::add))
                                .isInstanceOf(IOException.class)
                                .hasMessage("another process is writing it"));

        write(LARGE, new Told(any()), 1);
    }

    @Test
    void saysThatThereIsNoSuchFile() {
        assertThatThrownBy(this::entries)
                .isInstanceOf(BadInput.class)
                .hasMessage("%s: the file does not exist; check the path", file);
    }

    private void assertBroken(int record) {
        assertThatExceptionOfType(BrokenJournal.class)
                .isThrownBy(this::entries)
                .withMessage(
                        "%s: record %d (line %d) was changed, or the record before it was; restore"
                                + " the file from a copy, or move it away",
                        file, record, record);
    }

    private static RandomGenerator any() {
        return new SplittableRandom(25);
    }

    private static List<Told.Turn> last(Told told, int count) {
        var turns = told.turns();
        return turns.subList(turns.size() - count, turns.size());
    }

    private Restart<Past> restart(String loop) {
        return Recollection.read(file).of(loop, new SizingKind(), Past.NONE);
    }

    private List<Entry> entries() {
        var entries = new ArrayList<Entry>();
        try (var reader = JournalReader.open(file)) {
            reader.forEachRemaining(entries::add);
        }
        return entries;
    }

    private boolean isTorn() {
        try (var reader = JournalReader.open(file)) {
            reader.forEachRemaining(_ -> {});
            return reader.isTorn();
        }
    }

    private long firstId() {
        try (var reader = JournalReader.open(file)) {
            reader.forEachRemaining(_ -> {});
            return reader.firstId();
        }
    }

    /// One process that tells so many turns.
    private void write(long size, Told told, int turns) {
        open(size, Tail::locked, journal -> told.tell(journal, turns));
    }

    private void open(long size, Tail.Opener opener, Consumer<JournalFile> work) {
        Disk.write(() -> {
            try (var journal = new JournalFile(file, size, "test", warnings::add, opener)) {
                work.accept(journal);
            }
        });
    }

    private void startFresh() {
        remove(file);
        remove(JournalFile.older(file));
    }

    private byte[] bytes() {
        return Disk.read(() -> Files.readAllBytes(file));
    }

    private void put(byte[] bytes) {
        Disk.write(() -> Files.write(file, bytes));
    }

    private void put(List<String> lines) {
        put((String.join("\n", lines) + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] changed(byte[] bytes, int at, byte other) {
        var changed = bytes.clone();
        changed[at] = other;
        return changed;
    }

    private static long length(Path path) {
        return Disk.read(() -> Files.size(path));
    }

    private static void move(Path from, Path to) {
        Disk.write(() -> Files.move(from, to, StandardCopyOption.REPLACE_EXISTING));
    }

    private static void remove(Path path) {
        Disk.write(() -> Files.deleteIfExists(path));
    }
}

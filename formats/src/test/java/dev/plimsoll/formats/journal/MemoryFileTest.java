package dev.plimsoll.formats.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.AnyObject;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.formats.document.AnyPast;
import dev.plimsoll.formats.document.LeavingKind;
import dev.plimsoll.formats.document.ScalingKind;
import dev.plimsoll.formats.document.SizingKind;
import dev.plimsoll.turn.LoopId;
import dev.plimsoll.turn.Remembered;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryFileTest {

    private static final LoopId BLUE = new LoopId("Sizing", "blue");
    private static final LoopId GREEN = new LoopId("Sizing", "green");

    /// A memory as a law compares it: deciders are not values.
    private record Known(LoopId loop, List<String> groups, Object past, List<Outcome> last) {

        private static Known of(Remembered<?> memory) {
            return new Known(memory.loop(), memory.groups(), memory.past(), memory.last());
        }
    }

    @TempDir private Path folder;

    private Path file = Path.of("");
    private final List<String> warnings = new ArrayList<>();

    @BeforeEach
    void nameTheFile() {
        file = MemoryFile.beside(folder.resolve("journal"));
    }

    @Test
    void canBeReadByItsOwnerOnly() throws IOException {
        try (var _ = new MemoryFile(file, warnings::add)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void isBesideItsJournal() {
        assertThat(MemoryFile.beside(Path.of("logs", "journal")))
                .isEqualTo(Path.of("logs", "journal.memory"));
    }

    /// Over several processes, each of which keeps and forgets a few.
    @Test
    void recallsTheLastMemoryOfEveryLoop() {
        Seeds.forOneIn(
                10,
                random -> {
                    startFresh();
                    var kept = new LinkedHashMap<LoopId, Known>();

                    for (int process = 0; process < 3; process++) {
                        use(memory -> {
                            assertThat(known(memory))
                                    .containsExactlyInAnyOrderElementsOf(kept.values());
                            for (int turn = random.nextInt(6); turn > 0; turn--) {
                                change(memory, kept, random);
                            }
                        });
                    }

                    assertThat(recalled()).containsExactlyInAnyOrderElementsOf(kept.values());
                    assertThat(warnings).isEmpty();
                });
    }

    private static void change(MemoryFile memory, Map<LoopId, Known> kept, RandomGenerator random) {
        var one = any(random);
        if (random.nextInt(4) == 0) {
            memory.forget(one.loop());
            kept.remove(one.loop());
        } else {
            memory.keep(one);
            kept.put(one.loop(), Known.of(one));
        }
    }

    @Test
    void recallsNothingFromAFileThatDoesNotExist() {
        assertThat(recalled()).isEmpty();
        assertThat(warnings).isEmpty();
    }

    /// Cut at every byte: the last whole line of each loop counts.
    @Test
    void leavesALastLineOutThatWasCutShort() {
        var blue = sizing(BLUE, new SplittableRandom(1));
        var green = sizing(GREEN, new SplittableRandom(2));
        use(memory -> memory.keep(blue));
        long first = length();
        use(memory -> memory.keep(green));
        var whole = bytes();

        for (int length = 0; length <= whole.length; length++) {
            put(Arrays.copyOf(whole, length));
            var left = new ArrayList<Known>();
            if (length >= first) {
                left.add(Known.of(blue));
            }
            if (length == whole.length) {
                left.add(Known.of(green));
            }

            assertThat(recalled()).describedAs("%d bytes", length).isEqualTo(left);
        }
        assertThat(warnings).isEmpty();
    }

    /// A power loss can leave zero bytes where a line was to be written.
    @Test
    void leavesATailOfZeroBytesOut() {
        var blue = sizing(BLUE, new SplittableRandom(1));
        use(memory -> memory.keep(blue));
        long first = length();
        use(memory -> memory.keep(sizing(GREEN, new SplittableRandom(2))));
        var whole = bytes();

        for (int length = (int) first; length < whole.length; length++) {
            put(Arrays.copyOf(Arrays.copyOf(whole, length), length + 4_096));

            assertThat(recalled()).containsExactly(Known.of(blue));
        }
        assertThat(warnings).isEmpty();
    }

    @Test
    void goesOnAfterTheLastWholeLine() {
        var blue = sizing(BLUE, new SplittableRandom(1));
        var green = sizing(GREEN, new SplittableRandom(2));
        use(memory -> memory.keep(blue));
        long first = length();
        use(memory -> memory.keep(green));
        put(Arrays.copyOf(bytes(), (int) first + 5));

        use(memory -> memory.keep(green));

        assertThat(recalled()).containsExactly(Known.of(blue), Known.of(green));
    }

    /// Every byte, turned into its neighbour. A change in the last character of the file may look
    /// like a line that was cut short.
    @Test
    void startsWithoutAMemoryThatWasChangedAndSaysSo() {
        use(memory -> {
            memory.keep(sizing(BLUE, new SplittableRandom(1)));
            memory.keep(sizing(GREEN, new SplittableRandom(2)));
        });
        var whole = bytes();

        for (int at = 0; at < whole.length - 1; at++) {
            var changed = whole.clone();
            changed[at] = (byte) (changed[at] ^ 1);
            put(changed);
            warnings.clear();

            assertThat(recalled()).describedAs("byte %d", at).isEmpty();
            assertThat(warnings)
                    .describedAs("byte %d", at)
                    .containsExactly("the memory " + file + " is damaged; loops start without it");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "hello\n", "kind: Policy\n", "\n", "12\n"})
    void startsWithoutAFileThatIsNoMemoryAndSaysSo(String text) {
        put(text.getBytes(StandardCharsets.UTF_8));

        assertThat(recalled()).isEmpty();
        assertThat(warnings)
                .containsExactly("the memory " + file + " is damaged; loops start without it");
    }

    @Test
    void canBeUsedAfterItWasDamaged() {
        put("hello\n".getBytes(StandardCharsets.UTF_8));
        var blue = sizing(BLUE, new SplittableRandom(1));

        use(memory -> memory.keep(blue));

        assertThat(recalled()).containsExactly(Known.of(blue));
    }

    /// Another version wrote it. A loop starts without what it would misread.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"kind\":\"Sizing\",\"loop\":\"blue\",\"format\":99,\"past\":{\"coolDown\":7}}",
                "{\"kind\":\"Sizing\",\"loop\":\"blue\",\"past\":{}}"
            })
    void recallsNothingOfAnotherFormat(String line) {
        var green = sizing(GREEN, new SplittableRandom(2));
        use(memory -> {
            memory.keep(sizing(BLUE, new SplittableRandom(1)));
            memory.keep(green);
        });
        append(line);

        assertThat(recalled()).containsExactly(Known.of(green));
        assertThat(warnings).isEmpty();
    }

    @Test
    void recallsNothingOfAnUnknownKind() {
        var blue = sizing(BLUE, new SplittableRandom(1));
        use(memory -> memory.keep(blue));
        append("{\"kind\":\"Dreaming\",\"loop\":\"blue\",\"format\":1,\"past\":{\"dream\":7}}");

        assertThat(recalled()).containsExactly(Known.of(blue));
        assertThat(warnings).isEmpty();
    }

    @Test
    void recallsNothingOfALoopWhoseMemoryCannotBeReadAndSaysSo() {
        var green = sizing(GREEN, new SplittableRandom(2));
        use(memory -> {
            memory.keep(sizing(BLUE, new SplittableRandom(1)));
            memory.keep(green);
        });
        append(
                "{\"kind\":\"Sizing\",\"loop\":\"blue\",\"format\":1,\"past\":{\"missing\":[{\"nodes\":-1}]}}");

        assertThat(recalled()).containsExactly(Known.of(green));
        assertThat(warnings)
                .containsExactly(
                        "the memory of a loop in "
                                + file
                                + " cannot be read; it starts without it");
    }

    @Test
    void keepsExactlyTheLiveMemoriesWhenItIsWrittenAnew() {
        var random = new SplittableRandom(1);
        var kept = new LinkedHashMap<LoopId, Known>();
        var lengths = new ArrayList<Long>();

        use(memory -> {
            for (int turn = 0; turn < 8_000; turn++) {
                change(memory, kept, random);
                lengths.add(length());
            }
        });

        assertThat(lengths).anyMatch(length -> length > 1 << 20);
        assertThat(lengths).allMatch(length -> length < (1 << 20) + 10_000);
        assertThat(lengths.getLast()).isLessThan(lengths.stream().reduce(0L, Math::max));
        assertThat(recalled()).containsExactlyInAnyOrderElementsOf(kept.values());
        assertThat(warnings).isEmpty();
    }

    @Test
    void isSmallAgainWhenAProcessStarts() {
        var blue = sizing(BLUE, new SplittableRandom(1));
        use(memory -> memory.keep(blue));
        long once = length();
        use(memory -> {
            for (int turn = 0; turn < 10; turn++) {
                memory.keep(blue);
            }
        });
        assertThat(length()).isGreaterThan(once);

        use(_ -> {});

        assertThat(length()).isEqualTo(once);
    }

    @Test
    void goesOnWithoutADiskThatIsFullAndIsWholeAgainAsSoonAsThereIsRoom() {
        Seeds.forOneIn(
                20,
                random -> {
                    startFresh();
                    var disk = new SmallDisk();
                    var kept = new LinkedHashMap<LoopId, Known>();
                    use(
                            disk::open,
                            memory -> {
                                keepSome(memory, kept, random, 3);
                                disk.leave(random.nextInt(1_000));
                                keepSome(memory, kept, random, 20);
                                disk.leave(Long.MAX_VALUE);
                                keepSome(memory, kept, random, 1);
                            });

                    assertThat(warnings)
                            .containsExactly(
                                    "cannot write the memory %s (No space left on device); every"
                                                    .formatted(file)
                                            + " decision tries again");
                    warnings.clear();
                    assertThat(recalled()).containsExactlyInAnyOrderElementsOf(kept.values());
                    assertThat(warnings).isEmpty();
                });
    }

    /// What was written before the disk was full is still there, and nothing else.
    @Test
    void recallsWhatWasWrittenBeforeTheDiskWasFull() {
        Seeds.forOneIn(
                20,
                random -> {
                    startFresh();
                    var disk = new SmallDisk();
                    var kept = new LinkedHashMap<LoopId, Known>();
                    use(
                            disk::open,
                            memory -> {
                                keepSome(memory, kept, random, 3);
                                disk.leave(0);
                                keepSome(memory, new LinkedHashMap<>(), random, 5);
                            });
                    warnings.clear();

                    assertThat(recalled()).containsExactlyInAnyOrderElementsOf(kept.values());
                    assertThat(warnings).isEmpty();
                });
    }

    private static void keepSome(
            MemoryFile memory, Map<LoopId, Known> kept, RandomGenerator random, int turns) {
        for (int turn = 0; turn < turns; turn++) {
            var one = any(random);
            memory.keep(one);
            kept.put(one.loop(), Known.of(one));
        }
    }

    @Test
    void isWrittenByOneProcessAtATime() {
        use(memory -> {
            memory.keep(sizing(BLUE, new SplittableRandom(1)));

            assertThatThrownBy(() -> new MemoryFile(file, warnings::add))
                    .isInstanceOf(IOException.class)
                    .hasMessage("another process is writing it");
        });

        assertThat(recalled()).hasSize(1);
    }

    /// A loop of any kind and of few names.
    private static Remembered<?> any(RandomGenerator random) {
        var any = new AnyObject(random);
        var past = new AnyPast(random);
        var name = any.of(List.of("blue", "green", "é \"quoted\""));
        return switch (random.nextInt(3)) {
            case 0 ->
                    new Remembered<dev.plimsoll.scaling.Past>(
                            new LoopId("Scaling", name),
                            List.of("a", "b"),
                            new ScalingKind().decider(),
                            past.scaling(),
                            past.outcomes());
            case 1 ->
                    new Remembered<GroupPast>(
                            new LoopId("Leaving", name),
                            List.of(name),
                            new LeavingKind().decider(),
                            past.group(),
                            past.outcomes());
            default -> sizing(new LoopId("Sizing", name), random);
        };
    }

    private static Remembered<?> sizing(LoopId loop, RandomGenerator random) {
        var past = new AnyPast(random);
        return new Remembered<dev.plimsoll.sizing.Past>(
                loop,
                List.of(loop.name()),
                new SizingKind().decider(),
                past.sizing(),
                past.outcomes());
    }

    private static List<Known> known(MemoryFile memory) {
        return memory.recall().stream().map(Known::of).toList();
    }

    /// What another process recalls.
    private List<Known> recalled() {
        var recalled = new ArrayList<Known>();
        use(memory -> recalled.addAll(known(memory)));
        return recalled;
    }

    private void use(Consumer<MemoryFile> work) {
        use(Tail::locked, work);
    }

    private void use(Tail.Opener opener, Consumer<MemoryFile> work) {
        Disk.write(() -> {
            try (var memory = new MemoryFile(file, warnings::add, opener)) {
                work.accept(memory);
            }
        });
    }

    /// Adds a line of another version.
    private void append(String json) {
        var before = new String(bytes(), StandardCharsets.US_ASCII);
        var last = before.lines().toList().getLast();
        var line = Line.encode(json, last.split(" ", -1)[1]);
        put((before + line.text() + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    private void startFresh() {
        warnings.clear();
        Disk.write(() -> Files.deleteIfExists(file));
    }

    private byte[] bytes() {
        return Disk.read(() -> Files.readAllBytes(file));
    }

    private long length() {
        return Disk.read(() -> Files.size(file));
    }

    private void put(byte[] bytes) {
        Disk.write(() -> Files.write(file, bytes));
    }
}

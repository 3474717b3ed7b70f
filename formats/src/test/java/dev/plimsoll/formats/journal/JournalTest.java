package dev.plimsoll.formats.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.Seeds;
import dev.plimsoll.batching.Nodes;
import dev.plimsoll.batching.Past;
import dev.plimsoll.batching.Seen;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.document.BatchingKind;
import dev.plimsoll.formats.document.ScalingKind;
import dev.plimsoll.formats.kubernetes.ClusterReader;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Count;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.Policy;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.turn.LoopId;
import dev.plimsoll.turn.LoopSpec;
import dev.plimsoll.turn.Memory;
import dev.plimsoll.turn.Setup;
import dev.plimsoll.turn.Turns;
import dev.plimsoll.turn.World;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JournalTest {

    private static final long LARGE = 1L << 30;

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    /// A pending database whose volume is in zone a, and a pending web server that runs on no node
    /// with pods of the shop.
    private static final String SHOP =
            """
            {kind: Namespace, metadata: {name: shop, labels: {team: shop}}}
            ---
            {kind: Node, metadata: {name: b-1, labels: {zone: b, kubernetes.io/hostname: b-1}}, status: {allocatable: {cpu: 4, memory: 16Gi, pods: 20}}}
            ---
            kind: Pod
            metadata: {name: front, namespace: shop, labels: {app: front}}
            spec: {nodeName: b-1, containers: [{resources: {requests: {cpu: 1}}}]}
            ---
            kind: Pod
            metadata: {name: db, namespace: bank}
            spec:
              containers: [{resources: {requests: {cpu: 1}}}]
              volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]
            ---
            kind: Pod
            metadata: {name: web, namespace: bank, labels: {app: web}}
            spec:
              containers: [{resources: {requests: {cpu: 1}}}]
              nodeSelector: {zone: b}
              affinity:
                podAntiAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                  - {topologyKey: kubernetes.io/hostname, namespaceSelector: {matchLabels: {team: shop}}, labelSelector: {}}
            ---
            {kind: StorageClass, metadata: {name: disk}, provisioner: ebs.csi.aws.com, volumeBindingMode: WaitForFirstConsumer}
            ---
            kind: PersistentVolumeClaim
            metadata: {name: data, namespace: bank, uid: c1, annotations: {pv.kubernetes.io/bind-completed: 'yes'}}
            spec: {storageClassName: disk, volumeName: vol, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
            status: {phase: Bound}
            ---
            kind: PersistentVolume
            metadata: {name: vol}
            spec:
              storageClassName: disk
              capacity: {storage: 1Gi}
              accessModes: [ReadWriteOnce]
              claimRef: {namespace: bank, name: data, uid: c1}
              csi: {driver: ebs.csi.aws.com, volumeHandle: v-1}
              nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [a]}]}]}}
            status: {phase: Bound}
            """;

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
                10,
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

    /// A claim on a volume in one zone, and a pod that stays away from pods of other namespaces:
    /// the decision needs the storage and the namespaces of the cluster.
    @Test
    void decidesAgainWhatStorageAndNamespacesDecided() {
        var inventory = new Inventory();
        new ClusterReader(inventory).read(Source.text("objects", SHOP));
        List.of("a", "b").forEach(zone -> inventory.put(group(zone)));
        var world = new StillWorld(inventory.cluster());
        var scaling = new ScalingKind().loop("scaling", List.of(), Policy.DEFAULT);
        open(
                LARGE,
                Tail::locked,
                journal ->
                        new Turns<>(world, journal, Memory.none(), 7)
                                .turn(NOON, Setup.of(List.of(scaling))));

        var decided =
                (Entry.Decided<?, ?, ?>)
                        entries().stream()
                                .filter(Entry.Decided.class::isInstance)
                                .findFirst()
                                .orElseThrow();

        assertThat(decided.loop()).isEqualTo(new LoopId("Scaling", "scaling"));
        assertThat(decided.question().seen()).isEqualTo(inventory.cluster());
        assertThat(decided.plan())
                .isEqualTo(
                        new Plan(
                                List.of(
                                        new Step.ResizeGroup("a", 0, 1),
                                        new Step.ResizeGroup("b", 1, 2))));
        assertThat(decided.again()).isEqualTo(decided.text());
    }

    /// Two loops may have one name if they are of different kinds.
    @Test
    void tellsLoopsOfDifferentKindsApart() {
        var told = new Told(any());

        write(LARGE, told, 60);

        assertThat(told.turns())
                .extracting(Told.Turn::loop)
                .contains(new LoopId("Sizing", "green"), new LoopId("Leaving", "green"));
        assertThat(Told.read(file)).isEqualTo(told.turns());
    }

    /// A simulated subnet shows no cluster.
    @Test
    void writesWhatALoopSawOfAWorldWithoutACluster() {
        var kind = new BatchingKind();
        var policy = dev.plimsoll.batching.Policy.DEFAULTS;
        var spec =
                new LoopSpec<Seen, Seen, dev.plimsoll.batching.Policy, Past>(
                        new LoopId("Batching", "pods"),
                        List.of(),
                        seen -> seen,
                        kind.decider(),
                        policy,
                        kind.none());
        var questions = new ArrayList<Question<?, ?, ?>>();
        open(
                LARGE,
                Tail::locked,
                journal -> {
                    for (int nodes = 1; nodes <= 3; nodes++) {
                        var question =
                                new Question<>(
                                        subnet(nodes), policy, Past.NONE, List.of(), NOON, 1);
                        questions.add(question);
                        journal.decided(
                                spec, question.seen(), question, kind.decider().decide(question));
                    }
                });

        assertThat(Told.read(file)).extracting(Told.Turn::question).isEqualTo(questions);
    }

    @Test
    void recordsThatALoopCouldNotDecide() {
        var loop = new LoopId("Sizing", "blue");
        open(LARGE, Tail::locked, journal -> journal.failed(loop, NOON, "no \"luck\""));

        assertThat(entries().getLast()).isEqualTo(new Entry.Failed(loop, NOON, "no \"luck\""));
        assertThat(warnings)
                .containsExactly(
                        "Sizing/blue could not decide: no \"luck\"; it is tried again later");
    }

    /// The first format had no number. Its clusters would be misread.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    {"record":"open","version":"0.1","rules":1}                       | 1
                    {"record":"open","version":"0.1","rules":1,"next":7}              | 1
                    {"record":"open","format":3,"version":"0.3","rules":4,"next":1}   | 3
                    """)
    void refusesAJournalOfAnotherFormatAndLeavesItAsItIs(String open, int format) {
        var first = Line.encode(open, Line.FIRST);
        var second = Line.encode("{\"record\":\"cluster\",\"whole\":true}", first.checksum());
        put(List.of(first.text(), second.text()));
        var before = bytes();

        for (ThrowingCallable use :
                List.<ThrowingCallable>of(this::entries, () -> write(LARGE, new Told(any()), 1))) {
            assertThatThrownBy(use)
                    .isInstanceOf(BadInput.class)
                    .hasMessage(
                            "%s: this journal has format %d, and this version reads format 2; use"
                                    + " the version that wrote it, or name a new file",
                            file, format);
        }
        assertThat(bytes()).isEqualTo(before);
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
        int share = Seeds.few(5, 1);
        int record = 1;

        for (int at = 0; at < whole.length; at++) {
            for (byte other : new byte[] {(byte) (whole[at] ^ 1), '\n'}) {
                if (other != whole[at] && (at % share == 0 || whole[at] == '\n')) {
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
        open(LARGE, Tail::locked, new Told(any())::tellUntilItActs);
        var whole = bytes();
        int first = startOfLastLines(whole, Seeds.few(6, 100));
        var entries = entries(Arrays.copyOf(whole, first));

        int stride = Math.max(1, (whole.length - first) / Seeds.few(20, 200));
        for (int length = first; length <= whole.length; length++) {
            boolean endsLine = length > 0 && whole[length - 1] == '\n';
            if (!endsLine && length % stride != 0) {
                continue;
            }
            put(Arrays.copyOf(whole, length));
            try (var reader = JournalReader.open(file)) {
                var read = new ArrayList<Entry>();
                reader.forEachRemaining(read::add);
                boolean torn = length > 0 && !endsLine;

                assertThat(reader.isTorn()).describedAs("%d bytes", length).isEqualTo(torn);
                assertThat(read.size() - entries.size())
                        .describedAs("%d bytes", length)
                        .isBetween(0, torn ? 0 : 1);
                entries = read;
            }
        }
        assertThat(entries.getFirst()).isInstanceOf(Entry.Opened.class);
        assertThat(entries.getLast()).isInstanceOf(Entry.Acted.class);
    }

    private static int startOfLastLines(byte[] whole, int lines) {
        int left = lines + 1;
        for (int at = whole.length - 1; at >= 0; at--) {
            left -= whole[at] == '\n' ? 1 : 0;
            if (left == 0) {
                return at + 1;
            }
        }
        return 0;
    }

    private List<Entry> entries(byte[] start) {
        put(start);
        try (var reader = JournalReader.open(file)) {
            var read = new ArrayList<Entry>();
            reader.forEachRemaining(read::add);
            return read;
        }
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

        write(4_000, told, 50);

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

    /// A cluster in which nothing ever happens.
    private record StillWorld(Cluster observe) implements World<Cluster> {

        @Override
        public List<Outcome> act(Plan plan) {
            return plan.steps().stream().<Outcome>map(Outcome.Done::new).toList();
        }
    }

    /// A group of one zone, with a dollar an hour for four cores.
    private static Group group(String zone) {
        var labels = new TreeMap<>(Map.of("zone", zone));
        return new Group(
                zone,
                Labels.of(labels),
                zone.equals("b") ? 1 : 0,
                Limits.UNLIMITED,
                new Template(
                        Resources.of(Cpu.cores(4), Bytes.gibibytes(16)).with(Resources.PODS, 20),
                        Labels.of(labels),
                        List.of()),
                new Price.Known(Money.dollars(BigDecimal.ONE), "a list"));
    }

    private static Seen subnet(int nodes) {
        return new Seen(
                "pods",
                Count.of(1_000),
                3,
                16,
                Count.unknown(),
                Seen.Used.UNKNOWN,
                List.of(new Nodes(nodes, 20, Nodes.ANY, 0)),
                1,
                0,
                Duration.ofSeconds(90));
    }

    private static RandomGenerator any() {
        return new SplittableRandom(189);
    }

    private static List<Told.Turn> last(Told told, int count) {
        var turns = told.turns();
        return turns.subList(turns.size() - count, turns.size());
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

    /// Writes a journal of the given number of turns in one process.
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

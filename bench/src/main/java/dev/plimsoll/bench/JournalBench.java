package dev.plimsoll.bench;

import dev.plimsoll.bench.DumpGenerator.Size;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Pod;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.document.SizingKind;
import dev.plimsoll.formats.journal.JournalFile;
import dev.plimsoll.formats.journal.JournalReader;
import dev.plimsoll.formats.kubernetes.ClusterReader;
import dev.plimsoll.prices.Price;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.sizing.Past;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Seen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SplittableRandom;

/// Writes the journal of a large cluster, in full and with turns in which one pod in a hundred is
/// replaced, and prints its size and the time. The exit code is 1 if a target is missed.
public final class JournalBench {

    private static final double MOST_SNAPSHOT_KILOBYTES = 2_500;
    private static final double MOST_TURN_KILOBYTES = 80;
    private static final double MOST_OBSERVE_MILLIS = 1;
    private static final int TURNS = 5;
    private static final String GROUP = "general";

    private final Verdict verdict = new Verdict();
    private final SplittableRandom random = new SplittableRandom(1);
    private final Inventory inventory = new Inventory();
    private final Path journal;

    private JournalBench(Path journal) {
        this.journal = journal;
    }

    public static void main(String[] arguments) throws IOException {
        var folder = Files.createTempDirectory("journal");
        var dump = folder.resolve("dump.json");
        var journal = folder.resolve("journal");
        var bench = new JournalBench(journal);
        try {
            DumpGenerator.write(Size.LARGE, 1, dump);
            new ClusterReader(bench.inventory).read(Source.file(dump));
            bench.measure();
        } finally {
            Files.deleteIfExists(dump);
            Files.deleteIfExists(journal);
            Files.delete(folder);
        }
        System.exit(bench.verdict.exitCode());
    }

    private void measure() throws IOException {
        inventory.put(
                new Group(
                        GROUP,
                        Labels.of("pool", GROUP),
                        Size.LARGE.nodes(),
                        Limits.UNLIMITED,
                        Template.UNKNOWN,
                        new Price.Unknown("not needed")));
        try (var file = new JournalFile(journal, 1L << 30, "bench", JournalBench::fail)) {
            long before = Files.size(journal);
            double seconds = write(file, inventory.cluster());
            verdict.say(
                    "snapshot",
                    (Files.size(journal) - before) / 1e3,
                    MOST_SNAPSHOT_KILOBYTES,
                    "kB");
            System.out.printf("written in       %.2f s%n", seconds);
            observeAgain();
            for (int turn = 0; turn < TURNS; turn++) {
                replaceOneInAHundred();
                before = Files.size(journal);
                seconds = write(file, inventory.cluster());
                verdict.say(
                        "turn", (Files.size(journal) - before) / 1e3, MOST_TURN_KILOBYTES, "kB");
                System.out.printf("written in       %.3f s%n", seconds);
            }
        }
        read(inventory.cluster());
    }

    /// @return seconds, without the time for deciding
    private static double write(JournalFile file, Cluster cluster) {
        var policy = Policy.defaults(Reading.PLIMSOLL);
        var spec = new SizingKind().loop(GROUP, List.of(GROUP), policy);
        var question =
                new Question<>(
                        Seen.of(cluster, GROUP), policy, Past.NONE, List.of(), Instant.EPOCH, 0);
        var decision = spec.decider().decide(question);
        long start = System.nanoTime();
        file.decided(spec, cluster, question, decision);
        return (System.nanoTime() - start) / 1e9;
    }

    private static void fail(String warning) {
        throw new IllegalStateException(warning);
    }

    private void observeAgain() {
        var cluster = inventory.cluster();
        long start = System.nanoTime();
        var again = inventory.cluster();
        verdict.say("observe again", (System.nanoTime() - start) / 1e6, MOST_OBSERVE_MILLIS, "ms");
        if (!again.equals(cluster)) {
            throw new IllegalStateException("nothing changed, and the cluster is another one");
        }
    }

    private void read(Cluster last) {
        long start = System.nanoTime();
        int entries = 0;
        try (var reader = JournalReader.open(journal)) {
            while (reader.hasNext()) {
                reader.next();
                entries++;
            }
            if (!reader.cluster().equals(last)) {
                throw new IllegalStateException("what was read is not what was written");
            }
        }
        System.out.printf(
                "read in          %.2f s, %d entries%n",
                (System.nanoTime() - start) / 1e9, entries);
    }

    /// Removes pods, and adds others of the same deployments on other nodes.
    private void replaceOneInAHundred() {
        var nodes = inventory.cluster().nodes();
        int wanted = Size.LARGE.pods() / 100;
        var gone = new LinkedHashSet<Pods>();
        while (gone.size() < wanted) {
            var pods = nodes.get(random.nextInt(nodes.size())).pods();
            if (!pods.isEmpty()) {
                gone.add(pods.get(random.nextInt(pods.size())));
            }
        }
        for (var pods : gone) {
            inventory.removePod(new ObjectName(pods.shape().namespace(), pods.first()));
            inventory.put(another(pods, nodes.get(random.nextInt(nodes.size())).name()));
        }
    }

    private Pod another(Pods pods, String node) {
        var shape = pods.shape();
        var replicaSet = pods.first().substring(0, pods.first().length() - 5);
        return new Pod(
                replicaSet + DumpGenerator.letters(random, 5),
                node,
                shape.labels(),
                shape.with(Labels.NONE));
    }
}

package dev.plimsoll.kube;

import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Value;
import dev.plimsoll.formats.kubernetes.Change;
import dev.plimsoll.formats.kubernetes.ObjectKind;
import dev.plimsoll.formats.kubernetes.ObjectReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/// A running cluster, kept current by watches. One thread takes the changes: the one that calls
/// [#takeFor].
final class WatchedCluster implements AutoCloseable {

    /// What a patch of a node needs to know of it.
    ///
    /// @param resourceVersion the precondition of a patch
    /// @param taints as they were sent, with all their fields
    record NodeVersion(String uid, String resourceVersion, List<Map<String, Object>> taints) {}

    /// How long the API server may take to answer for the first time.
    private static final Duration FIRST_ANSWER = Duration.ofSeconds(30);

    /// An API server that has just started refuses everything for a moment.
    private static final Duration FIRST_REFUSAL = Duration.ofSeconds(2);

    /// When a wait for the first answer is said.
    private static final Duration FIRST_WORD = Duration.ofSeconds(3);

    private final BlockingQueue<Change> queue = new ArrayBlockingQueue<>(1_000);
    private final Inventory inventory = new Inventory();
    private final Mistakes mistakes = new Mistakes();
    private final ObjectReader reader;
    private final List<ListWatch> watches;
    private final List<Thread> threads = new ArrayList<>();
    private final Set<ObjectKind> unlisted = EnumSet.copyOf(ObjectKind.watched());
    private final Map<String, NodeVersion> nodes = new HashMap<>();
    private final SeenBuffers buffers = new SeenBuffers();
    private final Consumer<String> warn;

    /// @param progress receives the number of objects read so far
    /// @param warn receives sentences about objects that cannot be read
    WatchedCluster(ApiServer server, IntConsumer progress, Consumer<String> warn) {
        this.warn = warn;
        reader = new ObjectReader(inventory, mistakes, progress);
        watches =
                ObjectKind.watched().stream()
                        .map(kind -> new ListWatch(server, new Feed(server, kind, queue)))
                        .toList();
    }

    void start() {
        watches.forEach(watch -> threads.add(Thread.ofVirtual().name("watch").start(watch)));
    }

    /// Takes changes until every kind has been listed.
    ///
    /// @throws IOException if the credentials may not read a kind, the API server does not answer,
    ///   or the time is over
    void awaitLists(Duration patience) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        boolean isSaid = false;
        while (!unlisted.isEmpty()) {
            takeFor(Duration.ofMillis(20));
            var refusals =
                    watches.stream().filter(ListWatch::isRefused).map(ListWatch::problem).toList();
            var waited = Duration.ofNanos(System.nanoTime() - begin);
            if (!refusals.isEmpty() && waited.compareTo(FIRST_REFUSAL) > 0) {
                throw new IOException(together(refusals));
            }
            boolean isSilent = watches.stream().noneMatch(ListWatch::wasHeard);
            if (waited.compareTo(isSilent ? FIRST_ANSWER : patience) > 0) {
                throw new IOException(
                        staleness()
                                .orElse(
                                        "the cluster could not be read within "
                                                + patience.toSeconds()
                                                + " s"));
            }
            if (!isSaid && waited.compareTo(FIRST_WORD) > 0 && isSilent) {
                isSaid = true;
                staleness().ifPresent(why -> warn.accept("waits for the cluster: " + why));
            }
        }
    }

    private static String together(List<String> sentences) {
        return String.join("; ", new TreeSet<>(sentences));
    }

    /// Takes changes as they come, for some time.
    void takeFor(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            var change = queue.poll(left, TimeUnit.NANOSECONDS);
            if (change == null) {
                return;
            }
            take(change);
        }
    }

    /// Takes all queued changes.
    void take() {
        for (var change = queue.poll(); change != null; change = queue.poll()) {
            take(change);
        }
        if (!mistakes.isEmpty()) {
            mistakes.list().forEach(mistake -> warn.accept(mistake.toString()));
            mistakes.clear();
        }
    }

    private void take(Change change) {
        reader.take(change);
        buffers.take(change);
        switch (change) {
            case Change.Put(var kind, var object) when kind == ObjectKind.NODE -> keep(object);
            case Change.Deleted(var kind, var object) when kind == ObjectKind.NODE ->
                    nodes.remove(JsonTree.text(tree(object), "metadata", "name"));
            case Change.ListEnds(var kind) -> {
                unlisted.remove(kind);
                if (kind == ObjectKind.NODE) {
                    nodes.keySet().removeIf(name -> inventory.cluster().node(name) == null);
                }
            }
            default -> {}
        }
    }

    private void keep(Value.Mapping node) {
        var metadata = tree(node.get("metadata"));
        var taints = JsonTree.maps(tree(node.get("spec")), "taints");
        nodes.put(
                JsonTree.text(metadata, "name"),
                new NodeVersion(
                        JsonTree.text(metadata, "uid"),
                        JsonTree.text(metadata, "resourceVersion"),
                        taints));
    }

    private static Map<String, Object> tree(Value value) {
        return JsonTree.map(JsonTree.of(value));
    }

    Inventory inventory() {
        return inventory;
    }

    /// The CapacityBuffers, with their status.
    List<SeenBuffers.SeenBuffer> buffers() {
        return buffers.all();
    }

    Optional<NodeVersion> node(String name) {
        return Optional.ofNullable(nodes.get(name));
    }

    /// The longest time since the API server last reported objects of some kind; any thread may
    /// ask.
    Duration silence() {
        return watches.stream()
                .map(ListWatch::silence)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    /// Whether every kind is reported; any thread may ask.
    boolean isCurrent() {
        return staleness().isEmpty();
    }

    /// Why the picture of the cluster may be old; nothing if it is current.
    Optional<String> staleness() {
        var problems =
                watches.stream()
                        .map(ListWatch::problem)
                        .filter(problem -> !problem.isEmpty())
                        .toList();
        return problems.isEmpty() ? Optional.empty() : Optional.of(together(problems));
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
        watches.forEach(ListWatch::cut);
    }
}

package dev.plimsoll.kube;

import dev.plimsoll.collection.Hash;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.kubernetes.Change;
import dev.plimsoll.formats.kubernetes.ObjectKind;
import dev.plimsoll.formats.kubernetes.ServerText;
import dev.plimsoll.formats.kubernetes.ServerText.Notice;
import dev.plimsoll.formats.kubernetes.ServerText.Version;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The objects of one kind at the API server: listed in pages, then watched, and listed again when
/// the watch cannot go on. It runs in a thread of its own and hands the changes to a queue.
///
/// Objects that are listed again in a known version are not read again.
final class Feed implements Runnable {

    private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(30);

    private final ApiServer server;
    private final ObjectKind kind;
    private final BlockingQueue<Change> queue;

    /// The version of each object that was read, both as hashes: two pods would have to share 64
    /// bits to be mixed up.
    private Map<Long, Long> known = new HashMap<>();

    /// The version up to which everything was reported; empty if the objects must be listed.
    private String reached = "";

    private volatile @Nullable InputStream open;
    private boolean isBroken;
    private volatile long lastSignNanos = System.nanoTime();
    private volatile String failure = "";
    private volatile boolean isForbidden;

    Feed(ApiServer server, ObjectKind kind, BlockingQueue<Change> queue) {
        this.server = server;
        this.kind = kind;
        this.queue = queue;
    }

    ObjectKind kind() {
        return kind;
    }

    /// The time since the API server last sent something.
    Duration silence() {
        return Duration.ofNanos(System.nanoTime() - lastSignNanos);
    }

    /// The last failure, if nothing has succeeded since; else empty.
    String failure() {
        return failure;
    }

    /// The credentials may not list or watch the kind.
    boolean isForbidden() {
        return isForbidden;
    }

    /// Ends the watch of a connection that may be dead, so that a new one is made.
    void cut() {
        var stream = open;
        if (stream != null) {
            try {
                stream.close();
            } catch (IOException alreadyClosed) {
                failure = String.valueOf(alreadyClosed.getMessage());
            }
        }
    }

    @Override
    public void run() {
        var backOff = Duration.ZERO;
        while (!Thread.currentThread().isInterrupted()) {
            try {
                if (reached.isEmpty()) {
                    list();
                }
                watch();
                backOff = Duration.ZERO;
            } catch (IOException | BadInput failed) {
                note(failed);
                backOff = longer(backOff);
            } catch (InterruptedException stop) {
                return;
            }
            try {
                Thread.sleep(backOff);
            } catch (InterruptedException stop) {
                return;
            }
        }
    }

    private void note(Exception failed) {
        isForbidden = failed instanceof Refused refused && refused.status() == 403;
        failure = String.valueOf(failed.getMessage());
        if (failed instanceof Refused refused && refused.status() == 410) {
            reached = "";
        }
    }

    private void sign() {
        lastSignNanos = System.nanoTime();
        failure = "";
        isForbidden = false;
    }

    /// Twice as long as before, up to a limit, and a random part: many feeds fail at once.
    private static Duration longer(Duration before) {
        long millis = Math.clamp(before.toMillis() * 2, 500, LONGEST_BACK_OFF.toMillis());
        return Duration.ofMillis(millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2));
    }

    /// A list that fails half-way is given up by the next one that begins.
    private void list() throws IOException, InterruptedException {
        var versions = new HashMap<Long, Long>();
        queue.put(new Change.ListBegins(kind));
        var next = "";
        var resourceVersion = "";
        do {
            try (var in = server.open(ClusterLists.page(kind, next))) {
                sign();
                var end = text().page(in, isKnown(versions));
                sign();
                next = end.next();
                resourceVersion = end.resourceVersion();
            }
        } while (!next.isEmpty());
        known = versions;
        reached = resourceVersion;
        queue.put(new Change.ListEnds(kind));
    }

    private Predicate<Version> isKnown(Map<Long, Long> versions) {
        return version -> {
            Long now = hash(version);
            versions.put(name(version), now);
            return now.equals(known.get(name(version)));
        };
    }

    /// A watch is short: the API server sends no bookmarks of a kind that never changes, so a new
    /// watch is the proof that nothing was missed.
    private void watch() throws IOException {
        int seconds = 60 + ThreadLocalRandom.current().nextInt(30);
        var path =
                kind.path()
                        + "?watch=true&allowWatchBookmarks=true&timeoutSeconds="
                        + seconds
                        + "&resourceVersion="
                        + reached;
        isBroken = false;
        try (var in = server.open(path)) {
            sign();
            open = in;
            text().watch(in, version -> known.put(name(version), hash(version)), this::heard);
        } finally {
            open = null;
        }
        if (isBroken) {
            throw new Refused("the watch of " + kind.plural() + " broke: " + failure, 500);
        }
    }

    private void heard(Notice notice) {
        switch (notice) {
            case Notice.Reached(var resourceVersion) -> {
                reached = resourceVersion;
                sign();
            }
            case Notice.Broken(int code, var message) -> {
                isBroken = true;
                failure = message;
                if (code == 410) {
                    reached = "";
                }
            }
        }
    }

    private ServerText text() {
        return new ServerText(kind, this::hand);
    }

    private void hand(Change change) {
        try {
            queue.put(change);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private static long name(Version version) {
        return Hash.ofUnits(version.name().toString());
    }

    private static long hash(Version version) {
        return Hash.ofUnits(version.uid() + "/" + version.resourceVersion());
    }
}

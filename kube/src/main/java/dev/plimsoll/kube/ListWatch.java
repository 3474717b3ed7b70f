package dev.plimsoll.kube;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// Keeps objects of one kind current: lists them, then watches them, and lists them again when the
/// watch cannot go on. It runs in a thread of its own.
public final class ListWatch implements Runnable {

    private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(30);

    /// Every watch ends within 90 s. Silence beyond this is a dead connection.
    private static final Duration LONGEST_SILENCE = Duration.ofMinutes(2);

    /// The objects of one kind.
    public interface Objects {

        /// The name of the kind in sentences: `pods`.
        String plural();

        /// Lists all objects, and calls [#heard] after each page.
        ///
        /// @return the version of the list, from which a watch continues
        String list(ListWatch by) throws IOException, InterruptedException;

        /// The path of all objects, after they have been listed.
        String path();

        /// Reads a watch until it ends, and calls [#reached] after each event.
        ///
        /// @throws Refused with status 410 if the objects must be listed again
        void read(InputStream watch, ListWatch by) throws IOException;

        /// The API server does not know the kind.
        ///
        /// @return whether that is no failure
        default boolean absent() {
            return false;
        }
    }

    private final ApiServer server;
    private final Objects objects;

    /// The version up to which everything was reported; empty if the objects must be listed.
    private String reached = "";

    private volatile @Nullable InputStream open;
    private volatile long lastSignNanos = System.nanoTime();
    private volatile String failure = "";
    private volatile boolean isForbidden;

    public ListWatch(ApiServer server, Objects objects) {
        this.server = server;
        this.objects = objects;
    }

    /// The API server has sent something.
    public void heard() {
        lastSignNanos = System.nanoTime();
        failure = "";
        isForbidden = false;
    }

    /// Everything up to this version was reported.
    public void reached(String resourceVersion) {
        reached = resourceVersion;
        heard();
    }

    /// Why the objects may be outdated, in a sentence; empty if they are current. A connection that
    /// seems to be dead is replaced.
    public String problem() {
        var silence = silence();
        if (failure.isEmpty() && silence.compareTo(LONGEST_SILENCE) > 0) {
            cut();
            return "the API server has not reported "
                    + objects.plural()
                    + " for "
                    + silence.toSeconds()
                    + " s; check the network";
        }
        return failure;
    }

    /// The time since the API server last sent something.
    Duration silence() {
        return Duration.ofNanos(System.nanoTime() - lastSignNanos);
    }

    /// The credentials may not list or watch the kind.
    boolean isForbidden() {
        return isForbidden;
    }

    /// Ends the connection of the watch.
    public void cut() {
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
                    reached = objects.list(this);
                }
                watch();
                backOff = Duration.ZERO;
            } catch (IOException | RuntimeException failed) {
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
        int status = failed instanceof Refused refused ? refused.status() : 0;
        if (status == 404 || status == 410) {
            reached = "";
        }
        if (status == 404 && objects.absent()) {
            heard();
            return;
        }
        isForbidden = status == 403;
        failure = String.valueOf(failed.getMessage());
    }

    /// Twice as long as before, up to a limit, and a random part: many watches fail at once.
    private static Duration longer(Duration before) {
        long millis = Math.clamp(before.toMillis() * 2, 500, LONGEST_BACK_OFF.toMillis());
        return Duration.ofMillis(millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2));
    }

    /// A watch is short: the API server sends no bookmarks of a kind that never changes, so a new
    /// watch is the proof that nothing was missed.
    private void watch() throws IOException {
        int seconds = 60 + ThreadLocalRandom.current().nextInt(30);
        var path =
                objects.path()
                        + "?watch=true&allowWatchBookmarks=true&timeoutSeconds="
                        + seconds
                        + "&resourceVersion="
                        + reached;
        try (var in = server.open(path)) {
            heard();
            open = in;
            objects.read(in, this);
        } finally {
            open = null;
        }
    }
}

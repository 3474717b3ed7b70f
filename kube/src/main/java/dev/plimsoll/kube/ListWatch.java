package dev.plimsoll.kube;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// Keeps objects of one kind current: lists them, then watches them, and lists them again when the
/// watch cannot go on. It runs in a thread of its own.
///
/// **Invariant:** between a failure and the time when everything that happened meanwhile was
/// reported, it has a problem: `ListWatchTest`.
public final class ListWatch implements Runnable {

    private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(30);

    /// Every watch ends within 90 s. Silence beyond this is a dead connection.
    private static final Duration LONGEST_SILENCE = Duration.ofMinutes(2);

    /// The API server reports what a new watch has missed at once; after this time it has.
    private static final Duration CATCHING_UP = Duration.ofSeconds(1);

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

    /// How current the objects are.
    private sealed interface State {

        /// Everything that happened is reported at once.
        record Current() implements State {}

        /// The API server does not know the kind, so there are no objects. It is asked again.
        record Absent() implements State {}

        /// All objects are being listed.
        ///
        /// @param failure the cause of the list; empty for the first one
        record Listing(String failure) implements State {}

        /// A new watch reports what happened since the failure.
        record CatchingUp(String failure, long sinceNanos) implements State {}

        /// @param isRefused for want of credentials or rights
        record Broken(String failure, boolean isRefused) implements State {}
    }

    private final ApiServer server;
    private final Objects objects;

    /// The version up to which everything was reported; empty if the objects must be listed.
    private String reached = "";

    private volatile State state = new State.Listing("");
    private volatile @Nullable InputStream open;
    private volatile long lastSignNanos = System.nanoTime();
    private volatile boolean wasHeard;

    public ListWatch(ApiServer server, Objects objects) {
        this.server = server;
        this.objects = objects;
    }

    /// The API server has sent something.
    public void heard() {
        lastSignNanos = System.nanoTime();
        wasHeard = true;
    }

    /// Everything up to this version was reported.
    public void reached(String resourceVersion) {
        reached = resourceVersion;
        heard();
    }

    /// Why the objects may be outdated, in a sentence; empty if they are current. A connection that
    /// seems to be dead is replaced.
    public String problem() {
        return switch (state) {
            case State.Broken(var failure, _) -> failure;
            case State.Listing(var failure) ->
                    failure.isEmpty() ? objects.plural() + " are being listed" : failure;
            case State.CatchingUp(var failure, long since) ->
                    System.nanoTime() - since < CATCHING_UP.toNanos() ? failure : silent();
            case State.Current _, State.Absent _ -> silent();
        };
    }

    private String silent() {
        var silence = silence();
        if (silence.compareTo(LONGEST_SILENCE) <= 0) {
            return "";
        }
        cut();
        return "the API server has not reported "
                + objects.plural()
                + " for "
                + silence.toSeconds()
                + " s; check the network";
    }

    /// The time since the API server last sent something.
    Duration silence() {
        return Duration.ofNanos(System.nanoTime() - lastSignNanos);
    }

    /// Whether the API server ever sent something.
    boolean wasHeard() {
        return wasHeard;
    }

    /// The credentials are not accepted, or may not list or watch the kind.
    boolean isRefused() {
        return state instanceof State.Broken(_, boolean isRefused) && isRefused;
    }

    /// Ends the connection of the watch.
    public void cut() {
        var stream = open;
        if (stream != null) {
            try {
                stream.close();
            } catch (IOException _) {
                // Its reader fails, which is the purpose.
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
            } catch (IOException | RuntimeException failed) {
                note(failed);
                backOff = longer(backOff, failed);
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

    private void list() throws IOException, InterruptedException {
        if (!(state instanceof State.Absent)) {
            state = new State.Listing(failure());
        }
        reached = objects.list(this);
        heard();
        state = new State.Current();
    }

    private String failure() {
        return switch (state) {
            case State.Broken(var failure, _) -> failure;
            case State.Listing(var failure) -> failure;
            case State.CatchingUp(var failure, _) -> failure;
            case State.Current _, State.Absent _ -> "";
        };
    }

    private void note(Exception failed) {
        int status = failed instanceof Refused refused ? refused.status() : 0;
        if (status == 404 || status == 410) {
            reached = "";
        }
        if (status == 404 && objects.absent()) {
            heard();
            state = new State.Absent();
            return;
        }
        state = new State.Broken(String.valueOf(failed.getMessage()), isRefusal(status));
    }

    private static boolean isRefusal(int status) {
        return status == 401 || status == 403;
    }

    /// Twice as long as before, up to a limit, and a random part: many watches fail at once. Longer
    /// if the API server asks for it.
    private static Duration longer(Duration before, Exception failed) {
        long millis = Math.clamp(before.toMillis() * 2, 500, LONGEST_BACK_OFF.toMillis());
        var own = Duration.ofMillis(millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2));
        var asked = failed instanceof Refused refused ? refused.retryAfter() : Duration.ZERO;
        return asked.compareTo(own) > 0 ? asked.plus(own) : own;
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
        try (var in = server.watch(path)) {
            heard();
            if (state instanceof State.Broken(var failure, _)) {
                state = new State.CatchingUp(failure, System.nanoTime());
            }
            open = in;
            objects.read(in, this);
        } finally {
            open = null;
        }
    }
}

package dev.plimsoll.kube;

import dev.plimsoll.decision.Step;
import dev.plimsoll.formats.document.Trees;
import dev.plimsoll.kube.Note.About;
import dev.plimsoll.kube.TurnReport.Evicted;
import dev.plimsoll.kube.TurnReport.LoopTurn;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Kubernetes Events about steps, for `kubectl describe`.
///
/// An Event that repeats within ten minutes is counted in the one before. At most 25 are written at
/// once, then one a second; others are dropped. No turn waits for them.
final class Events {

    private static final Duration TOGETHER = Duration.ofMinutes(10);
    private static final int AT_ONCE = 25;
    private static final Duration THEN_EVERY = Duration.ofSeconds(1);
    private static final int MOST_MESSAGE = 1_024;

    /// Names of objects have at most 253 characters.
    private static final int MOST_NAME = 230;

    /// The namespace of Events about objects that have none.
    private static final String CLUSTER = "default";

    private record Key(About about, String reason, String same) {}

    private record Written(String name, Instant first, Instant last, int count) {}

    /// The replica that writes.
    ///
    /// @param namespace of the status
    /// @param identity its name
    record Writer(String namespace, String identity) {}

    private final ApiServer server;
    private final Writer writer;
    private final BackgroundRequests background;
    private final Supplier<String> statusUid;
    private final Consumer<EventFate> fates;
    private final TokenBucket bucket = new TokenBucket(AT_ONCE, THEN_EVERY);
    private final Map<Key, Written> written = new LinkedHashMap<>();
    private long count;

    /// @param statusUid the uid of the status, if it is known; else empty
    /// @param fates receives what becomes of each Event
    Events(
            ApiServer server,
            Writer writer,
            BackgroundRequests background,
            Supplier<String> statusUid,
            Consumer<EventFate> fates) {
        this.server = server;
        this.writer = writer;
        this.background = background;
        this.statusUid = statusUid;
        this.fates = fates;
    }

    void turned(TurnReport turn) {
        var oldest = turn.at().minus(TOGETHER);
        written.values().removeIf(event -> event.last().isBefore(oldest));
        for (var loop : turn.loops()) {
            for (var outcome : loop.outcomes()) {
                Note.of(outcome, loop.decision()).ifPresent(note -> write(note, turn.at()));
            }
            turn.evicted().stream()
                    .filter(evicted -> isOf(loop, evicted))
                    .forEach(evicted -> write(Note.of(evicted, loop.decision()), turn.at()));
        }
    }

    private static boolean isOf(LoopTurn loop, Evicted evicted) {
        return loop.outcomes().stream()
                .anyMatch(outcome ->
                        outcome.step() instanceof Step.EvictPods(var node, _)
                                && node.equals(evicted.node()));
    }

    private void write(Note note, Instant now) {
        if (!bucket.take(now)) {
            fates.accept(EventFate.DROPPED);
            return;
        }
        var key = new Key(note.about(), note.reason(), note.same());
        var before = written.get(key);
        var event =
                before == null
                        ? new Written(name(note.about(), now), now, now, 1)
                        : new Written(before.name(), before.first(), now, before.count() + 1);
        boolean isOffered = background.offer("an Event", () -> send(note, event));
        if (isOffered) {
            written.put(key, event);
        } else {
            fates.accept(EventFate.DROPPED);
        }
    }

    /// Unique: the time in nanoseconds, and a number for those of one turn.
    private String name(About about, Instant now) {
        var object = objectName(about);
        var nanos = now.getEpochSecond() * 1_000_000_000 + now.get(ChronoField.NANO_OF_SECOND);
        count++;
        return object.substring(0, Math.min(MOST_NAME, object.length()))
                + "."
                + Long.toHexString(nanos + count);
    }

    private void send(Note note, Written event) throws IOException {
        if (event.count() == 1) {
            create(note, event);
        } else {
            repeat(note, event);
        }
    }

    private void create(Note note, Written event) throws IOException {
        made(EventFate.CREATED, folder(note), server.create(folder(note), tree(note, event)));
    }

    /// The API server forgets Events after an hour.
    private void repeat(Note note, Written event) throws IOException {
        var path = folder(note) + "/" + event.name();
        var change =
                Trees.ordered(
                        "count",
                        event.count(),
                        "lastTimestamp",
                        time(event.last()),
                        "message",
                        message(note));
        var reply = server.patch(path, change);
        if (reply.status() == 404) {
            create(note, event);
            return;
        }
        made(EventFate.REPEATED, path, reply);
    }

    private void made(EventFate fate, String path, Reply reply) throws IOException {
        if (!reply.isGood()) {
            fates.accept(EventFate.FAILED);
            throw server.refused(path, reply);
        }
        fates.accept(fate);
    }

    private Map<String, Object> tree(Note note, Written event) {
        var namespace = namespace(note.about());
        return Trees.ordered(
                "apiVersion",
                "v1",
                "kind",
                "Event",
                "metadata",
                Trees.ordered("name", event.name(), "namespace", namespace),
                "involvedObject",
                involved(note.about()),
                "type",
                note.type().text(),
                "reason",
                note.reason(),
                "message",
                message(note),
                "count",
                event.count(),
                "firstTimestamp",
                time(event.first()),
                "lastTimestamp",
                time(event.last()),
                "source",
                Trees.ordered("component", "plimsoll"),
                "reportingComponent",
                "plimsoll",
                "reportingInstance",
                writer.identity());
    }

    /// `kubectl describe node` finds Events whose uid is the name of the node, as those of kubelet.
    private Map<String, Object> involved(About about) {
        return switch (about) {
            case About.OfNode(var name) -> involved("Node", name, "", name);
            case About.OfPod(var pod, var uid) -> involved("Pod", pod.name(), pod.namespace(), uid);
            case About.OfGroup _ ->
                    involved("ConfigMap", StatusMap.NAME, writer.namespace(), statusUid.get());
        };
    }

    private static Map<String, Object> involved(
            String kind, String name, String namespace, String uid) {
        var object = Trees.ordered("apiVersion", "v1", "kind", kind, "name", name);
        if (!namespace.isEmpty()) {
            object.put("namespace", namespace);
        }
        if (!uid.isEmpty()) {
            object.put("uid", uid);
        }
        return object;
    }

    private String folder(Note note) {
        return "/api/v1/namespaces/" + namespace(note.about()) + "/events";
    }

    private String namespace(About about) {
        return switch (about) {
            case About.OfNode _ -> CLUSTER;
            case About.OfPod(var pod, _) -> pod.namespace();
            case About.OfGroup _ -> writer.namespace();
        };
    }

    private static String objectName(About about) {
        return switch (about) {
            case About.OfNode(var name) -> name;
            case About.OfPod(var pod, _) -> pod.name();
            case About.OfGroup _ -> StatusMap.NAME;
        };
    }

    private static String message(Note note) {
        var message = note.message();
        return message.length() <= MOST_MESSAGE
                ? message
                : message.substring(0, MOST_MESSAGE - 1) + "…";
    }

    private static String time(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}

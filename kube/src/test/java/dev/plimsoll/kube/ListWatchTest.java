package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.formats.Value;
import dev.plimsoll.formats.kubernetes.Change;
import dev.plimsoll.formats.kubernetes.ObjectKind;
import dev.plimsoll.kube.ScriptedServer.Asked;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The objects of one kind, kept current over HTTP.
class ListWatchTest {

    private static final String GONE =
            """
            {"type":"ERROR","object":{"kind":"Status","code":410,"message":"too old resource version"}}
            """;

    @TempDir Path folder;

    private final LinkedBlockingQueue<Change> queue = new LinkedBlockingQueue<>();
    private final List<String> taken = new ArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final AtomicInteger lists = new AtomicInteger();
    private final AtomicInteger watches = new AtomicInteger();

    @AfterEach
    void stop() throws Exception {
        for (var each : open.reversed()) {
            each.close();
        }
    }

    @Test
    void readsCompressedPagesOneAfterTheOther() throws Exception {
        var watch =
                start(asked -> {
                    if (asked.is("watch=true")) {
                        hold(asked, "");
                    } else if (asked.is("continue=more")) {
                        asked.answerCompressed(page("", pod("b", 8)));
                    } else {
                        asked.answerCompressed(page("more", pod("a", 7)));
                    }
                });

        await(() -> watch.problem().isEmpty());

        assertThat(changes()).containsExactly("list begins", "put a", "put b", "list ends");
    }

    @Test
    void saysThatItListsUntilTheFirstListIsRead() throws Exception {
        var rest = new CountDownLatch(1);
        var watch =
                start(asked -> {
                    if (asked.is("watch=true")) {
                        hold(asked, "");
                    } else if (asked.is("continue=more")) {
                        rest.await();
                        asked.answer(200, page("", pod("b", 8)));
                    } else {
                        asked.answer(200, page("more", pod("a", 7)));
                    }
                });
        await(() -> queue.size() == 2);

        assertThat(watch.problem()).isEqualTo("pods are being listed");
        rest.countDown();

        await(() -> watch.problem().isEmpty());
    }

    /// A watch that is too old is followed by a list; what happened meanwhile is known at its end.
    @Test
    void isOutdatedUntilTheLastPageIsThere() throws Exception {
        var rest = new CountDownLatch(1);
        var watch =
                start(asked -> {
                    if (asked.is("watch=true")) {
                        hold(asked, watches.incrementAndGet() == 1 ? GONE : "");
                    } else if (asked.is("continue=more")) {
                        rest.await();
                        asked.answer(200, page("", pod("b", 8)));
                    } else if (lists.incrementAndGet() == 1) {
                        asked.answer(200, page("", pod("a", 7)));
                    } else {
                        asked.answer(200, page("more", pod("a", 7)));
                    }
                });
        await(() -> changes().contains("unchanged"));

        assertThat(watch.problem()).contains("the watch of pods broke: too old resource version");
        rest.countDown();

        await(() -> watch.problem().isEmpty());
        assertThat(changes())
                .containsExactly(
                        "list begins",
                        "put a",
                        "list ends",
                        "list begins",
                        "unchanged",
                        "put b",
                        "list ends");
    }

    /// A new watch has not reported yet what the broken one has missed.
    @Test
    void isOutdatedUntilANewWatchHasCaughtUp() throws Exception {
        var watch =
                start(asked -> {
                    if (!asked.is("watch=true")) {
                        asked.answer(200, page("", pod("a", 7)));
                    } else if (watches.incrementAndGet() == 1) {
                        asked.answer(500, "{\"message\":\"etcd is away\"}");
                    } else {
                        hold(asked, "");
                    }
                });
        await(() -> watches.get() == 2);

        assertThat(watch.problem()).contains("etcd is away (500)");

        await(() -> watch.problem().isEmpty());
    }

    @Test
    void waitsAsLongAsTheServerAsks() throws Exception {
        var watch =
                start(asked -> {
                    if (asked.is("watch=true")) {
                        hold(asked, "");
                    } else if (lists.incrementAndGet() == 1) {
                        asked.exchange().getResponseHeaders().add("Retry-After", "2");
                        asked.answer(429, "{\"message\":\"too many requests\"}");
                    } else {
                        asked.answer(200, page("", pod("a", 7)));
                    }
                });
        long begin = System.nanoTime();

        await(() -> watch.problem().isEmpty());

        assertThat(System.nanoTime() - begin).isGreaterThan(2_000_000_000L);
    }

    /// Else the versions of all pods that ever ran would be kept.
    @Test
    void forgetsTheVersionOfADeletedObject() throws Exception {
        start(asked -> {
            if (!asked.is("watch=true")) {
                asked.answer(200, page("", pod("a", 7)));
            } else if (watches.incrementAndGet() == 1) {
                hold(asked, "{\"type\":\"DELETED\",\"object\":" + pod("a", 9) + "}\n" + GONE);
            } else {
                hold(asked, "");
            }
        });

        await(() -> watches.get() == 2);

        assertThat(changes())
                .containsExactly(
                        "list begins",
                        "put a",
                        "list ends",
                        "deleted a",
                        "list begins",
                        "put a",
                        "list ends");
    }

    @Test
    void saysThatItMayNotList() throws Exception {
        var watch = start(asked -> asked.answer(403, "{\"message\":\"pods is forbidden\"}"));

        await(watch::isRefused);

        assertThat(watch.problem())
                .isEqualTo("pods is forbidden; grant it, or use other credentials");
    }

    /// A cluster without CapacityBuffers has none, and is asked for both versions until one is
    /// there.
    @Test
    void hasNoObjectsOfAKindThatTheServerDoesNotKnow() throws Exception {
        var watch =
                start(
                        ObjectKind.CAPACITY_BUFFER,
                        asked -> {
                            if (asked.is("watch=true")) {
                                hold(asked, "");
                            } else if (asked.is("v1alpha1") && lists.incrementAndGet() > 1) {
                                asked.answer(200, page("", pod("spare", 7)));
                            } else {
                                asked.answer(404, "{\"message\":\"not found\"}");
                            }
                        });

        await(() -> changes().contains("list ends"));
        assertThat(changes()).doesNotContain("put spare");
        assertThat(watch.problem()).isEmpty();
        await(() -> changes().contains("put spare") && changes().getLast().equals("list ends"));

        assertThat(watch.problem()).isEmpty();
        assertThat(changes()).endsWith("list begins", "put spare", "list ends");
    }

    private ListWatch start(ScriptedServer.Script script) throws IOException {
        return start(ObjectKind.POD, script);
    }

    private ListWatch start(ObjectKind kind, ScriptedServer.Script script) throws IOException {
        var server = new ScriptedServer(folder, script);
        open.add(server);
        var connection = server.connect();
        open.add(connection);
        var watch = new ListWatch(connection, new Feed(connection, kind, queue));
        var thread = Thread.ofVirtual().start(watch);
        open.add(() -> {
            thread.interrupt();
            watch.cut();
        });
        return watch;
    }

    /// A watch that sends a text and stays open, unless the text ends it.
    private static void hold(Asked asked, String text) throws IOException, InterruptedException {
        try (OutputStream body = asked.stream()) {
            body.write(text.getBytes(StandardCharsets.UTF_8));
            body.flush();
            if (!text.contains("ERROR")) {
                Thread.sleep(60_000);
            }
        }
    }

    private static String page(String next, String items) {
        return """
        {"kind":"PodList","metadata":{"resourceVersion":"42","continue":"%s"},"items":[%s]}
        """
                .formatted(next, items);
    }

    private static String pod(String name, int version) {
        return """
        {"metadata":{"name":"%s","namespace":"shop","uid":"u-%1$s","resourceVersion":"%d"},\
        "spec":{"containers":[]}}\
        """
                .formatted(name, version);
    }

    /// All changes so far.
    private List<String> changes() {
        for (var change = queue.poll(); change != null; change = queue.poll()) {
            taken.add(text(change));
        }
        return List.copyOf(taken);
    }

    private static String text(Change change) {
        return switch (change) {
            case Change.ListBegins _ -> "list begins";
            case Change.ListEnds _ -> "list ends";
            case Change.Put(_, var object) -> "put " + name(object);
            case Change.Deleted(_, var object) -> "deleted " + name(object);
            default -> "unchanged";
        };
    }

    private static String name(Value.Mapping object) {
        return JsonTree.text(JsonTree.map(JsonTree.of(object)), "metadata", "name");
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + 20_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.sleep(5);
        }
    }
}

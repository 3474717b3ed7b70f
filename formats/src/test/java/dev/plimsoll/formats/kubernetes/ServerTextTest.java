package dev.plimsoll.formats.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.kubernetes.ServerText.Notice;
import dev.plimsoll.formats.kubernetes.ServerText.PageEnd;
import dev.plimsoll.formats.kubernetes.ServerText.Version;
import dev.plimsoll.selection.ObjectName;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// Lists and watches in the form in which the API server sends them.
class ServerTextTest {

    private static final String LIST =
            """
            {"kind":"PodList","apiVersion":"v1",
             "metadata":{"resourceVersion":"42","continue":"abc","remainingItemCount":1},
             "items":[
              {"metadata":{"name":"a","namespace":"shop","uid":"u1","resourceVersion":"7"},
               "spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"1"}}}]}},
              {"metadata":{"name":"b","namespace":"shop","uid":"u2","resourceVersion":"8"},
               "spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"2"}}}]}}]}
            """;

    private final Inventory inventory = new Inventory();
    private final ObjectReader reader = new ObjectReader(inventory, new Mistakes());
    private final List<Version> versions = new ArrayList<>();
    private final List<ObjectName> deleted = new ArrayList<>();
    private final List<Notice> notices = new ArrayList<>();
    private final ServerText pods = new ServerText(ObjectKind.POD, reader::take);

    @Test
    void readsAPageOfAListWhoseItemsDoNotNameTheirKind() {
        var end = list(LIST, _ -> false);

        assertThat(end).isEqualTo(new PageEnd("42", "abc"));
        assertThat(inventory.pendingPods()).containsExactly(pod("a"), pod("b"));
    }

    @Test
    void removesWhatTheNextListDoesNotName() {
        list(LIST, _ -> false);

        list(LIST.replace("\"name\":\"b\"", "\"name\":\"c\""), _ -> false);

        assertThat(inventory.pendingPods()).containsExactly(pod("a"), pod("c"));
    }

    @Test
    void doesNotReadAKnownVersionAgain() {
        list(LIST, _ -> false);
        var before = inventory.shape(pod("a"));

        list(LIST.replace("\"cpu\":\"1\"", "\"cpu\":\"3\""), version -> version.uid().equals("u1"));

        assertThat(inventory.shape(pod("a"))).isEqualTo(before);
        assertThat(inventory.pendingPods()).containsExactly(pod("a"), pod("b"));
    }

    @Test
    void tellsTheVersionOfEveryObject() {
        list(
                LIST,
                version -> {
                    versions.add(version);
                    return false;
                });

        assertThat(versions)
                .containsExactly(
                        new Version(pod("a"), "u1", "7"), new Version(pod("b"), "u2", "8"));
    }

    @Test
    void followsAWatch() {
        list(LIST, _ -> false);

        watch(
                """
                {"type":"ADDED","object":{"kind":"Pod","apiVersion":"v1","metadata":{"name":"c",\
                "namespace":"shop","uid":"u3","resourceVersion":"43"},"spec":{"containers":[]}}}
                {"type":"DELETED","object":{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a",\
                "namespace":"shop","uid":"u1","resourceVersion":"44"},"spec":{"containers":[]}}}
                {"type":"BOOKMARK","object":{"kind":"Pod","metadata":{"resourceVersion":"50"}}}
                """);

        assertThat(inventory.pendingPods()).containsExactly(pod("b"), pod("c"));
        assertThat(versions).containsExactly(new Version(pod("c"), "u3", "43"));
        assertThat(deleted).containsExactly(pod("a"));
        assertThat(notices)
                .containsExactly(
                        new Notice.Reached("43"),
                        new Notice.Reached("44"),
                        new Notice.Reached("50"));
    }

    @Test
    void reportsAWatchThatIsTooOld() {
        watch(
                """
                {"type":"ERROR","object":{"kind":"Status","code":410,"message":"too old","reason":"Expired"}}
                """);

        assertThat(notices).containsExactly(new Notice.Broken(410, "too old"));
    }

    @Test
    void refusesATextThatIsCutOff() {
        assertThatThrownBy(() -> list(LIST.substring(0, LIST.length() - 40), _ -> false))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("cut off");
    }

    private PageEnd list(String text, Predicate<Version> isKnown) {
        reader.take(new Change.ListBegins(ObjectKind.POD));
        var end = pods.page(stream(text), isKnown);
        reader.take(new Change.ListEnds(ObjectKind.POD));
        return end;
    }

    private void watch(String text) {
        pods.watch(
                stream(text),
                new ServerText.Versions() {
                    @Override
                    public void present(Version version) {
                        versions.add(version);
                    }

                    @Override
                    public void deleted(ObjectName name) {
                        deleted.add(name);
                    }
                },
                notices::add);
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }

    private static ObjectName pod(String name) {
        return new ObjectName("shop", name);
    }
}

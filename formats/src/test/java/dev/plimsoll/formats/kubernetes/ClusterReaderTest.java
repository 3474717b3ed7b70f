package dev.plimsoll.formats.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Source;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterReaderTest {

    private static final String POD =
            "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\"},"
                    + "\"spec\":{\"containers\":[{\"resources\":{\"requests\":{\"cpu\":\"1\"}}}]}}";
    private static final String NODE =
            "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n\"},"
                    + "\"status\":{\"allocatable\":{\"cpu\":\"4\"}}}";
    private static final String SERVICE =
            "{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"metadata\":{\"name\":\"s\"}}";
    private static final Cluster BOTH = cluster(POD + NODE);

    /// The same two objects, in every form in which they occur.
    @Test
    void readsEveryFormOfADump() {
        var pod = POD.replace("\"apiVersion\":\"v1\",\"kind\":\"Pod\",", "");
        var node = NODE.replace("\"apiVersion\":\"v1\",\"kind\":\"Node\",", "");
        var forms =
                List.of(
                        POD + "\n" + NODE + "\n",
                        POD + "\n---\n" + NODE + "\n",
                        "[" + POD + "," + NODE + "]",
                        list("List", POD + "," + NODE),
                        "{\"apiVersion\":\"v1\",\"items\":["
                                + POD
                                + ","
                                + NODE
                                + "],\"kind\":\"List\"}",
                        list("PodList", pod) + list("NodeList", node),
                        "{\"items\":[" + pod + "],\"kind\":\"PodList\"}{\"items\":[" + node + "]}",
                        pod + node,
                        event("ADDED", POD) + event("MODIFIED", NODE),
                        "{\"object\":" + POD + ",\"type\":\"ADDED\"}" + NODE,
                        "apiVersion: v1\nitems:\n- " + POD + "\n- " + NODE + "\nkind: List\n",
                        "kind: List\nitems: [" + POD + ", " + NODE + "]\n",
                        "# two\n---\n" + POD + "\n---\n---\n" + NODE + "\n---\n");

        for (var form : forms) {
            assertThat(cluster(form)).as(form).isEqualTo(BOTH);
        }
    }

    @Test
    void takesOutWhatAWatchSaysIsGone() {
        var gone =
                event("ADDED", POD)
                        + event("ADDED", NODE)
                        + event("BOOKMARK", POD)
                        + event("DELETED", POD)
                        + event("DELETED", NODE);

        assertThat(cluster(gone)).isEqualTo(Cluster.EMPTY);
    }

    /// Roughly the time of a dump: of heartbeats, and of the creation of nodes and pods.
    @Test
    void knowsTheLatestTimeThatObjectsShow() {
        var table =
                """
                {kind: Pod, metadata: {name: p, creationTimestamp: 2026-01-31T08:00:00Z}} | 2026-01-31T08:00:00Z
                {kind: Node, metadata: {name: a, creationTimestamp: 2026-01-31T09:00:00Z}, status: {allocatable: {cpu: 4}}} | 2026-01-31T09:00:00Z
                {kind: Node, metadata: {name: b}, status: {allocatable: {cpu: 4}, conditions: [{lastHeartbeatTime: 2026-01-31T10:00:00Z}, {lastHeartbeatTime: 2026-01-31T09:59:00Z}]}} | 2026-01-31T10:00:00Z
                {kind: Node, metadata: {name: c}, status: {allocatable: {cpu: 4}, conditions: [{lastHeartbeatTime: null}]}} | 1970-01-01T00:00:00Z
                """;
        var all = new StringBuilder();
        for (var row : table.lines().toList()) {
            var cells = row.split("\\|", -1);
            all.append(cells[0]).append("\n---\n");

            assertThat(read(new Inventory(), cells[0]).latest())
                    .as(row)
                    .isEqualTo(Instant.parse(cells[1].strip()));
        }
        assertThat(read(new Inventory(), all.toString()).latest())
                .isEqualTo(Instant.parse("2026-01-31T10:00:00Z"));
    }

    @Test
    void countsObjectsByKindAndPassesOverOthers() {
        var summary =
                read(new Inventory(), POD + SERVICE + NODE + SERVICE + list("EventList", "{}"));

        assertThat(summary.objects())
                .isEqualTo(Map.of("Pod", 1, "Node", 1, "Service", 2, "Event", 1));
        assertThat(summary.count("Pod")).isEqualTo(1);
        assertThat(summary.count("Secret")).isZero();
    }

    @Test
    void readsListsWithoutItems() {
        assertThat(cluster(list("PodList", ""))).isEqualTo(Cluster.EMPTY);
        assertThat(cluster("{\"kind\":\"PodList\",\"items\":null}")).isEqualTo(Cluster.EMPTY);
    }

    @Test
    void readsFoldersInTheOrderOfNamesAndSaysWhatItPassesOver(@TempDir Path folder)
            throws IOException {
        Files.createDirectories(folder.resolve("b/c"));
        Files.createDirectories(folder.resolve(".git"));
        Files.writeString(folder.resolve("b/c/node.json"), NODE);
        Files.writeString(folder.resolve("a.yaml"), POD);
        Files.writeString(folder.resolve("b/README.md"), "# hello");
        Files.writeString(folder.resolve("b/table.json"), "{\"kind\":\"Table\",\"rows\":[]}");
        Files.writeString(folder.resolve("b/trace.json"), "{\"events\":[]}");
        Files.writeString(folder.resolve(".git/x.yaml"), "{");
        var inventory = new Inventory();

        var summary = new ClusterReader(inventory).read(List.of(folder.toString()), nothing());

        assertThat(inventory.cluster()).isEqualTo(BOTH);
        assertThat(summary.warnings())
                .containsExactly(
                        folder.resolve("b/README.md")
                                + ": skipped: its name does not end in .json or .yaml",
                        folder.resolve("b/table.json") + ":1:1: " + TABLE,
                        folder.resolve("b/trace.json") + ":1:1: " + NO_KIND);
    }

    @Test
    void readsStandardInput() {
        var inventory = new Inventory();
        var in = new ByteArrayInputStream((POD + NODE).getBytes(StandardCharsets.UTF_8));

        new ClusterReader(inventory).read(List.of("-"), in);

        assertThat(inventory.cluster()).isEqualTo(BOTH);
    }

    private static final String TABLE =
            "this is kubectl's table for display, without pod requests; get the objects with"
                    + " '"
                    + ClusterReader.KUBECTL
                    + "'";
    private static final String EXPECTED =
            "; name a dump that '" + ClusterReader.KUBECTL + "' printed";
    private static final String NO_KIND =
            "this is not a Kubernetes object: it has no kind" + EXPECTED;
    private static final String CUT_OFF =
            "the file is cut off in the middle of a value; save it again, or rerun kubectl";

    @Test
    void refusesWhatIsNoDump() {
        assertThat(complaint("{\"kind\":\"Table\",\"rows\":[]}")).isEqualTo("f:1:1: " + TABLE);
        assertThat(complaint("{\"events\":[]}")).isEqualTo("f:1:1: " + NO_KIND);
        assertThat(complaint("hello world"))
                .isEqualTo("f:1:1: this is a string, not a Kubernetes object" + EXPECTED);
        assertThat(complaint("")).isEqualTo("f: the file is empty" + EXPECTED);
        assertThat(complaint("[1]")).isEqualTo("f:1:2: '1' is not a Kubernetes object" + EXPECTED);
        assertThat(complaint("{\"items\":{}}"))
                .isEqualTo("f:1:10: items: this is not a list" + EXPECTED);
        assertThat(complaint(event("ERROR", "{\"kind\":\"Status\"}")))
                .isEqualTo("f:1:26: the watch ended with 'ERROR'; run the kubectl command again");
    }

    @Test
    void refusesADumpThatIsCutOff() {
        var json = list("List", POD + "," + NODE);
        var yaml =
                "apiVersion: v1\nitems:\n- " + POD + "\n- " + NODE + "\nkind: List\nmetadata: {}\n";

        for (int end = 1; end < json.length(); end++) {
            assertThat(complaint(json.substring(0, end))).contains(CUT_OFF);
        }
        assertThat(complaint(yaml.substring(0, yaml.indexOf("kind: List"))))
                .isEqualTo(
                        "f:1:1: this list has items but no 'kind: List' after them:"
                                + " the file is cut off; run the kubectl command again");
        assertThat(complaint(yaml.substring(0, yaml.indexOf("List\n") + 2))).contains("is cut off");
    }

    @Test
    void endsInAClusterOrASentenceWhateverIsChangedInADump() {
        var json = list("List", POD + "," + NODE + "," + SERVICE);
        var yaml = "apiVersion: v1\nitems:\n- " + POD + "\n- " + NODE + "\nkind: List\n";
        var pieces =
                List.of(
                        "", "\"", "{", "}", "[", "]", ":", ",", "-", "0", "null", "\n", "x",
                        "9e99");
        Seeds.forAll(random -> {
            var text = random.nextBoolean() ? json : yaml;
            int at = random.nextInt(text.length());
            int end = at + random.nextInt(Math.min(20, text.length() - at) + 1);
            var piece = pieces.get(random.nextInt(pieces.size()));

            assertThat(complaint(text.substring(0, at) + piece + text.substring(end)))
                    .doesNotContain("Exception");
        });
    }

    @Test
    void saysWhichFileOrFolderCannotBeRead(@TempDir Path folder) throws IOException {
        var closed = Files.createDirectory(folder.resolve("closed"));
        Files.writeString(folder.resolve("cut.json"), "{");
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
        var names = List.of(folder.resolve("missing").toString(), folder.toString());

        try {
            assertThatThrownBy(() -> new ClusterReader(new Inventory()).read(names, nothing()))
                    .hasMessageContaining(
                            folder.resolve("missing") + ": the file does not exist; check the path")
                    .hasMessageContaining(folder.resolve("cut.json") + ":1:2: " + CUT_OFF);
        } finally {
            Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        }
    }

    private static String list(String kind, String items) {
        return "{\"kind\":\""
                + kind
                + "\",\"apiVersion\":\"v1\",\"metadata\":{},\"items\":["
                + items
                + "]}";
    }

    private static String event(String type, String object) {
        return "{\"type\":\"" + type + "\",\"object\":" + object + "}\n";
    }

    private static String complaint(String text) {
        try {
            return read(new Inventory(), text).toString();
        } catch (BadInput sentence) {
            return String.valueOf(sentence.getMessage());
        }
    }

    private static Cluster cluster(String text) {
        var inventory = new Inventory();
        read(inventory, text);
        return inventory.cluster();
    }

    private static Summary read(Inventory inventory, String text) {
        return new ClusterReader(inventory).read(Source.text("f", text));
    }

    private static InputStream nothing() {
        return new ByteArrayInputStream(new byte[0]);
    }
}

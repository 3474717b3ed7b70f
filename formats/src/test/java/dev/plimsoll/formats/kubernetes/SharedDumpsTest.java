package dev.plimsoll.formats.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.selection.ObjectName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// Real dumps, counted once by the reader and once from whole documents without it.
@Tag("shared")
class SharedDumpsTest {

    private static final Path DUMPS = shared().resolve("data/dumps");

    /// Those that are no dump of objects: a table, and records of other tools.
    private static final Set<String> OTHERS =
            Set.of("kubectl_get_pods_A.json", "large_trace.json", "scenario_c.json");

    /// @param nodes their names
    /// @param pods how many have not finished
    /// @param pending of these, the names of those without a node
    private record Count(Set<String> nodes, int pods, Set<String> pending) {}

    @Test
    void readsEveryFileAsCountedWithoutIt() throws IOException {
        var softly = new SoftAssertions();
        for (var file : files(DUMPS)) {
            if (!OTHERS.contains(String.valueOf(file.getFileName()))) {
                softly.assertThat(read(file)).as(file.toString()).isEqualTo(naive(List.of(file)));
            }
        }
        softly.assertAll();
    }

    @Test
    void readsEveryFolderAsCountedWithoutIt() throws IOException {
        var softly = new SoftAssertions();
        try (var folders = Files.newDirectoryStream(DUMPS, Files::isDirectory)) {
            for (var folder : folders) {
                softly.assertThat(read(folder))
                        .as(folder.toString())
                        .isEqualTo(naive(files(folder)));
            }
        }
        softly.assertThat(read(DUMPS)).isEqualTo(naive(files(DUMPS)));
        softly.assertAll();
    }

    @Test
    void refusesTheOthersOneByOne() throws IOException {
        for (var file : files(DUMPS)) {
            if (OTHERS.contains(String.valueOf(file.getFileName()))) {
                assertThatThrownBy(() -> read(file))
                        .hasMessageStartingWith(file + ":1:1: this is ");
            }
        }
    }

    @Test
    void namesTheOthersInAFolder() throws IOException {
        var summary =
                new ClusterReader(new Inventory())
                        .read(List.of(DUMPS.toString()), InputStream.nullInputStream());

        assertThat(summary.warnings()).hasSameSizeAs(OTHERS);
        for (var other : OTHERS) {
            assertThat(summary.warnings()).anyMatch(warning -> warning.contains(other + ":1:1: "));
        }
        assertThat(naive(files(DUMPS)).nodes()).hasSizeGreaterThan(1_200);
    }

    private static Count read(Path path) {
        var inventory = new Inventory();
        new ClusterReader(inventory).read(List.of(path.toString()), InputStream.nullInputStream());
        var cluster = inventory.cluster();
        assertThat(cluster.pending().stream().mapToInt(pods -> pods.count()).sum())
                .isEqualTo(inventory.pendingPods().size());
        var names = cluster.nodes().stream().map(node -> node.name()).toList();
        var pending = inventory.pendingPods().stream().map(ObjectName::toString).toList();
        return new Count(new TreeSet<>(names), inventory.podCount(), new TreeSet<>(pending));
    }

    private static Count naive(List<Path> files) throws IOException {
        var nodes = new TreeSet<String>();
        var pods = new TreeSet<String>();
        var pending = new TreeSet<String>();
        for (var file : files) {
            if (!OTHERS.contains(String.valueOf(file.getFileName()))) {
                for (var object : objects(file)) {
                    var name = String.valueOf(find(object, "metadata", "name"));
                    var key = find(object, "metadata", "namespace") + "/" + name;
                    if (find(object, "status", "allocatable") != null) {
                        nodes.add(name);
                    }
                    if (isUnfinishedPod(object)) {
                        pods.add(key);
                    }
                    if (isUnfinishedPod(object) && find(object, "spec", "nodeName") == null) {
                        pending.add(key);
                    }
                }
            }
        }
        return new Count(nodes, pods.size(), pending);
    }

    private static boolean isUnfinishedPod(Map<?, ?> object) {
        var phase = String.valueOf(find(object, "status", "phase"));
        return find(object, "spec", "containers") != null
                && !phase.equals("Succeeded")
                && !phase.equals("Failed");
    }

    private static List<Map<?, ?>> objects(Path file) throws IOException {
        var objects = new ArrayList<Map<?, ?>>();
        var settings = LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).build();
        try (var in = Files.newInputStream(file)) {
            for (var document : new Load(settings).loadAllFromInputStream(in)) {
                if (document instanceof Map<?, ?> map) {
                    for (var object :
                            map.get("items") instanceof List<?> items ? items : List.of(map)) {
                        objects.add((Map<?, ?>) object);
                    }
                }
            }
        }
        return objects;
    }

    private static @Nullable Object find(Map<?, ?> object, String part, String key) {
        return object.get(part) instanceof Map<?, ?> map ? map.get(key) : null;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (var walk = Files.walk(folder)) {
            return walk.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static Path shared() {
        var folder = System.getProperty("plimsoll.shared");
        if (folder == null || !Files.isDirectory(Path.of(folder))) {
            throw new IllegalStateException(
                    "these tests read real dumps; run ./check shared, or set"
                            + " -Dplimsoll.shared=FOLDER, got "
                            + folder);
        }
        return Path.of(folder);
    }
}

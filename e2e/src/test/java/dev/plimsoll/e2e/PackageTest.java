package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.JsonTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// The files that `./package` makes, on a machine without Java: the archive with nothing but
/// `readlink` on the PATH, and the image as a container runtime starts it, with nothing but its own
/// layers, on a read-only file system, as another user than root.
@Tag("e2e")
@Tag("smoke")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PackageTest {

    private static final Path ROOT = Path.of(System.getProperty("plimsoll.root"));
    private static final Path DUMP = ROOT.resolve("docs/examples/plan-dump.json");

    /// Runs a command in the unpacked image $1 as container runtimes do: on a read-only mount, with
    /// /proc and /dev/null. The user is that of the image if the caller $2 is root. Otherwise it is
    /// the caller, since no other user may be chosen.
    private static final String CONTAINER =
            """
            set -e
            image=$1 user=$2
            shift 2
            mount --bind "$image" "$image"
            mount -o remount,bind,ro "$image"
            mount -t proc proc "$image/proc"
            mount --bind /dev/null "$image/dev/null"
            if [ "$user" = 0 ]; then
                exec chroot --userspec=65532:65532 "$image" "$@"
            fi
            exec chroot "$image" "$@"
            """;

    @TempDir private static Path folder;

    private Path home = folder;
    private Path image = folder;
    private Map<String, Object> config = Map.of();

    @BeforeAll
    void makeThePackages() throws Exception {
        var output = folder.resolve("output");
        var made =
                Ended.run(
                        System.getenv(),
                        Ended.NOTHING,
                        List.of(ROOT.resolve("package").toString(), "--output", output.toString()));
        assertThat(made.code()).as(made.err()).isZero();
        unpackTheArchive(output);
        unpackTheImage(output);
    }

    @Test
    void theArchiveRunsWithItsOwnJava() throws Exception {
        var settings = Map.of("PLIMSOLL_JAVA_OPTS", "-XshowSettings:properties");

        var version = archive(settings, "--version");

        assertThat(version.out()).isEqualTo("plimsoll 0.1.0\n");
        assertThat(version.err()).contains("java.home = " + home.resolve("runtime") + "\n");
    }

    /// In the mode `on`, a JVM that cannot use the cache ends.
    @Test
    void theArchiveStartsFromItsCache() throws Exception {
        var plan = archive(Map.of("PLIMSOLL_JAVA_OPTS", "-XX:AOTMode=on"), "plan", DUMP.toString());

        assertThat(plan.err()).isEmpty();
        assertThat(plan.out()).startsWith("1 node to add: ").contains("decision aa2861c5101a");
        assertThat(plan.code()).isZero();
    }

    @Test
    void theArchiveRunsTheEmbeddedCluster() throws Exception {
        var run = archive(Map.of(), "run", "--for", "1h", "--speed", "max", "--quiet");

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).startsWith("1h of virtual time: ");
        assertThat(run.code()).isZero();
    }

    @Test
    void theImageRunsWithNothingButItsLayers() throws Exception {
        var version = container(Ended.NOTHING, "--version");
        var plan = container(DUMP, "plan", "-");

        assertThat(config.get("User")).isEqualTo("65532:65532");
        assertThat(version).isEqualTo(new Ended(0, "plimsoll 0.1.0\n", ""));
        assertThat(plan.err()).isEmpty();
        assertThat(plan.out()).isEqualTo(archive(Map.of(), "plan", DUMP.toString()).out());
        assertThat(plan.code()).isZero();
    }

    @Test
    void theImageRunsOnAReadOnlyFileSystem() throws Exception {
        var run = container(Ended.NOTHING, "run", "--for", "1h", "--speed", "max", "--quiet");
        var journal = container(Ended.NOTHING, "run", "--for", "1h", "--journal", "/tmp/a");

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).startsWith("1h of virtual time: ");
        assertThat(run.code()).isZero();
        assertThat(journal.err())
                .isEqualTo(
                        "plimsoll: /tmp/a: it cannot be written (Read-only file system);"
                                + " name another file\n");
    }

    @Test
    void theBillOfMaterialsHasEveryJar() throws Exception {
        var bom = Files.readString(only(folder.resolve("output"), "*.cdx.json"));

        assertThat(bom).contains("\"specVersion\":\"1.6\"", "\"name\":\"openjdk\"");
        try (var jars = Files.newDirectoryStream(home.resolve("lib"), "*.jar")) {
            for (var jar : jars) {
                assertThat(bom).as("%s", jar).contains(sha256(jar));
            }
        }
    }

    private void unpackTheArchive(Path output) throws Exception {
        unpack(only(output, "*-linux-*.tar.gz"), folder.resolve("archive"));
        home = only(folder.resolve("archive").toRealPath(), "*");
        Files.createDirectory(folder.resolve("tools"));
        Files.copy(Path.of("/usr/bin/readlink"), folder.resolve("tools/readlink"));
        Files.createSymbolicLink(folder.resolve("link"), home.resolve("bin/plimsoll"));
    }

    private void unpackTheImage(Path output) throws Exception {
        var layout = folder.resolve("layout");
        unpack(only(output, "*.oci.tar"), layout);
        var index = JsonTree.parse(Files.readString(layout.resolve("index.json")));
        var manifest =
                JsonTree.parse(
                        Files.readString(
                                blob(layout, JsonTree.maps(index, "manifests").getFirst())));
        image = Files.createDirectory(folder.resolve("image")).toRealPath();
        for (var layer : JsonTree.maps(manifest, "layers")) {
            unpack(blob(layout, layer), image);
        }
        Files.createDirectory(image.resolve("proc"));
        Files.createDirectory(image.resolve("dev"));
        Files.createFile(image.resolve("dev/null"));
        var described = JsonTree.map(JsonTree.at(manifest, "config"));
        var whole = JsonTree.parse(Files.readString(blob(layout, described)));
        config = JsonTree.map(JsonTree.at(whole, "config"));
    }

    /// Starts the archive's launcher through a symbolic link.
    private Ended archive(Map<String, String> more, String... arguments) throws Exception {
        var environment = new TreeMap<>(more);
        environment.put("PATH", folder.resolve("tools").toString());
        var command = new ArrayList<>(List.of(folder.resolve("link").toString()));
        command.addAll(List.of(arguments));
        return Ended.run(environment, Ended.NOTHING, command);
    }

    /// Starts the image's entry point.
    private Ended container(Path input, String... arguments) throws Exception {
        var user = Files.getAttribute(folder, "unix:uid").toString();
        var environment = new TreeMap<>(Map.of("PATH", System.getenv("PATH")));
        for (var variable : texts("Env")) {
            var parts = variable.split("=", 2);
            environment.put(parts[0], parts[1]);
        }
        var command = new ArrayList<>(List.of("unshare", "--mount", "--pid", "--fork"));
        if (!user.equals("0")) {
            command.addAll(List.of("--user", "--map-root-user"));
        }
        command.addAll(List.of("sh", "-c", CONTAINER, "sh", image.toString(), user));
        command.addAll(texts("Entrypoint"));
        command.addAll(List.of(arguments));
        return Ended.run(environment, input, command);
    }

    private List<String> texts(String key) {
        return config.get(key) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    private static Path blob(Path layout, Map<String, Object> descriptor) throws Exception {
        var digest = JsonTree.text(descriptor, "digest").substring("sha256:".length());
        var file = layout.resolve("blobs/sha256").resolve(digest);
        assertThat(sha256(file)).isEqualTo(digest);
        return file;
    }

    private static void unpack(Path archive, Path directory) throws Exception {
        Files.createDirectories(directory);
        var command = List.of("tar", "-xpf", archive.toString(), "-C", directory.toString());
        assertThat(Ended.run(System.getenv(), Ended.NOTHING, command))
                .isEqualTo(new Ended(0, "", ""));
    }

    private static Path only(Path directory, String pattern) throws IOException {
        try (var files = Files.newDirectoryStream(directory, pattern)) {
            var all = new ArrayList<Path>();
            files.forEach(all::add);
            assertThat(all).hasSize(1);
            return all.getFirst();
        }
    }

    private static String sha256(Path file) throws IOException, GeneralSecurityException {
        var digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
        return HexFormat.of().formatHex(digest);
    }
}

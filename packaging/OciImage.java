import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;

/// Writes a container image as an image layout of the Open Container Initiative in one tar file:
/// `java OciImage.java FILE VERSION TIME LAYER...`, where each layer is a directory and TIME is the
/// time of all files in the image.
///
/// The image has no base image. Its entry point is the JVM itself, with its options in a file,
/// since there is no shell.
final class OciImage {

    private static final String MEDIA = "application/vnd.oci.image.";

    private final Path layout;

    private OciImage(Path layout) {
        this.layout = layout;
    }

    /// A file in the image layout, named after the checksum of its bytes.
    ///
    /// @param content the checksum of what it holds before compression
    private record Blob(String type, String digest, long size, String content) {

        String descriptor(String more) {
            return """
            {"mediaType":"%s","digest":"sha256:%s","size":%d%s}\
            """
                    .formatted(MEDIA + type, digest, size, more);
        }
    }

    public static void main(String[] arguments) throws IOException {
        var file = Path.of(arguments[0]);
        var layout = Files.createTempDirectory(file.toAbsolutePath().getParent(), "image-");
        var time = Instant.parse(arguments[2]);
        var layers = Arrays.stream(arguments).skip(3).map(Path::of).toList();
        new OciImage(layout).write(arguments[1], time, layers);
        setTimes(layout, time);
        try (var tar = new Tar(new BufferedOutputStream(Files.newOutputStream(file)))) {
            tar.addAll(layout);
        }
        remove(layout);
    }

    private void write(String version, Instant time, List<Path> directories) throws IOException {
        Files.createDirectories(layout.resolve("blobs/sha256"));
        var layers = new ArrayList<Blob>();
        for (var directory : directories) {
            layers.add(layer(directory));
        }
        var config = blob("config.v1+json", config(version, time, layers));
        var manifest = blob("manifest.v1+json", manifest(config, layers));
        var platform =
                """
                ,"platform":{"architecture":"%s","os":"linux"},\
                "annotations":{"org.opencontainers.image.ref.name":"%s"}\
                """
                        .formatted(architecture(), version);
        Files.writeString(layout.resolve("oci-layout"), "{\"imageLayoutVersion\":\"1.0.0\"}");
        Files.writeString(
                layout.resolve("index.json"),
                """
                {"schemaVersion":2,"mediaType":"%s","manifests":[%s]}\
                """
                        .formatted(MEDIA + "index.v1+json", manifest.descriptor(platform)));
    }

    private static String config(String version, Instant time, List<Blob> layers) {
        var contents =
                layers.stream()
                        .map(layer -> "\"sha256:" + layer.content() + "\"")
                        .collect(Collectors.joining(","));
        return """
        {"created":"%s","architecture":"%s","os":"linux",\
        "config":{"User":"65532:65532","Env":["LC_ALL=C.UTF-8"],\
        "Entrypoint":["/opt/plimsoll/runtime/bin/java","@/opt/plimsoll/lib/start.args"],\
        "Cmd":["--help"],"WorkingDir":"/",\
        "Labels":{"org.opencontainers.image.title":"plimsoll",\
        "org.opencontainers.image.version":"%s","org.opencontainers.image.licenses":"Apache-2.0"}},\
        "rootfs":{"type":"layers","diff_ids":[%s]}}\
        """
                .formatted(time, architecture(), version, contents);
    }

    private static String manifest(Blob config, List<Blob> layers) {
        var descriptors =
                layers.stream().map(layer -> layer.descriptor("")).collect(Collectors.joining(","));
        return """
        {"schemaVersion":2,"mediaType":"%s","config":%s,"layers":[%s]}\
        """
                .formatted(MEDIA + "manifest.v1+json", config.descriptor(""), descriptors);
    }

    private Blob blob(String type, String text) throws IOException {
        var digest = sha256();
        try (var out = new DigestOutputStream(Files.newOutputStream(part()), digest)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return named(type, digest, digest);
    }

    private Blob layer(Path directory) throws IOException {
        var compressed = sha256();
        var content = sha256();
        OutputStream file = new BufferedOutputStream(Files.newOutputStream(part()));
        var zipped = new GZIPOutputStream(new DigestOutputStream(file, compressed), 1 << 16);
        try (var tar = new Tar(new DigestOutputStream(zipped, content))) {
            tar.addAll(directory);
        }
        return named("layer.v1.tar+gzip", compressed, content);
    }

    private Path part() {
        return layout.resolve("blobs/sha256/part");
    }

    private Blob named(String type, MessageDigest bytes, MessageDigest content) throws IOException {
        var inside = content == bytes ? "" : HexFormat.of().formatHex(content.digest());
        var name = HexFormat.of().formatHex(bytes.digest());
        var file = Files.move(part(), part().resolveSibling(name));
        return new Blob(type, name, Files.size(file), inside);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// The machine's architecture by its name in the Go language, as images have it.
    private static String architecture() {
        var name = System.getProperty("os.arch");
        return name.equals("aarch64") ? "arm64" : name;
    }

    private static void setTimes(Path directory, Instant time) throws IOException {
        try (var files = Files.walk(directory)) {
            for (var file : files.toList()) {
                Files.setLastModifiedTime(file, FileTime.from(time));
            }
        }
    }

    private static void remove(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            for (var file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}

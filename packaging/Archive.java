import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/// Packs a directory: `java Archive.java DIRECTORY FILE.tar.gz`.
final class Archive {

    private Archive() {}

    public static void main(String[] arguments) throws IOException {
        var file = new BufferedOutputStream(Files.newOutputStream(Path.of(arguments[1])));
        try (var tar = new Tar(new GZIPOutputStream(file, 1 << 16))) {
            tar.addAll(Path.of(arguments[0]));
        }
    }
}

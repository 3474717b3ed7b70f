import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A tar archive in the format ustar. Equal files give equal bytes: entries are in the order of
/// their names, belong to user 0 and group 0, are readable by all, and have the time of the file on
/// disk.
final class Tar implements AutoCloseable {

    private static final int BLOCK = 512;
    private static final int LONGEST_NAME = 100;
    private static final int LONGEST_PREFIX = 155;

    private final OutputStream out;

    Tar(OutputStream out) {
        this.out = out;
    }

    /// Adds everything below a directory, without the directory itself.
    void addAll(Path directory) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(directory)) {
            files = walk.filter(file -> !file.equals(directory)).sorted().toList();
        }
        for (var file : files) {
            add(directory.relativize(file).toString(), file);
        }
    }

    private void add(String name, Path file) throws IOException {
        if (Files.isSymbolicLink(file)) {
            header(name, 0777, 0, file, '2', Files.readSymbolicLink(file).toString());
        } else if (Files.isDirectory(file)) {
            header(name + "/", name.equals("tmp") ? 01777 : 0755, 0, file, '5', "");
        } else {
            long size = Files.size(file);
            header(name, Files.isExecutable(file) ? 0755 : 0644, size, file, '0', "");
            Files.copy(file, out);
            out.write(new byte[Math.floorMod(-size, BLOCK)]);
        }
    }

    private void header(String name, int mode, long size, Path file, char type, String target)
            throws IOException {
        var header = new byte[BLOCK];
        int split = name.length() <= LONGEST_NAME ? -1 : name.indexOf('/', name.length() - 101);
        if (split > LONGEST_PREFIX || name.length() - split - 1 > LONGEST_NAME) {
            throw new IOException("the path is too long for the format ustar: " + name);
        }
        put(header, 0, name.substring(split + 1));
        put(header, 100, octal(mode, 7));
        put(header, 108, octal(0, 7));
        put(header, 116, octal(0, 7));
        put(header, 124, octal(size, 11));
        put(header, 136, octal(time(file), 11));
        put(header, 148, " ".repeat(8));
        put(header, 156, String.valueOf(type));
        put(header, 157, target);
        put(header, 257, "ustar\0" + "00");
        put(header, 345, split < 0 ? "" : name.substring(0, split));
        int sum = 0;
        for (byte value : header) {
            sum += Byte.toUnsignedInt(value);
        }
        put(header, 148, octal(sum, 6) + "\0 ");
        out.write(header);
    }

    private static long time(Path file) throws IOException {
        return Files.getLastModifiedTime(file, java.nio.file.LinkOption.NOFOLLOW_LINKS).toMillis()
                / 1000;
    }

    private static String octal(long number, int digits) {
        var text = Long.toOctalString(number);
        return "0".repeat(digits - text.length()) + text;
    }

    private static void put(byte[] header, int at, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }

    /// Writes the two empty blocks that end an archive.
    @Override
    public void close() throws IOException {
        out.write(new byte[2 * BLOCK]);
        out.close();
    }
}

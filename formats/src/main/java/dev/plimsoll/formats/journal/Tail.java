package dev.plimsoll.formats.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;

/// The end of a file, to which lines are appended. Lines that were not written whole or not kept
/// are cut off when the file is opened again.
final class Tail implements AutoCloseable {

    /// Opens a file for writing, and creates it if it does not exist.
    @FunctionalInterface
    interface Opener {
        SeekableByteChannel open(Path path) throws IOException;
    }

    private static final String BUSY = "another process is writing it";

    private final Path path;
    private final Opener opener;
    private SeekableByteChannel channel;
    private End end = End.NONE;
    private End kept = End.NONE;

    /// Where a file ends.
    ///
    /// @param checksum of its last line
    record End(long length, String checksum) {

        static final End NONE = new End(0, Line.FIRST);
    }

    Tail(Path path, Opener opener) throws IOException {
        this.path = path;
        this.opener = opener;
        this.channel = opener.open(path);
    }

    /// Opens a file with a lock that keeps other processes from writing it. A new file can be read
    /// by its owner only: it has names of the cluster.
    static SeekableByteChannel locked(Path path) throws IOException {
        var channel =
                FileChannel.open(
                        path,
                        EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                        ownerOnly(path));
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException _) {
            // The same process has it.
        }
        channel.close();
        throw new IOException(BUSY);
    }

    private static FileAttribute<?>[] ownerOnly(Path path) {
        boolean isPosix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        return isPosix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    long length() {
        return end.length();
    }

    End end() {
        return end;
    }

    /// Continues after the part that was read before the file was opened.
    ///
    /// @param size with a record that was cut short
    void goOn(long size, End whole) throws IOException {
        if (channel.size() != size) {
            channel.close();
            throw new IOException(BUSY);
        }
        goOn(whole);
    }

    /// Continues at the end of the whole lines and cuts off the rest.
    private void goOn(End whole) throws IOException {
        end = whole;
        if (channel.size() > end.length()) {
            channel.truncate(end.length());
        }
        channel.position(end.length());
        keep();
    }

    void append(String json) throws IOException {
        var line = Line.encode(json, end.checksum());
        var bytes = ByteBuffer.wrap((line.text() + "\n").getBytes(StandardCharsets.US_ASCII));
        int size = bytes.remaining();
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        end = new End(end.length() + size, line.checksum());
    }

    /// Keeps all lines appended so far.
    void keep() {
        kept = end;
    }

    /// Opens the file again after a failure, with the lines that were kept.
    void mend() throws IOException {
        channel.close();
        channel = opener.open(path);
        goOn(channel.size() < kept.length() ? End.NONE : kept);
    }

    /// Gives the file another name, and begins a new one.
    void startOver(Path older) throws IOException {
        channel.close();
        Files.move(path, older, StandardCopyOption.REPLACE_EXISTING);
        end = End.NONE;
        kept = End.NONE;
        channel = opener.open(path);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}

package dev.plimsoll.formats.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Cuts off a last line that has no end: the process was killed while it wrote it.
final class Repair {

    private static final int STEP = 1 << 16;

    private Repair() {}

    /// The file keeps its whole lines.
    static void cutTornEnd(Path path) throws IOException {
        try (var channel =
                FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long whole = wholeLines(channel);
            if (whole < channel.size()) {
                channel.truncate(whole);
            }
        }
    }

    /// The length up to and including the last line end.
    private static long wholeLines(FileChannel channel) throws IOException {
        var buffer = ByteBuffer.allocate(STEP);
        for (long end = channel.size(); end > 0; end -= Math.min(end, STEP)) {
            long start = Math.max(0, end - STEP);
            buffer.clear().limit((int) (end - start));
            while (buffer.hasRemaining() && channel.read(buffer, start + buffer.position()) >= 0) {}
            for (int at = buffer.position() - 1; at >= 0; at--) {
                if (buffer.get(at) == '\n') {
                    return start + at + 1;
                }
            }
        }
        return 0;
    }
}

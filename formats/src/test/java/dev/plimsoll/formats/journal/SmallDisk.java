package dev.plimsoll.formats.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A disk on which only so much more can be written.
final class SmallDisk {

    private long left = Long.MAX_VALUE;

    void leave(long bytes) {
        left = bytes;
    }

    SeekableByteChannel open(Path path) throws IOException {
        return new Limited(
                Files.newByteChannel(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
    }

    private final class Limited implements SeekableByteChannel {

        private final SeekableByteChannel file;

        private Limited(SeekableByteChannel file) {
            this.file = file;
        }

        /// As much as there is room for, as a real disk does.
        @Override
        public int write(ByteBuffer bytes) throws IOException {
            if (left == 0) {
                throw new IOException("No space left on device");
            }
            int size = (int) Math.min(left, bytes.remaining());
            left -= size;
            var end = bytes.limit();
            bytes.limit(bytes.position() + size);
            int written = file.write(bytes);
            bytes.limit(end);
            return written;
        }

        @Override
        public int read(ByteBuffer bytes) throws IOException {
            return file.read(bytes);
        }

        @Override
        public long position() throws IOException {
            return file.position();
        }

        @Override
        public SeekableByteChannel position(long position) throws IOException {
            file.position(position);
            return this;
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public SeekableByteChannel truncate(long size) throws IOException {
            file.truncate(size);
            return this;
        }

        @Override
        public boolean isOpen() {
            return file.isOpen();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}

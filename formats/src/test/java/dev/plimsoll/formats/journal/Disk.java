package dev.plimsoll.formats.journal;

import java.io.IOException;
import java.io.UncheckedIOException;

/// Reads and writes files in tests, where a disk that fails fails the test.
final class Disk {

    @FunctionalInterface
    interface Reading<T> {
        T read() throws IOException;
    }

    @FunctionalInterface
    interface Writing {
        void write() throws IOException;
    }

    private Disk() {}

    static <T> T read(Reading<T> reading) {
        try {
            return reading.read();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static void write(Writing writing) {
        try {
            writing.write();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}

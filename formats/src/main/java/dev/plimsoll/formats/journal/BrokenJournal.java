package dev.plimsoll.formats.journal;

import java.nio.file.Path;

/// A record of a journal is not as it was written.
public final class BrokenJournal extends RuntimeException {

    BrokenJournal(Path file, int record) {
        super(
                "%s: record %d (line %d) is not as it was written, or does not follow the one before;"
                                .formatted(file, record, record)
                        + " restore the file from a copy, or move it away");
    }

    BrokenJournal(Path file, int record, RuntimeException cause) {
        this(file, record);
        initCause(cause);
    }
}

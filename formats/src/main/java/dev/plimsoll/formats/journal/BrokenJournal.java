package dev.plimsoll.formats.journal;

import java.nio.file.Path;

/// A record of a journal is not as it was written.
public final class BrokenJournal extends RuntimeException {

    BrokenJournal(Path file, int record) {
        super(
                "%s: record %d is not as it was written: its checksum, its length or what it needs is wrong;"
                                .formatted(file, record)
                        + " restore the file from a copy, or leave that line out");
    }
}

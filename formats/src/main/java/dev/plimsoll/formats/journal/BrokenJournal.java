package dev.plimsoll.formats.journal;

import java.nio.file.Path;

/// A journal with a record that was changed after it was written.
public final class BrokenJournal extends RuntimeException {

    BrokenJournal(Path file, int record) {
        super(
                file
                        + ": record "
                        + record
                        + " (line "
                        + record
                        + ") was changed, or the record before it was; restore the file from a"
                        + " copy, or move it away");
    }

    BrokenJournal(Path file, int record, RuntimeException cause) {
        this(file, record);
        initCause(cause);
    }
}

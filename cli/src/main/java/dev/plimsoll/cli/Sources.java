package dev.plimsoll.cli;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Place;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.journal.JournalReader;

/// What an operand names: a file, or standard input as `-`.
final class Sources {

    private Sources() {}

    static Source of(String operand, Console console) {
        return operand.equals("-")
                ? Source.stream("standard input", console.in())
                : Source.file(Source.path(operand));
    }

    /// @throws BadInput if there is nothing in it
    static JournalReader journal(String operand) {
        var journal = JournalReader.open(Source.path(operand));
        if (!journal.hasNext()) {
            journal.close();
            throw new BadInput(
                    Place.whole(operand),
                    "",
                    "the file is empty; name a journal that 'plimsoll run --journal' wrote");
        }
        return journal;
    }

    /// Warns of decisions that are missing from a journal that was read to its end.
    static void warn(JournalReader journal, Console console) {
        if (journal.firstId() > 1) {
            console.warn(
                    "decisions before #" + journal.firstId() + " are no longer in the journal");
        }
        if (journal.isTorn()) {
            console.warn("the last record is incomplete because its process ended; it is ignored");
        }
    }
}

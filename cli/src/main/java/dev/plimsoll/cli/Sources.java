package dev.plimsoll.cli;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Place;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.journal.JournalReader;
import java.nio.file.Path;

/// What an operand names: a file, or standard input as `-`.
final class Sources {

    private Sources() {}

    static Source of(String operand, Console console) {
        return operand.equals("-")
                ? Source.stream("standard input", console.in())
                : Source.file(Path.of(operand));
    }

    /// @throws BadInput if there is nothing in it
    static JournalReader journal(String operand) {
        var journal = JournalReader.open(Path.of(operand));
        if (!journal.hasNext()) {
            journal.close();
            throw new BadInput(
                    Place.whole(operand),
                    "",
                    "there is nothing in it; name a journal that 'plimsoll run --journal' wrote");
        }
        return journal;
    }
}

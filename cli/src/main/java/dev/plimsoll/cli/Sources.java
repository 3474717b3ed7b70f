package dev.plimsoll.cli;

import dev.plimsoll.formats.Source;
import java.nio.file.Path;

/// What an operand names: a file, or standard input as `-`.
final class Sources {

    private Sources() {}

    static Source of(String operand, Console console) {
        return operand.equals("-")
                ? Source.stream("standard input", console.in())
                : Source.file(Path.of(operand));
    }
}

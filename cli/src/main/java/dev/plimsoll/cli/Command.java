package dev.plimsoll.cli;

import java.util.List;

/// One thing that `plimsoll` does.
interface Command {

    String name();

    /// One line for the list of commands.
    String summary();

    /// What stands after the name: `JOURNAL [ID]`.
    String operands();

    List<Option> options();

    /// Lines to try.
    String examples();

    /// @return the exit code
    int run(Arguments arguments, Console console);

    /// An option of a command.
    ///
    /// @param name with its dashes
    /// @param value what it is followed by; empty for a switch
    record Option(String name, String value, String meaning) {}

    default String help() {
        var text = new StringBuilder();
        text.append("plimsoll %s: %s%n%n".formatted(name(), summary()));
        text.append("usage: plimsoll %s [OPTIONS] %s%n%n".formatted(name(), operands()));
        for (var option : options()) {
            var left = (option.name() + " " + option.value()).strip();
            text.append("  %-20s %s%n".formatted(left, option.meaning()));
        }
        return text.append(options().isEmpty() ? "" : "\n").append(examples()).toString();
    }
}

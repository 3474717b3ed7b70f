package dev.plimsoll.cli;

import java.util.List;

/// A command of `plimsoll`.
interface Command {

    String name();

    /// One line for the list of commands.
    String summary();

    /// The words after the name: `JOURNAL [ID]`.
    String operands();

    List<Option> options();

    /// Explanations and examples at the end of the help.
    String examples();

    ExitCode run(Arguments arguments, Console console);

    /// An option of a command.
    ///
    /// @param name with its dashes
    /// @param value the names of the values that follow it; empty for a switch
    /// @param choices all values that the first of them can have, the default first; empty if there
    ///   are too many
    record Option(String name, String value, String meaning, List<String> choices) {

        public Option {
            choices = List.copyOf(choices);
        }

        public Option(String name, String value, String meaning) {
            this(name, value, meaning, List.of());
        }

        /// The names of its values, one by one.
        List<String> values() {
            return value.isEmpty() ? List.of() : List.of(value.split(" "));
        }
    }

    /// All words that can be an operand; empty if there are too many.
    default List<String> operandChoices() {
        return operands().contains("|") ? List.of(operands().split("\\|")) : List.of();
    }

    default String help() {
        var text = new StringBuilder();
        text.append("plimsoll " + name() + ": " + summary() + "\n\n");
        var options = options().isEmpty() ? "" : " [OPTIONS]";
        text.append(("usage: plimsoll " + name() + options + " " + operands()).strip());
        text.append("\n\n");
        for (var option : options()) {
            var left = (option.name() + " " + option.value()).strip();
            var blanks = " ".repeat(Math.max(1, 21 - left.length()));
            text.append("  " + left + blanks + option.meaning() + "\n");
        }
        return text.append(options().isEmpty() ? "" : "\n").append(examples()).toString();
    }
}

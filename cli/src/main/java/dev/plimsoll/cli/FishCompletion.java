package dev.plimsoll.cli;

import java.util.List;
import java.util.stream.Collectors;

/// The completion script for fish.
final class FishCompletion {

    private FishCompletion() {}

    static String of(List<Command> commands) {
        return """
        # Completes plimsoll in fish. Printed by 'plimsoll completion fish'.
        function __plimsoll_runs
            set -l words (commandline -opc)
            test (count $words) -ge 2; and test $words[2] = $argv[1]
        end
        function __plimsoll_has_no_command
            test (count (commandline -opc)) -eq 1
        end
        complete -c plimsoll -f
        """
                + commands.stream().map(FishCompletion::lines).collect(Collectors.joining());
    }

    private static String lines(Command command) {
        var name = " -a " + command.name() + " -d " + quoted(command.summary()) + "\n";
        var lines = new StringBuilder();
        lines.append("complete -c plimsoll -n __plimsoll_has_no_command" + name);
        lines.append("complete -c plimsoll -n '__plimsoll_runs help'" + name);
        var start = "complete -c plimsoll -n '__plimsoll_runs " + command.name() + "'";
        if (!command.operands().isEmpty()) {
            lines.append(start + words(command.operandChoices()) + "\n");
        }
        for (var option : command.options()) {
            lines.append(start + option(option) + " -d " + quoted(option.meaning()) + "\n");
        }
        return lines.append(start + " -l help -d 'show the help of this command'\n").toString();
    }

    private static String option(Command.Option option) {
        var name =
                option.name().startsWith("--")
                        ? " -l " + option.name().substring(2)
                        : " -s " + option.name().substring(1);
        return option.values().isEmpty() ? name : name + " -r" + words(option.choices());
    }

    private static String words(List<String> choices) {
        return choices.isEmpty() ? " -F" : " -f -a " + quoted(String.join(" ", choices));
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}

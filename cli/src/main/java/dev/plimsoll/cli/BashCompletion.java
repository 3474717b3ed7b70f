package dev.plimsoll.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The completion script for bash 3.2 and newer. Where it has no words of its own, bash completes
/// file names.
final class BashCompletion {

    private BashCompletion() {}

    static String of(List<Command> commands) {
        var names = commands.stream().map(Command::name).collect(Collectors.joining(" "));
        return """
        # Completes plimsoll in bash. Printed by 'plimsoll completion bash'.
        _plimsoll() {
            local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=
            # bash splits --option=value at the equals sign
            if [ "$word" = = ]; then
                word=
            elif [ "$before" = = ]; then
                before=${COMP_WORDS[COMP_CWORD - 2]}
            fi
            if [ "$COMP_CWORD" -eq 1 ]; then
                words="%1$s help --help --version"
            else
                case "${COMP_WORDS[1]} $before $word" in
        %2$s        esac
            fi
            COMPREPLY=($(compgen -W "$words" -- "$word"))
        }
        complete -o default -F _plimsoll plimsoll
        """
                .formatted(names, cases(commands, names));
    }

    /// The values of options come before the options and operands of their command.
    private static String cases(List<Command> commands, String names) {
        var cases = new ArrayList<String>();
        cases.add(line("'help '*", names));
        for (var command : commands) {
            for (var option : command.options()) {
                if (!option.values().isEmpty()) {
                    var before = "'" + command.name() + " " + option.name() + " '*";
                    cases.add(line(before, String.join(" ", option.choices())));
                }
            }
            cases.add(line("'" + command.name() + " '*' -'*", options(command)));
            cases.add(
                    line("'" + command.name() + " '*", String.join(" ", command.operandChoices())));
        }
        return String.join("", cases);
    }

    private static String options(Command command) {
        return command.options().stream()
                        .map(option -> option.name() + " ")
                        .reduce("", String::concat)
                + "--help";
    }

    private static String line(String pattern, String words) {
        return "        " + pattern + ") words=\"" + words + "\" ;;\n";
    }
}

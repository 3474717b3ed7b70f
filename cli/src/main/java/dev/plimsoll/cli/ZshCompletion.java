package dev.plimsoll.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The completion script for zsh, to be sourced or put into a folder of `fpath`.
final class ZshCompletion {

    private ZshCompletion() {}

    static String of(List<Command> commands) {
        return """
        #compdef plimsoll
        # Completes plimsoll in zsh. Printed by 'plimsoll completion zsh'.
        _plimsoll() {
            local context state state_descr line
            typeset -A opt_args
            local -a commands
            commands=(
        %1$s    )
            _arguments -C '1: :->command' '*:: :->argument'
            case $state in
            command) _describe command commands ;;
            argument)
                case $words[1] in
                help) _describe command commands ;;
        %2$s        esac
                ;;
            esac
        }
        if [ "$funcstack[1]" = _plimsoll ]; then
            _plimsoll "$@"
        else
            compdef _plimsoll plimsoll
        fi
        """
                .formatted(
                        commands.stream()
                                .map(ZshCompletion::described)
                                .collect(Collectors.joining()),
                        commands.stream().map(ZshCompletion::branch).collect(Collectors.joining()));
    }

    private static String described(Command command) {
        return "        " + quoted(command.name() + ":" + command.summary()) + "\n";
    }

    private static String branch(Command command) {
        var specs = new ArrayList<String>();
        command.options().forEach(option -> specs.add(spec(option)));
        specs.add("'--help[show the help of this command]'");
        if (!command.operands().isEmpty()) {
            specs.add(quoted("*:operand:" + action(command.operandChoices())));
        }
        return "        "
                + command.name()
                + ") _arguments "
                + String.join(" \\\n            ", specs)
                + " ;;\n";
    }

    /// `*-o[meaning]:FORMAT:(table json)`: an option may be repeated. Only its first value has
    /// choices.
    private static String spec(Command.Option option) {
        var spec = new StringBuilder("*" + option.name() + "[" + bracketed(option.meaning()) + "]");
        var choices = option.choices();
        for (var value : option.values()) {
            spec.append(":" + value + ":" + action(choices));
            choices = List.of();
        }
        return quoted(spec.toString());
    }

    private static String action(List<String> choices) {
        return choices.isEmpty() ? "_files" : "(" + String.join(" ", choices) + ")";
    }

    private static String bracketed(String text) {
        return text.replace("[", "\\[").replace("]", "\\]");
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}

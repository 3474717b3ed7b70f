package dev.plimsoll.cli;

import java.util.List;

/// Prints a script with which a shell completes commands, options and their values. It is made from
/// the tables that the commands themselves use.
final class Completion implements Command {

    @Override
    public String name() {
        return "completion";
    }

    @Override
    public String summary() {
        return "print a script that completes commands and options in a shell";
    }

    @Override
    public String operands() {
        return "bash|zsh|fish";
    }

    @Override
    public List<Option> options() {
        return List.of();
    }

    @Override
    public String examples() {
        return """
        examples:

          source <(plimsoll completion bash)     # in ~/.bashrc
          source <(plimsoll completion zsh)      # in ~/.zshrc, after compinit
          plimsoll completion fish > ~/.config/fish/completions/plimsoll.fish
        """;
    }

    @Override
    public ExitCode run(Arguments arguments, Console console) {
        var shell = arguments.operands(1, 1).getFirst();
        var script =
                switch (shell) {
                    case "bash" -> BashCompletion.of(Main.commands());
                    case "zsh" -> ZshCompletion.of(Main.commands());
                    case "fish" -> FishCompletion.of(Main.commands());
                    default ->
                            throw arguments.wrong(
                                    shell,
                                    "there is no script for this shell; write "
                                            + String.join(", ", operandChoices()));
                };
        console.out().print(script);
        return ExitCode.DONE;
    }
}

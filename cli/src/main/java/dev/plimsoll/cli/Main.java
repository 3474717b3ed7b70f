package dev.plimsoll.cli;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Suggestion;
import dev.plimsoll.formats.journal.BrokenJournal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The `plimsoll` command.
public final class Main {

    private static final List<Command> COMMANDS =
            List.of(
                    new Plan(),
                    new Init(),
                    new Collect(),
                    new Run(),
                    new Simulate(),
                    new Decide(),
                    new Explain(),
                    new Replay(),
                    new Validate(),
                    new Completion());

    private Main() {}

    public static void main(String[] arguments) {
        var console =
                new Console(
                        System.in,
                        new FileOutputStream(FileDescriptor.out),
                        new FileOutputStream(FileDescriptor.err),
                        new SystemTerminal());
        var code = console.finish(run(List.of(arguments), console));
        if (code != ExitCode.DONE && !console.isStopped()) {
            System.exit(code.number());
        }
    }

    static ExitCode run(List<String> arguments, Console console) {
        if (arguments.isEmpty()) {
            console.out().print(help());
            return ExitCode.BAD_INPUT;
        }
        var first = arguments.getFirst();
        if (isHelp(first)) {
            return help(arguments.subList(1, arguments.size()), console);
        }
        if (first.equals("--version") || first.equals("version")) {
            console.line("plimsoll " + Version.NUMBER);
            return ExitCode.DONE;
        }
        var command = command(first);
        return command.isPresent()
                ? run(command.get(), arguments.subList(1, arguments.size()), console)
                : noCommand(first, console);
    }

    static List<Command> commands() {
        return COMMANDS;
    }

    private static Optional<Command> command(String name) {
        return COMMANDS.stream().filter(command -> command.name().equals(name)).findFirst();
    }

    private static ExitCode noCommand(String name, Console console) {
        var close = Suggestion.closest(name, COMMANDS.stream().map(Command::name).toList());
        console.error(
                "unknown command '"
                        + name
                        + "'; "
                        + close.map(known -> "did you mean '" + known + "'? ").orElse("")
                        + "'plimsoll help' lists all commands");
        return ExitCode.BAD_INPUT;
    }

    private static ExitCode run(Command command, List<String> arguments, Console console) {
        if (arguments.stream().anyMatch(Main::isHelp)) {
            console.out().print(command.help());
            return ExitCode.DONE;
        }
        try {
            return command.run(new Arguments(command, arguments), console);
        } catch (BadInput wrong) {
            console.error(String.valueOf(wrong.getMessage()));
            return ExitCode.BAD_INPUT;
        } catch (BrokenJournal broken) {
            console.error(String.valueOf(broken.getMessage()));
            return ExitCode.NO;
        } catch (UncheckedIOException failure) {
            console.error(String.valueOf(failure.getMessage()));
            return ExitCode.FAILED;
        } catch (RuntimeException bug) {
            console.error(bug + where(bug));
            console.error("internal error; please report it with the output above");
            return ExitCode.FAILED;
        }
    }

    private static String where(RuntimeException bug) {
        return Arrays.stream(bug.getStackTrace())
                .findFirst()
                .map(frame -> " at " + frame)
                .orElse("");
    }

    private static boolean isHelp(String argument) {
        return argument.equals("--help") || argument.equals("-h") || argument.equals("help");
    }

    /// `help`, or `help COMMAND`.
    private static ExitCode help(List<String> commands, Console console) {
        if (commands.isEmpty()) {
            console.out().print(help());
            return ExitCode.DONE;
        }
        var command = command(commands.getFirst());
        command.ifPresent(known -> console.out().print(known.help()));
        return command.isPresent() ? ExitCode.DONE : noCommand(commands.getFirst(), console);
    }

    private static String help() {
        var text =
                new StringBuilder(
                        """
                        plimsoll decides how much capacity a Kubernetes cluster needs, and explains why.

                        usage: plimsoll COMMAND [OPTIONS]

                        """);
        for (var command : COMMANDS) {
            text.append("  ")
                    .append(command.name())
                    .append(" ".repeat(11 - command.name().length()))
                    .append(command.summary())
                    .append('\n');
        }
        return text
                + """

                'plimsoll help COMMAND' shows the options of a command. To start:

                  %s > dump.json
                  plimsoll plan dump.json
                  plimsoll run --for 24h --speed max --journal day.journal
                  plimsoll explain day.journal
                """
                        .formatted(Dump.KUBECTL);
    }
}

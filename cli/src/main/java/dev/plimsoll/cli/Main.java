package dev.plimsoll.cli;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Suggestion;
import dev.plimsoll.formats.journal.BrokenJournal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// The `plimsoll` command.
///
/// Exit codes: 0 done, 1 the answer is no, 2 bad input, 3 the world failed.
public final class Main {

    static final String VERSION = "0.1.0";

    static final int DONE = 0;
    static final int NO = 1;
    static final int BAD_INPUT = 2;
    static final int FAILED = 3;

    private static final List<Command> COMMANDS =
            List.of(
                    new Plan(),
                    new Init(),
                    new Run(),
                    new Simulate(),
                    new Decide(),
                    new Explain(),
                    new Replay(),
                    new Validate());

    private Main() {}

    public static void main(String[] arguments) {
        var console =
                new Console(System.in, stream(FileDescriptor.out), stream(FileDescriptor.err));
        int code = run(List.of(arguments), console);
        console.out().flush();
        console.err().flush();
        if (code != DONE && !console.isStopping()) {
            System.exit(code);
        }
    }

    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
    }

    /// @return the exit code
    static int run(List<String> arguments, Console console) {
        if (arguments.isEmpty() || isHelp(arguments.getFirst())) {
            console.out().print(help());
            return arguments.isEmpty() ? BAD_INPUT : DONE;
        }
        var first = arguments.getFirst();
        if (first.equals("--version") || first.equals("version")) {
            console.out().println("plimsoll " + VERSION);
            return DONE;
        }
        for (var command : COMMANDS) {
            if (command.name().equals(first)) {
                return run(command, arguments.subList(1, arguments.size()), console);
            }
        }
        var close = Suggestion.closest(first, COMMANDS.stream().map(Command::name).toList());
        console.err()
                .println(
                        "plimsoll: there is no command '"
                                + first
                                + "'; "
                                + close.map(name -> "did you mean '" + name + "'? ").orElse("")
                                + "'plimsoll --help' lists them");
        return BAD_INPUT;
    }

    private static int run(Command command, List<String> arguments, Console console) {
        if (arguments.stream().anyMatch(Main::isHelp)) {
            console.out().print(command.help());
            return DONE;
        }
        try {
            return command.run(new Arguments(command, arguments), console);
        } catch (BadInput wrong) {
            return say(console, wrong, BAD_INPUT);
        } catch (BrokenJournal broken) {
            return say(console, broken, NO);
        } catch (UncheckedIOException failure) {
            return say(console, failure, FAILED);
        } catch (RuntimeException bug) {
            return say(
                    console,
                    "this should not have happened, and is a mistake of plimsoll: "
                            + bug
                            + where(bug),
                    FAILED);
        }
    }

    private static int say(Console console, Exception failure, int code) {
        return say(console, String.valueOf(failure.getMessage()), code);
    }

    private static int say(Console console, String message, int code) {
        console.out().flush();
        message.lines().forEach(line -> console.err().println("plimsoll: " + line));
        return code;
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

    private static String help() {
        var text =
                new StringBuilder(
                        """
                        plimsoll decides how much capacity a Kubernetes cluster holds, and says why.

                        usage: plimsoll COMMAND [OPTIONS]

                        """);
        for (var command : COMMANDS) {
            text.append("  %-10s %s%n".formatted(command.name(), command.summary()));
        }
        return text
                + """

                'plimsoll COMMAND --help' tells more. A first look:

                  kubectl get nodes,pods,pdb -A -o json > dump.json
                  plimsoll plan -f dump.json
                  plimsoll run --for 24h --speed max --journal day.journal
                  plimsoll explain day.journal
                """;
    }
}

package dev.plimsoll.cli;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.document.PolicyFile;
import java.util.List;

/// Reads a policy file and reports all its mistakes.
final class Validate implements Command {

    @Override
    public String name() {
        return "validate";
    }

    @Override
    public String summary() {
        return "check a policy file and report all mistakes, with line and column";
    }

    @Override
    public String operands() {
        return "POLICY…";
    }

    @Override
    public List<Option> options() {
        return List.of();
    }

    @Override
    public String examples() {
        return """
        example:

          plimsoll validate docs/examples/policy.yaml
        """;
    }

    @Override
    public ExitCode run(Arguments arguments, Console console) {
        var code = ExitCode.DONE;
        for (var file : arguments.operands(1, Integer.MAX_VALUE)) {
            try {
                var policy = PolicyFile.read(Sources.of(file, console));
                policy.prices().in(file).pricing();
                Remarks.of(policy.ignored()).forEach(console::warn);
                console.line(file + ": no mistakes; " + named(policy.groups()));
            } catch (BadInput wrong) {
                console.mistakes(wrong);
                code = ExitCode.BAD_INPUT;
            }
        }
        return code;
    }

    private static String named(List<String> groups) {
        return groups.isEmpty() ? "it names no group" : "groups: " + String.join(", ", groups);
    }
}

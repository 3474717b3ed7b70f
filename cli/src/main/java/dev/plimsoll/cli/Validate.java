package dev.plimsoll.cli;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.document.PolicyFile;
import java.util.List;

/// Reads a policy file and says everything that is wrong with it.
final class Validate implements Command {

    @Override
    public String name() {
        return "validate";
    }

    @Override
    public String summary() {
        return "every mistake of a policy file at once, with line and column";
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
    public int run(Arguments arguments, Console console) {
        int code = Main.DONE;
        for (var file : arguments.operands(1, Integer.MAX_VALUE)) {
            try {
                var policy = PolicyFile.read(Sources.of(file, console));
                Dump.pricing(policy.prices(), file);
                policy.unbuilt().forEach(mistake -> console.warn(mistake.toString()));
                console.out()
                        .println(
                                file
                                        + ": no mistakes; groups: "
                                        + String.join(", ", policy.groups()));
            } catch (BadInput wrong) {
                console.err().println(wrong.getMessage());
                code = Main.BAD_INPUT;
            }
        }
        return code;
    }
}

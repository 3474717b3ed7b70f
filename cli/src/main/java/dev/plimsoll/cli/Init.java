package dev.plimsoll.cli;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.document.PolicyText;
import java.util.List;

/// Prints the policy that a dump lets one infer.
final class Init implements Command {

    @Override
    public String name() {
        return "init";
    }

    @Override
    public String summary() {
        return "the policy that a dump lets one infer, to start from";
    }

    @Override
    public String operands() {
        return "-f DUMP…";
    }

    @Override
    public List<Option> options() {
        return List.of(Plan.DUMP);
    }

    @Override
    public String examples() {
        return """
        example:

          plimsoll init -f dump.json > policy.yaml
        """;
    }

    @Override
    public int run(Arguments arguments, Console console) {
        var files = Plan.files(arguments, arguments.operands(0, Integer.MAX_VALUE));
        var dump = Dump.read(files, "", console);
        dump.warnings().forEach(console::warn);
        var groups = dump.seen().groups();
        if (groups.isEmpty()) {
            throw new BadInput(
                    Dump.named(files),
                    "",
                    "there is no node in it, so no group can be inferred; dump them with 'kubectl"
                            + " get nodes -o json'");
        }
        console.out().print(PolicyText.of(groups));
        for (var overlap : PolicyText.overlaps(groups)) {
            console.warn(
                    "no label tells the nodes of "
                            + overlap
                            + " apart; label them, and write that label under match");
        }
        return Main.DONE;
    }
}

package dev.plimsoll.cli;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.document.PolicyFile.PricesFrom;
import dev.plimsoll.formats.document.PolicyText;
import dev.plimsoll.scaling.Proposal.Grown;
import dev.plimsoll.selection.WellKnown;
import java.util.List;
import java.util.stream.Stream;

/// Prints a policy with the groups of a dump.
final class Init implements Command {

    @Override
    public String name() {
        return "init";
    }

    @Override
    public String summary() {
        return "print a starter policy with the groups of a dump";
    }

    @Override
    public String operands() {
        return "DUMP…";
    }

    @Override
    public List<Option> options() {
        return Stream.concat(ClusterOrigin.OPTIONS.stream(), PriceOptions.ALL.stream()).toList();
    }

    @Override
    public String examples() {
        return """
        examples:

          plimsoll init dump.json > policy.yaml
          plimsoll init --context production > policy.yaml
        """;
    }

    @Override
    public ExitCode run(Arguments arguments, Console console) {
        var origin = ClusterOrigin.of(arguments);
        var dump = Dump.read(origin, "", arguments, console);
        dump.warnings().forEach(console::warn);
        var grown =
                dump.answer(origin).details().groups().stream()
                        .filter(one -> !WellKnown.isVirtual(one.group().match()))
                        .toList();
        var groups = grown.stream().map(Grown::group).toList();
        if (groups.isEmpty()) {
            throw new BadInput(
                    origin.place(),
                    "",
                    "the dump has no nodes to infer groups from; dump them with '"
                            + Dump.KUBECTL
                            + "'");
        }
        console.out()
                .print(PolicyText.of(grown, new PriceOptions(arguments).over(PricesFrom.LIST)));
        for (var overlap : PolicyText.overlaps(groups)) {
            console.warn(
                    "the labels of "
                            + overlap
                            + " can be on one node; give their nodes a label with different values"
                            + " and add it under match");
        }
        return ExitCode.DONE;
    }
}

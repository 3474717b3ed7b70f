package dev.plimsoll.cli;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.document.ScalingAnswer;
import dev.plimsoll.scaling.GroupVerdicts;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.scaling.ScaleUp;
import java.util.ArrayList;
import java.util.List;

/// What would be bought for the pods that wait in a dump, and what all of it costs.
final class Plan implements Command {

    static final Option DUMP =
            new Option("-f", "DUMP", "a file, a folder of files, or -; may stand several times");

    @Override
    public String name() {
        return "plan";
    }

    @Override
    public String summary() {
        return "what a cluster's dump costs, and what to buy for pods that wait";
    }

    @Override
    public String operands() {
        return "-f DUMP… [--explain pod|group NAME]";
    }

    @Override
    public List<Option> options() {
        return List.of(
                DUMP,
                new Option("-c", "POLICY", "groups, limits and prices; else they are inferred"),
                new Option("-o", "FORMAT", "table (the default), wide, json or md"),
                new Option("--placement", "", "which pod goes where"),
                new Option("--fail-on", "LIMITS", "cost=DOLLARS,pending=PODS: exit code 1 above"),
                new Option(
                        "--explain", "KIND", "pod NAME or group NAME: what fits where, and why"));
    }

    @Override
    public String examples() {
        return """
        A dump is what kubectl prints as JSON or YAML, or what Cluster Autoscaler answers at
        /snapshotz. Nothing is changed, and no cluster is asked.

        examples:

          kubectl get nodes,pods,pdb,pv,pvc,sc -A -o json > dump.json
          plimsoll plan -f dump.json
          plimsoll plan -f dump.json -c policy.yaml -o md --fail-on cost=12.50,pending=0
          plimsoll plan -f dump.json --explain pod web-0
        """;
    }

    /// The dumps that are named: by the option, and by further operands as a shell's `*` gives
    /// them.
    static List<String> files(Arguments arguments, List<String> more) {
        var files = new ArrayList<>(arguments.texts("-f"));
        if (files.isEmpty()) {
            throw arguments.wrong("-f", "no dump is named; usage: -f DUMP…");
        }
        files.addAll(more);
        return files;
    }

    @Override
    public int run(Arguments arguments, Console console) {
        var format = arguments.choice("-o", "table", List.of("table", "wide", "json", "md"));
        var limits = FailOn.read(arguments);
        boolean explains = arguments.has("--explain");
        if (explains && (arguments.has("--fail-on") || arguments.has("-o"))) {
            throw arguments.wrong(
                    "--explain",
                    "it prints one table and plans nothing; leave -o and --fail-on out");
        }
        var kind = explains ? arguments.choice("--explain", "", List.of("pod", "group")) : "";
        var operands = arguments.operands(explains ? 1 : 0, Integer.MAX_VALUE);
        int more = operands.size() - (explains ? 1 : 0);
        var files = files(arguments, operands.subList(0, more));
        var dump = Dump.read(files, arguments.text("-c", ""), console);
        if (explains) {
            new ExplainFit(dump, console.out()).explain(kind, operands.getLast());
            return Main.DONE;
        }
        var proposal = propose(dump, files);
        var verdicts = GroupVerdicts.after(dump.seen(), dump.policy(), proposal);
        var answer = new ScalingAnswer(proposal, verdicts, dump.warnings());
        var placement = new Placement(dump, proposal);
        if (format.equals("json")) {
            var tree = answer.tree();
            if (arguments.has("--placement")) {
                tree.put("placement", placement.tree());
            }
            console.out().println(Json.text(tree));
        } else {
            var page = new PlanPage(dump, proposal, verdicts, answer, format.equals("wide"));
            var sections = new ArrayList<>(page.sections());
            if (arguments.has("--placement")) {
                sections.add(placement.section());
            }
            Section.print(page.head(), sections, answer.id(), format.equals("md"), console.out());
        }
        return limits.check(proposal, console);
    }

    private static Proposal propose(Dump dump, List<String> files) {
        try {
            return ScaleUp.propose(dump.seen(), dump.policy());
        } catch (ArithmeticException tooLarge) {
            throw new BadInput(
                    Dump.named(files),
                    "",
                    "the amounts in it add up to more than can be counted ("
                            + Long.MAX_VALUE
                            + "); check their units");
        }
    }
}

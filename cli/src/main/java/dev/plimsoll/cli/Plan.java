package dev.plimsoll.cli;

import dev.plimsoll.decision.Reason;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Yaml;
import dev.plimsoll.formats.document.Decisions;
import dev.plimsoll.formats.document.Questions;
import dev.plimsoll.formats.document.SavingsRows;
import dev.plimsoll.formats.document.ScalingKind;
import dev.plimsoll.formats.page.FitPage;
import dev.plimsoll.formats.page.Markdown;
import dev.plimsoll.formats.page.NodePage;
import dev.plimsoll.formats.page.Page;
import dev.plimsoll.formats.page.PageTree;
import dev.plimsoll.formats.page.Placement;
import dev.plimsoll.formats.page.PlanPage;
import dev.plimsoll.formats.page.PlanPage.Detail;
import dev.plimsoll.formats.page.SavingsSection;
import dev.plimsoll.formats.page.Section;
import dev.plimsoll.formats.page.SizedPlan;
import dev.plimsoll.scaling.Proposal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Plans the nodes to add for the pending pods of a dump, and what the cluster costs.
final class Plan implements Command {

    private static final String QUESTION = "--question";
    private static final String HORIZON = "--horizon";
    private static final Duration DAY = Duration.ofDays(1);
    private static final String SAVINGS = "--savings";

    /// The formats for programs.
    private static final List<String> DOCUMENTS = List.of("json", "yaml");

    /// The kinds of objects that `--explain` knows.
    private static final List<String> EXPLAINED = List.of("pod", "node", "group");

    private static final List<Option> OUTPUT =
            List.of(
                    new Option(
                            "-o",
                            "FORMAT",
                            "table (the default), wide, json, yaml or md",
                            List.of("table", "wide", "json", "yaml", "md")),
                    new Option(
                            HORIZON, "TIME", "how far ahead to look; default: 24h, 0s: one turn"),
                    new Option("--placement", "", "list the pods placed on each node"),
                    new Option(
                            SAVINGS, "", "what the pods would cost on other nodes, type or spot"),
                    new Option(QUESTION, "", "print the question that the dump asks, for decide"),
                    new Option(
                            "--fail-on", "LIMITS", "exit code 1 above cost=, added= or pending="),
                    new Option(
                            "--explain",
                            "KIND NAME",
                            "pod NAME, node NAME or group NAME: what fits, and why not",
                            EXPLAINED));

    @Override
    public String name() {
        return "plan";
    }

    @Override
    public String summary() {
        return "what a cluster costs, and which nodes to add for its pending pods";
    }

    @Override
    public String operands() {
        return "DUMP…";
    }

    @Override
    public List<Option> options() {
        var options = new ArrayList<Option>();
        options.addAll(ClusterOrigin.OPTIONS);
        options.add(new Option("-c", "POLICY", "groups, limits and prices; inferred without it"));
        options.add(ExtraCapacity.OPTION);
        options.addAll(PriceOptions.ALL);
        options.addAll(OUTPUT);
        return options;
    }

    @Override
    public String examples() {
        return """
        A dump is the output of kubectl as JSON or YAML, or of Cluster Autoscaler's /snapshotz.
        With --context or --kubeconfig the running cluster is read instead. Nothing is changed.

        examples:

          %s > dump.json
          plimsoll plan dump.json
          plimsoll plan dump.json -c policy.yaml -o md --fail-on cost=12.50,pending=0
          plimsoll plan dump.json --explain pod web-0
          plimsoll plan --context production
        """
                .formatted(Dump.KUBECTL);
    }

    @Override
    public ExitCode run(Arguments arguments, Console console) {
        var format = arguments.choice("-o");
        var limits = FailOn.read(arguments);
        var explain = arguments.texts("--explain");
        checkExplain(explain, arguments);
        var origin = ClusterOrigin.of(arguments);
        var dump =
                Dump.read(origin, arguments.text("-c", ""), arguments, console)
                        .until(arguments.duration(HORIZON, DAY));
        if (arguments.has(QUESTION)) {
            printQuestion(dump, format, console);
            return ExitCode.DONE;
        }
        var answer = dump.answer(origin);
        var proposal = answer.details();
        if (!explain.isEmpty()) {
            print(explained(explain, dump, proposal), format, console);
            return ExitCode.DONE;
        }
        var warnings = warnings(dump, proposal);
        var placement = new Placement(dump.inventory(), proposal);
        boolean isPlaced = arguments.has("--placement");
        if (DOCUMENTS.contains(format)) {
            var tree = Decisions.answer(new ScalingKind(), answer);
            tree.put("warnings", plainWarnings(dump, proposal));
            if (!dump.sized().isEmpty()) {
                tree.put("sizing", dump.sized().stream().map(SizedPlan::tree).toList());
            }
            if (arguments.has(SAVINGS)) {
                tree.put("savings", SavingsRows.of(dump.savings(proposal)).tree());
            }
            if (isPlaced) {
                tree.put("placement", placement.tree());
            }
            print(tree, format, console);
        } else {
            var detail = format.equals("wide") ? Detail.WIDE : Detail.SHORT;
            var more = new ArrayList<Section>();
            if (arguments.has(SAVINGS)) {
                more.add(SavingsSection.of(dump.savings(proposal)));
            }
            if (isPlaced) {
                more.add(placement.section());
            }
            int pods = dump.inventory().podCount();
            var page = PlanPage.of(pods, proposal, dump.sized(), warnings, detail, more);
            print(page, format, console);
        }
        return limits.check(proposal, dump.sized(), console);
    }

    /// The question that the dump asks, for `decide`.
    private static void printQuestion(Dump dump, String format, Console console) {
        dump.warnings().forEach(console::warn);
        var kind = new ScalingKind();
        var seen = kind.written(dump.question().seen()).orElseThrow();
        print(Questions.tree(kind, dump.question(), seen), format, console);
    }

    /// Prints JSON if the format is `json`, else YAML.
    private static void print(Map<String, Object> tree, String format, Console console) {
        if (format.equals("json")) {
            console.out().println(Json.text(tree));
        } else {
            console.out().print(Yaml.text(tree));
        }
    }

    private static void checkExplain(List<String> explain, Arguments arguments) {
        if (explain.isEmpty()) {
            return;
        }
        if (explain.size() != 2 || !EXPLAINED.contains(explain.getFirst())) {
            throw arguments.wrong("--explain", "write pod NAME, node NAME or group NAME, once");
        }
        if (Stream.of("--fail-on", "--placement", SAVINGS, QUESTION).anyMatch(arguments::has)) {
            throw arguments.wrong(
                    "--explain",
                    "it does not print the plan; remove --fail-on, --placement, --savings and"
                            + " --question");
        }
    }

    private static Page explained(List<String> explain, Dump dump, Proposal proposal) {
        var name = explain.getLast();
        return switch (explain.getFirst()) {
            case "pod" -> new FitPage(dump.inventory(), proposal).pod(name);
            case "node" -> new NodePage(proposal).page(name);
            default -> new FitPage(dump.inventory(), proposal).group(name);
        };
    }

    private static void print(Page page, String format, Console console) {
        switch (format) {
            case "json", "yaml" -> print(PageTree.of(page), format, console);
            case "md" -> console.out().print(Markdown.of(page));
            default -> console.page(page);
        }
    }

    /// Without advice about commands: a document reads the same whoever asked the question.
    private static List<String> plainWarnings(Dump dump, Proposal proposal) {
        var warnings = new ArrayList<>(proposal.warnings().stream().map(Reason::sentence).toList());
        warnings.addAll(dump.warnings(proposal));
        return warnings;
    }

    private static List<String> warnings(Dump dump, Proposal proposal) {
        var warnings = new ArrayList<>(proposal.warnings().stream().map(Advice::sentence).toList());
        warnings.addAll(dump.warnings(proposal));
        return warnings;
    }

    static final String TOO_LARGE =
            "the amounts add up to more than " + Long.MAX_VALUE + "; check their units";
}

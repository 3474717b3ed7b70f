package dev.plimsoll.cli;

import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Suggestion;
import dev.plimsoll.formats.Value;
import dev.plimsoll.formats.Yaml;
import dev.plimsoll.formats.document.Kinds;
import dev.plimsoll.formats.document.Trees;
import dev.plimsoll.formats.journal.Entry;
import dev.plimsoll.formats.journal.Plain;
import dev.plimsoll.turn.LoopId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Prints recorded decisions with their reasons.
final class Explain implements Command {

    @Override
    public String name() {
        return "explain";
    }

    @Override
    public String summary() {
        return "print the decisions of a journal and their reasons";
    }

    @Override
    public String operands() {
        return "JOURNAL [ID]";
    }

    @Override
    public List<Option> options() {
        return List.of(
                new Option(
                        "-o",
                        "FORMAT",
                        "table (sentences, the default), json or yaml",
                        List.of("table", "json", "yaml")),
                new Option("--loop", "NAME", "only decisions of this loop (the name of a group)"),
                new Option("--rule", "CODE", "only decisions with this rule", rules()),
                new Option("--all", "", "also decisions without steps"));
    }

    @Override
    public String examples() {
        return """
        ID is the number of a decision. With it, everything the decision was based on is printed.
        Of a scaling decision, that is why every group refuses the pods that stay unschedulable, why
        each node stays, and where room is kept free. The decision is made again for this.

        examples:

          plimsoll explain day.journal
          plimsoll explain day.journal --loop web --rule above-threshold
          plimsoll explain day.journal 17
        """;
    }

    @Override
    public ExitCode run(Arguments arguments, Console console) {
        var operands = arguments.operands(1, 2);
        var format = arguments.choice("-o");
        var id =
                operands.size() == 2
                        ? Optional.of(id(arguments, operands.get(1)))
                        : Optional.<Long>empty();
        checkRule(arguments);
        int told = 0;
        try (var journal = Sources.journal(operands.getFirst())) {
            while (journal.hasNext()) {
                switch (journal.next()) {
                    case Entry.Decided<?, ?, ?> decided -> {
                        if (id.isPresent()
                                ? id.get() == decided.id()
                                : isWanted(decided, arguments)) {
                            tell(decided, id.isPresent(), format, console);
                            told++;
                        }
                    }
                    case Entry.Acted(var of, var outcomes) -> {
                        if (id.isPresent() && id.get() == of && format.equals("table")) {
                            outcomes.forEach(outcome -> console.line("  " + of(outcome)));
                        }
                    }
                    case Entry.Failed failed -> {
                        if (id.isEmpty() && format.equals("table") && isWanted(failed, arguments)) {
                            console.line(failure(failed));
                        }
                    }
                    case Entry.Opened _ -> {}
                }
            }
            if (id.isEmpty() || told == 0) {
                Sources.warn(journal, console);
            }
        }
        if (id.isPresent() && told == 0) {
            throw arguments.wrong(
                    operands.getFirst(),
                    "the journal has no decision "
                            + id.get()
                            + "; 'plimsoll explain "
                            + operands.getFirst()
                            + " --all' lists all decisions");
        }
        if (told == 0) {
            console.error(
                    "no decision of "
                            + operands.getFirst()
                            + " matches; --all includes decisions without steps");
        }
        return ExitCode.DONE;
    }

    /// The codes of all rules.
    private static List<String> rules() {
        return Kinds.all().stream()
                .flatMap(kind -> kind.decider().rules().stream())
                .map(Rule::code)
                .toList();
    }

    private static void checkRule(Arguments arguments) {
        var rule = arguments.text("--rule", "");
        if (arguments.has("--rule") && !rules().contains(rule)) {
            var close = Suggestion.closest(rule, rules());
            throw arguments.wrong(
                    "--rule",
                    "unknown rule '"
                            + rule
                            + "'"
                            + close.map(code -> "; did you mean '" + code + "'?").orElse(""));
        }
    }

    private static long id(Arguments arguments, String text) {
        var digits = text.startsWith("#") ? text.substring(1) : text;
        if (!digits.matches("[0-9]{1,18}")) {
            throw arguments.wrong(
                    "ID",
                    "'" + text + "' is not the number of a decision; write a number, e.g. 17");
        }
        return Long.parseLong(digits);
    }

    private static boolean isWanted(Entry.Decided<?, ?, ?> decided, Arguments arguments) {
        boolean loop = isOfLoop(decided.loop(), arguments);
        boolean rule =
                !arguments.has("--rule")
                        || reasons(decided).stream()
                                .anyMatch(reason ->
                                        text(reason, "rule").equals(arguments.text("--rule", "")));
        boolean changes =
                arguments.has("--all")
                        || arguments.has("--rule")
                        || !items(decided.decision(), "plan").isEmpty();
        return loop && rule && changes;
    }

    private static boolean isWanted(Entry.Failed failed, Arguments arguments) {
        return isOfLoop(failed.loop(), arguments) && !arguments.has("--rule");
    }

    private static boolean isOfLoop(LoopId loop, Arguments arguments) {
        return !arguments.has("--loop") || loop.name().equals(arguments.text("--loop", ""));
    }

    private static void tell(
            Entry.Decided<?, ?, ?> decided, boolean whole, String format, Console console) {
        var out = console.out();
        switch (format) {
            case "json" -> out.println(Json.text(tree(decided)));
            case "yaml" -> out.print("---\n" + Yaml.text(tree(decided)));
            default -> {
                console.line(title(decided));
                for (var reason : reasons(decided)) {
                    console.line(Sentences.named(text(reason, "rule"), text(reason, "sentence")));
                }
                if (whole) {
                    new DecisionDetail(decided, console).print();
                }
            }
        }
    }

    /// The number of the decision, its moment and its loop.
    static String title(Entry.Decided<?, ?, ?> decided) {
        return "#"
                + decided.id()
                + " "
                + Sentences.time(decided.question().now())
                + " "
                + decided.loop().name();
    }

    private static String failure(Entry.Failed failed) {
        return "! "
                + Sentences.time(failed.now())
                + " "
                + failed.loop().name()
                + " could not decide: "
                + failed.cause();
    }

    /// The decision, with its number, loop and moment.
    private static Map<String, Object> tree(Entry.Decided<?, ?, ?> decided) {
        return Trees.ordered(
                "id", decided.id(),
                "loop", decided.loop().name(),
                "now", decided.question().now().toString(),
                "decision", Plain.of(decided.decision()));
    }

    private static String of(Outcome outcome) {
        var step = Sentences.of(outcome.step());
        return switch (outcome) {
            case Outcome.Done _ -> step + ": done";
            case Outcome.Failed(_, var why) -> step + ": failed: " + why;
            case Outcome.Stale _ -> step + ": stale, the cluster had changed";
            case Outcome.Unknown _ ->
                    step + ": unknown, the process ended before the result was recorded";
        };
    }

    static List<Value> reasons(Entry.Decided<?, ?, ?> decided) {
        return items(decided.decision(), "reasons");
    }

    static List<Value> items(Value value, String key) {
        return value instanceof Value.Mapping mapping
                        && mapping.get(key) instanceof Value.Sequence(var items, _)
                ? items
                : new ArrayList<>();
    }

    static String text(Value value, String key) {
        return value instanceof Value.Mapping mapping
                        && mapping.get(key) instanceof Value.Scalar(var text, _, _)
                ? text
                : "";
    }

    /// The facts of a reason, as JSON.
    static String facts(Value reason) {
        return reason instanceof Value.Mapping mapping
                ? Json.text(Plain.of(mapping.get("facts")))
                : "";
    }
}

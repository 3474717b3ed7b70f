package dev.plimsoll.cli;

import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Step;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.page.PlainText;
import dev.plimsoll.formats.page.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Prints decisions as sentences.
final class Sentences {

    private Sentences() {}

    /// The steps, then the reasons.
    static void print(Decision<?> decision, Console console) {
        if (decision.plan().steps().isEmpty()) {
            console.line("nothing changes");
        }
        decision.plan().steps().forEach(step -> console.line(of(step)));
        for (var reason : decision.reasons()) {
            console.line(named(reason.rule().code(), reason.sentence()));
        }
        if (!decision.wakeAt().equals(Decision.NEVER)) {
            console.line("  decides again at " + decision.wakeAt());
        }
    }

    static String of(Step step) {
        return switch (step) {
            case Step.ResizeGroup(var group, var from, var nodes, _) ->
                    (nodes > from ? "+ " : "- ") + group + ": " + from + " → " + counted(nodes);
            case Step.GiveUp(var group, var from, var nodes) ->
                    "- " + group + ": " + from + " → " + counted(nodes) + ", by machines to come";
            case Step.DrainNode(var node, _) -> "~ drain " + node;
            case Step.UndrainNode(var node) -> "~ undrain " + node;
            case Step.EvictPods(var node, _) -> "~ evict the pods on " + node;
            case Step.RemoveNode(var node, _, _) -> "- remove " + node;
            case Step.UseBatch(var subnet, var from, var addresses, var percent) ->
                    "~ "
                            + subnet
                            + ": batch size "
                            + from
                            + " → "
                            + addresses
                            + ", "
                            + percent
                            + "% of a batch kept free";
            case Step.RunReplicas(var workload, var cluster, var replicas) ->
                    "~ "
                            + (workload.isEmpty() ? "workload" : workload)
                            + ": "
                            + replicas
                            + (replicas == 1 ? " replica on " : " replicas on ")
                            + cluster;
        };
    }

    /// Steps in a few words: the same step on several nodes is counted.
    static String brief(List<Step> steps) {
        var words = new ArrayList<String>();
        for (var step : steps) {
            if (step instanceof Step.ResizeGroup(_, var from, var nodes, _)) {
                words.add((nodes > from ? "+" : "") + (nodes - from));
            }
            if (step instanceof Step.GiveUp(_, var from, var nodes)) {
                words.add("cancel " + (from - nodes));
            }
            if (step instanceof Step.UseBatch(_, var from, var addresses, _)) {
                words.add("batch " + from + " → " + addresses);
            }
        }
        count(words, "undrain", steps, Step.UndrainNode.class);
        count(words, "drain", steps, Step.DrainNode.class);
        count(words, "evict", steps, Step.EvictPods.class);
        count(words, "remove", steps, Step.RemoveNode.class);
        return words.isEmpty() ? "·" : String.join(", ", words);
    }

    private static void count(
            List<String> words, String verb, List<Step> steps, Class<? extends Step> kind) {
        long count = steps.stream().filter(kind::isInstance).count();
        if (count > 0) {
            words.add(verb + " " + count);
        }
    }

    /// A part of an answer beside its plan. A list of mappings is printed as a table.
    static void beside(String name, Object value, Console console) {
        if (value instanceof List<?> list && list.stream().anyMatch(Map.class::isInstance)) {
            console.line("  " + name);
            console.out().print(PlainText.of(table(list), "    "));
            return;
        }
        var text = value instanceof String plain ? plain : Json.text(value);
        console.line(named(name, text));
    }

    private static Table table(List<?> items) {
        var keys = new ArrayList<String>();
        items.forEach(item -> keys(item).filter(key -> !keys.contains(key)).forEach(keys::add));
        var rows = new ArrayList<List<String>>();
        for (var item : items) {
            rows.add(keys.stream().map(key -> cell(item, key)).toList());
        }
        return new Table(keys, rows);
    }

    private static Stream<String> keys(Object item) {
        return item instanceof Map<?, ?> map
                ? map.keySet().stream().map(String::valueOf)
                : Stream.empty();
    }

    private static String cell(Object item, String key) {
        var value = item instanceof Map<?, ?> map && map.containsKey(key) ? map.get(key) : "";
        return value instanceof String plain ? plain : Json.text(value);
    }

    private static String counted(int nodes) {
        return nodes + (nodes == 1 ? " node" : " nodes");
    }

    /// A name in a column as wide as the longest common rule codes, then a text.
    static String named(String name, String text) {
        return "  " + name + " ".repeat(Math.max(1, 24 - name.length())) + text;
    }

    /// `a`, `a and b` or `a, b and c`.
    static String listed(List<String> names) {
        return String.join(", ", names).replaceFirst(", ([^,]*)$", " and $1");
    }

    /// To the second, in UTC.
    static String time(Instant moment) {
        return moment.toString().replace('T', ' ').replaceFirst("(\\.[0-9]+)?Z$", "");
    }
}

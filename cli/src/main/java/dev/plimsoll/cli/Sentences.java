package dev.plimsoll.cli;

import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import dev.plimsoll.formats.Json;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Decisions for people.
final class Sentences {

    private Sentences() {}

    /// The steps, then why.
    static void print(Decision<?> decision, PrintStream out) {
        if (decision.plan().steps().isEmpty()) {
            out.println("nothing changes");
        }
        decision.plan().steps().forEach(step -> out.println(of(step)));
        for (var reason : decision.reasons()) {
            out.println("  %-18s %s".formatted(reason.rule().code(), reason.sentence()));
        }
        if (!decision.wakeAt().equals(Decision.NEVER)) {
            out.println("  looks again at " + decision.wakeAt());
        }
    }

    static String of(Step step) {
        return switch (step) {
            case Step.ResizeGroup(var group, var from, var nodes) ->
                    "%s %s: %d → %d nodes".formatted(nodes > from ? "+" : "-", group, from, nodes);
            case Step.DrainNode(var node) -> "~ drain " + node;
            case Step.UndrainNode(var node) -> "~ take back " + node;
            case Step.EvictPods(var node) -> "~ evict the pods of " + node;
            case Step.RemoveNode(var node, _, _) -> "- remove " + node;
            case Step.UseBatch(var subnet, var from, var addresses, var percent) ->
                    "~ %s: batches of %d → %d addresses, %d%% of one kept free"
                            .formatted(subnet, from, addresses, percent);
            case Step.RunReplicas(var workload, var cluster, var replicas) ->
                    "~ %s: %d %s on %s"
                            .formatted(
                                    workload.isEmpty() ? "workload" : workload,
                                    replicas,
                                    replicas == 1 ? "replica" : "replicas",
                                    cluster);
        };
    }

    /// Steps in a few words; the same step on many nodes is told once.
    static String brief(List<Step> steps) {
        var words = new ArrayList<String>();
        for (var step : steps) {
            if (step instanceof Step.ResizeGroup(_, var from, var nodes)) {
                words.add("%+d → %d nodes".formatted(nodes - from, nodes));
            }
            if (step instanceof Step.UseBatch(_, var from, var addresses, _)) {
                words.add("batch %d → %d".formatted(from, addresses));
            }
        }
        count(words, "take back", steps, Step.UndrainNode.class);
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

    /// The first reasons, in one line.
    static String why(List<Reason> reasons) {
        var sentences = reasons.stream().map(Reason::sentence).toList();
        int shown = Math.min(3, sentences.size());
        var text = String.join("; ", sentences.subList(0, shown));
        return sentences.size() > shown ? text + "; …" : text;
    }

    /// What an answer tells beside its plan. A list of entries has a line for each.
    static String beside(String name, Object value) {
        if (value instanceof List<?> list && !list.isEmpty() && list.getFirst() instanceof Map) {
            return list.stream()
                    .map(entry -> "  %-18s %s".formatted(name, row((Map<?, ?>) entry)))
                    .collect(Collectors.joining("\n"));
        }
        var text = value instanceof String plain ? plain : Json.text(value);
        return "  %-18s %s".formatted(name, text);
    }

    /// `node n1, fits false, rule taint`; a sentence of its own comes last, as it is.
    private static String row(Map<?, ?> entry) {
        var words = new ArrayList<String>();
        entry.forEach((key, value) -> {
            if (!key.equals("sentence")) {
                words.add(key + " " + (value instanceof String text ? text : Json.text(value)));
            }
        });
        var row = String.join(", ", words);
        return entry.containsKey("sentence") ? row + ": " + entry.get("sentence") : row;
    }

    /// To the second, in universal time.
    static String time(Instant moment) {
        return moment.toString().replace('T', ' ').replaceFirst("(\\.[0-9]+)?Z$", "");
    }
}

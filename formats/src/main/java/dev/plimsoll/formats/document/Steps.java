package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.formats.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Steps and their outcomes, as documents write them.
public final class Steps {

    private static final Map<String, DrainCause> CAUSES = Choices.of(DrainCause.values());

    private Steps() {}

    public static Map<String, Object> tree(Step step) {
        var tree = new LinkedHashMap<String, Object>();
        switch (step) {
            case Step.ResizeGroup(var group, var from, var nodes, var in) -> {
                tree.put("step", "resizeGroup");
                tree.put("group", group);
                tree.put("from", from);
                tree.put("nodes", nodes);
                ClusterParts.put(tree, "in", in.stream().<Object>map(Steps::tree).toList());
            }
            case Step.GiveUp(var group, var from, var nodes) -> {
                tree.put("step", "giveUp");
                tree.put("group", group);
                tree.put("from", from);
                tree.put("nodes", nodes);
            }
            case Step.DrainNode(var node, var why) -> {
                tree.put("step", "drainNode");
                tree.put("node", node);
                if (why != DrainCause.UNKNOWN) {
                    tree.put("because", Choices.name(why));
                }
            }
            case Step.UndrainNode(var node) -> {
                tree.put("step", "undrainNode");
                tree.put("node", node);
            }
            case Step.EvictPods(var node, var pods) -> {
                tree.put("step", "evictPods");
                tree.put("node", node);
                tree.put("pods", pods);
            }
            case Step.RemoveNode(var node, var group, var leaves) -> {
                tree.put("step", "removeNode");
                tree.put("node", node);
                tree.put("group", group);
                tree.put("leaves", leaves);
            }
            case Step.UseBatch(var subnet, var from, var addresses, var minFreePercent) -> {
                tree.put("step", "useBatch");
                tree.put("subnet", subnet);
                tree.put("from", from);
                tree.put("addresses", addresses);
                tree.put("minFreePercent", minFreePercent);
            }
            case Step.RunReplicas(var workload, var cluster, var replicas) -> {
                tree.put("step", "runReplicas");
                tree.put("workload", workload);
                tree.put("cluster", cluster);
                tree.put("replicas", replicas);
            }
        }
        return tree;
    }

    private static Map<String, Object> tree(Step.InVariant variant) {
        var tree = new LinkedHashMap<String, Object>();
        ClusterParts.put(tree, variant.variant());
        tree.put("nodes", variant.nodes());
        return tree;
    }

    public static List<Object> plan(Plan plan) {
        return plan.steps().stream().<Object>map(Steps::tree).toList();
    }

    public static List<Object> outcomes(List<Outcome> outcomes) {
        return outcomes.stream().<Object>map(Steps::outcome).toList();
    }

    /// The step with its `outcome`.
    public static Map<String, Object> outcome(Outcome outcome) {
        var tree = new LinkedHashMap<String, Object>();
        switch (outcome) {
            case Outcome.Done _ -> tree.put("outcome", "done");
            case Outcome.Failed(_, var why) -> {
                tree.put("outcome", "failed");
                tree.put("why", why);
            }
            case Outcome.Stale _ -> tree.put("outcome", "stale");
            case Outcome.Unknown _ -> tree.put("outcome", "unknown");
        }
        tree.putAll(tree(outcome.step()));
        return tree;
    }

    /// The steps of a list; an entry that is not a step is a mistake.
    public static List<Step> steps(Fields fields, String key) {
        var steps = new ArrayList<Step>();
        for (var step : fields.list(key)) {
            steps.add(step(step));
        }
        return steps;
    }

    public static List<Outcome> outcomes(Fields fields, String key) {
        var outcomes = new ArrayList<Outcome>();
        for (var entry : fields.list(key)) {
            var step = step(entry);
            if (!entry.has("outcome")) {
                entry.mistake("'outcome' is missing; write one of done, failed, stale, unknown");
            }
            outcomes.add(
                    switch (entry.choice(
                            "outcome", "unknown", named("done", "failed", "stale", "unknown"))) {
                        case "done" -> new Outcome.Done(step);
                        case "failed" -> new Outcome.Failed(step, entry.text("why", ""));
                        case "stale" -> new Outcome.Stale(step);
                        default -> new Outcome.Unknown(step);
                    });
        }
        return outcomes;
    }

    private static Step step(Fields fields) {
        var kinds =
                named(
                        "resizeGroup",
                        "giveUp",
                        "drainNode",
                        "undrainNode",
                        "evictPods",
                        "removeNode",
                        "useBatch",
                        "runReplicas");
        if (!fields.has("step")) {
            fields.mistake("'step' is missing; write one of " + String.join(", ", kinds.keySet()));
        }
        return switch (fields.choice("step", "drainNode", kinds)) {
            case "resizeGroup" ->
                    new Step.ResizeGroup(
                            fields.requiredText("group"),
                            count(fields, "from"),
                            count(fields, "nodes"),
                            fields.list("in").stream().map(Steps::inVariant).toList());
            case "giveUp" ->
                    new Step.GiveUp(
                            fields.requiredText("group"),
                            count(fields, "from"),
                            count(fields, "nodes"));
            case "undrainNode" -> new Step.UndrainNode(fields.requiredText("node"));
            case "evictPods" ->
                    new Step.EvictPods(fields.requiredText("node"), count(fields, "pods"));
            case "removeNode" ->
                    new Step.RemoveNode(
                            fields.requiredText("node"),
                            fields.requiredText("group"),
                            count(fields, "leaves"));
            case "useBatch" ->
                    new Step.UseBatch(
                            fields.requiredText("subnet"),
                            count(fields, "from"),
                            count(fields, "addresses"),
                            count(fields, "minFreePercent"));
            case "runReplicas" ->
                    new Step.RunReplicas(
                            fields.text("workload", ""),
                            fields.requiredText("cluster"),
                            count(fields, "replicas"));
            default ->
                    new Step.DrainNode(
                            fields.requiredText("node"),
                            fields.choice("because", DrainCause.UNKNOWN, CAUSES));
        };
    }

    private static Step.InVariant inVariant(Fields fields) {
        return new Step.InVariant(ClusterParts.key(fields), count(fields, "nodes"));
    }

    private static int count(Fields fields, String key) {
        return fields.whole(key, 0, 0, Integer.MAX_VALUE);
    }

    private static Map<String, String> named(String... names) {
        var map = new LinkedHashMap<String, String>();
        for (var name : names) {
            map.put(name, name);
        }
        return map;
    }
}

package dev.plimsoll.cli;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step;
import dev.plimsoll.simulator.ClusterEvent;
import dev.plimsoll.sizing.Seen;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/// A decision in one line: the time, the group, the nodes in service after the steps, the steps as
/// far as there is room, and the first reason for them. `explain` has the rest.
final class RunLine {

    /// The most columns of a line that is printed.
    static final int WIDTH = 100;

    /// The columns of the steps. Several kinds of steps that need more are the first and a mark.
    private static final int STEPS = 11;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private RunLine() {}

    static String of(Instant now, String loop, Object seen, Decision<?> decision) {
        var steps = decision.plan().steps();
        return TIME.format(now)
                + "  "
                + padded(loop, 6)
                + " "
                + padded(nodes(seen, steps), 9)
                + "  "
                + padded(brief(decision), STEPS)
                + "  "
                + why(decision);
    }

    /// The steps, and that they are not taken in a dry run.
    private static String brief(Decision<?> decision) {
        boolean isDryRun =
                decision.reasons().stream()
                        .anyMatch(reason -> reason.rule().code().equals("dry-run"));
        var steps = Sentences.brief(decision.plan().steps());
        int first = steps.indexOf(", ");
        var shown = first < 0 || steps.length() <= STEPS ? steps : steps.substring(0, first) + " …";
        return (isDryRun ? "would " : "") + shown;
    }

    /// An event of the cluster: its time, its group and its sentence.
    static String of(ClusterEvent event) {
        return TIME.format(event.at()) + "  " + padded(event.group(), 6) + " " + event.sentence();
    }

    /// The beginning of a text that is too long, with a mark.
    static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width - 1) + "…";
    }

    /// Machines that exist or are ordered, without those that drain, leave or are closed.
    private static String nodes(Object seen, List<Step> steps) {
        int nodes;
        switch (seen) {
            case Seen of -> nodes = of.group().target() - inactive(of.nodes());
            case Cluster cluster -> nodes = cluster.machines() - inactive(cluster.nodes());
            default -> {
                return "";
            }
        }
        for (var step : steps) {
            nodes +=
                    switch (step) {
                        case Step.ResizeGroup(_, int from, int to, _) -> to - from;
                        case Step.GiveUp(_, int from, int to) -> to - from;
                        case Step.DrainNode _ -> -1;
                        case Step.UndrainNode _ -> 1;
                        case Step.RemoveNode _,
                                Step.EvictPods _,
                                Step.UseBatch _,
                                Step.RunReplicas _ ->
                                0;
                    };
        }
        return nodes == 1 ? "1 node" : nodes + " nodes";
    }

    private static int inactive(List<Node> nodes) {
        return Math.toIntExact(nodes.stream().filter(node -> !node.isActive()).count());
    }

    /// The first clause of the first reason that added a step; else of the first reason.
    private static String why(Decision<?> decision) {
        var reasons = decision.reasons();
        var sentence =
                reasons.stream()
                        .filter(reason -> reason.rule().effect() == Rule.Effect.CHOSE)
                        .findFirst()
                        .or(() -> reasons.stream().findFirst())
                        .map(Reason::sentence)
                        .orElse("");
        int end = sentence.indexOf("; ");
        return end < 0 ? sentence : sentence.substring(0, end);
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}

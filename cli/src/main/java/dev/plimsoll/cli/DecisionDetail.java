package dev.plimsoll.cli;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.document.ScalingKind;
import dev.plimsoll.formats.journal.Entry;
import dev.plimsoll.formats.page.DecisionTables;
import dev.plimsoll.formats.page.PlainText;
import dev.plimsoll.formats.page.Table;
import dev.plimsoll.quantity.Quantity;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.sizing.Seen;
import java.util.List;

/// Everything that a recorded decision was based on: facts, policy, past, nodes and pending pods;
/// of a scaling decision, the reason of every pod that stays pending and every node that stays.
final class DecisionDetail {

    private final Entry.Decided<?, ?, ?> decided;
    private final Console console;

    DecisionDetail(Entry.Decided<?, ?, ?> decided, Console console) {
        this.decided = decided;
        this.console = console;
    }

    void print() {
        for (var reason : Explain.reasons(decided)) {
            console.line(
                    "  facts of " + Explain.text(reason, "rule") + ": " + Explain.facts(reason));
        }
        print(decided);
        if (decided.question().seen() instanceof Seen seen) {
            group(seen);
        }
        scaling(decided);
    }

    /// The reasons of a scaling decision, whole. They are not recorded: the decision is made again.
    private <S, P, M> void scaling(Entry.Decided<S, P, M> entry) {
        if (entry.kind() instanceof ScalingKind
                && entry.kind().answer(entry.question()).details() instanceof Proposal proposal) {
            if (!entry.again().equals(entry.text())) {
                console.line("  this version decides otherwise; these are its own reasons:");
            }
            var tables = new DecisionTables(proposal);
            table("pods that stay unschedulable, by group", tables.pods());
            table("nodes that stay", tables.nodes());
            table("room kept free", tables.placeholders());
        }
    }

    private void table(String title, Table table) {
        if (!table.rows().isEmpty()) {
            console.line("  " + title + ":");
            console.out().print(PlainText.of(table, "    "));
        }
    }

    private <S, P, M> void print(Entry.Decided<S, P, M> entry) {
        var question = entry.question();
        console.line("  policy: " + Json.text(entry.kind().policy(question.policy())));
        console.line("  remembered: " + Json.text(entry.kind().past(question.past())));
        if (question.seen() instanceof Cluster cluster) {
            console.line("  cluster: " + cluster);
        } else {
            entry.kind()
                    .written(question.seen())
                    .ifPresent(seen -> console.line("  seen: " + Json.text(seen)));
        }
    }

    private void group(Seen seen) {
        console.line(
                "  group "
                        + seen.group().name()
                        + ": target "
                        + seen.group().target()
                        + ", nodes "
                        + seen.nodes().size());
        var table = Table.with("node", "state", "ready", "pods", "cpu", "of", "memory", "of");
        seen.nodes().forEach(node -> table.row(row(node)));
        console.out().print(PlainText.of(table.build(), "    "));
        if (!seen.pending().isEmpty()) {
            console.line("  pending:");
            seen.pending().forEach(pods -> console.line("    " + waiting(pods)));
        }
    }

    private static List<String> row(Node node) {
        var asked = node.asked();
        return List.of(
                node.name(),
                state(node.state()),
                node.isReady() ? "yes" : node.ready() ? "" : "no",
                Long.toString(asked.asked(Resources.PODS)),
                asked.cpu().toString(),
                text(node, Resources.CPU),
                Quantity.brief(Resources.MEMORY, asked.asked(Resources.MEMORY)),
                text(node, Resources.MEMORY));
    }

    private static String text(Node node, String resource) {
        long offered = node.allocatable().offered(resource);
        return offered == Resources.UNLIMITED ? "any" : Quantity.brief(resource, offered);
    }

    private static String state(NodeState state) {
        return switch (state) {
            case NodeState.Active _ -> "active";
            case NodeState.Paused _ -> "paused";
            case NodeState.Leaving(var why) -> "leaving: " + why;
            case NodeState.Closed(var why) -> "closed: " + why;
            case NodeState.Cordoned _ -> "cordoned";
            case NodeState.Forced _ -> "force-removed";
            case NodeState.Draining(var since, _) -> "draining since " + Sentences.time(since);
        };
    }

    private static String waiting(Pods pods) {
        return pods.count() + " × " + pods.shape().requests() + ", e.g. " + pods.example();
    }
}

package dev.plimsoll.cli;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.journal.Entry;
import dev.plimsoll.quantity.Quantity;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.sizing.Seen;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/// All that one recorded decision rested on: facts, policy, what was remembered, and the nodes and
/// pods that were seen, one by one.
final class DecisionDetail {

    private final Entry.Decided<?, ?, ?> decided;
    private final PrintStream out;

    DecisionDetail(Entry.Decided<?, ?, ?> decided, PrintStream out) {
        this.decided = decided;
        this.out = out;
    }

    void print() {
        for (var reason : Explain.reasons(decided)) {
            out.println(
                    "  facts of %s: %s"
                            .formatted(Explain.text(reason, "rule"), Explain.facts(reason)));
        }
        print(decided);
        if (decided.question().seen() instanceof Seen seen) {
            group(seen);
        }
    }

    private <S, P, M> void print(Entry.Decided<S, P, M> entry) {
        var question = entry.question();
        out.println("  policy: " + Json.text(entry.kind().policy(question.policy())));
        out.println("  remembered: " + Json.text(entry.kind().past(question.past())));
        var seen = entry.kind().written(question.seen());
        if (!seen.isEmpty()) {
            out.println("  seen: " + Json.text(seen));
        }
    }

    private void group(Seen seen) {
        out.println(
                "  group %s: target %d, nodes %d"
                        .formatted(
                                seen.group().name(), seen.group().target(), seen.nodes().size()));
        var rows = new ArrayList<List<String>>();
        rows.add(List.of("node", "state", "ready", "pods", "cpu", "of", "memory", "of"));
        seen.nodes().forEach(node -> rows.add(row(node)));
        Table.print(rows, "    ", out);
        if (!seen.pending().isEmpty()) {
            out.println("  waiting:");
            seen.pending().forEach(pods -> out.println("    " + waiting(pods)));
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
            case NodeState.Cordoned _ -> "cordoned";
            case NodeState.Forced _ -> "forced out";
            case NodeState.Draining(var since) -> "draining since " + Sentences.time(since);
        };
    }

    private static String waiting(Pods pods) {
        return "%d × %s, such as %s"
                .formatted(pods.count(), pods.shape().requests(), pods.example());
    }
}

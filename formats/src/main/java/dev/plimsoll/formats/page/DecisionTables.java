package dev.plimsoll.formats.page;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.fit.Verdict;
import dev.plimsoll.quantity.Quantity;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.GroupVerdicts;
import dev.plimsoll.scaling.Proposal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The reasons of one scaling decision, whole: a decision itself has them together.
public final class DecisionTables {

    private final Proposal proposal;
    private final Map<String, String> groupOf = new LinkedHashMap<>();

    public DecisionTables(Proposal proposal) {
        this.proposal = proposal;
        for (var group : proposal.facts().groups()) {
            group.nodes().forEach(node -> groupOf.put(node, group.name()));
        }
    }

    /// For each shape of the pods that stay unschedulable, why each group takes none of them.
    public Table pods() {
        var left =
                proposal.pending().stream()
                        .filter(pending -> pending.left() > 0)
                        .map(pending -> pending.pods().times(pending.left()))
                        .toList();
        var table = Table.with("pods", "group", "fits", "rule", "why");
        var verdicts = GroupVerdicts.after(proposal).verdicts(left);
        for (int i = 0; i < left.size(); i++) {
            var pods = left.get(i);
            verdicts.get(i).forEach((group, verdict) -> table.row(row(pods, group, verdict)));
        }
        return table.build();
    }

    private static List<String> row(Pods pods, String group, Verdict verdict) {
        var name = pods.example() + (pods.count() == 1 ? "" : " × " + pods.count());
        return switch (verdict) {
            case Verdict.Fits _ -> List.of(name, group, "yes", "", "");
            case Verdict.Refused(var why) -> row(name, group, "no", why);
            case Verdict.Unknown(var why) -> row(name, group, "?", why);
        };
    }

    private static List<String> row(String pods, String group, String fits, Reason why) {
        return List.of(pods, group, fits, why.rule().code(), why.sentence());
    }

    /// Why each node stays.
    public Table nodes() {
        var table = Table.with("node", "group", "rule", "why");
        proposal.whyStay()
                .forEach((node, why) ->
                        table.row(
                                node,
                                groupOf.getOrDefault(node, ""),
                                why.rule().code(),
                                why.sentence()));
        return table.build();
    }

    /// Each placeholder with its node.
    public Table placeholders() {
        var table = Table.with("placeholder", "cpu", "memory", "node", "group", "what it is");
        for (var one : proposal.placeholders()) {
            var requests = one.shape().requests();
            table.row(
                    one.name(),
                    Quantity.brief(Resources.CPU, requests.asked(Resources.CPU)),
                    Quantity.brief(Resources.MEMORY, requests.asked(Resources.MEMORY)),
                    one.isHeld() ? one.node() : "none",
                    groupOf.getOrDefault(one.node(), ""),
                    one.of().described());
        }
        return table.build();
    }
}

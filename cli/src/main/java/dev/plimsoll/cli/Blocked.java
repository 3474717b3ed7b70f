package dev.plimsoll.cli;

import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.fit.Verdict;
import dev.plimsoll.scaling.GroupVerdicts;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.scaling.Proposal.PendingShape;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// What keeps pods off that a plan has no place for: group by group, and the nodes by rule.
final class Blocked {

    private final Dump dump;
    private final Proposal proposal;
    private final GroupVerdicts waiters;

    /// @param waiters once the proposal is carried out
    Blocked(Dump dump, Proposal proposal, GroupVerdicts waiters) {
        this.dump = dump;
        this.proposal = proposal;
        this.waiters = waiters;
    }

    /// @param most so many shapes are told
    List<String> lines(int most) {
        var all = proposal.pending().stream().filter(waiting -> waiting.left() > 0).toList();
        var left = all.stream().limit(most).toList();
        var lines = new ArrayList<String>();
        if (left.isEmpty()) {
            return lines;
        }
        var verdicts = waiters.verdicts(left.stream().map(PendingShape::pods).toList());
        var nodeFit = NodeFit.of(proposal.nodes(), dump.seen().surroundings());
        for (int i = 0; i < left.size(); i++) {
            lines.add(title(left.get(i)));
            verdicts.get(i).forEach((group, verdict) -> lines.add(group(group, verdict)));
            lines.add(nodes(left.get(i), nodeFit));
        }
        if (left.size() < all.size()) {
            lines.add("pods of " + more(all.size() - left.size()));
        }
        return lines;
    }

    static String more(int shapes) {
        return PlanPage.counted(shapes, "shape") + " more; -o wide tells all";
    }

    private static String title(PendingShape waiting) {
        var asks = waiting.pods().shape().requests();
        return "%s like %s%s"
                .formatted(
                        PlanPage.counted(waiting.left(), "pod"),
                        waiting.pods().example(),
                        asks.isEmpty() ? "" : ", each " + asks);
    }

    private static String group(String group, Verdict verdict) {
        return "  "
                + group
                + ": "
                + switch (verdict) {
                    case Verdict.Fits _ -> "fits alone, but not beside the others";
                    case Verdict.Refused(var why) -> why.sentence();
                    case Verdict.Unknown(var why) -> why.sentence();
                };
    }

    /// The nodes as they are afterwards.
    private String nodes(PendingShape waiting, NodeFit nodeFit) {
        var counts = new TreeMap<String, Integer>();
        for (int node = 0; node < nodeFit.size(); node++) {
            switch (nodeFit.verdict(waiting.pods().shape(), node)) {
                case Verdict.Fits _ -> counts.merge("room for some", 1, Integer::sum);
                case Verdict.Refused(var why) -> counts.merge(why.rule().code(), 1, Integer::sum);
                case Verdict.Unknown(var why) -> counts.merge(why.rule().code(), 1, Integer::sum);
            }
        }
        var words = new ArrayList<String>();
        counts.forEach((rule, count) -> words.add(count + " × " + rule));
        return "  nodes: " + (words.isEmpty() ? "none" : String.join(", ", words));
    }
}

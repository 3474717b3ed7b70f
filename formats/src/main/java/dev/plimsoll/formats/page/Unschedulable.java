package dev.plimsoll.formats.page;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.fit.Verdict;
import dev.plimsoll.formats.document.ScalingAnswer.Blocked;
import dev.plimsoll.formats.document.VerdictSummary;
import dev.plimsoll.formats.page.Line.Mark;
import dev.plimsoll.formats.page.PlanPage.Detail;
import dev.plimsoll.scaling.EndState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The pods that stay unschedulable. Shapes that lack the same in the same groups are one entry,
/// for example the pods of a StatefulSet, which differ in their claims.
final class Unschedulable {

    private static final int MOST_ENTRIES = 10;

    /// The shapes of an entry; its example is the first.
    private record Entry(List<Blocked> shapes) {

        int count() {
            return shapes.stream().mapToInt(one -> one.pending().left()).sum();
        }

        Blocked first() {
            return shapes.getFirst();
        }

        /// `8 pods, e.g. shop/db-0`.
        String named(String stay) {
            return count() == 1
                    ? "1 pod" + stay + ": " + name(first())
                    : count() + " pods" + stay + ", e.g. " + name(first());
        }

        /// The pods of each shape: `shop/db-0, shop/web-0 × 3`.
        String all() {
            return shapes.stream()
                    .map(one -> name(one) + times(one.pending().left()))
                    .collect(Collectors.joining(", "));
        }

        private static String times(int pods) {
            return pods == 1 ? "" : " × " + pods;
        }

        private boolean areAlike() {
            return shapes.stream().map(one -> pods(one).shape().requests()).distinct().count() == 1;
        }

        String requests() {
            var requests = pods(first()).shape().requests();
            return requests.isEmpty()
                    ? ""
                    : (areAlike() ? ", requests " : ", which requests ") + requests;
        }
    }

    private final EndState end;
    private final List<Entry> entries = new ArrayList<>();
    private final Detail detail;
    private final int most;

    Unschedulable(EndState end, List<Blocked> blocked, Detail detail) {
        this.end = end;
        this.detail = detail;
        this.most = detail == Detail.WIDE ? Integer.MAX_VALUE : MOST_ENTRIES;
        var byKind = new LinkedHashMap<List<Object>, List<Blocked>>();
        blocked.stream()
                .sorted(
                        Comparator.comparing(Unschedulable::isPartly)
                                .thenComparing(one -> pods(one).example()))
                .forEach(one -> byKind.computeIfAbsent(kind(one), _ -> new ArrayList<>()).add(one));
        byKind.values().forEach(shapes -> entries.add(new Entry(shapes)));
        entries.sort(Comparator.comparingInt(Entry::count).reversed());
    }

    private static List<Object> kind(Blocked blocked) {
        var kind = new ArrayList<>();
        for (var verdict : blocked.verdicts()) {
            kind.add(verdict.groups());
            kind.add(verdict.kind());
        }
        return kind;
    }

    private static Pods pods(Blocked blocked) {
        return blocked.pending().pods();
    }

    private static boolean isPartly(Blocked blocked) {
        return blocked.pending().left() < pods(blocked).count();
    }

    /// The first pods of a shape are placed first.
    private static String name(Blocked blocked) {
        return (isPartly(blocked) ? "one like " : "") + pods(blocked).example();
    }

    /// A line an entry.
    List<Line> steps() {
        var steps = new ArrayList<Line>();
        shown().forEach(entry -> steps.add(Line.of(Mark.WARNING, stays(entry))));
        more().forEach(text -> steps.add(Line.of(Mark.WARNING, text)));
        return steps;
    }

    private static String stays(Entry entry) {
        return entry.named(entry.count() == 1 ? " stays unschedulable" : " stay unschedulable");
    }

    /// The groups by the rule that refuses the pods, and the nodes.
    List<Line> details() {
        var lines = new ArrayList<Line>();
        var nodes = NodeFit.of(end.nodes(), end.last().facts().cluster());
        for (var entry : shown()) {
            lines.add(Line.of(entry.named("") + entry.requests()));
            entry.first().verdicts().stream()
                    .map(VerdictSummary::text)
                    .forEach(text -> lines.add(Line.below(text)));
            lines.add(Line.below(nodes(entry.first(), nodes)));
            if (detail == Detail.WIDE && entry.shapes().size() > 1) {
                lines.add(Line.below("pods: " + entry.all()));
            }
        }
        more().forEach(text -> lines.add(Line.of(text)));
        return lines;
    }

    private List<Entry> shown() {
        return entries.stream().limit(most).toList();
    }

    private List<String> more() {
        int pods = entries.stream().skip(most).mapToInt(Entry::count).sum();
        return pods == 0
                ? List.of()
                : List.of(
                        PlanPage.counted(pods, "more pod")
                                + (pods == 1 ? " stays" : " stay")
                                + " unschedulable; see -o wide");
    }

    /// The existing and new nodes by the rule that refuses the pod.
    private static String nodes(Blocked blocked, NodeFit nodes) {
        var counts = new TreeMap<String, Integer>();
        for (int node = 0; node < nodes.size(); node++) {
            switch (nodes.verdict(pods(blocked).shape(), node)) {
                case Verdict.Fits _ -> counts.merge("room for some", 1, Integer::sum);
                case Verdict.Refused(var why) -> counts.merge(why.rule().code(), 1, Integer::sum);
                case Verdict.Unknown(var why) -> counts.merge(why.rule().code(), 1, Integer::sum);
            }
        }
        var words = new ArrayList<String>();
        counts.forEach((rule, count) -> words.add(count + " × " + rule));
        return "existing and new nodes: " + (words.isEmpty() ? "none" : String.join(", ", words));
    }
}

package dev.plimsoll.oracle;

import dev.plimsoll.fit.Verdict;
import java.util.ArrayList;
import java.util.List;

/// Counts the agreements of our fit and the real scheduler, and collects the differences.
final class Comparison {

    /// One node with different verdicts about one pod.
    ///
    /// @param pod the index of the pod in its case
    record Difference(Answered answered, int pod, String node, Verdict ours) {

        String told() {
            var real = answered.verdicts().get(pod);
            return "seed %d, pod %s on node %s: the scheduler says %s, we say %s"
                    .formatted(
                            answered.asked().seed(),
                            Trees.name(answered.asked().pods().get(pod)),
                            node,
                            real.fits().contains(node) ? "it fits" : "no (" + real.refusals() + ")",
                            ours instanceof Verdict.Refused(var why)
                                    ? "no (" + why.sentence() + ")"
                                    : "it fits");
        }
    }

    private final List<Difference> differences = new ArrayList<>();
    private long pods;
    private long nodes;
    private long unknown;

    /// @return the differences of this case
    List<Difference> add(Answered answered) {
        var found = differences(answered);
        differences.addAll(found);
        return found;
    }

    private List<Difference> differences(Answered answered) {
        var found = new ArrayList<Difference>();
        var ours = new Ours(answered.asked());
        for (int i = 0; i < answered.verdicts().size(); i++) {
            pods++;
            var real = answered.verdicts().get(i);
            for (var said : ours.verdicts(i).entrySet()) {
                nodes++;
                if (said.getValue() instanceof Verdict.Unknown) {
                    unknown++;
                } else if (said.getValue().fits() != real.fits().contains(said.getKey())) {
                    found.add(new Difference(answered, i, said.getKey(), said.getValue()));
                }
            }
        }
        return found;
    }

    List<Difference> differences() {
        return differences;
    }

    long pods() {
        return pods;
    }

    long nodes() {
        return nodes;
    }

    /// The number of verdicts on nodes that we leave unknown.
    long unknown() {
        return unknown;
    }

    String told() {
        return "%d pods asked, %d verdicts on nodes, %d differ, %d not understood"
                .formatted(pods, nodes, differences.size(), unknown);
    }
}

package dev.plimsoll.fit;

import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Reason;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/// The nodes that refuse a pod for the cause for which most do: a rule, and with a resource that is
/// short, the resource.
///
/// @param first the first of these nodes
/// @param why the first one refuses the pod
/// @param count how many they are
/// @param asked how many nodes were asked
public record Refusals(int first, Reason why, int count, int asked) {

    /// Before the name of a resource, which no code of a rule begins with.
    private static final String RESOURCE = "resource:";

    /// Nodes with the same cause.
    private static final class Tally {

        private final int first;
        private int count;

        private Tally(int first) {
            this.first = first;
        }
    }

    /// Hot: the reasons of nodes that lack a resource are not written out.
    ///
    /// @param isAsked whether the node with an index is asked
    /// @return nothing if no node refuses the pod
    public static Optional<Refusals> usual(NodeFit nodeFit, Shape shape, IntPredicate isAsked) {
        Map<String, Tally> byCause = new LinkedHashMap<>();
        int asked = 0;
        for (int i = 0; i < nodeFit.size(); i++) {
            if (isAsked.test(i)) {
                int node = i;
                asked++;
                cause(nodeFit, shape, node)
                        .ifPresent(cause ->
                                byCause.computeIfAbsent(cause, _ -> new Tally(node)).count++);
            }
        }
        Optional<Tally> usual = Optional.empty();
        for (var tally : byCause.values()) {
            if (usual.isEmpty() || tally.count > usual.get().count) {
                usual = Optional.of(tally);
            }
        }
        int all = asked;
        return usual.flatMap(tally ->
                refusal(nodeFit.verdict(shape, tally.first))
                        .map(why -> new Refusals(tally.first, why, tally.count, all)));
    }

    /// The code of the rule, or the resource that is short; nothing if the pod fits.
    private static Optional<String> cause(NodeFit nodeFit, Shape shape, int node) {
        var resource = nodeFit.shortOf(shape, node);
        return resource.isEmpty()
                ? refusal(nodeFit.verdict(shape, node)).map(Refusals::cause)
                : Optional.of(RESOURCE + resource);
    }

    private static Optional<Reason> refusal(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Fits _ -> Optional.empty();
            case Verdict.Refused(var why) -> Optional.of(why);
            case Verdict.Unknown(var why) -> Optional.of(why);
        };
    }

    private static String cause(Reason why) {
        return why.facts().stream()
                .filter(fact -> fact.name().equals("resource"))
                .findFirst()
                .map(fact -> RESOURCE + fact.text())
                .orElse(why.rule().code());
    }
}

package dev.plimsoll.fit;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;
import static dev.plimsoll.decision.Rule.refused;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Spread;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Pod affinity, pod anti-affinity and topology spread of one shape, and the anti-affinity of other
/// pods against it.
final class InterPodRules {

    private static final Rule NO_DOMAIN =
            refused("topology-missing", "{subject} lacks label {key}, which the pod spreads over");
    private static final Rule SKEWED =
            refused(
                    "topology-spread",
                    "the {key} of {subject} would have {pods} matching pods, and the emptiest has"
                            + " {fewest}; the maximum skew is {skew}");
    private static final Rule NO_MATCHING_POD =
            refused(
                    "pod-affinity",
                    "no pod in the {key} of {subject} matches the required pod affinity");
    private static final Rule ANTI_AFFINITY =
            refused(
                    "pod-anti-affinity",
                    "pod anti-affinity conflicts with {pods} pods in the {key} of {subject}");
    private static final Rule EXISTING_ANTI_AFFINITY =
            refused(
                    "existing-pod-anti-affinity",
                    "the anti-affinity of {pods} pods in the {key} of {subject} conflicts with"
                            + " this pod");

    /// @param self one if the selector matches the pod itself, else zero
    private record Evenness(Spread spread, Tally tally, int self) {

        private int fewest() {
            return tally.domains() < spread.minDomains() ? 0 : tally.fewest();
        }

        private boolean allows(int node) {
            return tally.hasDomain(node) && tally.near(node) + self - fewest() <= spread.maxSkew();
        }

        private Reason refusal(Node node, int index) {
            if (!tally.hasDomain(index)) {
                return because(NO_DOMAIN, node.name(), fact("key", tally.key()));
            }
            return because(
                    SKEWED,
                    node.name(),
                    fact("key", tally.key()),
                    fact("pods", tally.near(index) + self),
                    fact("fewest", fewest()),
                    fact("skew", spread.maxSkew()));
        }
    }

    private final Shape shape;
    private final TopologyTallies tallies;
    private final List<Tally> near = new ArrayList<>();
    private final List<Tally> apart = new ArrayList<>();
    private final List<Evenness> even = new ArrayList<>();
    private final boolean matchesItself;

    private final List<Tally> against = new ArrayList<>();
    private int broughtSeen;
    private final List<Tally> counting = new ArrayList<>();
    private int talliesSeen;

    InterPodRules(Shape shape, TopologyTallies tallies) {
        this.shape = shape;
        this.tallies = tallies;
        var constraints = shape.constraints();
        constraints.near().forEach(term -> near.add(tallies.near(constraints.near(), term)));
        constraints.apart().forEach(term -> apart.add(tallies.near(List.of(term), term)));
        for (var spread : constraints.spread()) {
            int self = spread.selector().matches(shape.labels()) ? 1 : 0;
            even.add(new Evenness(spread, tallies.spread(shape, spread), self));
        }
        matchesItself = constraints.near().stream().allMatch(term -> tallies.means(term, shape));
    }

    boolean allow(int node) {
        for (var evenness : even) {
            if (!evenness.allows(node)) {
                return false;
            }
        }
        return hasAffinity(node) && isFree(apart, node) && isFree(against(), node);
    }

    /// The same as `allow`, with the reason.
    Verdict verdict(Node node, int index) {
        for (var evenness : even) {
            if (!evenness.allows(index)) {
                return new Verdict.Refused(evenness.refusal(node, index));
            }
        }
        if (!hasAffinity(index)) {
            return new Verdict.Refused(
                    because(NO_MATCHING_POD, node.name(), fact("key", keys(near))));
        }
        return excluded(ANTI_AFFINITY, apart, node, index)
                .or(() -> excluded(EXISTING_ANTI_AFFINITY, against(), node, index))
                .orElseGet(Verdict.Fits::new);
    }

    /// The reported tally is chosen by content, not by the order of creation.
    private static Optional<Verdict> excluded(Rule rule, List<Tally> some, Node node, int index) {
        var byKey = Comparator.comparing(Tally::key);
        return some.stream()
                .filter(tally -> tally.near(index) > 0)
                .min(byKey.thenComparingInt(tally -> -tally.near(index)))
                .map(tally ->
                        new Verdict.Refused(
                                because(
                                        rule,
                                        node.name(),
                                        fact("pods", tally.near(index)),
                                        fact("key", tally.key()))));
    }

    private static String keys(List<Tally> tallies) {
        return String.join(" and ", tallies.stream().map(Tally::key).distinct().toList());
    }

    /// Every affinity term has a matching pod in the domain of the node; or none has one anywhere
    /// and the pod matches its own terms.
    private boolean hasAffinity(int node) {
        boolean all = true;
        boolean none = true;
        for (var tally : near) {
            if (!tally.hasDomain(node)) {
                return false;
            }
            all &= tally.near(node) > 0;
            none &= tally.isEmpty();
        }
        return all || (none && matchesItself);
    }

    private static boolean isFree(List<Tally> tallies, int node) {
        for (var tally : tallies) {
            if (tally.near(node) > 0) {
                return false;
            }
        }
        return true;
    }

    private List<Tally> against() {
        for (; broughtSeen < tallies.brought().size(); broughtSeen++) {
            var term = tallies.brought().get(broughtSeen);
            if (tallies.means(term.term(), shape)) {
                against.add(term.owners());
            }
        }
        return against;
    }

    /// Adds pods of the shape to the node, or removes them.
    ///
    /// @param by the number of pods; negative to remove them
    void change(int node, int by) {
        for (; talliesSeen < tallies.tallies().size(); talliesSeen++) {
            var tally = tallies.tallies().get(talliesSeen);
            if (tally.counts(shape)) {
                counting.add(tally);
            }
        }
        for (var tally : counting) {
            tally.change(node, by);
        }
        tallies.bring(shape, node, by);
    }
}

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

/// What pods of one shape require of where other pods are, and what other pods require of them.
final class InterPodRules {

    private static final Rule NO_DOMAIN =
            refused("topology-missing", "{subject} has no label {key}, which the pod spreads over");
    private static final Rule SKEWED =
            refused(
                    "topology-spread",
                    "{key} of {subject} would have {pods} of these pods and the emptiest {fewest};"
                            + " they may differ by {skew}");
    private static final Rule LONELY =
            refused("pod-affinity", "no pod that it must be near to is in {key} of {subject}");
    private static final Rule CROWDED =
            refused(
                    "pod-anti-affinity",
                    "{key} of {subject} has {pods} pods that it must be apart from");
    private static final Rule UNWELCOME =
            refused(
                    "kept-apart",
                    "{key} of {subject} has {pods} pods that must be apart from pods like it");

    /// @param self one if the pod itself is among those that count
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
    private final TopologyTallies crowd;
    private final List<Tally> near = new ArrayList<>();
    private final List<Tally> apart = new ArrayList<>();
    private final List<Evenness> even = new ArrayList<>();
    private final boolean isOwnCompany;

    private final List<Tally> against = new ArrayList<>();
    private int broughtSeen;
    private final List<Tally> counting = new ArrayList<>();
    private int talliesSeen;

    InterPodRules(Shape shape, TopologyTallies crowd) {
        this.shape = shape;
        this.crowd = crowd;
        var constraints = shape.constraints();
        constraints.near().forEach(term -> near.add(crowd.near(constraints.near(), term)));
        constraints.apart().forEach(term -> apart.add(crowd.near(List.of(term), term)));
        for (var spread : constraints.spread()) {
            int self = spread.selector().matches(shape.labels()) ? 1 : 0;
            even.add(new Evenness(spread, crowd.spread(shape, spread), self));
        }
        isOwnCompany = constraints.near().stream().allMatch(term -> crowd.means(term, shape));
    }

    boolean allow(int node) {
        for (var evenness : even) {
            if (!evenness.allows(node)) {
                return false;
            }
        }
        return hasCompany(node) && isFree(apart, node) && isFree(against(), node);
    }

    /// The same as `allow`, with the reason.
    Verdict verdict(Node node, int index) {
        for (var evenness : even) {
            if (!evenness.allows(index)) {
                return new Verdict.Refused(evenness.refusal(node, index));
            }
        }
        if (!hasCompany(index)) {
            return new Verdict.Refused(because(LONELY, node.name(), fact("key", keys(near))));
        }
        return crowded(CROWDED, apart, node, index)
                .or(() -> crowded(UNWELCOME, against(), node, index))
                .orElseGet(Verdict.Fits::new);
    }

    /// The tally that is told is chosen by content, not by the order in which they came.
    private static Optional<Verdict> crowded(Rule rule, List<Tally> tallies, Node node, int index) {
        var byKey = Comparator.comparing(Tally::key);
        return tallies.stream()
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

    /// All pods that it must be near to are there; or it is the first of its kind, and its own
    /// company.
    private boolean hasCompany(int node) {
        boolean all = true;
        boolean none = true;
        for (var tally : near) {
            if (!tally.hasDomain(node)) {
                return false;
            }
            all &= tally.near(node) > 0;
            none &= tally.isEmpty();
        }
        return all || (none && isOwnCompany);
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
        for (; broughtSeen < crowd.brought().size(); broughtSeen++) {
            var wish = crowd.brought().get(broughtSeen);
            if (crowd.means(wish.term(), shape)) {
                against.add(wish.bringers());
            }
        }
        return against;
    }

    /// So many pods of the shape have come to the node, or left.
    void change(int node, int by) {
        for (; talliesSeen < crowd.tallies().size(); talliesSeen++) {
            var tally = crowd.tallies().get(talliesSeen);
            if (tally.counts(shape)) {
                counting.add(tally);
            }
        }
        for (var tally : counting) {
            tally.change(node, by);
        }
        crowd.bring(shape, node, by);
    }
}

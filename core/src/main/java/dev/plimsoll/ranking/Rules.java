package dev.plimsoll.ranking;

import static dev.plimsoll.decision.Rule.chose;
import static dev.plimsoll.decision.Rule.held;
import static dev.plimsoll.decision.Rule.noted;
import static dev.plimsoll.decision.Rule.refused;

import dev.plimsoll.decision.Rule;
import java.util.List;

/// Every rule of ranking, in the order in which they can fire.
final class Rules {

    static final Rule NO_OPTIONS = refused("no-options", "there is no node group to choose from");
    static final Rule NO_PODS = refused("no-pods", "no pending pod fits on new nodes of {subject}");
    static final Rule NO_CPU =
            refused("no-cpu", "nodes of {subject} have no cpu capacity to compare them by");
    static final Rule NO_PRICE = refused("no-price", "the price of a node of {subject} is unknown");
    static final Rule NO_POD_PRICE =
            refused("no-pod-price", "the ideal price of {pods} pods on {subject} is unknown");
    static final Rule NO_RATIO =
            refused(
                    "no-ratio",
                    "the ideal price of {pods} pods on {subject} is zero, and so is the"
                            + " stabilisation price: the cost ratio is undefined");
    static final Rule NO_OPTIONS_LEFT =
            refused(
                    "no-options-left",
                    "no node group is left to choose from: {options?|all }{options}"
                            + " {options?was|were} refused");

    static final Rule PREFERRED_BY_SIZE =
            noted(
                    "preferred-by-size",
                    "the preferred node size in a cluster of {clusterNodes} nodes is"
                            + " {preferredCpu} cpu; the stabilisation price is"
                            + " {stabilisationPrice} an hour");
    static final Rule PREFERRED_BY_POLICY =
            noted(
                    "preferred-cpu",
                    "the policy prefers nodes with {preferredCpu} cpu; the stabilisation price is"
                            + " {stabilisationPrice} an hour");
    static final Rule GPUS =
            noted("gpus", "nodes of {subject} have GPUs: their unfitness is set to {suppressed}");
    static final Rule GPUS_UNUSED =
            noted(
                    "gpus-unused",
                    "nodes of {subject} have GPUs that no pod requests: their unfitness is set to"
                            + " {suppressed}");
    static final Rule GROUP_NOT_EXISTING =
            noted(
                    "group-not-existing",
                    "{subject} does not exist yet: its score is multiplied by {factor}");
    static final Rule NO_PRIORITY =
            noted(
                    "no-priority",
                    "none of the remaining groups has a priority, so the strategy priority decides"
                            + " nothing");

    static final Rule BEST_SCORE =
            chose(
                    "best-score",
                    "{subject} has the lowest score of the remaining groups, {score}: {count} nodes"
                            + " for {cost} an hour, stabilised cost ratio {ratio}, unfitness"
                            + " {suppressed}");
    static final Rule PLACES_MORE =
            chose(
                    "places-more",
                    "{subject} has score {score} and leaves {leaves} pods pending; {other} has the"
                            + " lower score {otherScore} but leaves {otherLeaves} pending");
    static final Rule CHEAPER_DESPITE_LEAVING =
            chose(
                    "cheaper-despite-leaving",
                    "{subject} has score {score} and leaves {leaves} pods pending; {other} leaves"
                            + " only {otherLeaves}, but its score {otherScore} is more than"
                            + " {factor} times as high");
    static final Rule LEAST_WASTE =
            chose(
                    "least-waste",
                    "{subject} wastes the least of the remaining groups: its unused shares of cpu"
                            + " and memory add up to {waste}");
    static final Rule MOST_PODS =
            chose("most-pods", "{subject} places {pods} pods, the most of the remaining groups");
    static final Rule LEAST_NODES =
            chose(
                    "least-nodes",
                    "{subject} needs {count} nodes, the fewest of the remaining groups");
    static final Rule PRIORITY =
            chose(
                    "priority",
                    "{subject} has priority {priority}, the highest of the remaining groups");
    static final Rule RANDOM_CHOICE =
            chose(
                    "random-choice",
                    "{subject} is chosen at random from {options} groups; the seed decides");
    static final Rule CHEAPER =
            chose(
                    "cheaper",
                    "{subject} ties with {other} and costs less: {cost} an hour, {other} costs"
                            + " {otherCost}");
    static final Rule PRICE_KNOWN =
            chose("price-known", "{subject} ties with {other}, and only its own price is known");
    static final Rule FIRST_BY_NAME =
            chose("first-by-name", "{subject} ties with {other} and comes first by name");
    static final Rule ONLY_ONE = chose("only-one", "{subject} is the only remaining group");
    static final Rule GROUP_SIZE_UNKNOWN =
            held(
                    "group-size-unknown",
                    "the number of nodes in {subject} is unknown, so there is no resize to plan;"
                            + " it needs {count} more {count?node|nodes}");

    /// All rules of this class.
    static final List<Rule> ALL =
            List.of(
                    NO_OPTIONS,
                    NO_PODS,
                    NO_CPU,
                    NO_PRICE,
                    NO_POD_PRICE,
                    NO_RATIO,
                    NO_OPTIONS_LEFT,
                    PREFERRED_BY_SIZE,
                    PREFERRED_BY_POLICY,
                    GPUS,
                    GPUS_UNUSED,
                    GROUP_NOT_EXISTING,
                    NO_PRIORITY,
                    BEST_SCORE,
                    PLACES_MORE,
                    CHEAPER_DESPITE_LEAVING,
                    LEAST_WASTE,
                    MOST_PODS,
                    LEAST_NODES,
                    PRIORITY,
                    RANDOM_CHOICE,
                    CHEAPER,
                    PRICE_KNOWN,
                    FIRST_BY_NAME,
                    ONLY_ONE,
                    GROUP_SIZE_UNKNOWN);

    private Rules() {}
}

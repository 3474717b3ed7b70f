package dev.plimsoll.ranking;

import static dev.plimsoll.decision.Rule.chose;
import static dev.plimsoll.decision.Rule.held;
import static dev.plimsoll.decision.Rule.noted;
import static dev.plimsoll.decision.Rule.refused;

import dev.plimsoll.decision.Rule;
import java.util.List;

/// Every rule of ranking, in the order in which they can fire.
final class Rules {

    static final Rule NO_OPTIONS = refused("no-options", "there is no group to choose from");
    static final Rule NO_PODS = refused("no-pods", "{subject} takes none of the pods that wait");
    static final Rule NO_CPU =
            refused("no-cpu", "a node of {subject} has no cpu that it could be measured by");
    static final Rule NO_PRICE = refused("no-price", "nobody knows what a node of {subject} costs");
    static final Rule NO_POD_PRICE =
            refused(
                    "no-pod-price",
                    "nobody knows what the {pods} pods of {subject} would cost on machines that"
                            + " fit");
    static final Rule NO_RATIO =
            refused(
                    "no-ratio",
                    "the {pods} pods of {subject} would cost nothing on machines that fit, and"
                            + " nothing steadies the ratio: there is none");
    static final Rule NONE_LEFT =
            refused("none-left", "no group is left to choose from; refused: {options}");

    static final Rule PREFERRED_BY_SIZE =
            noted(
                    "preferred-by-size",
                    "a cluster of {clusterNodes} nodes prefers nodes of {preferredCpu} cpu;"
                            + " ${stabilisationPrice} an hour steadies the ratio");
    static final Rule PREFERRED_BY_POLICY =
            noted(
                    "preferred-cpu",
                    "the policy prefers nodes of {preferredCpu} cpu; ${stabilisationPrice} an hour"
                            + " steadies the ratio");
    static final Rule GPUS =
            noted(
                    "gpus",
                    "nodes of {subject} have GPUs: {suppressed} counts in place of their"
                            + " unfitness");
    static final Rule GPUS_IN_VAIN =
            noted(
                    "gpus-in-vain",
                    "nodes of {subject} have GPUs that no pod asks for: {suppressed} counts in"
                            + " place of their unfitness");
    static final Rule NOT_YET =
            noted(
                    "not-existing",
                    "{subject} does not exist yet, so its score counts {factor} times");
    static final Rule NO_PRIORITY =
            noted("no-priority", "no group has a priority, so all are alike in that");

    static final Rule BEST_SCORE =
            chose(
                    "best-score",
                    "{subject} has the lowest score, {score}: {count} nodes for ${cost} an hour,"
                            + " steadied ratio {ratio}, unfitness {suppressed}");
    static final Rule TAKES_MORE =
            chose(
                    "takes-more",
                    "{subject} scores {score} and leaves {leaves} pods: {other} scores"
                            + " {otherScore}, but leaves {otherLeaves}");
    static final Rule WORTH_LEAVING =
            chose(
                    "worth-leaving",
                    "{subject} scores {score} and leaves {leaves} pods: {other} leaves"
                            + " {otherLeaves}, but its score of {otherScore} is more than {factor}"
                            + " times as high");
    static final Rule LEAST_WASTE =
            chose(
                    "least-waste",
                    "{subject} wastes {waste} of its cpu and memory, both added up, and none"
                            + " wastes less");
    static final Rule MOST_PODS =
            chose("most-pods", "{subject} takes {pods} pods, and none takes more");
    static final Rule LEAST_NODES =
            chose("least-nodes", "{subject} needs {count} nodes, and none needs fewer");
    static final Rule PRIORITY =
            chose("priority", "{subject} has priority {priority}, and none has a higher one");
    static final Rule DRAWN =
            chose("drawn", "{subject} is drawn by the seed among {options} options");
    static final Rule CHEAPER =
            chose(
                    "cheaper",
                    "{subject} is as good as {other}, and costs less: ${cost} an hour beside"
                            + " ${otherCost}");
    static final Rule FIRST_BY_NAME =
            chose("first-by-name", "{subject} is as good as {other}; it comes first by its name");
    static final Rule ONLY_ONE = chose("only-one", "{subject} is the only group to choose from");
    static final Rule NO_SIZE =
            held(
                    "no-size",
                    "nobody says how many nodes {subject} has, so {count} nodes more are no"
                            + " step");

    /// Every one of them.
    static final List<Rule> ALL =
            List.of(
                    NO_OPTIONS,
                    NO_PODS,
                    NO_CPU,
                    NO_PRICE,
                    NO_POD_PRICE,
                    NO_RATIO,
                    NONE_LEFT,
                    PREFERRED_BY_SIZE,
                    PREFERRED_BY_POLICY,
                    GPUS,
                    GPUS_IN_VAIN,
                    NOT_YET,
                    NO_PRIORITY,
                    BEST_SCORE,
                    TAKES_MORE,
                    WORTH_LEAVING,
                    LEAST_WASTE,
                    MOST_PODS,
                    LEAST_NODES,
                    PRIORITY,
                    DRAWN,
                    CHEAPER,
                    FIRST_BY_NAME,
                    ONLY_ONE,
                    NO_SIZE);

    private Rules() {}
}

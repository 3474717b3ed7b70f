package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Rule.capped;
import static dev.plimsoll.decision.Rule.chose;
import static dev.plimsoll.decision.Rule.held;
import static dev.plimsoll.decision.Rule.noted;
import static dev.plimsoll.decision.Rule.refused;

import dev.plimsoll.decision.Rule;

/// Why nodes are bought for pods, or not.
public final class Rules {

    static final Rule GROWS =
            chose(
                    "grows",
                    "{subject} grows from {from} to {wanted} nodes for {pods} pods such as"
                            + " {example}");
    static final Rule AT_LEAST =
            chose(
                    "at-least",
                    "{subject} grows from {from} to {wanted} nodes, for its minimum of {least};"
                            + " they take {pods} pods");
    static final Rule BELOW_MINIMUM =
            noted(
                    "below-minimum",
                    "{subject} stays at {nodes} nodes, below its minimum of {least}: {why}");
    static final Rule FIT_ALREADY =
            noted(
                    "fit-already",
                    "nodes that are there have room for {pods} pods such as {example}");
    static final Rule NOTHING_WAITS = held("nothing-waits", "no pod waits for a node");
    static final Rule NO_PLACE =
            refused("no-place", "there is no place for {pods} pods like {subject}");
    static final Rule AT_MOST =
            capped("at-most", "{subject} would pass its maximum of {most} nodes");
    static final Rule TOTAL_NODES =
            capped("total-nodes", "the cluster would pass its maximum of {most} nodes");
    static final Rule TOTAL_AMOUNT =
            capped("total-amount", "the cluster would pass its maximum of {most} {resource}");
    static final Rule SUBNET =
            capped("subnet", "subnet {subnet} has addresses for {nodes} nodes more at once");
    static final Rule RANK_BEST =
            chose(
                    "rank-best",
                    "{groups} groups rank best alike, {subject} among them: their cheapest mix is"
                            + " taken");
    static final Rule FAMILY =
            noted(
                    "family",
                    "{subject} stands for {groups} groups that differ in their place alone");
    static final Rule MOST_ROUNDS =
            chose(
                    "most-rounds",
                    "{rounds} rounds of ranking left some pods: the cheapest mix takes them");
    static final Rule LEAVES_MORE = refused("leaves-more", "{pods} pods more without a place");
    static final Rule LEAVES_OTHERS =
            refused("leaves-others", "pods of a higher priority without a place");
    static final Rule PRICES_UNKNOWN =
            refused("prices-unknown", "some of its prices are not known");
    static final Rule DEARER = refused("dearer", "{more}/h more");
    static final Rule COSTS_THE_SAME = refused("costs-the-same", "it costs the same");
    static final Rule RANKS_LOWER =
            refused("ranks-lower", "it ranks lower by {strategy}: {mark} against {best}");
    static final Rule NO_MARK =
            refused("no-mark", "it ranks lower by {strategy}: it has none, against {best}");
    static final Rule NOT_DRAWN = refused("not-drawn", "it was not drawn");
    static final Rule RANKS_ALIKE =
            refused("ranks-alike", "it ranks alike, and comes later by dollars or name");
    static final Rule PRICE_UNKNOWN =
            noted("price-unknown", "the price of {subject} is not known: {why}");
    static final Rule NO_LIMIT =
            noted(
                    "no-limit",
                    "nothing limits the growth of {subject}; say maxNodes in a policy ('plimsoll"
                            + " init' prints one to start from)");
    static final Rule NO_REQUESTS =
            noted(
                    "no-requests",
                    "no cpu or no memory is asked for by {pods} pods, such as {subject}; they use"
                            + " room that no plan sees");
    static final Rule VOLUMES_UNSEEN =
            noted(
                    "volumes-unseen",
                    "the volumes of {pods} pods that wait, such as {subject}, were not looked at:"
                            + " their claims are not in the dump");
    static final Rule GATED =
            noted(
                    "gated",
                    "no node is bought for {pods} pods, such as {subject}: gated, or on their way"
                            + " out");

    private Rules() {}
}

package dev.plimsoll.slack;

import static dev.plimsoll.decision.Rule.noted;
import static dev.plimsoll.decision.Rule.refused;

import dev.plimsoll.decision.Rule;
import java.util.List;

/// Every rule of slack, in the order in which they can fire.
final class Rules {

    static final Rule SLACK_EXTRA = noted("slack-extra", "{rate} of {base} ({basis}) is {extra}");
    static final Rule SLACK_MARKED =
            noted(
                    "slack-marked",
                    "room for {placeholders} {placeholders?pod|pods} like {subject}, by its"
                            + " annotation");
    static final Rule SLACK_BUFFERED =
            noted("slack-buffered", "room for {placeholders} {placeholders?pod|pods} of {subject}");
    static final Rule BUFFER_LIMITED =
            noted(
                    "buffer-limited",
                    "{subject} is limited to {allowed} of {wanted} {wanted?pod|pods} by"
                            + " ResourceQuotas: {quotas}");
    static final Rule BUFFER_NOT_READY =
            noted("buffer-not-ready", "no room is kept free for {subject}: {why}");
    static final Rule NO_REFERENCE_NODE =
            refused(
                    "no-reference-node",
                    "no node or node group is known, so placeholders have no size");
    static final Rule NO_SUCH_REFERENCE =
            refused("no-such-reference", "there is no group {subject} to be the reference node");
    static final Rule REFERENCE_NODE =
            noted("reference-node", "{subject} is the smallest node for {percent}% of the pods");
    static final Rule REFERENCE_HOLDS_MOST =
            noted(
                    "reference-holds-most",
                    "no node is large enough for {percent}% of the pods; {subject} is for the"
                            + " most, {held} of {of}");
    static final Rule REFERENCE_BY_POLICY =
            noted("reference-by-policy", "the policy sets {subject} as the reference node");
    static final Rule BIGGEST_SHAPE_TOO_LARGE =
            noted(
                    "biggest-shape-too-large",
                    "no node holds {most}: the biggest pods get room of their own");
    static final Rule BIGGEST_PODS =
            noted("biggest-pods", "room for {pods} pods that no other exceeds, e.g. {example}");
    static final Rule REFERENCE_LACKS =
            refused(
                    "reference-lacks-resource",
                    "{subject} has no known {resource} to divide: no placeholder requests it");
    static final Rule NAMED_HOLD_ALL =
            noted(
                    "named-hold-all",
                    "room for certain pods is enough: no standard placeholder is" + " needed");
    static final Rule STANDARD_SIZE =
            noted("standard-size", "a placeholder is 1/{parts} of it: {requests}");
    static final Rule STANDARD_SIZE_HALVED =
            noted(
                    "standard-size-halved",
                    "a placeholder is 1/{parts} of it, as pods are small: {requests}");
    static final Rule SOURCE_COUNT =
            noted("source-count", "nodes × {granularity} placeholders hold {holds}, not {extra}");
    static final Rule SOURCE_NEGATIVE =
            noted(
                    "source-negative",
                    "the biggest pods request {biggest}, more than {extra}: zero is left");
    static final Rule SOURCE_SIZE =
            noted("source-size", "each of {placeholders} standard placeholders is {requests}");

    static final Rule SOURCE_LEAVES_OUT =
            noted(
                    "source-leaves-out",
                    "the formulas of the source keep no room for {placeholders}"
                            + " {placeholders?pod|pods} that annotations or CapacityBuffers ask"
                            + " for, e.g. for {subject}");

    static final Rule PENDING_LEFT =
            noted(
                    "slack-pending",
                    "{pods} pending {pods?pod fits|pods fit} on no node, e.g. {subject}");
    static final Rule SLACK_HELD =
            noted(
                    "slack-held",
                    "{placeholders} {placeholders?placeholder holds|placeholders hold} {held}");
    static final Rule SLACK_MOVED =
            noted(
                    "slack-moved",
                    "{placeholders} {placeholders?placeholder moves|placeholders move}, e.g."
                            + " {subject} to {to}");
    static final Rule SLACK_GIVEN_UP =
            noted(
                    "slack-given-up",
                    "{placeholders} {placeholders?placeholder is|placeholders are} no longer"
                            + " needed, e.g. {subject}");
    static final Rule SLACK_MISSING =
            refused(
                    "slack-missing",
                    "{missing} of {placeholders} {which} {missing?fits|fit} on no node[; {node}:"
                            + " {why}]");
    static final Rule SLACK_MISSING_MORE =
            refused(
                    "slack-missing-more",
                    "{missing} more {missing?placeholder fits|placeholders fit} on no node");
    static final Rule SLACK_COST =
            noted(
                    "slack-cost",
                    "they cost {cost} an hour, their share of the nodes[, without {unpriced} on"
                            + " nodes whose price is unknown]");

    /// All rules of this class.
    static final List<Rule> ALL =
            List.of(
                    SLACK_EXTRA,
                    SLACK_MARKED,
                    SLACK_BUFFERED,
                    BUFFER_LIMITED,
                    BUFFER_NOT_READY,
                    NO_REFERENCE_NODE,
                    NO_SUCH_REFERENCE,
                    REFERENCE_NODE,
                    REFERENCE_HOLDS_MOST,
                    REFERENCE_BY_POLICY,
                    BIGGEST_SHAPE_TOO_LARGE,
                    BIGGEST_PODS,
                    REFERENCE_LACKS,
                    NAMED_HOLD_ALL,
                    STANDARD_SIZE,
                    STANDARD_SIZE_HALVED,
                    SOURCE_COUNT,
                    SOURCE_NEGATIVE,
                    SOURCE_SIZE,
                    SOURCE_LEAVES_OUT,
                    PENDING_LEFT,
                    SLACK_HELD,
                    SLACK_MOVED,
                    SLACK_GIVEN_UP,
                    SLACK_MISSING,
                    SLACK_MISSING_MORE,
                    SLACK_COST);

    private Rules() {}
}

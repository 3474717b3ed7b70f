package dev.plimsoll.sizing;

import static dev.plimsoll.decision.Rule.capped;
import static dev.plimsoll.decision.Rule.chose;
import static dev.plimsoll.decision.Rule.held;
import static dev.plimsoll.decision.Rule.noted;
import static dev.plimsoll.decision.Rule.refused;

import dev.plimsoll.decision.Rule;
import java.util.List;

/// The rules of sizing, in the order in which they can fire. [Draft] adapts their effects to the
/// plan.
final class Rules {

    static final Rule DRY_RUN =
            noted("dry-run", "{subject} is in dry run, so none of these steps is taken");
    static final Rule CANNOT_HOLD =
            refused(
                    "cannot-hold",
                    "not even an empty node of {subject} can hold {examples}, so its requests are"
                            + " not counted: {why}");
    static final Rule NO_REQUESTS =
            noted(
                    "no-requests",
                    "the utilisation of {subject} leaves out {pods} pods without resource requests:"
                            + " {examples}");
    static final Rule PODS_WITHOUT_GROUP =
            noted(
                    "pods-without-group",
                    "the demand of {subject} leaves out {pods} pods that {pods?selects|select} no"
                            + " group: {examples}");
    static final Rule PODS_OF_TWO_GROUPS =
            noted(
                    "pods-of-two-groups",
                    "{pods} {pods?pod|pods} of {subject} {pods?selects|select} another group too"
                            + " and {pods?counts|count} in both: {examples}");
    static final Rule FORCED_NODES =
            noted(
                    "forced-nodes",
                    "{nodes} {nodes?node|nodes} of {subject} {nodes?is|are} marked for forced"
                            + " removal: {examples}");
    static final Rule GROUP_NOT_IN_SERVICE =
            held("group-not-in-service", "{subject} is {condition}, so it is left alone");
    static final Rule OUTAGE =
            held(
                    "many-unhealthy",
                    "{unready} of {nodes} nodes of {subject} are not Ready, so none is drained for"
                            + " its health");
    static final Rule GROUP_UNHEALTHY =
            held(
                    "group-unhealthy",
                    "{unready} of the {tested} nodes of {subject} that Escalator looks at are not"
                            + " Ready, more than {most}%; it is not scaled");
    static final Rule UNHEALTHY =
            chose(
                    "unhealthy-node",
                    "{subject} has not been Ready[ for {minutes} min]; it is drained");
    static final Rule TOO_OLD = chose("node-too-old", "{subject} is {hours} h old; it is drained");
    static final Rule REPLACE_OLD =
            chose(
                    "replace-old-node",
                    "{subject} orders a machine to replace {node}, which is {hours} h old");
    static final Rule GROW_FOR_AGE =
            chose(
                    "grow-for-age",
                    "{node} of {subject} is {hours} h old; it grows by one node, as Escalator does"
                            + " at its minimum");
    static final Rule CANNOT_REPLACE =
            held(
                    "cannot-replace-node",
                    "{subject} is {hours} h old, and its pods fit neither on other nodes nor on a"
                            + " new one; it stays");
    static final Rule UNEQUAL_NODES =
            noted(
                    "unequal-nodes",
                    "{subject} has nodes of {kinds} sizes; a new node is expected to provide"
                            + " {offers}");

    static final Rule ABOVE_THRESHOLD =
            chose(
                    "above-threshold",
                    "{resource} utilisation of {subject} is {{resource}Percent}% with {nodes}"
                            + " nodes[ ({arriving} arriving)], above {threshold}%; {wanted}"
                            + " nodes bring it to {{resource}PercentAfter}%");
    static final Rule FROM_ZERO =
            chose(
                    "from-zero",
                    "{subject} has no {resource} capacity for its pods; {wanted} nodes bring its"
                            + " {resource} utilisation to {{resource}PercentAfter}%");
    static final Rule TEMPLATE_UNKNOWN =
            chose(
                    "template-unknown",
                    "{subject} needs more capacity, and the allocatable of a new node is unknown,"
                            + " so it grows by one node at a time");
    static final Rule RESOURCE_NOT_PROVIDED =
            refused(
                    "resource-not-provided",
                    "{resource} utilisation of {subject} is above {threshold}%, and a new node"
                            + " provides no {resource}");
    static final Rule BELOW_MIN =
            chose(
                    "below-min",
                    "{subject} has {nodes} nodes[ ({arriving} arriving)], below its minimum"
                            + " of {wanted}");
    static final Rule BELOW_MIN_REFUSED =
            refused(
                    "below-min-refused",
                    "{subject} has {nodes} nodes, below its minimum of {least}; Escalator leaves"
                            + " that to the provider");
    static final Rule NO_CAPACITY =
            refused(
                    "no-capacity",
                    "{subject} has {nodes} nodes without allocatable {resource}; its utilisation"
                            + " cannot be computed");
    static final Rule STARVED =
            chose(
                    "starved",
                    "no Ready or arriving node of {subject} has room for {pods} pods: {examples};"
                            + " it needs {nodes} more {nodes?node|nodes}");
    static final Rule STARVED_BACK_OFF =
            held(
                    "starved-back-off",
                    "{subject} does not grow for {examples} for another {seconds} s: the scheduler"
                            + " did not use the room that Ready nodes had");
    static final Rule STARVED_CANNOT_FIT =
            refused(
                    "starved-cannot-fit",
                    "no node of {subject} has room for {examples}, nor would a new node: {why}");
    static final Rule REACHES_ZONES =
            chose(
                    "reaches-zones",
                    "{subject} needs {nodes} {nodes?node|nodes} beside these: its provider picks"
                            + " the zone, and pods need {zones}");
    static final Rule ZONE_NOT_REACHED =
            refused(
                    "zone-not-reached",
                    "{pods} {pods?pod|pods} of {subject} {pods?stays|stay} pending ({examples}):"
                            + " its provider picks the zone of a new node, and {most} further"
                            + " {most?node|nodes} would not be certain to reach {zones}; a group of"
                            + " one zone can be sized for {pods?it|them}");
    static final Rule UNDRAIN = chose("undrain", "{subject} un-drains {count} nodes: {names}");
    static final Rule MAX_NODES = capped("max-nodes", "the maximum of {subject} is {most} nodes");
    static final Rule CLUSTER_FULL =
            capped(
                    "cluster-full",
                    "{subject} does not grow further: the cluster has {nodes} nodes, and its"
                            + " maximum is {most}");
    static final Rule PROVIDER_MAX_NODES =
            capped("provider-max-nodes", "the provider's maximum for {subject} is {most} machines");
    static final Rule GIVE_UP =
            chose(
                    "give-up",
                    "{subject} cancels {count} machines that the provider did not deliver in"
                            + " {minutes} min");
    static final Rule NOT_DELIVERED =
            held(
                    "not-delivered",
                    "the provider did not deliver machines of {subject} in time; no more are"
                            + " ordered for another {seconds} s");
    static final Rule DRAIN_FAILED =
            noted(
                    "drain-failed",
                    "a drain of {subject} failed: no other node has room for {pods} pods:"
                            + " {examples}; the next drain is in {seconds} s at the earliest");

    static final Rule COOLING_DOWN =
            held(
                    "cooling-down",
                    "{subject} grew recently; it orders no machines and drains no nodes for another"
                            + " {seconds} s");
    static final Rule ABOVE_MAX =
            chose(
                    "above-max",
                    "{subject} has {nodes} nodes[ ({arriving} arriving)], above its maximum"
                            + " of {most}; it shrinks to {wanted}");
    static final Rule NODES_ARRIVING =
            held("nodes-arriving", "arriving nodes of {subject} will take {pods} pods: {examples}");
    static final Rule SETTLING =
            held(
                    "settling",
                    "{subject} grew or was first seen less than {minutes} min ago; it drains no"
                            + " nodes for another {seconds} s");
    static final Rule NODES_SETTLING =
            held(
                    "nodes-settling",
                    "{subject} does not drain {nodes} nodes that became Ready less than {minutes}"
                            + " min ago: {examples}");
    static final Rule VARIANT_SETTLING =
            held(
                    "variant-settling",
                    "{subject} drains no nodes like {examples}, whose zone or instance type grew"
                            + " less than {minutes} min ago");
    static final Rule ZONE_KEPT =
            held(
                    "zone-kept",
                    "{subject} keeps its nodes outside {zones}: pods wait for a node there, and its"
                            + " provider adds the next node in a zone with the fewest");
    static final Rule DRAINS_PAUSED =
            held(
                    "drains-paused",
                    "a drain of {subject} failed; it drains no nodes for another {seconds} s");
    static final Rule CANCEL_ARRIVING =
            chose(
                    "cancel-arriving",
                    "{subject} needs no more nodes and cancels the order of {count} machines");
    static final Rule VERY_LOW_UTILISATION =
            chose(
                    "very-low-utilisation",
                    "{resource} utilisation of {subject} is {{resource}Percent}% with {nodes}"
                            + " nodes[ at the peak of {window}], below {threshold}%; it drains"
                            + " to {wanted} nodes: {names}");
    static final Rule LOW_UTILISATION =
            chose(
                    "low-utilisation",
                    "{resource} utilisation of {subject} is {{resource}Percent}% with {nodes}"
                            + " nodes[ at the peak of {window}], below {threshold}%; it drains"
                            + " to {wanted} nodes: {names}");
    static final Rule STABILISING =
            held(
                    "stabilising",
                    "{resource} utilisation of {subject} is {{resource}Percent}% with {nodes}"
                        + " nodes, below {threshold}%, but {{resource}PercentPeak}% at the peak of"
                        + " {window}; it drains no nodes");
    static final Rule MIN_NODES = capped("min-nodes", "the minimum of {subject} is {least} nodes");
    static final Rule PROVIDER_MIN_NODES =
            capped(
                    "provider-min-nodes",
                    "the provider's minimum for {subject} is {least} machines");
    static final Rule WOULD_GROW_AGAIN =
            held(
                    "would-grow-again",
                    "{subject} keeps {nodes} nodes whose removal would bring its utilisation[ at"
                            + " the peak of {window}] above {threshold}%: {examples}");
    static final Rule DRAIN_BLOCKED =
            held(
                    "drain-blocked",
                    "{subject} cannot drain {nodes} nodes ({examples}): {pod} fits on no other"
                            + " node");
    static final Rule WITHIN_THRESHOLDS =
            held(
                    "within-thresholds",
                    "{resource} utilisation of {subject} is {{resource}Percent}% with {nodes}"
                            + " nodes[ ({arriving} arriving)], not above {threshold}%");
    static final Rule NOTHING_TO_DRAIN =
            held(
                    "nothing-to-drain",
                    "{resource} utilisation of {subject} is {{resource}Percent}% with {nodes}"
                            + " nodes[ at the peak of {window}], below {threshold}%, but no node"
                            + " may be drained");
    static final Rule NOTHING_REQUESTED =
            held(
                    "nothing-requested",
                    "{subject} has {nodes} nodes[ ({arriving} arriving)], and no pod needs"
                            + " more");

    static final Rule REMOVE_EMPTY = chose("remove-empty", "{subject} is empty and is removed");
    static final Rule EVICT_OVERDUE =
            chose(
                    "evict-overdue",
                    "{pods} {pods?pod is|pods are} evicted from {subject} after {minutes} min of"
                            + " draining");
    static final Rule REMOVE_OVERDUE =
            chose(
                    "remove-overdue",
                    "{subject} is removed with {pods} pods on it after {minutes} min of draining");
    static final Rule UNDRAIN_BLOCKED =
            chose(
                    "undrain-blocked",
                    "{subject} has been draining for {minutes} min, and no other node has room for"
                            + " {pods} pods on it; it is un-drained");
    static final Rule DRAIN_WAITS =
            held(
                    "drain-waits",
                    "{subject} has been draining for {minutes} min, and no other node has room for"
                            + " {pods} pods on it; its group is at its maximum, so it keeps"
                            + " draining");
    static final Rule REPLACEMENT_AWAITED =
            held(
                    "replacement-awaited",
                    "{subject} is too old and has been draining for {minutes} min; no other node"
                            + " has room for {pods} {pods?pod|pods} on it, so they stay until a new"
                            + " node has");
    static final Rule NO_DELETE =
            held(
                    "no-delete",
                    "{subject} is marked no-delete, so it is neither emptied nor removed");
    static final Rule STILL_DRAINING =
            noted("still-draining", "{subject} is still draining {count} nodes: {examples}");

    /// All rules of this class.
    static final List<Rule> ALL =
            List.of(
                    DRY_RUN,
                    CANNOT_HOLD,
                    NO_REQUESTS,
                    PODS_WITHOUT_GROUP,
                    PODS_OF_TWO_GROUPS,
                    FORCED_NODES,
                    GROUP_NOT_IN_SERVICE,
                    OUTAGE,
                    GROUP_UNHEALTHY,
                    UNHEALTHY,
                    TOO_OLD,
                    REPLACE_OLD,
                    GROW_FOR_AGE,
                    CANNOT_REPLACE,
                    UNEQUAL_NODES,
                    ABOVE_THRESHOLD,
                    FROM_ZERO,
                    TEMPLATE_UNKNOWN,
                    RESOURCE_NOT_PROVIDED,
                    BELOW_MIN,
                    BELOW_MIN_REFUSED,
                    NO_CAPACITY,
                    STARVED,
                    STARVED_BACK_OFF,
                    STARVED_CANNOT_FIT,
                    REACHES_ZONES,
                    ZONE_NOT_REACHED,
                    UNDRAIN,
                    MAX_NODES,
                    CLUSTER_FULL,
                    PROVIDER_MAX_NODES,
                    GIVE_UP,
                    NOT_DELIVERED,
                    DRAIN_FAILED,
                    COOLING_DOWN,
                    ABOVE_MAX,
                    NODES_ARRIVING,
                    SETTLING,
                    NODES_SETTLING,
                    VARIANT_SETTLING,
                    ZONE_KEPT,
                    DRAINS_PAUSED,
                    CANCEL_ARRIVING,
                    VERY_LOW_UTILISATION,
                    LOW_UTILISATION,
                    STABILISING,
                    MIN_NODES,
                    PROVIDER_MIN_NODES,
                    WOULD_GROW_AGAIN,
                    DRAIN_BLOCKED,
                    WITHIN_THRESHOLDS,
                    NOTHING_TO_DRAIN,
                    NOTHING_REQUESTED,
                    REMOVE_EMPTY,
                    EVICT_OVERDUE,
                    REMOVE_OVERDUE,
                    UNDRAIN_BLOCKED,
                    DRAIN_WAITS,
                    REPLACEMENT_AWAITED,
                    NO_DELETE,
                    STILL_DRAINING);

    private Rules() {}
}

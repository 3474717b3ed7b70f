package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Rule.capped;
import static dev.plimsoll.decision.Rule.chose;
import static dev.plimsoll.decision.Rule.held;
import static dev.plimsoll.decision.Rule.noted;

import dev.plimsoll.decision.Rule;
import java.util.List;
import java.util.stream.Stream;

/// The rules by which nodes are drained and removed because their pods fit elsewhere.
final class RemovalRules {

    static final Rule DRAIN_UNNEEDED =
            chose(
                    "drain-unneeded",
                    "{subject} is drained[: its {pods} {pods?pod fits|pods fit} on other"
                            + " nodes][; it has been"
                            + " unneeded for {minutes} min]");
    static final Rule EVICT_PODS =
            chose(
                    "evict-drained",
                    "{pods} {pods?pod|pods} of {subject} {pods?is|are} evicted: the node"
                            + " is drained");
    static final Rule REMOVE_DRAINED =
            chose("remove-drained", "{subject} is removed: it is drained and empty");
    static final Rule TAKE_BACK =
            chose(
                    "take-back-homeless",
                    "{subject} takes pods again: {pods} of its pods fit on no other node, e.g."
                            + " {pod}");
    static final Rule TAKE_BACK_LATE =
            chose(
                    "take-back-late",
                    "{subject} takes pods again: {pods} of its pods could not be evicted in"
                            + " {minutes} min, e.g. {pod}");
    static final Rule TAKE_BACK_FOR_PODS =
            chose(
                    "take-back-for-pods",
                    "{subject} takes pods again: {pods} pending {pods?pod fits|pods fit} on it,"
                            + " e.g. {pod}");
    static final Rule REMOVAL_FAILED =
            noted(
                    "removal-failed",
                    "{pods} {pods?pod that was|pods that were} moved from a drained node of"
                            + " {subject} {pods?needs|need} a new node, e.g. {pod}; {subject}"
                            + " drains no node for {minutes} min");

    static final Rule UNNEEDED =
            noted(
                    "unneeded",
                    "{nodes} {nodes?node is|nodes are} unneeded for less than {minutes} min, e.g."
                            + " {examples}");
    static final Rule ABOVE_UTILISATION =
            held(
                    "node-utilised",
                    "{nodes} {nodes?node is|nodes are} used above {percent}%, e.g. {examples}");
    static final Rule POD_WITHOUT_OWNER =
            held("pod-without-owner", "nothing would replace {pod} of {subject}");
    static final Rule SYSTEM_POD =
            held(
                    "system-pod",
                    "{pod} of {subject} is a pod of kube-system without a disruption budget");
    static final Rule POD_NOT_SAFE_TO_EVICT =
            held(
                    "pod-not-safe-to-evict",
                    "{pod} of {subject} must not be evicted, by its annotation");
    static final Rule POD_WITH_LOCAL_STORAGE =
            held("pod-with-local-storage", "{pod} of {subject} has a volume on the node");
    static final Rule BUDGET_EXHAUSTED =
            held(
                    "budget-exhausted",
                    "disruption budget {budget} does not allow to evict {pod} of {subject}");
    static final Rule FITS_NOWHERE_ELSE =
            held("fits-nowhere-else", "{pod} of {subject} fits on no other node");
    static final Rule GROUP_GROWS =
            held(
                    "group-grows",
                    "{nodes} {nodes?node belongs to a group that grows|nodes belong to"
                            + " groups that grow}, e.g. {examples}");
    static final Rule GROUP_SETTLING =
            held(
                    "group-settling",
                    "{nodes} {nodes?node belongs to a group|nodes belong to groups} that"
                            + " grew less than {minutes} min ago, e.g. {examples}");
    static final Rule GROUP_AT_MINIMUM =
            held(
                    "group-at-minimum",
                    "{nodes} {nodes?node is needed|nodes are needed} for the minimum of"
                            + " {nodes?its group|their groups}, e.g. {examples}");
    static final Rule NODE_PROTECTED =
            held(
                    "node-protected",
                    "{nodes} {nodes?node is|nodes are} protected by an annotation, e.g."
                            + " {examples}");
    static final Rule PODS_COMING =
            held(
                    "pods-coming",
                    "{nodes} {nodes?node is|nodes are} needed for pods that are pending or"
                            + " move, e.g. {examples}");
    static final Rule REMOVALS_PAUSED =
            held(
                    "removals-paused",
                    "{nodes} {nodes?node belongs to a group that pauses|nodes belong to"
                            + " groups that pause} after a removal that failed, e.g. {examples}");
    static final Rule TRIED_LATELY =
            held(
                    "tried-lately",
                    "{nodes} {nodes?node was|nodes were} taken back less than {minutes} min ago,"
                            + " e.g. {examples}");
    static final Rule DRAIN_LIMIT =
            capped(
                    "drain-limit",
                    "{nodes} more unneeded {nodes?node is|nodes are} drained later: at most {most}"
                            + " nodes drain at a time");

    /// The rules about nodes that stay: `stays` of a decision.
    static final List<Rule> STAYS =
            List.of(
                    UNNEEDED,
                    ABOVE_UTILISATION,
                    POD_WITHOUT_OWNER,
                    SYSTEM_POD,
                    POD_NOT_SAFE_TO_EVICT,
                    POD_WITH_LOCAL_STORAGE,
                    BUDGET_EXHAUSTED,
                    FITS_NOWHERE_ELSE,
                    GROUP_GROWS,
                    GROUP_SETTLING,
                    GROUP_AT_MINIMUM,
                    NODE_PROTECTED,
                    PODS_COMING,
                    REMOVALS_PAUSED,
                    TRIED_LATELY,
                    DRAIN_LIMIT);

    /// All rules of this class.
    static final List<Rule> ALL =
            Stream.concat(
                            Stream.of(
                                    DRAIN_UNNEEDED,
                                    EVICT_PODS,
                                    REMOVE_DRAINED,
                                    TAKE_BACK,
                                    TAKE_BACK_LATE,
                                    TAKE_BACK_FOR_PODS,
                                    REMOVAL_FAILED),
                            STAYS.stream())
                    .toList();

    private RemovalRules() {}
}

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

    /// The end of a sentence about one of several nodes that stay for the same rule.
    private static final String MORE = "[; {more} more {more?node has|nodes have} such a pod]";

    /// The end of a sentence about a replacement that is given up.
    private static final String PAUSE = "[; no other begins in {groups} for {pause} min]";

    static final Rule DRAIN_UNNEEDED =
            chose(
                    "drain-unneeded",
                    "{subject} is drained[: its {pods} {pods?pod fits|pods fit} on other"
                            + " nodes][; it has been"
                            + " unneeded for {minutes} min]");
    static final Rule SCALE_DOWN =
            chose(
                    "scale-down",
                    "{subject} shrinks from {from} to {wanted} nodes after {minutes} min unneeded:"
                            + " {examples}[; {pods} {pods?pod fits|pods fit} on other nodes][;"
                            + " {saved}/h less]");
    static final Rule SCALE_DOWN_REPLACED =
            chose(
                    "scale-down-replaced",
                    "{subject} shrinks from {from} to {wanted} nodes because other nodes take the"
                            + " pods at a lower cost: {examples}[; {pods} {pods?pod moves|pods"
                            + " move}][; {saved}/h less]");
    static final Rule EVICT_PODS =
            chose(
                    "evict-drained",
                    "{pods} {pods?pod|pods} of {subject} {pods?is|are} evicted: the node"
                            + " is drained");
    static final Rule REMOVE_DRAINED =
            chose(
                    "remove-drained",
                    "{subject} is removed: it is drained and empty[; {saved}/h less]");
    static final Rule REMOVE_TERMINATING =
            chose(
                    "remove-terminating",
                    "{subject} is removed: it is drained, and {pods} terminating"
                            + " {pods?pod|pods} should have ended, e.g. {pod}[; {saved}/h less]");
    static final Rule DRAIN_UNREADY =
            chose(
                    "drain-unready",
                    "{subject} is drained: it has not been Ready for {minutes} min[; {saved}/h"
                            + " less]");
    static final Rule REPLACE_UNREADY =
            chose(
                    "replace-unready",
                    "a machine is ordered in place of {subject}, which has not been Ready for"
                            + " {minutes} min");
    static final Rule REMOVE_UNREADY =
            chose(
                    "remove-unready",
                    "{subject} is removed: it is drained and not Ready, and {pods} of its pods"
                        + " could not be evicted in {minutes} min, e.g. {pod}[; {saved}/h less]");
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
                            + " {subject} {pods?fits|fit} on no node that stays, e.g. {pod};"
                            + " {subject} drains no node for {minutes} min");
    static final Rule REMOVAL_FAILED_ROOM =
            noted(
                    "removal-failed-room",
                    "{placeholders} {placeholders?placeholder has|placeholders have} no place any"
                            + " more after pods of a drained node of {subject} moved; {subject}"
                            + " drains no node for {minutes} min");

    static final Rule REPLACEMENT_FOUND =
            noted(
                    "replacement-found",
                    "{nodes} {nodes?node|nodes} such as {subject} can make way for {bought} cheaper"
                            + " {bought?one|ones}: that saves {saved} an hour, {percent}%");
    static final Rule REPLACE =
            chose(
                    "replace",
                    "{nodes} {nodes?node|nodes} such as {subject} {nodes?makes|make} way for"
                            + " {bought} cheaper {bought?one|ones}: that saves {saved} an hour,"
                            + " {percent}%");
    static final Rule REPLACE_BY_NONE =
            chose(
                    "replace-by-none",
                    "{nodes} {nodes?node|nodes} such as {subject} {nodes?goes|go}: the pods fit on"
                            + " other nodes, which saves {saved} an hour");
    static final Rule SCALE_UP_TO_REPLACE =
            chose(
                    "scale-up-to-replace",
                    "{subject} grows from {from} to {wanted} nodes to replace {nodes}"
                            + " {nodes?node: |nodes, e.g. }{example}");
    static final Rule REPLACEMENT_WAITS =
            noted(
                    "replacement-waits",
                    "the replacement of {subject} waits: at most {most} of {of} nodes of {group}"
                            + " may be disrupted at a time now, and {used} {used?is|are}");
    static final Rule WINDOWS_LEFT_OUT =
            noted(
                    "disruption-limits-left-out",
                    "the plan does not wait for the disruption {windows?limit|limits} of the"
                            + " policy: {limits}");
    static final Rule DRAIN_REPLACED =
            chose("drain-replaced", "{subject} is drained: other nodes are Ready for its pods");
    static final Rule REPLACEMENT_LATE =
            noted(
                    "replacement-late",
                    "the replacement of {subject} is given up: its new nodes were not Ready in"
                            + " {minutes} min"
                            + PAUSE);
    static final Rule REPLACEMENT_BLOCKED =
            noted(
                    "replacement-blocked",
                    "the replacement of {subject} is given up: it could not be drained in"
                            + " {minutes} min"
                            + PAUSE);
    static final Rule REPLACEMENT_TAKEN =
            noted(
                    "replacement-room-taken",
                    "the replacement of {subject} is given up: {pod} fits on no other node"
                            + PAUSE);
    static final Rule REPLACEMENT_UNDRAINED =
            noted(
                    "replacement-undrained",
                    "the replacement of {subject} is given up: the node takes pods again" + PAUSE);
    static final Rule REPLACEMENT_LOST_NODE =
            noted(
                    "replacement-lost-node",
                    "the replacement of {subject} is given up: a node of it is gone" + PAUSE);
    static final Rule REPLACEMENT_DEAR =
            noted(
                    "replacement-dear",
                    "the replacement of {subject} is given up: it would save {percent}%, less than"
                            + " {least}%"
                            + PAUSE);
    static final Rule DRAIN_GIVEN_BACK =
            chose(
                    "drain-given-back",
                    "{subject} is drained: it is empty, and the replacement that it was bought for"
                            + " is given up");
    static final Rule BEING_REPLACED =
            held(
                    "being-replaced",
                    "[{nodes} {nodes?node belongs|nodes belong} to a replacement that runs, e.g."
                            + " {examples}][{node} belongs to a replacement that runs]");
    static final Rule CONSOLIDATION_OFF =
            held(
                    "consolidation-off",
                    "[{nodes} {nodes?node runs|nodes run} pods, and consolidation is off, e.g."
                            + " {examples}][{node} runs pods, and consolidation is off]");

    static final Rule UNNEEDED =
            noted(
                    "unneeded",
                    "[{nodes} {nodes?node is|nodes are} unneeded for less than {minutes} min, e.g."
                            + " {examples}][; {nodes?so far|the longest} for {longest} min]"
                            + "[{node} is unneeded for {time} of {needed}]");
    static final Rule ABOVE_UTILISATION =
            held(
                    "node-utilised",
                    "[{nodes} {nodes?node is|nodes are} used above {percent}%, e.g. {examples}]"
                            + "[{node} is used above {percent}%]");
    static final Rule POD_WITHOUT_OWNER =
            held("pod-without-owner", "nothing would replace {pod} of {subject}" + MORE);
    static final Rule SYSTEM_POD =
            held(
                    "system-pod",
                    "{pod} of {subject} is a pod of kube-system without a disruption budget"
                            + MORE);
    static final Rule POD_NOT_SAFE_TO_EVICT =
            held(
                    "pod-not-safe-to-evict",
                    "{pod} of {subject} must not be evicted, by its annotation" + MORE);
    static final Rule POD_ON_COMPLETION =
            held(
                    "pod-on-completion",
                    "{pod} of {subject} is evicted only when it has ended, by its annotation"
                            + MORE);
    static final Rule POD_WITH_LOCAL_STORAGE =
            held("pod-with-local-storage", "{pod} of {subject} has a volume on the node" + MORE);
    static final Rule BUDGET_EXHAUSTED =
            held(
                    "budget-exhausted",
                    "disruption budget {budget} does not allow to evict {pod} of {subject}" + MORE);
    static final Rule FITS_NOWHERE_ELSE =
            held(
                    "fits-nowhere-else",
                    "[{pod} of][{placeholder} on] {subject} fits on no other node[ beside {moved}"
                        + " {moved?pod that moves|pods that move}][; {node}: {why}][; {alike} more"
                        + " of {others} nodes {alike?refuses|refuse} it alike]"
                            + MORE);
    static final Rule CONTROL_PLANE_NODE =
            held(
                    "control-plane-node",
                    "[{nodes} {nodes?node runs|nodes run} the control plane{nodes?: |, e.g."
                            + " }{examples}][{node} runs the control plane]");
    static final Rule GROUP_FIXED =
            held(
                    "group-fixed",
                    "[{nodes} {nodes?node belongs to a group|nodes belong to groups} whose size is"
                            + " not changed{nodes?: |, e.g. }{examples}][{node} belongs to a group"
                            + " whose size is not changed]");
    static final Rule NOT_IN_SERVICE =
            held(
                    "not-in-service",
                    "[{nodes} {nodes?node is|nodes are} cordoned, starting, leaving or not Ready"
                            + "{nodes?: |, e.g. }{examples}][{node} is cordoned, starting, leaving"
                            + " or not Ready]");
    static final Rule GROUP_GROWS =
            held(
                    "group-grows",
                    "[{nodes} {nodes?node belongs to a group that grows|nodes belong to"
                            + " groups that grow}, e.g. {examples}][{node} belongs to a group that"
                            + " grows]");
    static final Rule GROUP_SETTLING =
            held(
                    "group-settling",
                    "[{nodes} {nodes?node belongs to a group|nodes belong to groups} that"
                            + " grew less than {minutes} min ago, e.g. {examples}][{node} belongs"
                            + " to a group that grew less than {minutes} min ago]");
    static final Rule GROUP_SETTLING_ROOM =
            held(
                    "group-settling-room",
                    "[{nodes} {nodes?node belongs to a group|nodes belong to groups} that grew for"
                            + " room to keep free less than {minutes} min ago, e.g. {examples}]"
                            + "[{node} belongs to a group that grew for room to keep free less than"
                            + " {minutes} min ago]");
    static final Rule GROUP_AT_MINIMUM =
            held(
                    "group-at-minimum",
                    "[{nodes} {nodes?node is needed|nodes are needed} for the minimum of"
                            + " {nodes?its group|their groups}, e.g. {examples}][{node} is needed"
                            + " for the minimum of its group]");
    static final Rule ROOM_NEEDS_NODE =
            held(
                    "room-needs-node",
                    "[{nodes} {nodes?node is|nodes are} the last of {nodes?its group|their groups}:"
                            + " without {nodes?it|them} placeholders would get another size and"
                            + " find no place, e.g. {examples}][{node} is the last of its group:"
                            + " without it placeholders would get another size and find no place]");
    static final Rule NODE_PROTECTED =
            held(
                    "node-protected",
                    "[{nodes} {nodes?node is|nodes are} protected by an annotation, e.g."
                            + " {examples}][{node} is protected by an annotation]");
    static final Rule PODS_COMING =
            held(
                    "pods-coming",
                    "[{nodes} {nodes?node is|nodes are} needed for pods that are pending or"
                            + " move, e.g. {examples}][{node} is needed for pods that are pending"
                            + " or move]");
    static final Rule REMOVALS_PAUSED =
            held(
                    "removals-paused",
                    "[{nodes} {nodes?node belongs to a group that pauses|nodes belong to"
                            + " groups that pause} after a removal that failed, e.g. {examples}]"
                            + "[{node} belongs to a group that pauses after a removal that"
                            + " failed]");
    static final Rule TRIED_LATELY =
            held(
                    "tried-lately",
                    "[{nodes} {nodes?node was|nodes were} taken back less than {minutes} min ago,"
                            + " e.g. {examples}][{node} was taken back less than {minutes} min"
                            + " ago]");
    static final Rule DRAIN_LIMIT =
            capped(
                    "drain-limit",
                    "[{nodes} more unneeded {nodes?node is|nodes are} drained later: at most {most}"
                        + " nodes drain at a time][{node} is unneeded and drained later: at most"
                        + " {most} nodes with pods drain at a time][{empty} is unneeded and drained"
                        + " later: at most {share} empty {share?node|nodes} of its group"
                        + " {share?is|are} drained in a turn]");
    static final Rule DISRUPTION_WINDOW =
            capped(
                    "disruption-window",
                    "[{nodes} more unneeded {nodes?node|nodes} of {group} {nodes?is|are} drained"
                        + " later][{node} is unneeded and drained later]: at most {most} of {of}"
                        + " may be disrupted at a time now, and {used} {used?is|are}");
    static final Rule SCALE_DOWN_OFF =
            held(
                    "scale-down-off",
                    "[{nodes} {nodes?node stays|nodes stay} because scale-down is off, e.g."
                            + " {examples}][{node} stays because scale-down is off]");
    static final Rule STAYS_IN_UNHEALTHY =
            held(
                    "stays-in-unhealthy-cluster",
                    "[{nodes} {nodes?node stays|nodes stay} because too many nodes are not Ready,"
                            + " e.g. {examples}][{node} stays because too many nodes are not"
                            + " Ready]");

    /// The rules about nodes that stay: `stays` of a decision.
    static final List<Rule> STAYS =
            List.of(
                    UNNEEDED,
                    ABOVE_UTILISATION,
                    POD_WITHOUT_OWNER,
                    SYSTEM_POD,
                    POD_NOT_SAFE_TO_EVICT,
                    POD_ON_COMPLETION,
                    POD_WITH_LOCAL_STORAGE,
                    BUDGET_EXHAUSTED,
                    FITS_NOWHERE_ELSE,
                    CONTROL_PLANE_NODE,
                    GROUP_FIXED,
                    NOT_IN_SERVICE,
                    GROUP_GROWS,
                    GROUP_SETTLING,
                    GROUP_SETTLING_ROOM,
                    GROUP_AT_MINIMUM,
                    ROOM_NEEDS_NODE,
                    NODE_PROTECTED,
                    PODS_COMING,
                    REMOVALS_PAUSED,
                    TRIED_LATELY,
                    BEING_REPLACED,
                    CONSOLIDATION_OFF,
                    SCALE_DOWN_OFF,
                    STAYS_IN_UNHEALTHY,
                    DRAIN_LIMIT,
                    DISRUPTION_WINDOW);

    /// The rules by which a node goes for another cause than a lower cost.
    static final List<Rule> ENDS =
            List.of(REMOVE_DRAINED, REMOVE_TERMINATING, DRAIN_UNREADY, REMOVE_UNREADY);

    /// All rules of this class.
    static final List<Rule> ALL =
            Stream.concat(
                            Stream.of(
                                    DRAIN_UNNEEDED,
                                    SCALE_DOWN,
                                    EVICT_PODS,
                                    REMOVE_DRAINED,
                                    REMOVE_TERMINATING,
                                    DRAIN_UNREADY,
                                    REPLACE_UNREADY,
                                    REMOVE_UNREADY,
                                    TAKE_BACK,
                                    TAKE_BACK_LATE,
                                    TAKE_BACK_FOR_PODS,
                                    REMOVAL_FAILED,
                                    REPLACEMENT_FOUND,
                                    REPLACE,
                                    REPLACE_BY_NONE,
                                    SCALE_UP_TO_REPLACE,
                                    REPLACEMENT_WAITS,
                                    WINDOWS_LEFT_OUT,
                                    SCALE_DOWN_REPLACED,
                                    DRAIN_REPLACED,
                                    REPLACEMENT_LATE,
                                    REPLACEMENT_BLOCKED,
                                    REPLACEMENT_TAKEN,
                                    REPLACEMENT_UNDRAINED,
                                    REPLACEMENT_LOST_NODE,
                                    REPLACEMENT_DEAR,
                                    DRAIN_GIVEN_BACK,
                                    REMOVAL_FAILED_ROOM),
                            STAYS.stream())
                    .toList();

    private RemovalRules() {}
}

package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Rule.capped;
import static dev.plimsoll.decision.Rule.chose;
import static dev.plimsoll.decision.Rule.held;
import static dev.plimsoll.decision.Rule.noted;
import static dev.plimsoll.decision.Rule.refused;

import dev.plimsoll.decision.Rule;
import java.util.List;

/// Every rule of scaling, in the order in which they can fire.
public final class Rules {

    static final Rule SCALE_UP =
            chose(
                    "scale-up",
                    "{subject} grows from {from} to {wanted} nodes for {pods} {pods?pod: |pods,"
                            + " e.g. }{example}[ ({leaving} {leaving?is on a leaving node|are on"
                            + " leaving nodes})][, and for {placeholders}"
                            + " {placeholders?placeholder|placeholders} of room to keep free]");
    static final Rule SCALE_UP_FOR_ROOM =
            chose(
                    "scale-up-for-room",
                    "{subject} grows from {from} to {wanted} nodes for {placeholders}"
                            + " {placeholders?placeholder|placeholders} of room to keep free");
    static final Rule ROOM_MISSING =
            refused(
                    "room-missing",
                    "{placeholders} {placeholders?placeholder finds|placeholders find} no place:"
                            + " no group may grow for {placeholders?it|them}");
    static final Rule ROOM_PLACES =
            noted(
                    "room-places",
                    "{placeholders} {placeholders?placeholder|placeholders} on {subject}: {nodes}["
                            + " and {more} more {more?node|nodes}]");
    static final Rule TO_MINIMUM =
            chose(
                    "scale-up-to-minimum",
                    "{subject} grows from {from} to {wanted} nodes because its minimum is {least}"
                            + "[; {pods} pending {pods?pod fits|pods fit} on the new nodes]");
    static final Rule BELOW_MINIMUM =
            noted(
                    "below-minimum",
                    "{subject} stays at {nodes} nodes, below its minimum of {least}: {why}");
    static final Rule FITS_EXISTING =
            noted(
                    "fits-existing",
                    "{pods} pending {pods?pod fits on existing nodes: |pods fit on existing nodes,"
                            + " e.g. }{example}");
    static final Rule FITS_ARRIVING =
            noted(
                    "fits-arriving",
                    "{pods} pending {pods?pod fits on nodes that are starting: |pods fit on nodes"
                            + " that are starting, e.g. }{example}");
    static final Rule LEAVING_FITS =
            noted(
                    "leaving-pods-fit-existing",
                    "{pods} {pods?pod of a leaving node fits on existing nodes: |pods of leaving"
                            + " nodes fit on existing nodes, e.g. }{example}");
    static final Rule LEAVING_FITS_ARRIVING =
            noted(
                    "leaving-pods-fit-arriving",
                    "{pods} {pods?pod of a leaving node fits on nodes that are starting: |pods of"
                            + " leaving nodes fit on nodes that are starting, e.g. }{example}");
    static final Rule LEAVING_WITHOUT_PLACE =
            refused(
                    "leaving-pods-without-place",
                    "{pods} {pods?pod of a leaving node has no other place: |pods of leaving nodes"
                            + " have no other place, e.g. }{subject}");
    static final Rule MACHINES_LATE =
            capped(
                    "machines-late",
                    "{machines} {machines?machine that was|machines that were} ordered for"
                        + " {subject} did not join in time; {machines?it is|they are} not ordered"
                        + " again for {pods} pending {pods?pod|pods}");
    static final Rule NOTHING_PENDING = held("nothing-pending", "no pod is pending");
    static final Rule UNSCHEDULABLE =
            refused(
                    "unschedulable",
                    "{pods} {pods?pod stays unschedulable: |pods stay unschedulable, e.g."
                            + " }{subject}");
    static final Rule PARTLY_UNSCHEDULABLE =
            refused(
                    "partly-unschedulable",
                    "{pods} of {of} pods like {subject} {pods?stays|stay} unschedulable");
    static final Rule GROUP_MAX_NODES =
            capped("group-max-nodes", "would exceed its maximum of {most} nodes");
    static final Rule GROUP_MAX_RESOURCE =
            capped("group-max-resource", "would exceed its limit of {most} {resource}");
    static final Rule CLUSTER_MAX_NODES =
            capped("cluster-max-nodes", "the cluster would exceed its maximum of {most} nodes");
    static final Rule CLUSTER_MAX_RESOURCE =
            capped(
                    "cluster-max-resource",
                    "the cluster would exceed its maximum of {most} {resource}");
    static final Rule SUBNET_ADDRESSES =
            capped(
                    "subnet-addresses",
                    "subnet {subnet} has addresses for only {nodes} more {nodes?node|nodes}");
    static final Rule ZONE_OUT_OF_REACH =
            refused(
                    "zone-out-of-reach",
                    "its provider picks the zone of a new node and would reach {zones} only with"
                            + " {nodes} more nodes; a group of that zone alone can be sized for"
                            + " the pod");
    static final Rule ZONE_REACHED =
            noted(
                    "zone-reached",
                    "{nodes} of the new nodes of {subject} {nodes?is|are} added only to reach a"
                            + " zone: its provider picks the zones");
    static final Rule ONE_ZONE =
            noted(
                    "one-zone",
                    "only nodes of one zone are known of {subject}; new nodes are assumed to be in"
                            + " that zone");
    static final Rule TIED_RANK =
            chose(
                    "tied-rank",
                    "{groups} groups share the best rank, {subject} among them; their cheapest mix"
                            + " is used");
    static final Rule ZONES_AS_ONE =
            noted(
                    "zones-as-one",
                    "{groups} groups that differ only in their zone are ranked as one: {subject}");
    static final Rule ROUND_LIMIT =
            chose(
                    "round-limit",
                    "pods are left after {rounds} rounds of ranking; the cheapest mix of groups"
                            + " is used for them");
    static final Rule LEAVES_MORE =
            refused("leaves-more", "leaves {pods} more {pods?pod|pods} unschedulable");
    static final Rule LEAVES_HIGHER_PRIORITY =
            refused("leaves-higher-priority", "leaves pods of a higher priority unschedulable");
    static final Rule PRICES_UNKNOWN = refused("prices-unknown", "some of its prices are unknown");
    static final Rule COSTS_MORE = refused("costs-more", "costs {more}/h more");
    static final Rule COSTS_THE_SAME = refused("costs-the-same", "costs the same");
    static final Rule RANKS_LOWER =
            refused("ranks-lower", "ranks lower by {strategy}: {mark} against {best}");
    static final Rule NOT_RANKED =
            refused("not-ranked", "ranks lower by {strategy}: it has none, the best has {best}");
    static final Rule NOT_DRAWN = refused("not-drawn", "was not drawn");
    static final Rule RANK_TIED =
            refused("rank-tied", "has the same rank, and comes later by price or name");
    static final Rule PRICE_UNKNOWN =
            noted("price-unknown", "the price of {subject} is unknown: {why}");

    /// A group that may grow without a limit.
    public static final Rule NO_MAXIMUM =
            noted("no-maximum", "no maximum number of nodes is set for {subject}");

    static final Rule PODS_WITHOUT_REQUESTS =
            noted(
                    "pods-without-requests",
                    "{pods} {pods?pod lacks a cpu or memory request: |pods lack a cpu or memory"
                            + " request, e.g. }{subject}; what they use is not counted");

    /// Claims of pending pods that nobody reported.
    public static final Rule VOLUMES_UNKNOWN =
            noted(
                    "volumes-unknown",
                    "the volumes of {pods} pending {pods?pod|pods} are ignored because a claim is"
                            + " unknown{pods?: |, e.g. }{subject}");

    static final Rule GATED =
            noted(
                    "gated",
                    "no node is added for {pods} gated or terminating {pods?pod: |pods, e.g. }"
                            + "{subject}");

    static final Rule OTHER_SCHEDULER =
            noted(
                    "other-scheduler",
                    "no node is added for {pods} {pods?pod|pods} of another scheduler{pods?: |,"
                            + " e.g. }{subject}");
    static final Rule NOMINATED =
            noted(
                    "nominated",
                    "no node is added for {pods} {pods?pod|pods} with a nominated node{pods?: |,"
                            + " e.g. }{subject}");
    static final Rule DAEMONS =
            noted(
                    "pending-daemons",
                    "no node is added for {pods} pending DaemonSet {pods?pod: |pods, e.g. }"
                            + "{subject}");
    static final Rule EXPENDABLE =
            noted(
                    "expendable",
                    "no node is added for {pods} {pods?pod|pods} of a priority below -10{pods?: |,"
                            + " e.g. }{subject}");
    static final Rule NEW_PODS =
            held(
                    "new-pods",
                    "{pods} new {pods?pod fits|pods fit} on no node; a node is added when the"
                            + " oldest pending pod is {seconds} s old{pods?: |, e.g. }{subject}");
    static final Rule UNHEALTHY =
            held(
                    "cluster-unhealthy",
                    "no node is added or removed: {unready} of {nodes} nodes are not Ready");
    static final Rule UNHEALTHY_GROUP =
            capped("group-in-unhealthy-cluster", "does not grow: too many nodes are not Ready");
    static final Rule GIVE_UP =
            chose(
                    "machines-given-up",
                    "{machines} {machines?machine|machines} of {subject} did not join in"
                            + " {minutes} min and {machines?is|are} given up; {subject} grows"
                            + " again in {pause} min at the earliest[; {saved}/h less]");
    static final Rule GIVE_UP_REFUSED =
            noted(
                    "give-up-refused",
                    "the provider did not give up {machines} {machines?machine|machines} of"
                            + " {subject} ({why}); remove machines that exist and do not join"
                            + " at the provider, by their ids");
    static final Rule ORDER_FAILED =
            noted(
                    "order-failed",
                    "{subject} did not grow from {from} to {wanted} nodes, because the order"
                            + " failed: {why}; it does not grow for {minutes} min");
    static final Rule MACHINES_FAILED =
            noted(
                    "machines-failed",
                    "{machines} {machines?machine|machines} of {subject} did not come ({cause}[:"
                            + " {why}]); {subject} does not grow for {minutes} min");
    static final Rule GIVE_UP_FAILED =
            chose(
                    "failed-machines-given-up",
                    "{machines} {machines?machine|machines} of {subject} that did not come"
                            + " {machines?is|are} given up[; {saved}/h less]");

    /// The rules by which machines are given up that did not join.
    static final List<Rule> GIVING_UP = List.of(GIVE_UP, GIVE_UP_FAILED);

    static final Rule BACKS_OFF =
            capped(
                    "group-backs-off",
                    "does not grow for {minutes} more min, because its provider did not deliver"
                            + " machines");
    static final Rule DID_NOT_HELP =
            noted(
                    "growth-did-not-help",
                    "{subject} grew for pods like {example}, and a new node that is Ready has none"
                            + " of them; {subject} does not grow for them for {minutes} min");
    static final Rule DID_NOT_HELP_ROOM =
            noted(
                    "growth-did-not-help-room",
                    "{subject} grew for room to keep free, and a new node that is Ready holds none"
                            + " of it; {subject} does not grow for it for {minutes} min");
    static final Rule SHAPE_BACKS_OFF =
            capped(
                    "shape-backs-off",
                    "does not grow for such pods for {minutes} more min, because new nodes did not"
                            + " take them");
    static final Rule NO_ROOM =
            noted(
                    "no-room",
                    "{nodes} {nodes?node takes|nodes take} no more pods because {nodes?it is|they"
                            + " are} {why}{nodes?: |, e.g. }{subject}");
    static final Rule NODES_LEAVING =
            noted(
                    "nodes-leaving",
                    "{nodes} {nodes?node is|nodes are} leaving ({why}){nodes?: |, e.g. }{subject}[;"
                            + " {pods} {pods?pod|pods} there {pods?needs|need} another place]");

    /// All rules of this class.
    static final List<Rule> ALL =
            List.of(
                    SCALE_UP,
                    SCALE_UP_FOR_ROOM,
                    ROOM_MISSING,
                    ROOM_PLACES,
                    TO_MINIMUM,
                    BELOW_MINIMUM,
                    FITS_EXISTING,
                    FITS_ARRIVING,
                    LEAVING_FITS,
                    LEAVING_FITS_ARRIVING,
                    LEAVING_WITHOUT_PLACE,
                    MACHINES_LATE,
                    NOTHING_PENDING,
                    UNSCHEDULABLE,
                    PARTLY_UNSCHEDULABLE,
                    GROUP_MAX_NODES,
                    GROUP_MAX_RESOURCE,
                    CLUSTER_MAX_NODES,
                    CLUSTER_MAX_RESOURCE,
                    SUBNET_ADDRESSES,
                    ZONE_OUT_OF_REACH,
                    ZONE_REACHED,
                    ONE_ZONE,
                    TIED_RANK,
                    ZONES_AS_ONE,
                    ROUND_LIMIT,
                    LEAVES_MORE,
                    LEAVES_HIGHER_PRIORITY,
                    PRICES_UNKNOWN,
                    COSTS_MORE,
                    COSTS_THE_SAME,
                    RANKS_LOWER,
                    NOT_RANKED,
                    NOT_DRAWN,
                    RANK_TIED,
                    PRICE_UNKNOWN,
                    NO_MAXIMUM,
                    PODS_WITHOUT_REQUESTS,
                    VOLUMES_UNKNOWN,
                    GATED,
                    OTHER_SCHEDULER,
                    NOMINATED,
                    DAEMONS,
                    EXPENDABLE,
                    NEW_PODS,
                    UNHEALTHY,
                    UNHEALTHY_GROUP,
                    GIVE_UP,
                    GIVE_UP_REFUSED,
                    ORDER_FAILED,
                    MACHINES_FAILED,
                    GIVE_UP_FAILED,
                    BACKS_OFF,
                    DID_NOT_HELP,
                    DID_NOT_HELP_ROOM,
                    SHAPE_BACKS_OFF,
                    NO_ROOM,
                    NODES_LEAVING);

    private Rules() {}
}

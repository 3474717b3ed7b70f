package dev.plimsoll.formats.page;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.groups.NodeGroup.Member;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.scaling.Proposal.Grown;
import dev.plimsoll.scaling.ScaleUpStrategy;
import java.util.List;

/// Why the plan puts a pending pod on its node. It uses only facts of the nodes before and after
/// the plan.
///
/// **Invariant:** another judge agrees with every sentence: `PlacementReasonTest`.
final class PlacementReason {

    private final Proposal proposal;
    private final Placement placement;

    /// The existing and the starting nodes.
    private final List<Node> nodes;

    PlacementReason(Proposal proposal, Placement placement) {
        this.proposal = proposal;
        this.placement = placement;
        this.nodes = proposal.facts().nodes();
    }

    /// @param taking the indices of the existing nodes that take the pod before the plan
    /// @param groups the names of the groups of which a new node would take it
    List<String> sentences(String pod, Shape shape, List<Integer> taking, List<String> groups) {
        var found = placement.node(pod);
        if (found.isEmpty()) {
            return List.of("the plan leaves it unschedulable");
        }
        var node = found.get();
        int index = nodes.stream().map(Node::name).toList().indexOf(node);
        if (index >= 0) {
            return List.of("the plan puts it on " + node + existing(index, shape, taking));
        }
        var group = placement.place(node).group();
        var grown =
                proposal.groups().stream()
                        .filter(each -> each.group().name().equals(group))
                        .findFirst()
                        .orElseThrow();
        return List.of(
                "the plan puts it on "
                        + node
                        + ", a new node of "
                        + group
                        + zone(grown, node)
                        + noRoom(shape, node, taking),
                choice(grown, node, groups));
    }

    private String existing(int index, Shape shape, List<Integer> taking) {
        if (!taking.contains(index)) {
            return ", which takes it beside other pods of the plan";
        }
        if (taking.size() == 1) {
            return ", the only existing node that takes it";
        }
        var all = taking.size() + " existing nodes that take it";
        if (taking.getFirst() == index) {
            return ", the first of " + all;
        }
        var upToIt = taking.stream().filter(other -> other <= index).toList();
        return stillTaking(upToIt, shape, nodes.get(index).name()).equals(List.of(index))
                ? "; of " + all + ", the first that does beside the other pods of the plan"
                : ", one of " + all;
    }

    /// The part about existing nodes of the sentence about a new one.
    private String noRoom(Shape shape, String node, List<Integer> taking) {
        if (taking.isEmpty()) {
            return "; no existing node takes it";
        }
        var subject =
                taking.size() == 1
                        ? "; the existing node that takes it does"
                        : "; the " + taking.size() + " existing nodes that take it do";
        return stillTaking(taking, shape, node).isEmpty()
                ? subject + " not take it beside the other pods of the plan"
                : "";
    }

    /// The nodes that would take the pod beside all other pods of the plan.
    private List<Integer> stillTaking(List<Integer> some, Shape shape, String node) {
        var after = proposal.nodes();
        var nodeFit = NodeFit.of(after, proposal.facts().cluster());
        nodeFit.take(shape, after.stream().map(Node::name).toList().indexOf(node));
        return some.stream().filter(index -> nodeFit.fits(shape, index)).toList();
    }

    /// The zone of a new node, if it is certain.
    private String zone(Grown grown, String node) {
        var zone = placement.place(node).zone();
        return zone.isEmpty() || grown.zones().unsettled() > 0 ? "" : " in " + zone;
    }

    /// Why a node of this group and not of another.
    private String choice(Grown grown, String node, List<String> groups) {
        var bought = grown.bought().stream().map(Member::node).toList();
        if (bought.indexOf(node) < grown.group().belowMinimum()) {
            return grown.group().name() + " gets this node to reach its minimum";
        }
        if (groups.equals(List.of(grown.group().name()))) {
            return "no new node of another group takes it";
        }
        return switch (proposal.facts().policy().strategy()) {
            case ScaleUpStrategy.CheapestMix _ ->
                    "of the purchases that were compared, this one leaves the fewest pods"
                            + " unschedulable, then costs least";
            case ScaleUpStrategy.ByRank _ ->
                    "the groups that grow are chosen by the strategies of the policy";
        };
    }
}

package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.fit.Verdict;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.packing.Offer;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.quantity.Money;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Whether one more node of a group would take a pending pod, and if not, why.
public final class GroupVerdicts {

    private final ScalingFacts facts;
    private final List<Node> nodes;
    private final Packing bought;
    private final Ceilings ceilings;

    /// The number of nodes bought, by group.
    private final SortedMap<String, Integer> more;

    private final boolean isAnyoneApart;

    private GroupVerdicts(ScalingFacts facts, List<Node> nodes, Packing bought) {
        this.facts = facts;
        this.nodes = nodes;
        this.bought = bought;
        this.ceilings = new Ceilings(facts);
        this.more = bought.nodesByOffer();
        this.isAnyoneApart = nodes.stream().anyMatch(Node::keepsApart);
    }

    /// Verdicts before anything is bought.
    ///
    /// @param nodes the nodes beside the new one
    public static GroupVerdicts before(ScalingFacts facts, List<Node> nodes) {
        return new GroupVerdicts(facts, nodes, Packing.NOTHING);
    }

    /// Verdicts after a proposal is carried out.
    public static GroupVerdicts after(Proposal proposal) {
        return new GroupVerdicts(proposal.facts(), proposal.nodes(), proposal.packing());
    }

    /// The verdicts of all groups by name, for each of the pods in their order.
    public List<SortedMap<String, Verdict>> verdicts(List<Pods> pods) {
        var verdicts = new ArrayList<SortedMap<String, Verdict>>();
        pods.forEach(_ -> verdicts.add(new TreeMap<>()));
        for (var group : facts.groups()) {
            var own = verdicts(group, pods);
            for (int i = 0; i < own.size(); i++) {
                verdicts.get(i).put(group.name(), own.get(i));
            }
        }
        return verdicts;
    }

    /// The verdict of one group on each of the pods, in their order.
    public List<Verdict> verdicts(NodeGroup group, List<Pods> pods) {
        if (group.template().allocatable().isEmpty()) {
            return pods.stream().map(_ -> refused(limits(group))).toList();
        }
        boolean isAlone = pods.stream().noneMatch(some -> looksAround(some.shape()));
        var nodeFit = NodeFit.of(isAlone ? List.of() : nodes, facts.cluster());
        int index = nodeFit.add(group.template());
        var verdicts = new ArrayList<Verdict>();
        for (var some : pods) {
            var shape = some.shape();
            var verdict =
                    looksAround(shape)
                            ? nodeFit.verdict(shape, index)
                            : Fit.on(group.template(), shape);
            var limits = verdict.fits() ? limits(group) : List.<Reason>of();
            verdicts.add(limits.isEmpty() ? verdict : refused(limits));
        }
        return verdicts;
    }

    private static Verdict refused(List<Reason> why) {
        return new Verdict.Refused(why.getFirst());
    }

    /// The limits that keep the group from one more node; none if it may grow.
    private List<Reason> limits(NodeGroup group) {
        return switch (group.growth()) {
            case Growth.Never(var why) -> List.of(why);
            case Growth.Within(var limits, _) -> {
                boolean isFull = group.room() <= more.getOrDefault(group.name(), 0);
                yield isFull
                        ? List.of(
                                because(
                                        Rules.GROUP_MAX_NODES,
                                        group.name(),
                                        fact("most", limits.most())))
                        : shared(group);
            }
        };
    }

    private List<Reason> shared(NodeGroup group) {
        var offer = new Offer(group.name(), group.template(), Money.NONE, group.room());
        return ceilings.against(offer, bought);
    }

    /// Where the pod fits depends on other pods, host ports or volumes.
    private boolean looksAround(Shape shape) {
        return isAnyoneApart
                || !shape.constraints().isAny()
                || !shape.ports().isEmpty()
                || !shape.mounts().isEmpty()
                || !shape.placement().unknown().isEmpty();
    }
}

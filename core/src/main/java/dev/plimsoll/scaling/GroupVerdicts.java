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
import dev.plimsoll.groups.NodeGroup.NodeOffer;
import dev.plimsoll.groups.ZoneOrder;
import dev.plimsoll.packing.Packing;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Whether one more node of a group would take a pending pod, and if not, why.
public final class GroupVerdicts {

    /// A provider that needs more nodes than these to reach a zone does not reach it.
    private static final int MOST_TRIED = 1_000;

    /// The rules of nodes and volumes that compare labels.
    private static final List<String> ABOUT_LABELS =
            List.of("node-selector", "node-affinity", "volume-affinity", "volume-zone");

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
        this.more = bought.nodesByGroup();
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
        if (group.offers().isEmpty()) {
            return pods.stream().map(_ -> refused(limits(group))).toList();
        }
        boolean isAlone = pods.stream().noneMatch(some -> looksAround(some.shape()));
        var nodeFit = NodeFit.of(isAlone ? List.of() : nodes, facts.cluster());
        int first = nodeFit.size();
        group.offers().forEach(offer -> nodeFit.add(offer.node()));
        var verdicts = new ArrayList<Verdict>();
        for (var some : pods) {
            var byOffer = new ArrayList<Verdict>();
            for (int i = 0; i < group.offers().size(); i++) {
                var shape = some.shape();
                byOffer.add(
                        looksAround(shape)
                                ? nodeFit.verdict(shape, first + i)
                                : Fit.on(group.offers().get(i).node(), shape));
            }
            verdicts.add(
                    facts.unhelpful()
                            .against(group.name(), some.shape())
                            .<Verdict>map(Verdict.Refused::new)
                            .orElseGet(() -> verdict(group, byOffer)));
        }
        return verdicts;
    }

    /// It fits if it fits one of the offers, in a zone within reach.
    private Verdict verdict(NodeGroup group, List<Verdict> byOffer) {
        var fitting = new ArrayList<NodeOffer>();
        for (int i = 0; i < byOffer.size(); i++) {
            if (byOffer.get(i).fits()) {
                fitting.add(group.offers().get(i));
            }
        }
        if (fitting.isEmpty()) {
            return nearest(byOffer);
        }
        var limits = limits(group);
        if (limits.isEmpty() && group.isBalanced()) {
            limits = outOfReach(group, fitting);
        }
        return limits.isEmpty() ? new Verdict.Fits() : refused(limits);
    }

    /// The first refusal that is not about node labels. The verdict of a zonal pod is about the
    /// variants in its zone, not about the zones of the others.
    private static Verdict nearest(List<Verdict> byOffer) {
        return byOffer.stream()
                .filter(verdict ->
                        !(verdict instanceof Verdict.Refused(var why)
                                && ABOUT_LABELS.contains(why.rule().code())))
                .findFirst()
                .orElse(byOffer.getFirst());
    }

    /// The reason why the provider of the group would not reach any of these zones.
    private List<Reason> outOfReach(NodeGroup group, List<NodeOffer> fitting) {
        var zones = fitting.stream().map(offer -> offer.key().zone()).distinct().toList();
        var now = group.nodesByZone();
        for (var node : bought.opened()) {
            if (node.offer().group().equals(group.name())) {
                now.merge(group.offer(node.offer().name()).key().zone(), 1, Integer::sum);
            }
        }
        int most = group.zones().size();
        int needed = 1;
        while (zones.size() < most && needed <= MOST_TRIED && !reaches(now, needed, zones)) {
            needed++;
        }
        return needed <= most
                ? List.of()
                : List.of(
                        because(
                                Rules.ZONE_OUT_OF_REACH,
                                group.name(),
                                fact("zones", String.join(", ", zones)),
                                fact("nodes", needed)));
    }

    private static boolean reaches(SortedMap<String, Integer> now, int more, List<String> zones) {
        var settled = ZoneOrder.of(now, more).settled();
        return zones.stream().anyMatch(zone -> settled.getOrDefault(zone, 0) > 0);
    }

    private static Verdict refused(List<Reason> why) {
        return new Verdict.Refused(why.getFirst());
    }

    /// The limits that keep the group from one more node; none if it may grow.
    private List<Reason> limits(NodeGroup group) {
        return switch (group.growth()) {
            case Growth.Never(var why) -> List.of(why);
            case Growth.Within _ when facts.health().isBad() ->
                    List.of(because(Rules.UNHEALTHY_GROUP, group.name()));
            case Growth.Within _ when facts.isBackingOff(group) -> List.of(facts.backOff(group));
            case Growth.Within(var limits, _) -> {
                boolean isFull = group.room() <= more.getOrDefault(group.name(), 0);
                yield isFull
                        ? List.of(
                                because(
                                        Rules.GROUP_MAX_NODES,
                                        group.name(),
                                        fact("most", limits.most())))
                        : ceilings.against(Buyer.offer(group, group.offers().getFirst()), bought);
            }
        };
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

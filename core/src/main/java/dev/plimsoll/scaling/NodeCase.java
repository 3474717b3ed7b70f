package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.groups.NodeGroups;
import dev.plimsoll.packing.TrialNodes;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.ObjectName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Everything that speaks for and against the removal of one node. A decision names only the first
/// rule that keeps a node. Here are also the rules that would keep it without that one, and every
/// pod.
///
/// **Invariant:** the first reason is that of the decision: `NodeVerdictsTest`.
///
/// @param reasons why it stays; none if it drains
/// @param pods the pods that would have to move
public record NodeCase(
        Node node, NodeGroup group, NodeUse use, List<Reason> reasons, List<PodsCase> pods) {

    /// Pods of a node.
    ///
    /// @param keeps why they must not be evicted; none if they may be
    /// @param places nodes on which they fit, by how many fit there
    /// @param homeless how many fit on no other node, beside the node's pods before them
    public record PodsCase(Pods pods, List<Reason> keeps, List<Place> places, int homeless) {}

    /// A node for some pods.
    public record Place(String node, int pods) {}

    public NodeCase {
        reasons = List.copyOf(reasons);
        pods = List.copyOf(pods);
    }

    /// @param proposal a decision about the cluster with the node
    /// @return nothing if the cluster has no such node
    public static Optional<NodeCase> of(Proposal proposal, String name) {
        var facts = proposal.facts();
        var node = facts.cluster().node(name);
        var group = facts.groups().stream().filter(one -> one.nodes().contains(name)).findFirst();
        if (node == null || group.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Trial(proposal, node, group.get()).tried());
    }

    /// The rules, one after the other.
    private static final class Trial {

        private final Proposal proposal;
        private final ScalingFacts facts;
        private final Node node;
        private final NodeGroup group;
        private final List<Reason> reasons = new ArrayList<>();
        private final List<Reason> noPlaces = new ArrayList<>();

        private Trial(Proposal proposal, Node node, NodeGroup group) {
            this.proposal = proposal;
            this.facts = proposal.facts();
            this.node = node;
            this.group = group;
        }

        private NodeCase tried() {
            var use = NodeUse.of(new OverduePods(facts).without(node));
            var pods = pods();
            var decided = proposal.whyStay().get(node.name());
            if (decided != null) {
                reasons.add(decided);
                others(use, pods);
            }
            return new NodeCase(node, group, use, reasons, pods);
        }

        private void others(NodeUse use, List<PodsCase> pods) {
            ofTheNode();
            ofTheGroup();
            check(RemovalRules.ABOVE_UTILISATION, use.isAbove(facts.policy().scaleDown().most()));
            pods.forEach(some -> some.keeps().forEach(this::add));
            noPlaces.forEach(this::add);
        }

        private void check(Rule rule, boolean holds) {
            if (holds) {
                add(Stays.ofNode(rule, node.name(), facts.policy()));
            }
        }

        /// Unless it is there already, about the same pod if it is about one.
        private void add(Reason reason) {
            if (reasons.stream().noneMatch(known -> isSame(known, reason))) {
                reasons.add(reason);
            }
        }

        private static boolean isSame(Reason one, Reason other) {
            return one.rule().equals(other.rule()) && pod(one).equals(pod(other));
        }

        private static String pod(Reason reason) {
            return reason.facts().stream()
                    .filter(fact -> fact.name().equals("pod"))
                    .map(Fact::text)
                    .findFirst()
                    .orElse("");
        }

        private void ofTheNode() {
            check(RemovalRules.CONTROL_PLANE_NODE, NodeGroups.isControlPlane(node));
            check(RemovalRules.NOT_IN_SERVICE, !node.isReady());
            check(RemovalRules.NODE_PROTECTED, !node.mayGo());
            boolean isOff =
                    facts.policy().scaleDown().consolidation().mode() == Consolidation.Mode.OFF;
            check(RemovalRules.CONSOLIDATION_OFF, isOff && !node.isEmpty());
            check(
                    RemovalRules.PODS_COMING,
                    proposal.packing().placed().stream()
                            .anyMatch(placed -> placed.node().equals(node.name())));
            var takenBack = facts.past().removals().takenBack().get(node.name());
            check(
                    RemovalRules.TRIED_LATELY,
                    takenBack != null && !isOver(takenBack, ScaleDown.TRY_AGAIN));
        }

        private void ofTheGroup() {
            var past = facts.past().group(group.name());
            var timers = past.timers().at(facts.now());
            var settle = facts.policy().scaleDown().settle();
            boolean mayChange = group.growth() instanceof Growth.Within;
            check(RemovalRules.GROUP_FIXED, !mayChange);
            check(RemovalRules.GROUP_AT_MINIMUM, mayChange && group.size() <= group.least());
            check(
                    RemovalRules.GROUP_GROWS,
                    proposal.groups().stream()
                            .filter(grown -> grown.group().name().equals(group.name()))
                            .anyMatch(grown -> grown.more() > 0));
            boolean hasGrown = !timers.grown().equals(Instant.EPOCH);
            check(RemovalRules.GROUP_SETTLING, hasGrown && !isOver(timers.grown(), settle));
            var forRoom = facts.past().growths().forRoom().get(group.name());
            check(
                    RemovalRules.GROUP_SETTLING_ROOM,
                    forRoom != null
                            && !isOver(forRoom, facts.policy().scaleDown().settleForSlack()));
            check(RemovalRules.REMOVALS_PAUSED, timers.drains().lasts(facts.now()));
        }

        private boolean isOver(Instant since, Duration time) {
            return !facts.now().isBefore(since.plus(time));
        }

        /// The largest pods are tried first, as a decision does.
        private List<PodsCase> pods() {
            var others =
                    proposal.nodesWithRoom().stream()
                            .filter(other -> other.isReady() && !other.name().equals(node.name()))
                            .toList();
            var whole =
                    others.stream().map(Node::allocatable).reduce(Resources.NONE, Resources::plus);
            var trial = new TrialNodes(others, facts.cluster(), false);
            var rules = new DrainRules(facts);
            var spent = new TreeMap<ObjectName, Integer>();
            var cases = new ArrayList<PodsCase>();
            var names = others.stream().map(Node::name).toList();
            int moved = 0;
            for (var pods : trial.sorted(Moves.movers(node), whole)) {
                var places = new ArrayList<Place>();
                int left = pods.count();
                for (var move : trial.put(pods.shape(), pods.count())) {
                    places.add(new Place(others.get(move.node()).name(), move.count()));
                    left -= move.count();
                }
                var keeps = rules.against(node, pods, spent).stream().toList();
                int homeless = PendingPods.isExpendable(pods.shape()) ? 0 : left;
                moved += pods.count() - left;
                if (homeless > 0) {
                    noPlaces.add(
                            NoPlace.of(pods, trial, names, moved)
                                    .reason(node.name(), facts.room()));
                }
                cases.add(new PodsCase(pods, keeps, places, homeless));
            }
            return cases;
        }
    }
}

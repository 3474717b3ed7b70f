package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.groups.NodeGroups;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// The nodes whose pods fit on other nodes. Those that have been unneeded for long enough are
/// drained.
///
/// Candidates are tried one after the other: empty nodes, then those that were unneeded before,
/// then those with the fewest pods, then those with the least use. The pods of each take places
/// that later candidates do not find, so all unneeded nodes could go together. A node that takes
/// pods of another one is no candidate.
final class ScaleDown {

    /// How long a node that was taken back is no candidate.
    static final Duration TRY_AGAIN = Duration.ofMinutes(30);

    /// One in this number of the nodes of a group may be drained at once if they are empty.
    private static final int EMPTY_SHARE = 10;

    private final ScalingFacts facts;
    private final RemovalDraft draft;
    private final ScaleDownPolicy policy;
    private final Moves moves;
    private final DrainLimits limits;
    private final DrainRules rules;
    private final OverduePods overdue;
    private final Map<String, NodeGroup> groupOf = new LinkedHashMap<>();
    private final Map<String, Integer> going = new LinkedHashMap<>();
    private final Set<String> leaving = new LinkedHashSet<>();
    private final Set<String> growing = new LinkedHashSet<>();
    private final Stays stays;
    private final Set<String> inReplacement = new LinkedHashSet<>();
    private final Set<String> replaced;
    private final Set<String> givenBack;
    private final List<Node> replaceable = new ArrayList<>();

    ScaleDown(
            ScalingFacts facts,
            Proposal proposal,
            RemovalDraft draft,
            DrainLimits limits,
            Moves moves,
            Replacements replacements) {
        this.replaced = replacements.going();
        this.givenBack = replacements.givenBack();
        this.inReplacement.addAll(replaced);
        this.inReplacement.addAll(replacements.coming());
        this.limits = limits;
        this.rules = limits.rules();
        this.facts = facts;
        this.draft = draft;
        this.policy = facts.policy().scaleDown();
        this.stays = new Stays(facts.policy());
        this.moves = moves;
        this.overdue = new OverduePods(facts);
        for (var group : facts.groups()) {
            group.nodes().forEach(node -> groupOf.put(node, group));
        }
        proposal.groups().stream()
                .filter(grown -> grown.more() > 0)
                .forEach(grown -> growing.add(grown.group().name()));
    }

    /// Drains nodes, and remembers which are unneeded.
    void drain() {
        draft.draining().forEach(this::goes);
        draft.drainedNow().forEach(this::goes);
        replaced.forEach(name -> goes(Objects.requireNonNull(facts.cluster().node(name))));
        var unneeded = new TreeMap<String, Instant>();
        var due = new ArrayList<Node>();
        for (var node : candidates()) {
            if (mayGo(node)) {
                var since = draft.past().unneeded().getOrDefault(node.name(), draft.now());
                unneeded.put(node.name(), since);
                boolean isBack = givenBack.contains(node.name());
                if (isBack || isOver(since, policy.unneededFor())) {
                    due.add(node);
                } else {
                    stays.addUnneeded(node.name(), Duration.between(since, draft.now()));
                    draft.wake(since.plus(policy.unneededFor()));
                }
            }
        }
        draft.wake(rules.wakeAt());
        drain(due, unneeded);
        draft.set(unneeded);
        draft.set(stays);
    }

    /// No node goes, for one reason: the policy or the state of the cluster.
    static void none(ScalingFacts facts, RemovalDraft draft, Rule why) {
        var stays = new Stays(facts.policy());
        for (var node : facts.cluster().nodes()) {
            boolean isFixed = draft.isFixed(node.name());
            stays.add(
                    NodeGroups.isControlPlane(node)
                            ? RemovalRules.CONTROL_PLANE_NODE
                            : isFixed ? RemovalRules.GROUP_FIXED : why,
                    node.name());
        }
        draft.set(stays);
    }

    /// Counts a node that drains, or is drained in this turn by another rule.
    private void goes(Node node) {
        if (leaving.add(node.name())) {
            going.merge(group(node).name(), 1, Integer::sum);
        }
    }

    /// The nodes whose pods may move and do not fit on other nodes alone, or that are used too
    /// much; those that are used least first.
    List<Node> replaceable() {
        record Candidate(Node node, long share) {}
        return replaceable.stream()
                .map(node -> new Candidate(node, use(node).share()))
                .sorted(
                        Comparator.comparingLong(Candidate::share)
                                .thenComparing(one -> one.node.name()))
                .map(Candidate::node)
                .toList();
    }

    private List<Node> candidates() {
        record Candidate(Node node, boolean isBusy, Instant unneeded, int movers, long share) {}
        var known = new TreeMap<>(draft.past().unneeded());
        givenBack.forEach(name -> known.put(name, Instant.MIN));
        var candidates = new ArrayList<Candidate>();
        for (var node : facts.cluster().nodes()) {
            if (!isOutside(node) && !isKept(node)) {
                candidates.add(
                        new Candidate(
                                node,
                                !node.isEmpty(),
                                known.getOrDefault(node.name(), Instant.MAX),
                                node.movers(),
                                use(node).share()));
            }
        }
        return candidates.stream()
                .sorted(
                        Comparator.comparing(Candidate::isBusy)
                                .thenComparing(Candidate::unneeded)
                                .thenComparingInt(Candidate::movers)
                                .thenComparingLong(Candidate::share)
                                .thenComparing(one -> one.node.name()))
                .map(Candidate::node)
                .toList();
    }

    /// Whether it is not for this loop to drain, or drains already.
    private boolean isOutside(Node node) {
        if (NodeGroups.isControlPlane(node)) {
            return stays.add(RemovalRules.CONTROL_PLANE_NODE, node.name());
        }
        var group = groupOf.get(node.name());
        if (group == null || !(group.growth() instanceof Growth.Within)) {
            return stays.add(RemovalRules.GROUP_FIXED, node.name());
        }
        boolean isGoing = leaving.contains(node.name()) && !replaced.contains(node.name());
        if (node.state() instanceof NodeState.Draining || isGoing) {
            return true;
        }
        return !node.isReady() && stays.add(RemovalRules.NOT_IN_SERVICE, node.name());
    }

    private NodeGroup group(Node node) {
        var group = groupOf.get(node.name());
        if (group == null) {
            throw new IllegalStateException("node " + node.name() + " has no group");
        }
        return group;
    }

    /// Whether something that does not depend on other nodes keeps it.
    private boolean isKept(Node node) {
        var group = group(node).name();
        var timers = draft.timers(group);
        if (!node.mayGo()) {
            return stays.add(RemovalRules.NODE_PROTECTED, node.name());
        }
        if (inReplacement.contains(node.name())) {
            return stays.add(RemovalRules.BEING_REPLACED, node.name());
        }
        if (policy.consolidation().mode() == Consolidation.Mode.OFF && !node.isEmpty()) {
            return stays.add(RemovalRules.CONSOLIDATION_OFF, node.name());
        }
        if (growing.contains(group)) {
            return stays.add(RemovalRules.GROUP_GROWS, node.name());
        }
        if (givenBack.contains(node.name())) {
            return false;
        }
        boolean hasGrown = !timers.grown().equals(Instant.EPOCH);
        if (hasGrown && !isOver(timers.grown(), policy.settle())) {
            draft.wake(timers.grown().plus(policy.settle()));
            return stays.add(RemovalRules.GROUP_SETTLING, node.name());
        }
        var grownForRoom = draft.grownForRoom().get(group);
        if (grownForRoom != null) {
            draft.wake(grownForRoom.plus(policy.settleForSlack()));
            return stays.add(RemovalRules.GROUP_SETTLING_ROOM, node.name());
        }
        if (timers.drains().lasts(draft.now())) {
            draft.wake(timers.drains().until());
            return stays.add(RemovalRules.REMOVALS_PAUSED, node.name());
        }
        var takenBack = draft.past().takenBack().get(node.name());
        if (takenBack != null && !isOver(takenBack, TRY_AGAIN)) {
            draft.wake(takenBack.plus(TRY_AGAIN));
            return stays.add(RemovalRules.TRIED_LATELY, node.name());
        }
        if (use(node).isAbove(policy.most())) {
            if (rules.against(node).isEmpty()) {
                replaceable.add(node);
            }
            return stays.add(RemovalRules.ABOVE_UTILISATION, node.name());
        }
        var against = rules.against(node);
        against.ifPresent(stays::add);
        return against.isPresent();
    }

    /// Whether its pods fit elsewhere, beside those of the candidates before it.
    private boolean mayGo(Node node) {
        var group = group(node);
        if (moves.takes(node.name())) {
            return !stays.add(RemovalRules.PODS_COMING, node.name());
        }
        int size = group.size() - going.getOrDefault(group.name(), 0);
        if (size <= group.least()) {
            return !stays.add(RemovalRules.GROUP_AT_MINIMUM, node.name());
        }
        if (size == 1 && !isRoomHeldWithout(node)) {
            return !stays.add(RemovalRules.ROOM_NEEDS_NODE, node.name());
        }
        var again = rules.against(node);
        if (again.isPresent()) {
            stays.add(again.get());
            return false;
        }
        var homeless = moves.away(node);
        if (homeless.isPresent()) {
            replaceable.add(node);
            stays.addHomeless(node.name(), () -> moves.noPlace().reason(node.name(), facts.room()));
            return false;
        }
        going.merge(group.name(), 1, Integer::sum);
        leaving.add(node.name());
        rules.spend(node);
        return true;
    }

    private boolean isRoomHeldWithout(Node node) {
        var without = new LinkedHashSet<>(leaving);
        without.add(node.name());
        return RoomAfter.isHeld(facts, without);
    }

    /// Empty nodes go by a share of their group, others one by one up to the limit. The time of a
    /// node is remembered until it is seen to drain: a drain that fails is tried again at once.
    private void drain(List<Node> due, SortedMap<String, Instant> unneeded) {
        var windows = limits.windows();
        var empty = new TreeMap<String, Integer>();
        int later = 0;
        for (var node : due) {
            var group = group(node);
            boolean isEmpty = node.isEmpty();
            int share = Math.max(1, Math.ceilDiv(group.size(), EMPTY_SHARE));
            boolean isFree =
                    isEmpty
                            ? empty.merge(group.name(), 1, Integer::sum) <= share
                            : limits.hasTime(node);
            if (!isFree) {
                later++;
                stays.addLater(node.name(), isEmpty ? tooManyEmpty(node, share) : tooMany(node));
                continue;
            }
            if (!windows.allow(group.name())) {
                stays.addLater(node.name(), windows.against(node.name(), group.name()));
                continue;
            }
            limits.spendTime(node);
            var since = Objects.requireNonNull(unneeded.get(node.name()));
            draft.take(new Step.DrainNode(node.name(), DrainCause.LOW_UTILISATION));
            draft.because(
                    givenBack.contains(node.name())
                            ? because(RemovalRules.DRAIN_GIVEN_BACK, node.name())
                            : because(
                                    RemovalRules.DRAIN_UNNEEDED,
                                    node.name(),
                                    fact("pods", node.movers()),
                                    fact(
                                            "minutes",
                                            Duration.between(since, draft.now()).toMinutes())));
        }
        draft.because(windows.reasons());
        draft.wake(windows.closes());
        if (later > 0) {
            draft.wake(draft.now().plus(Duration.ofSeconds(10)));
            draft.because(
                    because(
                            RemovalRules.DRAIN_LIMIT,
                            "cluster",
                            fact("nodes", later),
                            fact("most", policy.maxDrains())));
        }
    }

    private Reason tooMany(Node node) {
        return because(
                RemovalRules.DRAIN_LIMIT,
                node.name(),
                fact("node", node.name()),
                fact("most", policy.maxDrains()));
    }

    private static Reason tooManyEmpty(Node node, int share) {
        return because(
                RemovalRules.DRAIN_LIMIT,
                node.name(),
                fact("empty", node.name()),
                fact("share", share));
    }

    private NodeUse use(Node node) {
        return NodeUse.of(overdue.without(node));
    }

    private boolean isOver(Instant since, Duration time) {
        return !draft.now().isBefore(since.plus(time));
    }
}

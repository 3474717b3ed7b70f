package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Shape.Consent;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Step;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.groups.NodeGroups.GroupState;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Nodes that have not been Ready for long are drained, whether or not their pods fit elsewhere:
/// these do not run. A node that its group needs for its minimum is replaced first; in a group at
/// its maximum it goes first.
final class UnreadyNodes {

    private final ScalingFacts facts;
    private final RemovalDraft draft;
    private final Duration grace;
    private final Set<String> growing = new LinkedHashSet<>();
    private int free;

    UnreadyNodes(ScalingFacts facts, Proposal proposal, RemovalDraft draft) {
        this.facts = facts;
        this.draft = draft;
        this.grace = facts.policy().scaleDown().unreadyFor();
        var overdue = new OverduePods(facts);
        long busy =
                draft.draining().stream().filter(node -> !overdue.without(node).isEmpty()).count();
        this.free = Math.max(0, facts.policy().scaleDown().maxDrains() - (int) busy);
        proposal.groups().stream()
                .filter(grown -> grown.more() > 0)
                .forEach(grown -> growing.add(grown.group().name()));
    }

    /// Drains them, as many at a time as the policy allows.
    void drain() {
        if (grace.isZero()) {
            return;
        }
        facts.states().stream()
                .filter(state -> state.group().growth() instanceof Growth.Within)
                .forEach(this::drain);
    }

    private void drain(GroupState state) {
        var group = state.group();
        int size = group.size() - state.byState().draining().size();
        for (var node : due(state)) {
            if (free == 0) {
                draft.wake(draft.now().plusSeconds(10));
                return;
            }
            boolean isSpare = size > group.least();
            if (!isSpare && group.room() > 0) {
                replace(group, node);
                return;
            }
            if (isSpare || group.target() > facts.leastOfProvider(group)) {
                drain(node);
                size--;
            }
        }
    }

    /// The nodes that have not been Ready for long enough, the longest first. Nodes that are
    /// starting get the time that machines have to join; one whose time is unknown stays.
    private List<Node> due(GroupState state) {
        var unready =
                state.byState().stuck().stream()
                        .filter(node -> !node.ready() && node.mayGo() && !isForbidden(node))
                        .filter(node -> !node.readySince().equals(Instant.EPOCH))
                        .sorted(Comparator.comparing(Node::readySince).thenComparing(Node::name))
                        .toList();
        unready.forEach(node -> draft.wake(facts.counted(node.readySince()).plus(grace)));
        return unready.stream().filter(node -> facts.isOver(node.readySince(), grace)).toList();
    }

    /// Whether a pod must not be evicted, by its annotation: the kubelet may be gone, and the pod
    /// running.
    private static boolean isForbidden(Node node) {
        return Moves.movers(node).stream()
                .map(pods -> pods.shape().disruption().consent())
                .anyMatch(one -> one == Consent.FORBIDDEN || one == Consent.ON_COMPLETION);
    }

    private void drain(Node node) {
        free--;
        draft.take(new Step.DrainNode(node.name(), DrainCause.UNHEALTHY));
        draft.because(because(RemovalRules.DRAIN_UNREADY, node.name(), minutes(node)));
    }

    /// Orders a machine. The node goes when that counts as a node of the group.
    private void replace(NodeGroup group, Node node) {
        if (growing.contains(group.name()) || facts.isBackingOff(group)) {
            return;
        }
        int target = group.target();
        draft.take(new Step.ResizeGroup(group.name(), target, target + 1));
        draft.set(group.name(), draft.timers(group.name()).grown(draft.now()));
        draft.because(because(RemovalRules.REPLACE_UNREADY, node.name(), minutes(node)));
    }

    private Fact minutes(Node node) {
        var since = facts.counted(node.readySince());
        return fact("minutes", Duration.between(since, draft.now()).toMinutes());
    }
}

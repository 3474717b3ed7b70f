package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Question;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroups;
import dev.plimsoll.groups.NodeGroups.GroupState;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The facts of a question that every rule uses: the cluster, its groups, and its nodes as they
/// will be when ordered machines have joined.
///
/// **Invariant:** every node belongs to exactly one group: `NodeGroups` checks it.
public final class ScalingFacts {

    private final Question<Cluster, Policy, Past> question;
    private final NodeGroups states;
    private final List<NodeGroup> groups;
    private final PendingPods pending;

    public ScalingFacts(Question<Cluster, Policy, Past> question) {
        var policy = question.policy();
        this.question = question;
        this.states =
                new NodeGroups(
                        question.seen(),
                        new NodeGroups.Settings(
                                policy.groups(), policy.unlisted(), policy.provisionTimeout()),
                        question.past().groups(),
                        question.now());
        this.groups = states.all().stream().map(GroupState::group).toList();
        this.pending = PendingPods.of(question.seen(), question.seen().storage());
    }

    /// The cluster as it was observed.
    public Cluster cluster() {
        return question.seen();
    }

    public Policy policy() {
        return question.policy();
    }

    public PendingPods pending() {
        return pending;
    }

    /// All groups, by name.
    public List<NodeGroup> groups() {
        return groups;
    }

    /// The groups with their nodes by state.
    List<GroupState> states() {
        return states.all();
    }

    /// Existing nodes, starting ones as they will be, and arriving machines.
    public List<Node> nodes() {
        return states.nodes();
    }

    /// The names of starting nodes and arriving machines.
    Set<String> notThereYet() {
        return new LinkedHashSet<>(states.notThereYet());
    }

    /// Machines that were ordered and did not join in time, by the names of groups. They may still
    /// join, so limits count them.
    Map<String, Integer> late() {
        var late = new LinkedHashMap<String, Integer>();
        for (var state : states.all()) {
            if (state.late() > 0) {
                late.put(state.group().name(), state.late());
            }
        }
        return late;
    }

    /// The groups that may have more nodes.
    List<NodeGroup> growing() {
        return groups.stream().filter(group -> group.room() > 0).toList();
    }

    /// What the next turn remembers of the groups.
    Past remembered() {
        var remembered = new TreeMap<String, GroupPast>();
        for (var state : states.all()) {
            var name = state.group().name();
            var past = question.past().groups().getOrDefault(name, GroupPast.NONE);
            var next = remembered(state, past);
            if (!next.equals(GroupPast.NONE)) {
                remembered.put(name, next);
            }
        }
        return new Past(remembered);
    }

    /// A template is remembered for groups that declare none.
    private GroupPast remembered(GroupState state, GroupPast past) {
        var declared = cluster().groups().get(state.group().name());
        boolean isSeen =
                !state.byState().ready().isEmpty()
                        && declared != null
                        && !declared.template().isKnown();
        return new GroupPast(
                past.coolDown(),
                past.timers(),
                state.byState().missing(),
                isSeen ? state.next().template() : past.template(),
                isSeen ? state.next().daemonRequests() : past.daemons(),
                isSeen ? state.next().created() : past.created());
    }

    /// The next time at which a starting node or an arriving machine is late.
    Instant nextLate(Instant never) {
        var timeout = policy().provisionTimeout();
        var next = never;
        for (var state : states.all()) {
            for (var node : state.byState().starting()) {
                next = earlier(next, node.created().plus(timeout));
            }
            for (var order : state.byState().missing()) {
                next = earlier(next, order.since().plus(timeout));
            }
        }
        return next;
    }

    private Instant earlier(Instant one, Instant other) {
        return other.isAfter(question.now()) && other.isBefore(one) ? other : one;
    }
}

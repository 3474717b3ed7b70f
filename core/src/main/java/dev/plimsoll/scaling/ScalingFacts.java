package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.decision.BackOff;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.groups.NodeGroups;
import dev.plimsoll.groups.NodeGroups.GroupState;
import java.time.Duration;
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

    /// A group whose machines did not join does not grow for this time, twice as long after each
    /// failure.
    private static final Duration FIRST_PAUSE = Duration.ofMinutes(5);

    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(30);

    private final Question<Cluster, Policy, Past> question;
    private final NodeGroups states;
    private final List<NodeGroup> groups;
    private final PendingPods pending;
    private final Room room;

    /// The same facts, beside the room that is kept free.
    private ScalingFacts(ScalingFacts facts, Room room) {
        this.question = facts.question;
        this.states = facts.states;
        this.groups = facts.groups;
        this.pending = facts.pending.and(room.missing());
        this.room = room;
    }

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
        this.room = Room.none(this);
    }

    /// The facts beside the room that the policy keeps free.
    ScalingFacts keepingRoom() {
        return switch (policy().keptFree()) {
            case KeptFree.Nothing _ -> this;
            case KeptFree.Room(var kept) ->
                    new ScalingFacts(this, Room.of(this, kept, question.past().keptFree()));
        };
    }

    /// The room that is kept free.
    Room room() {
        return room;
    }

    /// The nodes, with placeholders.
    List<Node> nodesWithRoom() {
        return room.nodes();
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
        return groups.stream()
                .filter(group -> group.room() > 0)
                .filter(group -> !isBackingOff(group))
                .toList();
    }

    /// Whether the group does not grow, because machines did not join.
    boolean isBackingOff(NodeGroup group) {
        return orders(group.name()).lasts(question.now()) || givenUp(group) > 0;
    }

    /// Why a group does not grow that backs off.
    Reason backOff(NodeGroup group) {
        var pause = givenUp(group) > 0 ? pauseAfterGivingUp(group.name()) : orders(group.name());
        var left = Duration.between(question.now(), pause.until());
        return because(
                Rules.BACKS_OFF, group.name(), fact("minutes", left.plusSeconds(59).toMinutes()));
    }

    /// The pause of a group whose machines are given up in this turn.
    BackOff pauseAfterGivingUp(String group) {
        return orders(group).failed(question.now(), FIRST_PAUSE, LONGEST_PAUSE);
    }

    private BackOff orders(String group) {
        return past(group).timers().orders();
    }

    /// The provider's own minimum of machines; none for a group that was inferred from its nodes.
    int leastOfProvider(NodeGroup group) {
        var declared = cluster().groups().get(group.name());
        return declared == null ? 0 : declared.provider().least();
    }

    /// The number of late machines that are given up in this turn.
    int givenUp(NodeGroup group) {
        boolean mayChange = group.growth() instanceof Growth.Within;
        if (!mayChange || orders(group.name()).lasts(question.now())) {
            return 0;
        }
        int spare = group.target() - leastOfProvider(group);
        return Math.max(0, Math.min(late().getOrDefault(group.name(), 0), spare));
    }

    private GroupPast past(String group) {
        return question.past().groups().getOrDefault(group, GroupPast.NONE);
    }

    /// What the next turn remembers.
    Past remembered(RemovalDraft draft) {
        var remembered = new TreeMap<String, GroupPast>();
        for (var state : states.all()) {
            var name = state.group().name();
            var next = remembered(state, past(name)).with(draft.timers(name));
            if (!next.equals(GroupPast.NONE)) {
                remembered.put(name, next);
            }
        }
        return new Past(remembered, draft.remembered(), room.past());
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

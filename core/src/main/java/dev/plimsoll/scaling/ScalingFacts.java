package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.collection.Kept;
import dev.plimsoll.decision.BackOff;
import dev.plimsoll.decision.Clock;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.groups.GroupPods;
import dev.plimsoll.groups.Grouping;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.groups.NodeGroups;
import dev.plimsoll.groups.NodeGroups.GroupState;
import dev.plimsoll.packing.CheapestPacking;
import dev.plimsoll.packing.PackingStart;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// The facts of a question that every rule uses: the cluster, its groups, and its nodes as they
/// will be when ordered machines have joined.
///
/// **Invariant:** every node belongs to exactly one group: `NodeGroups` checks it.
public final class ScalingFacts {

    private final Question<Cluster, Policy, Past> question;
    private final Clock clock;
    private final NodeGroups states;
    private final Undelivered undelivered;
    private final List<NodeGroup> groups;
    private final List<Node> nodes;
    private final PendingPods pending;
    private final Room room;
    private final Kept kept;
    private final Health health;
    private final UnhelpfulGrowth unhelpful;
    private final BackedOffShapes asking;

    /// The same facts, beside the room that is kept free.
    private ScalingFacts(ScalingFacts facts, Room room) {
        this.question = facts.question;
        this.clock = facts.clock;
        this.states = facts.states;
        this.undelivered = facts.undelivered;
        this.groups = facts.groups;
        this.nodes = facts.nodes;
        this.health = facts.health;
        this.pending = facts.pending.and(room.missing());
        this.room = room;
        this.kept = facts.kept;
        this.unhelpful = new UnhelpfulGrowth(this, question.past().growths().forPods());
        this.asking = new BackedOffShapes(pending.asking(), unhelpful);
    }

    /// The same facts, with other groups and pending pods.
    private ScalingFacts(ScalingFacts facts, List<NodeGroup> groups, PendingPods pending) {
        this.question = facts.question;
        this.clock = facts.clock;
        this.states = facts.states;
        this.undelivered = facts.undelivered;
        this.groups = groups;
        this.nodes = facts.states.nodes();
        this.health = facts.health;
        this.pending = pending;
        this.room = facts.room;
        this.kept = facts.kept;
        this.unhelpful = facts.unhelpful;
        this.asking = new BackedOffShapes(pending.asking(), unhelpful);
    }

    public ScalingFacts(Question<Cluster, Policy, Past> asked) {
        var question = StartingNodes.shownIn(asked);
        var policy = question.policy();
        this.clock = question.past().lastJump();
        this.states =
                new NodeGroups(
                        question.seen(),
                        new NodeGroups.Settings(
                                policy.groups(), policy.unlisted(), policy.provisionTimeout()),
                        pasts(question),
                        question.now());
        var pods = new GroupPods(states.all(), policy.groups());
        this.undelivered = new Undelivered(question, states.all());
        this.question =
                question.about(pods.others(question.seen())).remembering(undelivered.past());
        this.health = Health.of(this);
        this.groups = states.all().stream().map(GroupState::group).toList();
        this.nodes = LeavingPods.gone(cluster(), states.nodes());
        this.pending = oldEnough(PendingPods.of(cluster(), cluster().storage()));
        this.kept = asked.seen().kept();
        this.room = Room.none(this);
        this.unhelpful = new UnhelpfulGrowth(this, past().growths().forPods());
        this.asking = new BackedOffShapes(pending.asking(), unhelpful);
    }

    /// What is remembered of each group. A jump of the clock counts for all of them.
    private static SortedMap<String, GroupPast> pasts(Question<Cluster, Policy, Past> question) {
        var past = question.past();
        if (past.clock().equals(Clock.STEADY)) {
            return past.groups();
        }
        var pasts = new TreeMap<>(past.groups());
        Grouping.withInferred(question.seen())
                .groups()
                .forEach((name, _) -> pasts.put(name, past.group(name)));
        return pasts;
    }

    /// Without pods that fit on no node, if all pending pods are younger than the policy's delay:
    /// the scheduler may not have tried them.
    private PendingPods oldEnough(PendingPods all) {
        if (!all.areYoungerThan(policy().newPodDelay(), now())) {
            return all;
        }
        var start = PackingStart.of(nodes(), cluster());
        return all.without(CheapestPacking.cheapest(start, List.of(), all.pods()).left());
    }

    /// The facts beside the room that is kept free.
    ScalingFacts keepingRoom() {
        return new ScalingFacts(
                this, Room.of(this, policy().keptFree(), question.past().keptFree()));
    }

    /// Answers about the cluster that earlier turns computed.
    Kept kept() {
        return kept;
    }

    /// The facts of another cluster under the same policy, without memory.
    ///
    /// @param others the groups of the other cluster
    ScalingFacts about(Cluster cluster, List<NodeGroup> others, PendingPods pods) {
        var policy = policy().with(new ScaleUpStrategy.CheapestMix());
        var other =
                new Question<>(
                        cluster.withGroups(Undelivered.withoutFailed(cluster.groups())),
                        policy,
                        Past.NONE,
                        List.of(),
                        question.now(),
                        question.seed());
        return new ScalingFacts(new ScalingFacts(other), List.copyOf(others), pods);
    }

    /// The room that is kept free.
    Room room() {
        return room;
    }

    /// The nodes, with placeholders.
    List<Node> nodesWithRoom() {
        return room.nodes();
    }

    /// The nodes on which pending pods are planned: not those that were bought for the pods of
    /// nodes that make way. They have their placeholders.
    List<Node> nodesForPending() {
        var waiting = new ReplacementNodes(this).waiting();
        return waiting.isEmpty()
                ? nodesWithRoom()
                : nodesWithRoom().stream()
                        .map(node ->
                                waiting.contains(node.name())
                                        ? node.with(new NodeState.Closed("for a replacement"))
                                        : node)
                        .toList();
    }

    /// The cluster as it was observed, without the pending pods of groups that are sized by their
    /// utilisation.
    public Cluster cluster() {
        return question.seen();
    }

    Question<Cluster, Policy, Past> question() {
        return question;
    }

    /// What is remembered, with the pauses after orders that failed.
    Past past() {
        return question.past();
    }

    /// The results of the steps of the last turn.
    List<Outcome> last() {
        return question.last();
    }

    public Policy policy() {
        return question.policy();
    }

    public PendingPods pending() {
        return pending;
    }

    /// The pending pods and placeholders as they ask for new nodes.
    BackedOffShapes asking() {
        return asking;
    }

    /// Orders and machines that failed.
    Undelivered undelivered() {
        return undelivered;
    }

    /// The growth that did not help.
    UnhelpfulGrowth unhelpful() {
        return unhelpful;
    }

    Instant now() {
        return question.now();
    }

    /// The moment from which a time counts that the cluster shows: no time passes in a jump of the
    /// clock.
    Instant counted(Instant moment) {
        return clock.counted(moment);
    }

    /// Whether this time has passed since a moment that the cluster shows.
    boolean isOver(Instant moment, Duration time) {
        return !now().isBefore(counted(moment).plus(time));
    }

    /// All groups, by name.
    public List<NodeGroup> groups() {
        return groups;
    }

    /// The groups with their nodes by state.
    List<GroupState> states() {
        return states.all();
    }

    /// Existing nodes, starting ones as they will be, and arriving machines. Nodes that leave by
    /// themselves are without the pods that need another place.
    public List<Node> nodes() {
        return nodes;
    }

    /// The names of starting nodes and arriving machines.
    Set<String> notThereYet() {
        return new LinkedHashSet<>(states.notThereYet());
    }

    /// Machines that were ordered and failed or did not join in time, by the names of groups. They
    /// may still join, so limits count them.
    Map<String, Integer> late() {
        var late = new LinkedHashMap<String, Integer>();
        for (var state : states.all()) {
            if (state.late() > 0) {
                late.put(state.group().name(), state.late());
            }
        }
        return late;
    }

    /// How many nodes are Ready.
    Health health() {
        return health;
    }

    /// The groups that may have more nodes.
    List<NodeGroup> growing() {
        if (health().isBad()) {
            return List.of();
        }
        return groups.stream()
                .filter(group -> group.room() > 0)
                .filter(group -> !isBackingOff(group))
                .map(asking::marked)
                .toList();
    }

    /// Whether the group does not grow, because its provider did not deliver.
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
        return Undelivered.next(orders(group), question.now());
    }

    private BackOff orders(String group) {
        return past(group).timers().orders();
    }

    /// The provider's own minimum of machines; none for a group that was inferred from its nodes.
    int leastOfProvider(NodeGroup group) {
        var declared = cluster().groups().get(group.name());
        return declared == null ? 0 : declared.provider().least();
    }

    /// The number of machines that are given up in this turn.
    int givenUp(NodeGroup group) {
        return spare(group, failedToGiveUp(group) + lateToGiveUp(group));
    }

    /// The number of failed machines that are given up in this turn.
    int givenUpAsFailed(NodeGroup group) {
        return spare(group, failedToGiveUp(group));
    }

    private int spare(NodeGroup group, int machines) {
        boolean mayChange = group.growth() instanceof Growth.Within;
        int spare = group.target() - leastOfProvider(group);
        return mayChange ? Math.max(0, Math.min(machines, spare)) : 0;
    }

    private int failedToGiveUp(NodeGroup group) {
        return undelivered.isKeptByProvider(group.name()) ? 0 : failed(group);
    }

    /// Late machines are given up when no pause lasts.
    private int lateToGiveUp(NodeGroup group) {
        return orders(group.name()).lasts(question.now())
                ? 0
                : late().getOrDefault(group.name(), 0) - failed(group);
    }

    private int failed(NodeGroup group) {
        return states.all().stream()
                .filter(state -> state.group().name().equals(group.name()))
                .mapToInt(state -> state.byState().failed())
                .sum();
    }

    private GroupPast past(String group) {
        return question.past().group(group);
    }

    /// What the next turn remembers.
    Past remembered(RemovalDraft draft, Growths growths) {
        var remembered = new TreeMap<String, GroupPast>();
        for (var state : states.all()) {
            var name = state.group().name();
            var next = remembered(state, past(name)).with(draft.timers(name));
            if (!next.equals(GroupPast.NONE)) {
                remembered.put(name, next);
            }
        }
        return new Past(
                remembered, draft.remembered(), room.past(), growths, question.past().clock());
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

    /// The next time at which a starting node or an arriving machine is late, or a new node is
    /// judged.
    Instant nextLate(Instant never) {
        var timeout = policy().provisionTimeout();
        var next = earlier(never, unhelpful.wakeAt());
        for (var pods : pending.young()) {
            next = earlier(next, pods.age().oldest().plus(policy().newPodDelay()));
        }
        for (var state : states.all()) {
            next = earlier(next, orders(state.group().name()).until());
            for (var node : state.byState().starting()) {
                next = earlier(next, counted(node.created()).plus(timeout));
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

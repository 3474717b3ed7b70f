package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.BackOff;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.groups.NodeGroups.GroupState;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.scaling.Growths.Growth;
import dev.plimsoll.slack.Placeholders;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Growth that did not help: the new nodes of a group are Ready, and pods for which they were added
/// are still pending. The group does not grow for pods of that shape for a while, twice as long
/// after each failure; for others it grows as usual.
///
/// New nodes that other pods filled are no failure.
final class UnhelpfulGrowth {

    /// How long a new node is Ready and has no start-up taint before its pods should run on it.
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final Duration FIRST_PAUSE = Duration.ofMinutes(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(30);

    private static final Comparator<Growth> ORDER =
            Comparator.comparing(Growth::group).thenComparing(Growth::shape);

    private final ScalingFacts facts;
    private final List<Growth> growths = new ArrayList<>();
    private final List<Growth> lasting = new ArrayList<>();
    private final Map<String, Growth> known = new LinkedHashMap<>();
    private final List<Reason> reasons = new ArrayList<>();

    /// Pending pods and placeholders by the id of their shape, if some growth is open.
    private final Map<String, Pods> pending = new LinkedHashMap<>();

    /// The nodes, with and without placeholders.
    private final Map<Boolean, Look> looks = new LinkedHashMap<>();

    private Instant wakeAt = Instant.MAX;

    UnhelpfulGrowth(ScalingFacts facts, List<Growth> past) {
        this.facts = facts;
        if (past.stream().anyMatch(Growth::isOpen)) {
            facts.pending().all().forEach(pods -> pending.put(pods.shape().id(), pods));
        }
        past.stream().map(this::judged).filter(this::isRemembered).forEach(growths::add);
        growths.forEach(growth -> known.put(key(growth.group(), growth.shape()), growth));
        growths.stream()
                .filter(growth -> growth.backOff().lasts(facts.now()))
                .forEach(lasting::add);
    }

    private static String key(String group, String shape) {
        return shape + " " + group;
    }

    private Growth judged(Growth growth) {
        if (!growth.isOpen()) {
            return growth;
        }
        var waiting = waiting(growth);
        var state = state(growth.group());
        if (waiting.isEmpty() || state.isEmpty()) {
            return growth.settled();
        }
        return judged(growth, waiting.get(), state.get());
    }

    /// Nothing is known while machines are on their way or nodes are starting.
    private Growth judged(Growth growth, Pods pods, GroupState state) {
        if (!state.byState().starting().isEmpty()) {
            return growth.whileStarting();
        }
        if (state.byState().arriving() > 0) {
            return growth;
        }
        var started = growth.started(facts.now());
        return hasFailed(started, pods, state) ? failed(started, pods) : started;
    }

    /// Its pods, if some of them are as old as the growth and still pending.
    private Optional<Pods> waiting(Growth growth) {
        return Optional.ofNullable(pending.get(growth.shape()))
                .filter(pods ->
                        Placeholders.areOf(pods.shape())
                                || !pods.age().oldest().isAfter(growth.since()));
    }

    private Optional<GroupState> state(String group) {
        return facts.states().stream()
                .filter(state -> state.group().name().equals(group))
                .findFirst();
    }

    /// Whether a new node could have taken one of the pods and did not.
    private boolean hasFailed(Growth growth, Pods pods, GroupState state) {
        for (var node : state.byState().ready()) {
            boolean isNew = !node.created().isBefore(growth.since());
            if (isNew && hasLeftOut(node.name(), pods.shape())) {
                var judgedAt = later(node.readySince(), growth.started()).plus(PATIENCE);
                if (!facts.now().isBefore(judgedAt)) {
                    return true;
                }
                wakeAt = judgedAt.isBefore(wakeAt) ? judgedAt : wakeAt;
            }
        }
        return false;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /// No pod of the shape is on the node, and no others took the room.
    private boolean hasLeftOut(String name, Shape shape) {
        return looks.computeIfAbsent(
                        Placeholders.areOf(shape),
                        withRoom ->
                                new Look(
                                        withRoom ? facts.nodesWithRoom() : facts.nodes(),
                                        facts.cluster()))
                .hasLeftOut(name, shape);
    }

    /// Nodes on which pods may be, by name.
    private static final class Look {

        private final List<Node> nodes;
        private final Map<String, Integer> indexes = new LinkedHashMap<>();
        private final NodeFit nodeFit;

        private Look(List<Node> nodes, Cluster cluster) {
            this.nodes = nodes;
            this.nodeFit = NodeFit.of(nodes, cluster);
            nodes.forEach(node -> indexes.put(node.name(), indexes.size()));
        }

        private boolean hasLeftOut(String name, Shape shape) {
            var index = indexes.get(name);
            if (index == null) {
                return false;
            }
            var node = nodes.get(index);
            boolean isOn = node.pods().stream().anyMatch(pods -> pods.shape().equals(shape));
            return !isOn && (node.isEmpty() || nodeFit.verdict(shape, index).fits());
        }
    }

    private Growth failed(Growth growth, Pods pods) {
        var pause = growth.backOff().failed(facts.now(), FIRST_PAUSE, LONGEST_PAUSE);
        var minutes = fact("minutes", Duration.between(facts.now(), pause.until()).toMinutes());
        reasons.add(
                Placeholders.areOf(pods.shape())
                        ? because(Rules.DID_NOT_HELP_ROOM, growth.group(), minutes)
                        : because(
                                Rules.DID_NOT_HELP,
                                growth.group(),
                                fact("example", pods.example()),
                                minutes));
        return growth.failed(pause);
    }

    /// A failure is forgotten when nothing failed for the longest pause.
    private boolean isRemembered(Growth growth) {
        var backOff = growth.backOff();
        return growth.isOpen()
                || (!backOff.isNone() && backOff.plus(LONGEST_PAUSE).lasts(facts.now()));
    }

    /// The groups that do not grow for pods of the shape.
    List<String> against(Shape shape) {
        if (lasting.isEmpty()) {
            return List.of();
        }
        var id = shape.id();
        return lasting.stream()
                .filter(growth -> growth.shape().equals(id))
                .map(Growth::group)
                .toList();
    }

    /// Why the group does not grow for pods of the shape, if that is so.
    Optional<Reason> against(String group, Shape shape) {
        if (lasting.isEmpty()) {
            return Optional.empty();
        }
        return Optional.ofNullable(known.get(key(group, shape.id())))
                .filter(growth -> growth.backOff().lasts(facts.now()))
                .map(growth -> backsOff(group, growth.backOff()));
    }

    private Reason backsOff(String group, BackOff pause) {
        var left = Duration.between(facts.now(), pause.until());
        return because(
                Rules.SHAPE_BACKS_OFF, group, fact("minutes", left.plusSeconds(59).toMinutes()));
    }

    List<Reason> reasons() {
        return reasons;
    }

    /// The next time at which something about it changes; after all times if nothing does.
    Instant wakeAt() {
        var next = wakeAt;
        for (var growth : growths) {
            var until = growth.backOff().until();
            boolean isNext = growth.backOff().lasts(facts.now()) && until.isBefore(next);
            next = isNext ? until : next;
        }
        return next;
    }

    /// What the next turn remembers.
    ///
    /// @param grown the groups that grow in this turn
    /// @param packing the pods on their new nodes
    List<Growth> remembered(List<String> grown, Packing packing) {
        var all = new TreeSet<>(ORDER);
        shapes(grown, packing)
                .forEach((group, shapes) ->
                        shapes.forEach(shape -> all.add(known(group, shape).again(facts.now()))));
        // Growth of this turn goes before what is known of it.
        all.addAll(growths);
        return List.copyOf(all);
    }

    private Growth known(String group, String shape) {
        return known.getOrDefault(
                key(group, shape), new Growth(group, shape, Instant.EPOCH, BackOff.NONE));
    }

    /// The ids of the shapes on new nodes, by group.
    private static SortedMap<String, SortedSet<String>> shapes(
            List<String> grown, Packing packing) {
        var groups = new TreeMap<String, String>();
        packing.opened().forEach(node -> groups.put(node.node(), node.offer().group()));
        var shapes = new TreeMap<String, SortedSet<String>>();
        for (var one : packing.placed()) {
            var group = groups.get(one.node());
            if (group != null && grown.contains(group)) {
                shapes.computeIfAbsent(group, _ -> new TreeSet<>()).add(one.shape().id());
            }
        }
        return shapes;
    }
}

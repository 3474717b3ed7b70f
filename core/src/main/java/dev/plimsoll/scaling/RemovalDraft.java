package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.BackOff;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.GroupPast.Timers;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.packing.Packing.Placed;
import dev.plimsoll.scaling.Past.Moved;
import dev.plimsoll.scaling.Past.Removals;
import dev.plimsoll.scaling.Proposal.Staying;
import dev.plimsoll.slack.Placeholder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/// The decision about nodes that go, in the making: steps, reasons, and what is remembered.
final class RemovalDraft {

    private final Question<Cluster, Policy, Past> question;
    private final Set<String> managed = new LinkedHashSet<>();
    private final List<Node> draining;
    private final List<Step> steps = new ArrayList<>();
    private final List<Reason> reasons = new ArrayList<>();
    private final SortedMap<String, Timers> timers = new TreeMap<>();
    private final SortedMap<String, Instant> takenBack;
    private final List<Moved> moved;
    private final SortedMap<String, Instant> grownForRoom;
    private final SortedMap<String, Instant> grownBefore = new TreeMap<>();
    private SortedMap<String, Instant> unneeded = new TreeMap<>();
    private List<Staying> stays = List.of();
    private NodeVerdicts verdicts = NodeVerdicts.NONE;
    private List<Replacement> replacements;
    private final SortedMap<String, BackOff> pauses;
    private Map<String, List<Placed>> places = new LinkedHashMap<>();
    private Instant wakeAt = Decision.NEVER;

    RemovalDraft(ScalingFacts facts) {
        this.question = facts.question();
        this.takenBack = new TreeMap<>(past().takenBack());
        this.moved = new ArrayList<>(past().moved());
        this.replacements = past().replacements();
        this.pauses = new TreeMap<>(past().pauses());
        this.grownForRoom = new TreeMap<>(question.past().growths().forRoom());
        var settle = question.policy().scaleDown().settleForSlack();
        grownForRoom.values().removeIf(time -> !now().isBefore(time.plus(settle)));
        takenBack.values().removeIf(time -> !now().isBefore(time.plus(ScaleDown.TRY_AGAIN)));
        this.draining = draining(facts);
    }

    /// The nodes of the groups that may be changed that are to be emptied, by the time of their
    /// drain.
    private List<Node> draining(ScalingFacts facts) {
        facts.groups().stream()
                .filter(group -> group.growth() instanceof Growth.Within)
                .forEach(group -> managed.addAll(group.nodes()));
        return facts.cluster().nodes().stream()
                .filter(RemovalDraft::isEmptied)
                .filter(node -> managed.contains(node.name()))
                .sorted(Comparator.comparing(RemovalDraft::since).thenComparing(Node::name))
                .toList();
    }

    /// Whether the node belongs to no group whose size may be changed.
    boolean isFixed(String node) {
        return !managed.contains(node);
    }

    /// Whether it drains, or somebody else wants it drained.
    static boolean isEmptied(Node node) {
        return node.state() instanceof NodeState.Draining
                || (node.state() instanceof NodeState.Forced && node.mayGo());
    }

    /// Since when a draining node drains; unknown if somebody else wants it drained.
    static Instant since(Node node) {
        return node.state() instanceof NodeState.Draining(var since, _) ? since : Instant.EPOCH;
    }

    Instant now() {
        return question.now();
    }

    Removals past() {
        return question.past().removals();
    }

    /// The nodes that are to be emptied and removed.
    List<Node> draining() {
        return draining;
    }

    /// The nodes that are drained in this turn so far.
    List<Node> drainedNow() {
        var names = new LinkedHashSet<String>();
        for (var step : steps) {
            if (step instanceof Step.DrainNode(var node, _)) {
                names.add(node);
            }
        }
        return names.isEmpty()
                ? List.of()
                : question.seen().nodes().stream()
                        .filter(node -> names.contains(node.name()))
                        .toList();
    }

    /// The placeholders that had a place in the last turn and have none.
    List<Placeholder> lostPlaces(List<Placeholder> placeholders) {
        var seats = question.past().keptFree().seats();
        return placeholders.stream()
                .filter(one -> !one.isHeld() && seats.containsKey(one.name()))
                .toList();
    }

    Timers timers(String group) {
        var known = timers.get(group);
        return known != null ? known : question.past().group(group).timers().at(now());
    }

    void set(String group, Timers other) {
        timers.put(group, other);
    }

    void grewForRoom(String group) {
        grownForRoom.put(group, now());
    }

    void grew(String group) {
        var timers = timers(group);
        grownBefore.put(group, timers.grown());
        set(group, timers.grown(now()));
    }

    /// When the groups that grow for pods in this turn had grown before.
    SortedMap<String, Instant> grownBefore() {
        return grownBefore;
    }

    /// When groups grew for room to keep free, as far as that keeps their nodes from going.
    SortedMap<String, Instant> grownForRoom() {
        return grownForRoom;
    }

    void set(SortedMap<String, Instant> nodes) {
        unneeded = nodes;
    }

    void setReplacements(List<Replacement> others) {
        replacements = others;
    }

    List<Replacement> replacements() {
        return replacements;
    }

    /// The time in which no replacement begins in a group.
    BackOff pause(String group) {
        return pauses.getOrDefault(group, BackOff.NONE);
    }

    void setPause(String group, BackOff pause) {
        if (pause.isNone()) {
            pauses.remove(group);
        } else {
            pauses.put(group, pause);
        }
    }

    /// The nodes that are known to be unneeded and have not been seen to drain.
    Set<String> unneeded() {
        return unneeded.keySet();
    }

    /// The nodes that drain from this turn on.
    List<String> drained() {
        return steps.stream()
                .filter(Step.DrainNode.class::isInstance)
                .map(step -> ((Step.DrainNode) step).node())
                .toList();
    }

    List<Moved> moved() {
        return moved;
    }

    void take(Step step) {
        steps.add(step);
    }

    /// Whether the node took pods again after that time.
    boolean hasTakenBack(String node, Instant after) {
        var time = takenBack.get(node);
        return time != null && !time.isBefore(after);
    }

    /// The node takes pods again.
    void takeBack(String node) {
        steps.add(new Step.UndrainNode(node));
        takenBack.put(node, now());
    }

    void because(Reason reason) {
        reasons.add(reason);
    }

    void set(Stays some) {
        stays = some.all();
        stays.forEach(one -> reasons.add(one.why()));
        verdicts = new NodeVerdicts(some.byNode(), LinkedHashMap::new);
    }

    /// @param noPlaces why the pods of nodes fit on no other one, by the name of the node
    void setNoPlaces(Supplier<Map<String, Reason>> noPlaces) {
        verdicts = verdicts.with(noPlaces);
    }

    NodeVerdicts verdicts() {
        return verdicts;
    }

    List<Staying> stays() {
        return stays;
    }

    /// @param some where the pods of nodes fit that may go, by the name of the node
    void set(Map<String, List<Placed>> some) {
        places = some;
    }

    Map<String, List<Placed>> places() {
        return places;
    }

    void because(List<Reason> some) {
        reasons.addAll(some);
    }

    void wake(Instant at) {
        if (at.isAfter(now()) && at.isBefore(wakeAt)) {
            wakeAt = at;
        }
    }

    List<Step> steps() {
        return steps;
    }

    List<Reason> reasons() {
        return reasons;
    }

    Instant wakeAt() {
        return wakeAt;
    }

    Removals remembered() {
        return new Removals(unneeded, takenBack, moved, replacements, pauses);
    }
}

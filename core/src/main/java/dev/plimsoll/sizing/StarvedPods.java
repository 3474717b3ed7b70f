package dev.plimsoll.sizing;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Step.InVariant;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.fit.Verdict;
import dev.plimsoll.sizing.Past.Unbound;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/// Pods that need a node: pending pods, and pods on nodes that go. Those without a place on Ready
/// and arriving nodes are packed, pod by pod, on the nodes that the utilisation adds anyway, then
/// on draining nodes, then on new ones.
final class StarvedPods {

    private final SizingFacts facts;
    private final Draft draft;
    private final UnboundPods unbound;
    private final PodPlaces places;
    private final List<Pods> starved;
    private final List<Node> back = new ArrayList<>();
    private final NewNodes nodes;
    private int more;

    StarvedPods(SizingFacts facts, Draft draft) {
        this.facts = facts;
        this.draft = draft;
        this.unbound = new UnboundPods(facts);
        var displaced = facts.displaced();
        int pods = count(facts.pending) + count(displaced);
        this.nodes = new NewNodes(facts);
        this.places = pods == 0 ? new PodPlaces(List.of(), List.of()) : places(displaced, pods);
        this.starved = place(displaced);
    }

    private PodPlaces places(List<Pods> displaced, int pods) {
        if (!facts.variants.isChosen()) {
            return new PodPlaces(facts.byState.ready(), facts.arriving(pods));
        }
        // The variants of machines that arrive are not remembered. They were ordered for the same
        // pods.
        var starting = facts.byState.starting().stream().map(Node::inService).toList();
        var trial = new PodPlaces(facts.byState.ready(), starting);
        var asking = new ArrayList<>(displaced);
        asking.addAll(facts.pending);
        int machines = facts.byState.arriving();
        var ordered = new NewNodes(facts);
        ordered.fill(trial, trial.place(asking, facts.whole()), 0, machines, machines);
        var arriving = new ArrayList<>(starting);
        arriving.addAll(ordered.nodes("arriving-", machines));
        return new PodPlaces(facts.byState.ready(), arriving);
    }

    /// Finds places on Ready and arriving nodes.
    ///
    /// @return the pods that ask for a node
    private List<Pods> place(List<Pods> displaced) {
        var asking = new ArrayList<>(displaced);
        var pausing = new ArrayList<Pods>();
        for (var pods : facts.pending) {
            int some = facts.policy.growth().onStarve() ? pausing(pods) : 0;
            if (some < pods.count()) {
                asking.add(pods.times(pods.count() - some));
            }
            if (some > 0) {
                pausing.add(pods.times(Math.min(some, pods.count())));
            }
        }
        var left = places.place(asking, facts.whole());
        places.place(pausing, facts.whole()).forEach(this::pauses);
        return left;
    }

    /// How many of the pods back off.
    private int pausing(Pods pods) {
        return unbound.backOff(pods).map(Unbound::pods).orElse(0);
    }

    private static int count(List<Pods> pods) {
        return pods.stream().mapToInt(Pods::count).sum();
    }

    private void pauses(Pods pods) {
        var backOff = unbound.backOff(pods).orElseThrow().backOff();
        draft.wake(backOff.until());
        draft.because(
                Rules.STARVED_BACK_OFF,
                facts.name(),
                Draft.about(
                        List.of(pods),
                        fact("tries", backOff.failures()),
                        fact("seconds", Duration.between(facts.now, backOff.until()).toSeconds())));
    }

    /// What the next turn has to know of pods that the scheduler does not bind.
    List<Unbound> unbound() {
        return unbound.remembered(places);
    }

    /// The pods that arriving nodes will take.
    List<Pods> waiting() {
        return places.onArriving();
    }

    /// The nodes to un-drain for the pods.
    List<Node> back() {
        return back;
    }

    /// The machines to order, with those that the utilisation orders.
    int more() {
        return more;
    }

    /// Finds nodes for the pods that have no place.
    ///
    /// @param undrained nodes that the utilisation takes back
    /// @param ordered the number of machines that the utilisation orders
    /// @param draining further nodes that may be un-drained, in order
    /// @param room how many nodes the maximum of the group allows in all
    /// @return whether there are such pods, and a node can hold one of them
    boolean feed(List<Node> undrained, int ordered, List<Node> draining, int room) {
        noteFailedDrains();
        var hungry = starved;
        for (var node : undrained) {
            hungry = places.open(node.inService(), hungry);
        }
        nodes.orders(ordered);
        int most = Math.max(ordered, room - undrained.size());
        hungry = nodes.fill(places, hungry, 0, ordered, most).left();
        var others = new ArrayList<>(draining);
        others.removeAll(undrained);
        var left = takeBack(hungry, others, room - undrained.size());
        more = ordered;
        left = open(left, room - undrained.size() - back.size());
        int needed = back.size() + more - ordered;
        if (needed > 0) {
            draft.because(
                    Rules.STARVED,
                    facts.name(),
                    Draft.about(NewNodes.less(hungry, left), fact("nodes", needed)));
        }
        return reachZones(room - undrained.size() - back.size()) || needed > 0;
    }

    /// Orders further machines if the provider picks the zones, and pods need certain ones.
    ///
    /// @return whether it does
    private boolean reachZones(int room) {
        int extra = Math.min(nodes.extra(more), Math.max(0, room - more));
        if (extra > 0) {
            more += extra;
            draft.because(
                    Rules.REACHES_ZONES,
                    facts.name(),
                    fact("nodes", extra),
                    fact("zones", String.join(", ", nodes.zones())));
        }
        var unreached = nodes.outOfReach();
        if (!unreached.isEmpty()) {
            draft.because(
                    Rules.ZONE_NOT_REACHED,
                    facts.name(),
                    Draft.about(
                            unreached,
                            fact("zones", String.join(", ", wanted())),
                            fact("most", Math.clamp(room - more, 0, facts.variants.zones() - 1))));
        }
        return extra > 0;
    }

    /// The zones for which pods wait that the provider would not reach.
    SortedSet<String> wanted() {
        return nodes.wanted();
    }

    /// The variants of the machines to order, where the planner picks them.
    List<InVariant> named(int machines) {
        return nodes.named(machines);
    }

    /// Takes back nodes that hold one of the pods, in order.
    private List<Pods> takeBack(List<Pods> pods, List<Node> draining, int room) {
        var left = pods;
        for (var node : draining) {
            if (left.isEmpty() || back.size() >= room) {
                return left;
            }
            if (holdsOne(node.inService(), left)) {
                left = places.open(node.inService(), left);
                back.add(node);
            }
        }
        return left;
    }

    private static boolean holdsOne(Node node, List<Pods> pods) {
        return pods.stream().anyMatch(some -> Fit.on(node, some.shape()).fits());
    }

    /// Counts the new nodes that hold the pods. Where a new node is unknown, one is tried.
    ///
    /// @return the pods that stay without a node
    private List<Pods> open(List<Pods> pods, int room) {
        if (pods.isEmpty() || !facts.template.isKnown()) {
            more = pods.isEmpty() ? more : Math.max(more, 1);
            return List.of();
        }
        var holdable = holdable(pods);
        var filled = nodes.fill(places, holdable, more, room, room);
        more = filled.nodes();
        if (filled.left().size() > nodes.outOfReach().size() && more >= room) {
            draft.because(
                    Rules.MAX_NODES, facts.name(), fact("most", facts.policy.limits().most()));
        }
        return NewNodes.less(pods, NewNodes.less(holdable, filled.left()));
    }

    /// The pods that a new node can hold.
    private List<Pods> holdable(List<Pods> pods) {
        var holdable = new ArrayList<Pods>();
        for (var some : pods) {
            switch (facts.onNewNode(some.shape())) {
                case Verdict.Refused(var why) ->
                        draft.because(
                                Rules.STARVED_CANNOT_FIT,
                                facts.name(),
                                Draft.about(List.of(some), fact("why", why.sentence())));
                case Verdict.Fits _, Verdict.Unknown _ -> holdable.add(some);
            }
        }
        return holdable;
    }

    /// A drain has failed if its pods find no place afterwards.
    private void noteFailedDrains() {
        var failed =
                starved.stream()
                        .filter(pods ->
                                draft.moved().stream()
                                        .anyMatch(one -> one.shape().equals(pods.shape().id())))
                        .toList();
        if (!failed.isEmpty()) {
            draft.set(List.of());
            new FailedDrains(facts, draft).failed(Draft.about(failed));
        }
    }
}

package dev.plimsoll.sizing;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.fit.Verdict;
import dev.plimsoll.sizing.Past.Unbound;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

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
    private int more;

    StarvedPods(SizingFacts facts, Draft draft) {
        this.facts = facts;
        this.draft = draft;
        this.unbound = new UnboundPods(facts);
        var displaced = facts.displaced();
        int pods = count(facts.pending) + count(displaced);
        this.places =
                pods == 0
                        ? new PodPlaces(List.of(), List.of())
                        : new PodPlaces(facts.byState.ready(), facts.arriving(pods));
        this.starved = place(displaced);
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
        hungry = fill(hungry, 0, ordered).left();
        var others = new ArrayList<>(draining);
        others.removeAll(undrained);
        var left = takeBack(hungry, others, room - undrained.size());
        more = ordered;
        left = open(left, room - undrained.size() - back.size());
        int nodes = back.size() + more - ordered;
        if (nodes == 0) {
            return false;
        }
        draft.because(
                Rules.STARVED, facts.name(), Draft.about(less(hungry, left), fact("nodes", nodes)));
        return true;
    }

    /// The pods without some of them.
    private static List<Pods> less(List<Pods> pods, List<Pods> some) {
        return less(pods, counts(some));
    }

    /// The pods without some of each shape.
    private static List<Pods> less(List<Pods> pods, SortedMap<Shape, Integer> some) {
        var counts = new TreeMap<>(some);
        var rest = new ArrayList<Pods>();
        for (var one : pods) {
            int off = Math.min(one.count(), counts.getOrDefault(one.shape(), 0));
            counts.merge(one.shape(), -off, Integer::sum);
            if (off < one.count()) {
                rest.add(one.times(one.count() - off));
            }
        }
        return rest;
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
        var filled = fill(holdable, more, room);
        more = filled.nodes();
        if (!filled.left().isEmpty() && more >= room) {
            draft.because(
                    Rules.MAX_NODES, facts.name(), fact("most", facts.policy.limits().most()));
        }
        return less(pods, less(holdable, filled.left()));
    }

    /// @param nodes the number of new nodes so far
    private record Filled(List<Pods> left, int nodes) {}

    /// Opens new nodes as long as they take pods.
    private Filled fill(List<Pods> pods, int from, int to) {
        var left = pods;
        int nodes = from;
        while (nodes < to && !left.isEmpty() && facts.template.isKnown()) {
            var after = places.open(facts.newNode("new-" + nodes), left);
            if (after.equals(left)) {
                return new Filled(left, nodes);
            }
            var taken = counts(less(left, after));
            int alike = Math.min(to - nodes - 1, alike(taken, after));
            taken.replaceAll((_, count) -> count * alike);
            left = less(after, taken);
            nodes += 1 + alike;
        }
        return new Filled(left, nodes);
    }

    /// How many further new nodes take the same pods, if the pods do not look at each other.
    private static int alike(SortedMap<Shape, Integer> taken, List<Pods> left) {
        boolean isPlain =
                left.stream()
                        .map(Pods::shape)
                        .allMatch(shape ->
                                shape.constraints().isAny()
                                        && shape.ports().isEmpty()
                                        && shape.mounts().isEmpty());
        var counts = counts(left);
        return isPlain
                ? taken.entrySet().stream()
                        .mapToInt(some -> counts.getOrDefault(some.getKey(), 0) / some.getValue())
                        .min()
                        .orElse(0)
                : 0;
    }

    private static SortedMap<Shape, Integer> counts(List<Pods> pods) {
        var counts = new TreeMap<Shape, Integer>();
        pods.forEach(some -> counts.merge(some.shape(), some.count(), Integer::sum));
        return counts;
    }

    /// The pods that a new node can hold.
    private List<Pods> holdable(List<Pods> pods) {
        var holdable = new ArrayList<Pods>();
        for (var some : pods) {
            switch (Fit.onEmpty(facts.newNode(), some.shape())) {
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

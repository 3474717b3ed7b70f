package dev.plimsoll.sizing;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.BackOff;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.GroupPast.CoolDown;
import dev.plimsoll.decision.Step.GiveUp;
import dev.plimsoll.decision.Step.ResizeGroup;
import dev.plimsoll.decision.Step.UndrainNode;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.fit.Verdict;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.sizing.Past.Unbound;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/// The growing half of a turn: how many nodes are needed, and where they come from. Draining nodes
/// are un-drained first, newest first; the rest is ordered from the provider.
///
/// The utilisation decides first. Pods that find no place on the nodes so far are packed, pod by
/// pod, on draining nodes and then on new ones.
final class Growing {

    private static final Duration FIRST_ORDER_PAUSE = Duration.ofMinutes(5);
    private static final Duration LONGEST_ORDER_PAUSE = Duration.ofMinutes(30);

    private final SizingFacts facts;
    private final Draft draft;
    private final UnboundPods unbound;
    private final PodPlaces places;
    private final List<Pods> starved;
    private final List<Node> undrained = new ArrayList<>();
    private Utilisation utilisation;
    private int more;
    private CoolDown coolDown;

    Growing(SizingFacts facts, Draft draft) {
        this.facts = facts;
        this.draft = draft;
        this.utilisation = facts.growing();
        this.coolDown = facts.past.coolDown();
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
                        fact("seconds", seconds(backOff.until()))));
    }

    private long seconds(Instant until) {
        return Duration.between(facts.now, until).toSeconds();
    }

    /// The draining nodes that this turn un-drains.
    List<Node> undrained() {
        return undrained;
    }

    /// At most as many machines are ordered in this turn.
    int ordered() {
        return more;
    }

    CoolDown coolDown() {
        return coolDown;
    }

    /// What the next turn has to know of pods that the scheduler does not bind.
    List<Unbound> unbound() {
        return unbound.remembered(places);
    }

    boolean isCoolingDown() {
        return facts.now.isBefore(coolDown.until());
    }

    /// The pods that arriving nodes will take.
    List<Pods> waiting() {
        return places.onArriving();
    }

    /// Gives up machines that the provider did not deliver in time, and orders none for a while.
    void giveUpLate() {
        var orders = draft.timers().orders();
        boolean delivered =
                facts.seen.nodes().stream()
                        .anyMatch(node -> node.created().isAfter(orders.since()));
        if (!orders.isNone() && delivered) {
            draft.set(draft.timers().withOrders(BackOff.NONE));
        }
        var group = facts.seen.group();
        int late = Math.min(late(), group.target() - group.provider().least());
        if (late <= 0 || draft.timers().orders().lasts(facts.now)) {
            return;
        }
        var pause =
                draft.timers().orders().failed(facts.now, FIRST_ORDER_PAUSE, LONGEST_ORDER_PAUSE);
        draft.set(draft.timers().withOrders(pause));
        draft.take(new GiveUp(group.name(), group.target(), group.target() - late));
        draft.because(
                Rules.GIVE_UP,
                facts.name(),
                fact("count", late),
                fact("minutes", facts.policy.growth().provisionTimeout().toMinutes()));
    }

    /// @return whether the group needs nodes, even if it cannot get them
    boolean grow() {
        int byMin = Math.max(0, facts.policy.limits().least() - facts.nodes());
        boolean isAbove = utilisation.isAbove(facts.policy.growth().above());
        if (isAbove || byMin > 0) {
            explain(byMin);
            undrain(byMin);
            more = Math.max(needed(utilisation), byMin - undrained.size());
        }
        boolean feeds = facts.policy.growth().onStarve() && feed();
        if (!isAbove && byMin == 0 && !feeds) {
            return false;
        }
        resize();
        return true;
    }

    private void explain(int byMin) {
        int byUtilisation = needed(utilisation);
        int nodes = facts.counted();
        var resource = neediest();
        var threshold = SizingFacts.threshold(facts.policy.growth().above());
        if (byMin > byUtilisation) {
            var details = new ArrayList<>(facts.count(facts.nodes()));
            details.add(fact("wanted", facts.nodes() + byMin));
            draft.because(Rules.BELOW_MIN, facts.name(), details);
        } else if (byUtilisation > 0 && isUnknown()) {
            var details = new ArrayList<>(facts.count(nodes));
            details.add(fact("wanted", nodes + byUtilisation));
            details.add(threshold);
            draft.because(Rules.TEMPLATE_UNKNOWN, facts.name(), details);
        } else if (byUtilisation == 0) {
            draft.because(
                    Rules.RESOURCE_NOT_PROVIDED,
                    facts.name(),
                    fact("resource", utilisation.fullest()),
                    threshold);
        } else {
            var details = new ArrayList<Fact>();
            details.add(fact("resource", resource));
            details.addAll(facts.count(nodes));
            details.add(fact("wanted", nodes + byUtilisation));
            details.add(threshold);
            details.addAll(utilisation.percents(resource, ""));
            var grown = utilisation.plus(facts.each, byUtilisation);
            details.addAll(grown.percents(resource, "After"));
            var rule = utilisation.hasNone(resource) ? Rules.FROM_ZERO : Rules.ABOVE_THRESHOLD;
            draft.because(rule, facts.name(), details);
        }
    }

    /// The smallest number of additional nodes that brings every resource to the threshold, as far
    /// as a new node provides it.
    private int needed(Utilisation beside) {
        return beside.names().stream().mapToInt(name -> needed(beside, name)).max().orElse(0);
    }

    private int needed(Utilisation beside, String name) {
        var threshold = facts.policy.growth().above();
        if (!beside.isAbove(name, threshold)) {
            return 0;
        }
        if (isUnknown()) {
            return 1;
        }
        long each = facts.each.offered(name);
        if (each == Resources.UNLIMITED) {
            return 1;
        }
        if (each == 0) {
            return 0;
        }
        return atMost(
                threshold.missing(
                        beside.requested(name), beside.capacity(name), BigInteger.valueOf(each)));
    }

    /// Whether the capacity of a new node is unknown.
    private boolean isUnknown() {
        return facts.each.isEmpty();
    }

    private static int atMost(BigInteger nodes) {
        return nodes.min(BigInteger.valueOf(Integer.MAX_VALUE / 4)).intValueExact();
    }

    private String neediest() {
        return utilisation.names().stream()
                .reduce((most, name) ->
                        needed(utilisation, name) > needed(utilisation, most) ? name : most)
                .orElse(Resources.CPU);
    }

    private void undrain(int byMin) {
        for (var node : healthyDraining()) {
            boolean enough = needed(utilisation) == 0 && undrained.size() >= byMin;
            if (enough || undrained.size() >= room()) {
                return;
            }
            undrain(node);
        }
    }

    private void undrain(Node node) {
        undrained.add(node);
        utilisation = utilisation.plus(facts.size(node), 1);
    }

    private List<Node> healthyDraining() {
        return facts.byState.draining().stream()
                .filter(node -> node.ready() && !node.isStarting())
                .filter(node ->
                        node.state() instanceof NodeState.Draining(_, var why)
                                && SizingFacts.mayUndrain(why))
                .sorted(Comparator.comparing(Node::created).reversed().thenComparing(Node::name))
                .toList();
    }

    /// How many active nodes the maximum still allows.
    private int room() {
        return Math.max(0, facts.policy.limits().most() - facts.nodes());
    }

    /// Finds nodes for the pods that have no place on Ready and arriving nodes.
    ///
    /// @return whether there are such pods, and a new node can hold one of them
    private boolean feed() {
        noteFailedDrains();
        var left = starved;
        for (var node : undrained) {
            left = places.open(node.inService(), left);
        }
        left = fill(left, 0, more).left();
        int before = undrained.size();
        var hungry = left;
        left = undrainFor(left);
        int open = more;
        left = open(left);
        if (undrained.size() == before && more == open) {
            return false;
        }
        int nodes = undrained.size() - before + more - open;
        draft.because(
                Rules.STARVED, facts.name(), Draft.about(less(hungry, left), fact("nodes", nodes)));
        return true;
    }

    /// The pods without some of them.
    private static List<Pods> less(List<Pods> pods, List<Pods> some) {
        var counts = new TreeMap<Shape, Integer>();
        some.forEach(one -> counts.merge(one.shape(), one.count(), Integer::sum));
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

    /// Un-drains nodes that hold one of the pods, newest first.
    private List<Pods> undrainFor(List<Pods> pods) {
        var left = pods;
        for (var node : healthyDraining()) {
            if (left.isEmpty() || undrained.size() >= room()) {
                return left;
            }
            if (!undrained.contains(node) && holdsOne(node.inService(), left)) {
                left = places.open(node.inService(), left);
                undrain(node);
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
    private List<Pods> open(List<Pods> pods) {
        if (pods.isEmpty() || !facts.template.isKnown()) {
            more = pods.isEmpty() ? more : Math.max(more, 1);
            return List.of();
        }
        var holdable = holdable(pods);
        var filled = fill(holdable, more, room() - undrained.size());
        more = filled.nodes();
        if (!filled.left().isEmpty() && more + undrained.size() >= room()) {
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
            left = after;
            nodes++;
        }
        return new Filled(left, nodes);
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

    private void resize() {
        if (!undrained.isEmpty()) {
            draft.set(draft.timers().grown(facts.now));
            undrained.forEach(node -> draft.take(new UndrainNode(node.name())));
            draft.because(
                    Rules.UNDRAIN,
                    facts.name(),
                    fact("count", undrained.size()),
                    fact("names", Draft.examples(undrained.stream().map(Node::name).toList())));
        }
        int wanted = Math.min(more, Math.max(0, room() - undrained.size()));
        if (wanted < more) {
            draft.because(
                    Rules.MAX_NODES, facts.name(), fact("most", facts.policy.limits().most()));
        }
        if (wanted > 0) {
            order(wanted);
        }
    }

    /// Orders machines, within all limits.
    void order(int nodes) {
        var group = facts.seen.group();
        if (isHeldBack()) {
            draft.because(
                    Rules.COOLING_DOWN, facts.name(), fact("seconds", seconds(coolDown.until())));
            return;
        }
        var pause = draft.timers().orders();
        if (pause.lasts(facts.now)) {
            draft.wake(pause.until());
            draft.because(
                    Rules.NOT_DELIVERED, facts.name(), fact("seconds", seconds(pause.until())));
            return;
        }
        long machines =
                facts.withinCluster(
                        (long) facts.byState.coming() + facts.byState.leaving() + nodes, draft);
        int target = (int) Math.min(machines, group.provider().most());
        if (target < machines) {
            draft.because(
                    Rules.PROVIDER_MAX_NODES, facts.name(), fact("most", group.provider().most()));
        }
        if (target > group.target()) {
            draft.take(new ResizeGroup(group.name(), group.target(), target));
            draft.set(draft.timers().grown(facts.now));
            coolDown =
                    new CoolDown(
                            facts.now.plus(facts.policy.growth().coolDown()), utilisation.demand());
        }
    }

    /// Machines that did not join in time.
    private int late() {
        return facts.byState.owed() - facts.byState.arriving();
    }

    /// Whether the group grew recently and its demand did not rise since.
    private boolean isHeldBack() {
        return isCoolingDown() && !demandRose();
    }

    private boolean demandRose() {
        return utilisation.requestedNames().stream()
                .anyMatch(name -> {
                    var before = BigInteger.valueOf(coolDown.demand().asked(name));
                    return utilisation.requested(name).compareTo(before) > 0;
                });
    }
}

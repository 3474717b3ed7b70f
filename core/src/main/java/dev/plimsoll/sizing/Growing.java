package dev.plimsoll.sizing;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.BackOff;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.GroupPast.CoolDown;
import dev.plimsoll.decision.Step.GiveUp;
import dev.plimsoll.decision.Step.ResizeGroup;
import dev.plimsoll.decision.Step.UndrainNode;
import dev.plimsoll.quantity.Resources;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The growing half of a turn: how many nodes are needed, and where they come from. Draining nodes
/// are un-drained first, newest first; the rest is ordered from the provider.
///
/// The utilisation decides first, then [StarvedPods].
final class Growing {

    private static final Duration FIRST_ORDER_PAUSE = Duration.ofMinutes(5);
    private static final Duration LONGEST_ORDER_PAUSE = Duration.ofMinutes(30);

    private final SizingFacts facts;
    private final Draft draft;
    private final StarvedPods starved;
    private final List<Node> undrained = new ArrayList<>();
    private Utilisation utilisation;
    private int more;
    private CoolDown coolDown;

    Growing(SizingFacts facts, Draft draft) {
        this.facts = facts;
        this.draft = draft;
        this.utilisation = facts.growing();
        this.coolDown = facts.past.coolDown();
        this.starved = new StarvedPods(facts, draft);
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

    boolean isCoolingDown() {
        return facts.now.isBefore(coolDown.until());
    }

    StarvedPods starved() {
        return starved;
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

    /// @return whether there are pods without a place, and a node that can hold one of them
    private boolean feed() {
        boolean feeds = starved.feed(undrained, more, healthyDraining(), room());
        starved.back().forEach(this::undrain);
        more = starved.more();
        return feeds;
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
            var in = starved.named(target - group.target());
            draft.take(new ResizeGroup(group.name(), group.target(), target, in));
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

package dev.plimsoll.sizing;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.GroupPast.CoolDown;
import dev.plimsoll.decision.Step.ResizeGroup;
import dev.plimsoll.decision.Step.UndrainNode;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.sizing.Past.Starving;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/// The growing half of a turn: how many nodes are needed, and where they come from. Draining nodes
/// are un-drained first, newest first; the rest is ordered from the provider.
final class Growing {

    private final SizingFacts facts;
    private final Draft draft;
    private final Starved starved;
    private final List<Node> undrained = new ArrayList<>();
    private Utilisation utilisation;
    private int more;
    private CoolDown coolDown;

    Growing(SizingFacts facts, Draft draft) {
        this.facts = facts;
        this.draft = draft;
        this.utilisation = facts.growing();
        this.coolDown = facts.past.coolDown();
        this.starved = new Starved(facts, draft);
    }

    /// The draining nodes that this turn un-drains.
    List<Node> undrained() {
        return undrained;
    }

    CoolDown coolDown() {
        return coolDown;
    }

    List<Starving> starving() {
        return starved.remembered();
    }

    boolean isCoolingDown() {
        return facts.now.isBefore(coolDown.until());
    }

    /// Whether a pending pod fits on no node and backs off from another attempt. The group keeps
    /// its nodes until then.
    boolean backsOff() {
        return starved.backsOff();
    }

    /// @return whether the group needs nodes, even if it cannot get them
    boolean grow() {
        int byMin = Math.max(0, facts.policy.limits().least() - facts.nodes());
        boolean isAbove = utilisation.isAbove(facts.policy.growth().above());
        if (isAbove || byMin > 0) {
            explain(byMin);
            int wanted = Math.max(needed(utilisation), byMin);
            undrain(byMin, wanted);
            more =
                    facts.isSource()
                            ? wanted - undrained.size()
                            : Math.max(needed(utilisation), byMin - undrained.size());
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
            details.addAll(grown(byUtilisation).percents(resource, "After"));
            var rule = utilisation.hasNone(resource) ? Rules.FROM_ZERO : Rules.ABOVE_THRESHOLD;
            draft.because(rule, facts.name(), details);
        }
    }

    /// The utilisation with more nodes. Escalator assumes that a new node is an average one.
    private Utilisation grown(int nodes) {
        return takesAverage()
                ? utilisation.plusAverage(facts.nodes(), nodes)
                : utilisation.plus(facts.each, nodes);
    }

    private boolean takesAverage() {
        return facts.isSource() && facts.nodes() > 0;
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
        if (takesAverage()) {
            var nodes = BigInteger.valueOf(facts.nodes());
            var capacity = beside.capacity(name);
            return capacity.signum() == 0
                    ? 0
                    : atMost(
                            threshold.missing(
                                    beside.requested(name).multiply(nodes),
                                    capacity.multiply(nodes),
                                    capacity));
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

    /// Whether the capacity of a new node is unknown. Escalator needs both cpu and memory, and only
    /// where the group has no node.
    private boolean isUnknown() {
        if (!facts.isSource()) {
            return facts.each.isEmpty();
        }
        return !takesAverage()
                && (facts.each.isEmpty()
                        || facts.each.offered(Resources.CPU) == 0
                        || facts.each.offered(Resources.MEMORY) == 0);
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

    /// Escalator un-drains one node for each node that it needs, whatever its capacity.
    private void undrain(int byMin, int wanted) {
        for (var node : healthyDraining()) {
            boolean enough =
                    facts.isSource()
                            ? undrained.size() >= wanted
                            : needed(utilisation) == 0 && undrained.size() >= byMin;
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
                .sorted(Comparator.comparing(Node::created).reversed().thenComparing(Node::name))
                .toList();
    }

    /// How many active nodes the maximum still allows.
    private int room() {
        return Math.max(0, facts.policy.limits().most() - facts.nodes());
    }

    /// Finds a node for pending pods that fit on no Ready, starting or un-drained node.
    ///
    /// @return whether the group grows for such a pod
    private boolean feed() {
        if (more > 0 || facts.byState.arriving() > 0 || isHeldBack()) {
            return false;
        }
        var nodes = new ArrayList<>(facts.byState.ready());
        facts.byState.starting().forEach(node -> nodes.add(node.inService()));
        undrained.forEach(node -> nodes.add(node.inService()));
        var pods = starved.growsFor(nodes);
        if (pods.isEmpty()) {
            return false;
        }
        if (room() == undrained.size()) {
            draft.because(
                    Rules.MAX_NODES, facts.name(), fact("most", facts.policy.limits().most()));
            return false;
        }
        feed(pods);
        return true;
    }

    private void feed(List<Pods> pods) {
        draft.because(Rules.STARVED, facts.name(), Draft.about(pods));
        pods.forEach(starved::remember);
        boolean allFed = pods.stream().allMatch(this::isFedByDraining);
        more = allFed ? 0 : 1;
    }

    /// Un-drains a node for the pod, unless one that this turn un-drains has room for it.
    private boolean isFedByDraining(Pods pods) {
        if (undrained.stream().anyMatch(node -> takes(node, pods))) {
            return true;
        }
        for (var node : healthyDraining()) {
            if (undrained.size() < room() && takes(node, pods)) {
                undrain(node);
                return true;
            }
        }
        return false;
    }

    private static boolean takes(Node node, Pods pods) {
        return Fit.on(node.inService(), pods.shape()).fits();
    }

    private void resize() {
        if (!undrained.isEmpty()) {
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

    private void order(int nodes) {
        var group = facts.seen.group();
        if (!facts.isSource() && isHeldBack()) {
            draft.because(
                    Rules.COOLING_DOWN,
                    facts.name(),
                    fact("seconds", Duration.between(facts.now, coolDown.until()).toSeconds()));
            return;
        }
        long wanted =
                facts.isSource()
                        ? (long) group.target() + nodes
                        : (long) facts.byState.coming() + facts.byState.leaving() + nodes;
        long machines = withinCluster(wanted);
        int target = (int) Math.min(machines, group.provider().most());
        if (target < machines) {
            draft.because(
                    Rules.PROVIDER_MAX_NODES, facts.name(), fact("most", group.provider().most()));
        }
        if (target > group.target()) {
            draft.take(new ResizeGroup(group.name(), group.target(), target));
            coolDown = new CoolDown(facts.now.plus(facts.policy.growth().coolDown()), demandNow());
        } else if (target == wanted) {
            draft.because(Rules.NOT_DELIVERED, facts.name(), fact("missing", late()));
        }
    }

    /// The target, as far as the maximum of the whole cluster allows it.
    private long withinCluster(long machines) {
        int target = facts.seen.group().target();
        int most = facts.policy.mostInCluster();
        long allowed = target + Math.max(0L, (long) most - facts.seen.machines());
        if (machines <= Math.max(allowed, target)) {
            return machines;
        }
        draft.because(
                Rules.CLUSTER_FULL,
                facts.name(),
                fact("most", most),
                fact("nodes", facts.seen.machines()));
        return allowed;
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

    private Resources demandNow() {
        var demand = new TreeMap<String, Long>();
        var most = BigInteger.valueOf(Long.MAX_VALUE);
        for (var name : utilisation.requestedNames()) {
            demand.put(name, utilisation.requested(name).min(most).longValueExact());
        }
        return Resources.of(demand);
    }
}

package dev.plimsoll.sizing;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.GroupPast.CoolDown;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step.DrainNode;
import dev.plimsoll.decision.Step.ResizeGroup;
import dev.plimsoll.decision.Step.UndrainNode;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.sizing.Policy.Drop;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A turn by Escalator's rules, in its order: refuse, restore the minimum, cool down, compare the
/// utilisation with the thresholds, then the overrides for starved pods, old nodes, nodes above the
/// maximum and unhealthy groups. Nodes are removed only in turns that do not grow.
///
/// `max_nodes` does not limit growth; the provider's maximum does. Nodes are drained whatever their
/// pods, and removed with them after the hard grace period.
final class EscalatorRules {

    private final SizingFacts facts;
    private final Draft draft;
    private final Utilisation utilisation;
    private final int untainted;
    private final Removing removing;
    private final EscalatorHealth health;
    private CoolDown coolDown;

    EscalatorRules(SizingFacts facts, Draft draft, EscalatorHealth health) {
        this.facts = facts;
        this.draft = draft;
        this.health = health;
        this.utilisation = facts.growing();
        this.untainted = facts.byState.active();
        this.removing = new Removing(facts, draft);
        this.coolDown = facts.past.coolDown();
    }

    CoolDown coolDown() {
        return coolDown;
    }

    void decide() {
        int nodes = facts.seen.nodes().size();
        int least = facts.policy.limits().least();
        if (nodes == 0 && facts.pending.isEmpty()) {
            draft.because(Rules.NOTHING_REQUESTED, facts.name(), fact("nodes", 0));
        } else if (nodes < least) {
            draft.because(
                    Rules.BELOW_MIN_REFUSED,
                    facts.name(),
                    fact("nodes", nodes),
                    fact("least", least));
        } else if (untainted < least) {
            draft.because(
                    Rules.BELOW_MIN, facts.name(), fact("nodes", untainted), fact("wanted", least));
            grow(least - untainted);
        } else if (untainted > 0 && !lacking().isEmpty()) {
            draft.because(
                    Rules.NO_CAPACITY,
                    facts.name(),
                    fact("nodes", untainted),
                    fact("resource", lacking()));
        } else if (facts.now.isBefore(coolDown.until())) {
            draft.wake(coolDown.until());
            draft.because(
                    Rules.COOLING_DOWN,
                    facts.name(),
                    fact("seconds", Duration.between(facts.now, coolDown.until()).toSeconds()));
        } else {
            compare();
        }
    }

    /// Cpu or memory, if the active nodes have none of it.
    private String lacking() {
        if (utilisation.hasNone(Resources.CPU)) {
            return Resources.CPU;
        }
        return utilisation.hasNone(Resources.MEMORY) ? Resources.MEMORY : "";
    }

    private void compare() {
        int surplus = untainted - facts.policy.limits().most();
        var complaint = health.complaint();
        if (!complaint.isEmpty()) {
            draft.because(Rules.GROUP_UNHEALTHY, facts.name(), complaint);
            facts.byState.draining().stream().filter(health::isUnhealthy).forEach(this::reap);
        } else if (surplus > 0 || !growsWhenNeeded()) {
            shrink(surplus);
            facts.byState.draining().forEach(this::reap);
        }
        facts.forced().stream()
                .filter(Node::isEmpty)
                .forEach(node -> removing.remove(node, Rules.REMOVE_EMPTY));
    }

    /// Grows for the utilisation, for starved pods or for an old node.
    private boolean growsWhenNeeded() {
        boolean isStarved = isStarved();
        boolean isTooOld = isTooOld();
        int more = Math.max(needed(), isStarved || isTooOld ? 1 : 0);
        if (more > 0) {
            grow(more);
        }
        return more > 0;
    }

    /// A node is above the maximum age, in a group that is at its minimum and drains no node.
    private boolean isTooOld() {
        var most = facts.policy.rotation().maxAge();
        boolean rotates =
                !most.isZero()
                        && untainted == facts.policy.limits().least()
                        && facts.byState.draining().isEmpty();
        if (!rotates) {
            return false;
        }
        var oldest =
                active().stream()
                        .filter(node -> facts.now.isAfter(node.created().plus(most)))
                        .min(Comparator.comparing(Node::created).thenComparing(Node::name));
        oldest.ifPresent(node ->
                draft.because(
                        Rules.GROW_FOR_AGE,
                        facts.name(),
                        fact("node", node.name()),
                        fact("hours", Duration.between(node.created(), facts.now).toHours())));
        return oldest.isPresent();
    }

    /// The nodes to add so that every resource is at or below the threshold, if one is above it. A
    /// new node counts as an average one; from zero, as the last node that was seen.
    private int needed() {
        var threshold = facts.policy.growth().above();
        if (!utilisation.isAbove(threshold)) {
            return 0;
        }
        int most = 0;
        var resource = Resources.CPU;
        for (var name : utilisation.names()) {
            int more = needed(name);
            if (more > most) {
                most = more;
                resource = name;
            }
        }
        explain(resource, most);
        return most;
    }

    private int needed(String name) {
        var threshold = facts.policy.growth().above();
        if (!utilisation.isAbove(name, threshold)) {
            return 0;
        }
        if (isUnknown()) {
            return 1;
        }
        if (untainted == 0) {
            long each = facts.each.offered(name);
            return each == Resources.UNLIMITED || each == 0
                    ? 0
                    : number(
                            threshold.missing(
                                    utilisation.requested(name),
                                    utilisation.capacity(name),
                                    BigInteger.valueOf(each)));
        }
        var nodes = BigInteger.valueOf(untainted);
        var capacity = utilisation.capacity(name);
        return capacity.signum() == 0
                ? 0
                : number(
                        threshold.missing(
                                utilisation.requested(name).multiply(nodes),
                                capacity.multiply(nodes),
                                capacity));
    }

    private static int number(BigInteger nodes) {
        return nodes.min(BigInteger.valueOf(Integer.MAX_VALUE / 4)).intValueExact();
    }

    /// From zero Escalator needs the cpu and the memory of a node that it has seen.
    private boolean isUnknown() {
        return untainted == 0
                && (facts.each.isEmpty()
                        || facts.each.offered(Resources.CPU) == 0
                        || facts.each.offered(Resources.MEMORY) == 0);
    }

    private void explain(String resource, int more) {
        var threshold = SizingFacts.threshold(facts.policy.growth().above());
        var count = List.of(fact("nodes", untainted), fact("wanted", untainted + more));
        if (more == 0) {
            draft.because(
                    Rules.RESOURCE_NOT_PROVIDED,
                    facts.name(),
                    fact("resource", utilisation.fullest()),
                    threshold);
        } else if (isUnknown()) {
            var details = new ArrayList<>(count);
            details.add(threshold);
            draft.because(Rules.TEMPLATE_UNKNOWN, facts.name(), details);
        } else {
            var details = new ArrayList<Fact>();
            details.add(fact("resource", resource));
            details.addAll(count);
            details.add(threshold);
            details.addAll(utilisation.percents(resource, ""));
            var grown =
                    untainted > 0
                            ? utilisation.plusAverage(untainted, more)
                            : utilisation.plus(facts.each, more);
            details.addAll(grown.percents(resource, "After"));
            var rule = utilisation.hasNone(resource) ? Rules.FROM_ZERO : Rules.ABOVE_THRESHOLD;
            draft.because(rule, facts.name(), details);
        }
    }

    /// The largest pending cpu or memory request is above the largest free amount of any node.
    private boolean isStarved() {
        if (!facts.policy.growth().onStarve() || untainted >= facts.policy.limits().most()) {
            return false;
        }
        boolean starves =
                List.of(Resources.CPU, Resources.MEMORY).stream()
                        .anyMatch(name -> largestPending(name) > largestFree(name));
        if (starves) {
            draft.because(
                    Rules.STARVED, facts.name(), Draft.about(facts.pending, fact("nodes", 1)));
        }
        return starves;
    }

    private long largestPending(String name) {
        return facts.pending.stream()
                .mapToLong(pods -> pods.shape().requests().asked(name))
                .max()
                .orElse(0);
    }

    /// Beside the pods of the group. Other pods and DaemonSet pods do not count.
    private long largestFree(String name) {
        return active().stream()
                .mapToLong(node -> node.allocatable().less(facts.asked(node)).offered(name))
                .max()
                .orElse(0);
    }

    private List<Node> active() {
        return facts.seen.nodes().stream().filter(Node::isActive).toList();
    }

    /// Un-drains nodes, newest first, and orders the rest from the provider.
    private void grow(int more) {
        var back =
                facts.byState.draining().stream()
                        .filter(node -> !health.isUnhealthy(node))
                        .sorted(
                                Comparator.comparing(Node::created)
                                        .reversed()
                                        .thenComparing(Node::name))
                        .limit(more)
                        .toList();
        if (!back.isEmpty()) {
            back.forEach(node -> draft.take(new UndrainNode(node.name())));
            draft.because(
                    Rules.UNDRAIN,
                    facts.name(),
                    fact("count", back.size()),
                    fact("names", Draft.examples(back.stream().map(Node::name).toList())));
        }
        var group = facts.seen.group();
        long wanted = facts.withinCluster((long) group.target() + more - back.size(), draft);
        int target = (int) Math.min(wanted, group.provider().most());
        if (target < wanted) {
            draft.because(
                    Rules.PROVIDER_MAX_NODES, facts.name(), fact("most", group.provider().most()));
        }
        if (target > group.target()) {
            draft.take(new ResizeGroup(group.name(), group.target(), target));
            var until = facts.now.plus(facts.policy.growth().coolDown());
            coolDown = new CoolDown(until, utilisation.demand());
            if (until.isAfter(facts.now)) {
                draft.wake(until);
            }
        }
    }

    /// Drains nodes whatever their pods: the rate of the threshold, or all above the maximum.
    private void shrink(int surplus) {
        var shrink = facts.policy.shrink();
        if (utilisation.isBelow(shrink.fast().below())) {
            drain(Rules.VERY_LOW_UTILISATION, shrink.fast(), surplus);
        } else if (utilisation.isBelow(shrink.slow().below())) {
            drain(Rules.LOW_UTILISATION, shrink.slow(), surplus);
        } else if (surplus > 0) {
            drain(Rules.ABOVE_MAX, new Drop(facts.policy.growth().above(), 0), surplus);
        } else if (!utilisation.isAbove(facts.policy.growth().above())) {
            stay();
        }
    }

    private void stay() {
        var resource = utilisation.fullest();
        if (utilisation.capacity(resource).signum() == 0) {
            draft.because(Rules.NOTHING_REQUESTED, facts.name(), fact("nodes", untainted));
        } else {
            draft.because(
                    Rules.WITHIN_THRESHOLDS, facts.name(), use(facts.policy.growth().above()));
        }
    }

    private List<Fact> use(Percent threshold) {
        var resource = utilisation.fullest();
        var details = new ArrayList<Fact>();
        details.add(fact("resource", resource));
        details.add(fact("nodes", untainted));
        details.add(SizingFacts.threshold(threshold));
        details.addAll(utilisation.percents(resource, ""));
        return details;
    }

    private void drain(Rule rule, Drop drop, int surplus) {
        int off = allowed(Math.max(drop.nodes(), surplus));
        var drained =
                active().stream()
                        .filter(node -> !(node.state() instanceof NodeState.Paused))
                        .sorted(facts.drainOrder())
                        .limit(off)
                        .toList();
        if (drained.isEmpty()) {
            return;
        }
        var wanted = fact("wanted", untainted - drained.size());
        if (surplus > 0) {
            draft.because(
                    Rules.ABOVE_MAX,
                    facts.name(),
                    fact("nodes", untainted),
                    wanted,
                    fact("most", facts.policy.limits().most()));
        }
        if (drop.nodes() > 0) {
            var details = use(drop.below());
            details.add(2, wanted);
            details.addAll(
                    utilisation.less(drained, facts).percents(utilisation.fullest(), "After"));
            details.add(fact("names", Draft.examples(drained.stream().map(Node::name).toList())));
            draft.because(rule, facts.name(), details);
        }
        var cause = surplus > 0 ? DrainCause.ABOVE_MAX : DrainCause.LOW_UTILISATION;
        drained.forEach(node -> draft.take(new DrainNode(node.name(), cause)));
    }

    /// The number of nodes, within the minimum of the group and the minimum of the provider.
    private int allowed(int nodes) {
        var group = facts.seen.group();
        int least = facts.policy.limits().least();
        int byGroup = Math.max(0, untainted - least);
        int byProvider = Math.max(0, group.target() - group.provider().least());
        if (nodes == 0) {
            draft.because(
                    Rules.NOTHING_TO_DRAIN,
                    facts.name(),
                    use(facts.policy.shrink().slow().below()));
        }
        if (byGroup < nodes) {
            draft.because(Rules.MIN_NODES, facts.name(), fact("least", least));
        }
        if (byProvider < Math.min(nodes, byGroup)) {
            draft.because(
                    Rules.PROVIDER_MIN_NODES,
                    facts.name(),
                    fact("least", group.provider().least()));
        }
        return Math.min(nodes, Math.min(byGroup, byProvider));
    }

    /// Removes a node that is empty after the soft grace period, or any node after the hard one.
    private void reap(Node node) {
        var since = facts.leavesSince(node);
        var graces = facts.policy.graces();
        var grace = node.isEmpty() ? graces.soft() : graces.hard().plus(graces.kill());
        if (facts.now.isAfter(since.plus(grace))) {
            removing.remove(node, node.isEmpty() ? Rules.REMOVE_EMPTY : Rules.REMOVE_OVERDUE);
        } else {
            draft.wake(since.plus(grace).plusMillis(1));
        }
    }
}

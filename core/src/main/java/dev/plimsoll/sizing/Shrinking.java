package dev.plimsoll.sizing;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step.DrainNode;
import dev.plimsoll.decision.Step.GiveUp;
import dev.plimsoll.sizing.Policy.Drop;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/// The shrinking half of a turn: cancels machines that have not joined yet, then drains nodes whose
/// pods fit on the others.
final class Shrinking {

    private final SizingFacts facts;
    private final Draft draft;
    private final StarvedPods starved;
    private final List<Pods> waiting;
    private final Utilisation utilisation;

    Shrinking(SizingFacts facts, Draft draft, StarvedPods starved) {
        this.facts = facts;
        this.draft = draft;
        this.starved = starved;
        this.waiting = starved.waiting();
        this.utilisation = facts.shrinking();
    }

    /// Cancels and drains the nodes above the maximum, whatever the utilisation.
    ///
    /// @return whether there was a node to cancel or drain
    boolean trim() {
        int nodes = facts.nodes();
        int most = facts.policy.limits().most();
        int off = Math.clamp(nodes - most, 0, cancellable());
        var drained = surplus().stream().limit(Math.max(0, facts.byState.active() - most)).toList();
        if (off == 0 && drained.isEmpty()) {
            return false;
        }
        var details = new ArrayList<>(facts.count(nodes));
        details.add(fact("wanted", nodes - off - drained.size()));
        details.add(fact("most", most));
        draft.because(Rules.ABOVE_MAX, facts.name(), details);
        if (off > 0) {
            cancel(off);
        }
        drained.forEach(node -> drain(node, DrainCause.ABOVE_MAX));
        return true;
    }

    /// Active nodes in the order in which the maximum drains them: nodes that are not Ready first.
    private List<Node> surplus() {
        var active = new ArrayList<>(facts.byState.stuck());
        active.addAll(facts.byState.starting());
        active.removeIf(node -> !node.mayGo());
        active.addAll(inOrder());
        return active;
    }

    void shrink() {
        if (utilisation.isBelow(facts.policy.shrink().fast().below())) {
            shrink(Rules.VERY_LOW_UTILISATION, facts.policy.shrink().fast());
        } else if (utilisation.isBelow(facts.policy.shrink().slow().below())) {
            shrink(Rules.LOW_UTILISATION, facts.policy.shrink().slow());
        } else if (!isStabilising()) {
            stay();
        }
    }

    /// Whether the demand of now would drain nodes, and the peak does not.
    private boolean isStabilising() {
        var current = facts.ofReady();
        var threshold = facts.policy.shrink().slow().below();
        var resource = utilisation.fullest();
        boolean isPeak = current.isBelow(threshold) && utilisation.capacity(resource).signum() > 0;
        if (!waiting.isEmpty() || !isPeak) {
            return false;
        }
        var details = new ArrayList<Fact>();
        details.add(fact("resource", resource));
        details.add(fact("nodes", counted()));
        details.add(SizingFacts.threshold(threshold));
        details.addAll(current.percents(resource, ""));
        details.addAll(utilisation.percents(resource, "Peak"));
        details.addAll(facts.window());
        draft.because(Rules.STABILISING, facts.name(), details);
        return true;
    }

    private void shrink(Rule rule, Drop drop) {
        if (isWaitedFor()) {
            return;
        }
        if (cancel() || isPausing()) {
            return;
        }
        int before = draft.reasons();
        int allowed = allowed(drop.nodes());
        var drained = allowed == 0 ? List.<Node>of() : choose(allowed);
        if (drained.size() < allowed) {
            noteYoung();
        }
        if (!drained.isEmpty()) {
            drain(rule, drop, drained);
        } else if (draft.reasons() == before) {
            draft.because(Rules.NOTHING_TO_DRAIN, facts.name(), low(drop));
        }
    }

    private void drain(Rule rule, Drop drop, List<Node> drained) {
        var details = low(drop);
        details.add(2, fact("wanted", counted() - drained.size()));
        details.addAll(utilisation.less(drained, facts).percents(utilisation.fullest(), "After"));
        details.add(fact("names", Draft.examples(drained.stream().map(Node::name).toList())));
        draft.because(rule, facts.name(), details);
        drained.forEach(node -> drain(node, DrainCause.LOW_UTILISATION));
    }

    /// The facts of a utilisation below a threshold.
    private List<Fact> low(Drop drop) {
        var resource = utilisation.fullest();
        var details = new ArrayList<Fact>();
        details.add(fact("resource", resource));
        details.add(fact("nodes", counted()));
        details.add(SizingFacts.threshold(drop.below()));
        details.addAll(utilisation.percents(resource, ""));
        details.addAll(facts.window());
        return details;
    }

    /// The nodes over which the utilisation is computed.
    private int counted() {
        return facts.byState.ready().size();
    }

    private void stay() {
        if (isWaitedFor()) {
            return;
        }
        var counted = facts.growing();
        var resource = counted.fullest();
        if (counted.capacity(resource).signum() == 0) {
            draft.because(Rules.NOTHING_REQUESTED, facts.name(), facts.count(facts.nodes()));
            return;
        }
        var details = new ArrayList<Fact>();
        details.add(fact("resource", resource));
        details.addAll(facts.count(facts.counted()));
        details.add(SizingFacts.threshold(facts.policy.growth().above()));
        details.addAll(counted.percents(resource, ""));
        draft.because(Rules.WITHIN_THRESHOLDS, facts.name(), details);
    }

    /// Whether arriving nodes will take pods: those nodes are needed.
    private boolean isWaitedFor() {
        if (waiting.isEmpty()) {
            return false;
        }
        draft.because(Rules.NODES_ARRIVING, facts.name(), Draft.about(waiting));
        return true;
    }

    /// Whether the group grew lately, or drains failed.
    private boolean isPausing() {
        var settle = facts.policy.shrink().settle();
        var settled = settled(draft.timers().grown());
        if (facts.now.isBefore(settled)) {
            draft.wake(settled);
        }
        if (facts.now.isBefore(settled) && grownVariants().isEmpty()) {
            draft.because(
                    Rules.SETTLING,
                    facts.name(),
                    fact("minutes", settle.toMinutes()),
                    fact("seconds", Duration.between(facts.now, settled).toSeconds()));
            return true;
        }
        var drains = draft.timers().drains();
        if (drains.lasts(facts.now)) {
            draft.wake(drains.until());
            draft.because(
                    Rules.DRAINS_PAUSED,
                    facts.name(),
                    fact("failures", drains.failures()),
                    fact("seconds", Duration.between(facts.now, drains.until()).toSeconds()));
            return true;
        }
        return false;
    }

    /// The variants of the nodes that came with the last growth. None if the group has one variant,
    /// or if its new nodes are not there yet or were not new: then all of it settles.
    private List<VariantKey> grownVariants() {
        var grown = draft.timers().grown();
        if (facts.variants.isOne() || facts.arrives()) {
            return List.of();
        }
        return facts.seen.nodes().stream()
                .filter(node -> !facts.clock.counted(node.created()).isBefore(grown))
                .map(node -> node.variant())
                .distinct()
                .toList();
    }

    /// The nodes that may be drained, of several zones.
    private List<Node> inSettledVariants(List<Node> nodes) {
        var grown =
                facts.now.isBefore(settled(draft.timers().grown()))
                        ? grownVariants()
                        : List.<VariantKey>of();
        var zones = starved.wanted();
        var settling = nodes.stream().filter(node -> grown.contains(node.variant())).toList();
        if (!settling.isEmpty()) {
            draft.because(
                    Rules.VARIANT_SETTLING,
                    facts.name(),
                    fact("minutes", facts.policy.shrink().settle().toMinutes()),
                    fact("examples", Draft.examples(settling.stream().map(Node::name).toList())));
        }
        if (!zones.isEmpty()) {
            draft.because(Rules.ZONE_KEPT, facts.name(), fact("zones", String.join(", ", zones)));
        }
        return nodes.stream()
                .filter(node -> !settling.contains(node))
                .filter(node -> zones.isEmpty() || zones.contains(Variants.zone(node)))
                .toList();
    }

    /// Whether the node became Ready so lately that it is not drained yet.
    private boolean isYoung(Node node) {
        return facts.now.isBefore(settled(facts.readySince(node)));
    }

    /// A time that is unknown is long ago.
    private Instant settled(Instant since) {
        return since.equals(Instant.EPOCH)
                ? Instant.MIN
                : since.plus(facts.policy.shrink().settle());
    }

    private void noteYoung() {
        var young = facts.byState.ready().stream().filter(this::isYoung).toList();
        if (young.isEmpty()) {
            return;
        }
        young.forEach(node -> draft.wake(settled(facts.readySince(node))));
        draft.because(
                Rules.NODES_SETTLING,
                facts.name(),
                fact("nodes", young.size()),
                fact("minutes", facts.policy.shrink().settle().toMinutes()),
                fact("examples", Draft.examples(young.stream().map(Node::name).toList())));
    }

    /// Cancels the machines that have not joined yet, down to the minimum of the group.
    private boolean cancel() {
        int arriving = facts.byState.arriving();
        int spare = facts.byState.active() + arriving - facts.policy.limits().least();
        var group = facts.seen.group();
        int off = Math.min(arriving, Math.min(spare, group.target() - group.provider().least()));
        if (off <= 0 || hasGivenUp()) {
            return false;
        }
        cancel(off);
        return true;
    }

    private void cancel(int machines) {
        var group = facts.seen.group();
        draft.because(Rules.CANCEL_ARRIVING, facts.name(), fact("count", machines));
        draft.take(new GiveUp(group.name(), group.target(), group.target() - machines));
    }

    /// How many arriving machines the limits of the provider allow to cancel.
    private int cancellable() {
        var group = facts.seen.group();
        int spare = group.target() - group.provider().least();
        return hasGivenUp() ? 0 : Math.max(0, Math.min(facts.byState.arriving(), spare));
    }

    /// Whether this turn gives up late machines. The provider is asked once a turn.
    private boolean hasGivenUp() {
        int target = facts.seen.group().target();
        return draft.fewest(target) < target;
    }

    /// The rate, within the minimum of the group and the minimum of the provider.
    private int allowed(int rate) {
        var group = facts.seen.group();
        int least = facts.policy.limits().least();
        int byGroup = facts.nodes() - least;
        int leaving = facts.byState.draining().size();
        int byProvider = group.target() - leaving - group.provider().least();
        if (byGroup < rate) {
            draft.because(Rules.MIN_NODES, facts.name(), fact("least", least));
        }
        if (byProvider < Math.min(rate, byGroup)) {
            draft.because(
                    Rules.PROVIDER_MIN_NODES,
                    facts.name(),
                    fact("least", group.provider().least()));
        }
        return Math.max(0, Math.min(rate, Math.min(byGroup, byProvider)));
    }

    /// In a group whose drains failed, moved pods also fit if the scheduler spreads them.
    private List<Node> choose(int most) {
        var all = inOrder();
        var nodes = (facts.variants.isOne() ? all : inSettledVariants(all)).stream();
        var old =
                (awaitsNodes()
                                ? nodes.takeWhile(node -> !isYoung(node))
                                : nodes.filter(node -> !isYoung(node)))
                        .toList();
        var chosen = new DrainTrial(facts, draft, List.of(), false).choose(old, most);
        return draft.timers().drains().isNone() || chosen.isEmpty()
                ? chosen
                : new DrainTrial(facts, draft, List.of(), true).choose(chosen, most);
    }

    /// Whether nodes of the last growth may still be young. Then the group waits for one that is
    /// emptier than the others; nodes that come later are passed over.
    private boolean awaitsNodes() {
        var grown = settled(draft.timers().grown());
        return grown.isAfter(Instant.MIN)
                && facts.now.isBefore(grown.plus(facts.policy.growth().provisionTimeout()));
    }

    private List<Node> inOrder() {
        var nodes =
                facts.byState.ready().stream()
                        .filter(Node::mayGo)
                        .sorted(facts.drainOrder())
                        .toList();
        return facts.variants.isOne() ? nodes : fromFullZones(nodes);
    }

    /// Of nodes that the order does not tell apart, those in the zones with the most nodes first.
    private List<Node> fromFullZones(List<Node> nodes) {
        var inZone = new TreeMap<String, Integer>();
        facts.byState.ready().forEach(node -> inZone.merge(Variants.zone(node), 1, Integer::sum));
        var left = new ArrayList<>(nodes);
        var ordered = new ArrayList<Node>();
        while (!left.isEmpty()) {
            var first = left.getFirst();
            var next =
                    left.stream()
                            .takeWhile(node -> facts.drainRank().compare(first, node) == 0)
                            .max(
                                    Comparator.comparingInt(
                                            node -> inZone.getOrDefault(Variants.zone(node), 0)))
                            .orElse(first);
            left.remove(next);
            ordered.add(next);
            inZone.merge(Variants.zone(next), -1, Integer::sum);
        }
        return ordered;
    }

    private void drain(Node node, DrainCause why) {
        draft.take(new DrainNode(node.name(), why));
    }
}

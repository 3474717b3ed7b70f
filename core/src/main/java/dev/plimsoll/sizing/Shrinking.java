package dev.plimsoll.sizing;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step.DrainNode;
import dev.plimsoll.decision.Step.GiveUp;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.quantity.Share;
import dev.plimsoll.sizing.Policy.Drop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The shrinking half of a turn: cancels machines that have not joined yet, then drains nodes whose
/// pods fit on the others.
final class Shrinking {

    private final SizingFacts facts;
    private final Draft draft;
    private final Utilisation utilisation;

    Shrinking(SizingFacts facts, Draft draft) {
        this.facts = facts;
        this.draft = draft;
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
        if (facts.isSource()) {
            return inOrder();
        }
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
        } else {
            stay();
        }
    }

    private void shrink(Rule rule, Drop drop) {
        if (isWaitedFor()) {
            return;
        }
        if (!facts.isSource() && cancel()) {
            return;
        }
        int before = draft.reasons();
        int allowed = allowed(drop.nodes());
        var drained = allowed == 0 ? List.<Node>of() : choose(allowed);
        if (!drained.isEmpty()) {
            drain(rule, drop, drained);
        } else if (draft.reasons() == before) {
            draft.because(Rules.NOTHING_TO_DRAIN, facts.name(), low(drop));
        }
    }

    private void drain(Rule rule, Drop drop, List<Node> drained) {
        var details = low(drop);
        details.add(2, fact("wanted", counted() - drained.size()));
        details.addAll(without(drained).percents(utilisation.fullest(), "After"));
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
        return details;
    }

    /// The nodes over which the utilisation is computed.
    private int counted() {
        return facts.isSource() ? facts.counted() : facts.byState.ready().size();
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

    /// Whether pending pods do not fit on the Ready nodes while others arrive: those are needed.
    private boolean isWaitedFor() {
        if (facts.isSource() || facts.byState.starting().size() + facts.byState.arriving() == 0) {
            return false;
        }
        boolean isShort = utilisation.isAbove(facts.policy.growth().above());
        var waiting =
                facts.pending.stream()
                        .filter(pods -> isShort || !Fit.onAny(facts.byState.ready(), pods.shape()))
                        .toList();
        if (waiting.isEmpty()) {
            return false;
        }
        draft.because(Rules.NODES_ARRIVING, facts.name(), Draft.about(waiting));
        return true;
    }

    /// Cancels the machines that have not joined yet, down to the minimum of the group.
    private boolean cancel() {
        int owed = facts.byState.owed();
        int spare = facts.byState.active() + owed - facts.policy.limits().least();
        var group = facts.seen.group();
        int off = Math.min(owed, Math.min(spare, group.target() - group.provider().least()));
        if (off <= 0) {
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
        return facts.isSource() ? 0 : Math.max(0, Math.min(facts.byState.arriving(), spare));
    }

    /// The rate, within the minimum of the group and the minimum of the provider.
    private int allowed(int rate) {
        var group = facts.seen.group();
        int least = facts.policy.limits().least();
        int byGroup = facts.nodes() - least;
        int leaving = facts.isSource() ? 0 : facts.byState.draining().size();
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

    private List<Node> choose(int most) {
        return facts.isSource()
                ? inOrder().stream().limit(most).toList()
                : new DrainTrial(facts, inOrder(), draft).choose(most);
    }

    private Utilisation without(List<Node> drained) {
        return drained.stream()
                .map(facts::size)
                .reduce(utilisation, Utilisation::less, (_, last) -> last);
    }

    private List<Node> inOrder() {
        var oldest = Comparator.comparing(Node::created).thenComparing(Node::name);
        var order =
                switch (facts.policy.shrink().order()) {
                    case OLDEST -> oldest;
                    case EMPTIEST ->
                            Comparator.comparingLong(Shrinking::share).thenComparing(oldest);
                    case CHEAPEST_TO_MOVE ->
                            Comparator.comparingInt(Node::movers)
                                    .thenComparingLong(Shrinking::share)
                                    .thenComparing(oldest);
                };
        return candidates().stream().sorted(order).toList();
    }

    private List<Node> candidates() {
        if (!facts.isSource()) {
            return facts.byState.ready().stream().filter(Node::mayGo).toList();
        }
        var active = new ArrayList<>(facts.byState.ready());
        active.addAll(facts.byState.starting());
        active.addAll(facts.byState.stuck());
        return active;
    }

    private static long share(Node node) {
        return Share.dominant(node.asked(), node.allocatable());
    }

    private void drain(Node node, DrainCause why) {
        draft.take(new DrainNode(node.name(), why));
    }
}

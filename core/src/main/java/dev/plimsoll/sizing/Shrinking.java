package dev.plimsoll.sizing;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step.DrainNode;
import dev.plimsoll.decision.Step.ResizeGroup;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.quantity.Share;
import dev.plimsoll.sizing.Policy.Drop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The shrinking half of a turn: calls off what did not come yet, then drains nodes whose pods find
/// a place on the others.
final class Shrinking {

    private final SizingFacts scene;
    private final Draft draft;
    private final Use use;

    Shrinking(SizingFacts scene, Draft draft) {
        this.scene = scene;
        this.draft = draft;
        this.use = scene.shrinking();
    }

    /// Calls off and drains what is above the maximum, even when the group is full.
    ///
    /// @return something is above it and can go
    boolean trim() {
        int nodes = scene.nodes();
        int most = scene.policy.limits().most();
        int off = Math.clamp(nodes - most, 0, callable());
        var drained = surplus().stream().limit(Math.max(0, scene.byState.active() - most)).toList();
        if (off == 0 && drained.isEmpty()) {
            return false;
        }
        draft.because(
                Rules.ABOVE_MAX,
                scene.name(),
                fact("nodes", nodes),
                fact("wanted", nodes - off - drained.size()));
        if (off > 0) {
            callOff(off);
        }
        drained.forEach(this::drain);
        return true;
    }

    /// Active nodes, the least useful first.
    private List<Node> surplus() {
        if (scene.isSource()) {
            return inOrder();
        }
        var active = new ArrayList<>(scene.byState.stuck());
        active.addAll(scene.byState.starting());
        active.removeIf(Node::noDelete);
        active.addAll(inOrder());
        return active;
    }

    void shrink() {
        if (use.isBelow(scene.policy.shrink().fast().below())) {
            shrink(Rules.NEARLY_EMPTY, scene.policy.shrink().fast());
        } else if (use.isBelow(scene.policy.shrink().slow().below())) {
            shrink(Rules.HALF_EMPTY, scene.policy.shrink().slow());
        } else {
            stay();
        }
    }

    private void shrink(Rule rule, Drop drop) {
        if (isWaitedFor()) {
            return;
        }
        if (!scene.isSource() && callOff()) {
            return;
        }
        int told = draft.reasons();
        int allowed = allowed(drop.nodes());
        var drained = allowed == 0 ? List.<Node>of() : choose(allowed);
        if (!drained.isEmpty()) {
            drain(rule, drained);
        } else if (draft.reasons() == told) {
            stay();
        }
    }

    private void drain(Rule rule, List<Node> drained) {
        int nodes = scene.byState.ready().size();
        var resource = use.fullest();
        var facts = new ArrayList<Fact>();
        facts.add(fact("resource", resource));
        facts.add(fact("nodes", nodes));
        facts.add(fact("wanted", nodes - drained.size()));
        facts.addAll(use.percents(resource, ""));
        facts.addAll(without(drained).percents(resource, "After"));
        facts.add(fact("names", Draft.examples(drained.stream().map(Node::name).toList())));
        draft.because(rule, scene.name(), facts);
        drained.forEach(this::drain);
    }

    private void stay() {
        if (isWaitedFor()) {
            return;
        }
        int nodes = scene.nodes();
        var counted = scene.growing();
        var resource = counted.fullest();
        if (counted.offered(resource).signum() == 0) {
            draft.because(Rules.EMPTY, scene.name(), fact("nodes", nodes));
            return;
        }
        var facts = new ArrayList<Fact>();
        facts.add(fact("resource", resource));
        facts.add(fact("nodes", nodes));
        facts.addAll(counted.percents(resource, ""));
        draft.because(Rules.FITS, scene.name(), facts);
    }

    /// Pods wait that the Ready nodes do not take, and nodes are on their way: those are needed.
    private boolean isWaitedFor() {
        if (scene.isSource() || scene.byState.starting().size() + scene.byState.arriving() == 0) {
            return false;
        }
        boolean isShort = use.isAbove(scene.policy.growth().above());
        var waiting =
                scene.waiting.stream()
                        .filter(pods -> isShort || !Fit.onAny(scene.byState.ready(), pods.shape()))
                        .toList();
        if (waiting.isEmpty()) {
            return false;
        }
        draft.because(Rules.ON_THE_WAY, scene.name(), Draft.about(waiting));
        return true;
    }

    /// Calls off what the group does not need to reach its minimum.
    private boolean callOff() {
        int owed = scene.byState.owed();
        int spare = scene.byState.active() + owed - scene.policy.limits().least();
        var group = scene.seen.group();
        int off = Math.min(owed, Math.min(spare, group.target() - group.provider().least()));
        if (off <= 0) {
            return false;
        }
        callOff(off);
        return true;
    }

    private void callOff(int machines) {
        var group = scene.seen.group();
        draft.because(Rules.NOT_NEEDED, scene.name(), fact("count", machines));
        draft.take(new ResizeGroup(group.name(), group.target(), group.target() - machines));
    }

    /// How many of the nodes that are on their way the provider lets go.
    private int callable() {
        var group = scene.seen.group();
        int spare = group.target() - group.provider().least();
        return scene.isSource() ? 0 : Math.max(0, Math.min(scene.byState.arriving(), spare));
    }

    /// The rate, within the group's minimum and the provider's.
    private int allowed(int rate) {
        var group = scene.seen.group();
        int least = scene.policy.limits().least();
        int byGroup = scene.nodes() - least;
        int leaving = scene.isSource() ? 0 : scene.byState.draining().size();
        int byProvider = group.target() - leaving - group.provider().least();
        if (byGroup < rate) {
            draft.because(Rules.AT_LEAST, scene.name(), fact("least", least));
        }
        if (byProvider < Math.min(rate, byGroup)) {
            draft.because(
                    Rules.PROVIDER_AT_LEAST, scene.name(), fact("least", group.provider().least()));
        }
        return Math.max(0, Math.min(rate, Math.min(byGroup, byProvider)));
    }

    private List<Node> choose(int most) {
        return scene.isSource()
                ? inOrder().stream().limit(most).toList()
                : new DrainTrial(scene, inOrder(), draft).choose(most);
    }

    private Use without(List<Node> drained) {
        return drained.stream().map(scene::size).reduce(use, Use::less, (_, last) -> last);
    }

    private List<Node> inOrder() {
        var oldest = Comparator.comparing(Node::created).thenComparing(Node::name);
        var order =
                switch (scene.policy.shrink().order()) {
                    case OLDEST -> oldest;
                    case EMPTIEST ->
                            Comparator.comparingLong(Shrinking::share).thenComparing(oldest);
                    case CHEAPEST_TO_MOVE ->
                            Comparator.comparingInt(Shrinking::movers)
                                    .thenComparingLong(Shrinking::share)
                                    .thenComparing(oldest);
                };
        return candidates().stream().sorted(order).toList();
    }

    private List<Node> candidates() {
        if (!scene.isSource()) {
            return scene.byState.ready().stream().filter(node -> !node.noDelete()).toList();
        }
        var active = new ArrayList<>(scene.byState.ready());
        active.addAll(scene.byState.starting());
        active.addAll(scene.byState.stuck());
        return active;
    }

    private static long share(Node node) {
        return Share.dominant(node.asked(), node.allocatable());
    }

    private static int movers(Node node) {
        return node.pods().stream()
                .filter(pods -> !pods.shape().owner().staysWithNode())
                .mapToInt(Pods::count)
                .sum();
    }

    private void drain(Node node) {
        draft.take(new DrainNode(node.name()));
    }
}

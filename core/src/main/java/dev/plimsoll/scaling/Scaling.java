package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.GroupSpread.Zones;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Answering;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step;
import dev.plimsoll.packing.CheapestPacking;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.packing.PackingStart;
import dev.plimsoll.scaling.Moves.KeptFor;
import dev.plimsoll.scaling.Proposal.Grown;
import dev.plimsoll.slack.Placeholders;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Decides which nodes to add for pending pods: pods that fit on no existing or arriving node go on
/// new nodes of the cheapest groups, or of the groups that rank best.
///
/// **Invariant:** equal clusters get equal proposals, in whatever order their parts were given; no
/// limit is exceeded; every pending pod is placed or left; no alternative of the cheapest mix is
/// better than it: `ScalingTest`.
public final class Scaling implements Answering<Cluster, Policy, Past, Proposal> {

    private static final int MOST_RETRIES = 3;

    @Override
    public List<Rule> rules() {
        var rules = new ArrayList<>(Rules.ALL);
        rules.addAll(RemovalRules.ALL);
        rules.addAll(dev.plimsoll.groups.Rules.ALL);
        return rules;
    }

    @Override
    public Answer<Past, Proposal> answer(Question<Cluster, Policy, Past> question) {
        var seen = new ScalingFacts(question);
        if (seen.health().isBad()) {
            return standing(seen.keepingRoom());
        }
        if (!question.policy().scaleDown().isOn()) {
            return growing(seen.keepingRoom());
        }
        var back = new TakingBack(seen);
        var facts =
                (back.isEmpty() ? seen : new ScalingFacts(question.about(back.cluster())))
                        .keepingRoom();
        var draft = new RemovalDraft(facts);
        back.nodes().forEach(draft::takeBack);
        draft.because(back.reasons());
        var proposal = propose(facts);
        var steps = new ArrayList<Step>();
        grow(proposal, draft, steps);
        new LateMachines(facts, draft).giveUp();
        scaleDown(facts, proposal, draft, back.served());
        return answer(facts, proposal, draft, steps);
    }

    /// Too many nodes are not Ready: nothing is changed, and no time counts in which the pods of a
    /// node had places elsewhere.
    private static Answer<Past, Proposal> standing(ScalingFacts facts) {
        var draft = new RemovalDraft(facts);
        draft.because(facts.health().reason());
        ScaleDown.none(facts, draft, RemovalRules.STAYS_IN_UNHEALTHY);
        return answer(facts, propose(facts), draft, new ArrayList<>());
    }

    /// Nodes that drain are left alone.
    private static Answer<Past, Proposal> growing(ScalingFacts facts) {
        var draft = new RemovalDraft(facts);
        var proposal = propose(facts);
        var steps = new ArrayList<Step>();
        grow(proposal, draft, steps);
        new LateMachines(facts, draft).giveUp();
        ScaleDown.none(facts, draft, RemovalRules.SCALE_DOWN_OFF);
        return answer(facts, proposal, draft, steps);
    }

    private static Answer<Past, Proposal> answer(
            ScalingFacts facts, Proposal proposal, RemovalDraft draft, List<Step> steps) {
        steps.addAll(draft.steps());
        var beside = new ArrayList<>(facts.undelivered().reasons());
        beside.addAll(facts.unhelpful().reasons());
        beside.addAll(facts.room().reasons());
        beside.addAll(draft.reasons());
        var removals = new Proposal.Removing(draft.stays(), draft.verdicts(), draft.places());
        var whole = proposal.with(removals, beside);
        return new Answer<>(
                new Decision<>(
                        new Plan(steps),
                        whole.allReasons(),
                        facts.remembered(draft, growths(facts, proposal, draft)),
                        facts.nextLate(draft.wakeAt())),
                whole);
    }

    private static Growths growths(ScalingFacts facts, Proposal proposal, RemovalDraft draft) {
        var grown =
                proposal.groups().stream()
                        .filter(Scaling::isResized)
                        .map(each -> each.group().name())
                        .toList();
        return new Growths(
                facts.unhelpful().remembered(grown, proposal.packing()),
                draft.grownForRoom(),
                draft.grownBefore());
    }

    private static boolean isResized(Grown grown) {
        return grown.more() > 0 && grown.wanted() > grown.group().target();
    }

    private static void grow(Proposal proposal, RemovalDraft draft, List<Step> steps) {
        for (var grown : proposal.groups()) {
            var group = grown.group();
            if (isResized(grown)) {
                steps.add(resize(grown));
                if (isForRoom(grown, proposal.packing())) {
                    draft.grewForRoom(group.name());
                } else {
                    draft.grew(group.name());
                }
            }
        }
    }

    /// Whether the new nodes are for placeholders alone.
    private static boolean isForRoom(Grown grown, Packing packing) {
        var bought = new LinkedHashSet<String>();
        grown.bought().forEach(member -> bought.add(member.node()));
        var placed = packing.placed().stream().filter(one -> bought.contains(one.node())).toList();
        return grown.group().belowMinimum() == 0
                && !placed.isEmpty()
                && placed.stream().allMatch(one -> Placeholders.areOf(one.shape()));
    }

    /// Pods of nodes that go are tried on the nodes that take pods now, beside the pending pods
    /// that are to go there.
    ///
    /// @param served pending pods for which draining nodes take pods again
    private static void scaleDown(
            ScalingFacts facts, Proposal proposal, RemovalDraft draft, List<Pods> served) {
        var coming = new LinkedHashSet<String>();
        proposal.packing().placed().forEach(one -> coming.add(one.node()));
        var late = facts.notThereYet();
        var opened = new LinkedHashSet<String>();
        proposal.packing().opened().forEach(one -> opened.add(one.node()));
        var replaced = new LinkedHashSet<String>();
        var keptFor = new ArrayList<KeptFor>();
        var starting = starting(facts);
        draft.past().replacements().stream()
                .filter(Replacement::isRunning)
                .forEach(one -> {
                    replaced.addAll(one.old());
                    keptFor.add(keptFor(facts, one, starting));
                });
        var closed = new LinkedHashSet<>(replaced);
        closed.addAll(starting);
        keptFor.add(new KeptFor(Collections.emptySet(), closed));
        var most = facts.policy().scaleDown().most();
        var ready =
                proposal.nodesWithRoom().stream()
                        .filter(node ->
                                starting.contains(node.name())
                                        || (node.isReady() && !late.contains(node.name())))
                        .filter(node -> !opened.contains(node.name()))
                        .map(node -> replaced.contains(node.name()) ? seen(facts, node) : node)
                        .collect(Collectors.partitioningBy(node -> NodeUse.of(node).isAbove(most)));
        boolean hasFailed =
                facts.groups().stream()
                        .anyMatch(group -> !draft.timers(group.name()).drains().isNone());
        var start =
                new Moves.Start(
                        ready.getOrDefault(true, List.of()),
                        ready.getOrDefault(false, List.of()),
                        hasFailed,
                        keptFor);
        var moves = new Moves(start, coming, facts.cluster(), facts.kept());
        var needy = needy(proposal, opened);
        needy.addAll(served);
        new UnreadyNodes(facts, proposal, draft).drain();
        var failures = new FailedRemovals(facts, draft, needy);
        failures.judge();
        new Emptying(facts, draft, moves, failures).empty();
        var limits = new DrainLimits(facts, draft);
        var replacements = new Replacements(facts, draft, moves, limits);
        replacements.goOn();
        var scaleDown = new ScaleDown(facts, proposal, draft, limits, moves, replacements);
        scaleDown.drain();
        new ReplacementOrders(facts, proposal, draft, moves, limits.windows())
                .find(scaleDown::replaceable);
        moves.keep();
        draft.set(moves.places());
        draft.setNoPlaces(() -> noPlaces(moves, facts.room()));
    }

    /// The nodes in service that take no pods yet.
    private static Set<String> starting(ScalingFacts facts) {
        return facts.cluster().nodes().stream()
                .filter(node -> node.isActive() && !node.isReady())
                .map(Node::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /// The node without placeholders.
    private static Node seen(ScalingFacts facts, Node node) {
        return Objects.requireNonNull(facts.cluster().node(node.name()));
    }

    private static Map<String, Reason> noPlaces(Moves moves, Room room) {
        var reasons = new LinkedHashMap<String, Reason>();
        moves.noPlaces().forEach((node, why) -> reasons.put(node, why.reason(node, room)));
        return reasons;
    }

    private static KeptFor keptFor(ScalingFacts facts, Replacement one, Set<String> starting) {
        var names = new LinkedHashSet<String>();
        new ReplacementNodes(facts).joined(one).forEach(node -> names.add(node.name()));
        names.removeAll(starting);
        return new KeptFor(one.old(), names);
    }

    /// The pods that fit on no existing node.
    private static List<Pods> needy(Proposal proposal, Set<String> opened) {
        var needy = new ArrayList<Pods>();
        proposal.packing().placed().stream()
                .filter(one -> opened.contains(one.node()))
                .forEach(one -> needy.add(new Pods(one.shape(), one.count(), "")));
        needy.addAll(proposal.packing().left());
        var names = new TreeMap<Shape, Pods>();
        proposal.facts().pending().demand().forEach(pods -> names.put(pods.shape(), pods));
        needy.replaceAll(some -> names.getOrDefault(some.shape(), some).times(some.count()));
        return needy;
    }

    /// Names the variants of new nodes where the planner picks them. Machines that were ordered and
    /// have not joined are part of the target already.
    public static Step.ResizeGroup resize(Grown grown) {
        var group = grown.group();
        var in = new TreeMap<VariantKey, Integer>();
        if (group.offers().size() > 1 && group.spread().zones() == Zones.CHOSEN) {
            int ordered = Math.max(0, group.target() - group.size());
            grown.bought().stream()
                    .skip(ordered)
                    .forEach(member -> in.merge(member.key(), 1, Integer::sum));
        }
        return new Step.ResizeGroup(
                group.name(),
                group.target(),
                grown.wanted(),
                in.entrySet().stream()
                        .map(each -> new Step.InVariant(each.getKey(), each.getValue()))
                        .toList());
    }

    static Proposal propose(ScalingFacts facts) {
        var bought =
                facts.kept().get(Bought.Key.of(facts), Bought.class, _ -> Scaling.bought(facts));
        return new Proposal(facts, bought);
    }

    /// If zones turn out to be out of reach, their pods are tried on other offers.
    private static Bought bought(ScalingFacts facts) {
        var asking = facts.asking();
        var ceilings = new Ceilings(facts);
        var reach = new TreeMap<String, Integer>();
        var buyer = new Buyer(facts, ceilings, asking.pods(), reach);
        var chosen = chosen(facts, buyer);
        for (int i = 0; i < MOST_RETRIES && !buyer.outOfReach().isEmpty(); i++) {
            reach.putAll(buyer.outOfReach());
            var next = new Buyer(facts, ceilings, asking.pods(), reach);
            var other = chosen(facts, next);
            if (Purchase.CHEAPEST.compare(other.best(), chosen.best()) < 0) {
                chosen = other;
            }
            buyer = next;
        }
        var packing = asking.plain(buyer.nodeAfterNode(chosen.best().packing()));
        var first = PodsFirst.of(facts, packing);
        return new Bought(chosen, buyer.minimum(), onAnyNode(facts, first));
    }

    /// Pods that nothing else takes are also planned on nodes that were bought for other pods.
    private static Packing onAnyNode(ScalingFacts facts, Packing packing) {
        if (packing.left().isEmpty() || facts.nodesForPending().equals(facts.nodesWithRoom())) {
            return packing;
        }
        var start = PackingStart.of(facts.nodesWithRoom(), facts.cluster()).after(packing);
        return packing.and(CheapestPacking.cheapest(start, List.of(), packing.left()));
    }

    private static Chosen chosen(ScalingFacts facts, Buyer buyer) {
        return switch (facts.policy().strategy()) {
            case ScaleUpStrategy.CheapestMix _ ->
                    new Cheapest(facts, buyer, facts.asking().pods()).chosen();
            case ScaleUpStrategy.ByRank byRank -> new Rounds(facts, buyer, byRank).chosen();
        };
    }

    @Override
    public Past jumped(Past past, Instant now, Duration lost) {
        return past.jumped(now, lost);
    }

    @Override
    public GroupPast handOver(Past past, String group) {
        return past.group(group);
    }

    @Override
    public Past takeOver(Past past, String group, GroupPast handed) {
        var groups = new TreeMap<>(past.groups());
        groups.put(group, handed);
        return new Past(groups, past.removals(), past.keptFree(), past.growths(), past.clock());
    }
}

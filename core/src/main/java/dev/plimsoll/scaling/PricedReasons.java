package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.Member;
import dev.plimsoll.prices.Price;
import dev.plimsoll.scaling.Proposal.Sum;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// The reasons of several decisions in order, with the price of the nodes that join and go by each.
/// Nodes that are bought and removed later count in both.
///
/// **Invariant:** what is added less what is saved is the difference of the cost in the end and at
/// first: `OutlookTest`.
final class PricedReasons {

    /// The rules by which a group grows.
    private static final List<Rule> PURCHASES =
            List.of(
                    Rules.TO_MINIMUM,
                    Rules.SCALE_UP,
                    Rules.SCALE_UP_FOR_ROOM,
                    RemovalRules.SCALE_UP_TO_REPLACE);

    private record Priced(Reason reason, List<String> joined, List<String> gone) {

        /// Whether one more node is part of the step.
        boolean hasRoom() {
            return joined.size() < number("wanted") - number("from");
        }

        private long number(String name) {
            for (var each : reason.facts()) {
                if (each instanceof Fact.Whole(var own, long value) && own.equals(name)) {
                    return value;
                }
            }
            return 0;
        }
    }

    private final Set<Reason> told = new LinkedHashSet<>();
    private final List<Priced> all = new ArrayList<>();
    private final Map<String, Price> prices = new LinkedHashMap<>();
    private final Set<String> first = new LinkedHashSet<>();
    private final Set<String> counted = new LinkedHashSet<>();

    /// The groups of the last decision, and the position of its first reason.
    private List<NodeGroup> groups;

    private int begin;

    /// @param proposal the first decision
    PricedReasons(Proposal proposal) {
        groups = proposal.facts().groups();
        groups.forEach(group -> group.nodes().forEach(first::add));
        remember(groups);
    }

    /// Continues with a decision: the nodes that joined and went since belong to the reasons of the
    /// decision before it.
    void next(Proposal proposal) {
        var before = groups;
        groups = proposal.facts().groups();
        remember(groups);
        var members = new LinkedHashMap<String, NodeGroup>();
        before.forEach(group -> group.nodes().forEach(node -> members.put(node, group)));
        for (var group : groups) {
            for (var node : group.nodes()) {
                if (members.remove(node) == null) {
                    join(node, group);
                }
            }
        }
        members.forEach((node, group) -> go(node, group.name()));
        begin = all.size();
    }

    /// Nodes that were there at first have the price of then, new ones that of the end.
    private void remember(List<NodeGroup> some) {
        for (var group : some) {
            for (Member member : group.members()) {
                if (!first.contains(member.node()) || !prices.containsKey(member.node())) {
                    prices.put(member.node(), member.price());
                }
            }
        }
    }

    private void join(String node, NodeGroup group) {
        var name = group.name();
        Predicate<Priced> isPurchase =
                one -> PURCHASES.contains(one.reason.rule()) && one.reason.subject().equals(name);
        Predicate<Priced> isInPlace =
                one ->
                        one.reason.rule().equals(RemovalRules.REPLACE_UNREADY)
                                && group.nodes().contains(one.reason.subject());
        Predicate<Priced> isLate =
                one ->
                        one.reason.rule().equals(Rules.MACHINES_LATE)
                                && one.reason.subject().equals(name);
        for (var kind : List.of(isPurchase.and(Priced::hasRoom), isPurchase, isInPlace, isLate)) {
            var some = all.subList(begin, all.size()).stream().filter(kind).toList();
            if (!some.isEmpty()) {
                some.getFirst().joined.add(node);
                return;
            }
        }
        all.reversed().stream()
                .filter(isPurchase.or(isInPlace).or(isLate))
                .findFirst()
                .ifPresent(one -> one.joined.add(node));
    }

    private void go(String node, String group) {
        if (counted.remove(node)) {
            return;
        }
        var own = all.subList(begin, all.size()).reversed();
        own.stream()
                .filter(one -> isAbout(one.reason, node, group))
                .findFirst()
                .orElseGet(() -> appended(Reason.because(RemovalRules.REMOVE_DRAINED, node)))
                .gone
                .add(node);
    }

    private static boolean isAbout(Reason reason, String node, String group) {
        var rule = reason.rule();
        return (RemovalRules.ENDS.contains(rule) && reason.subject().equals(node))
                || (Rules.GIVING_UP.contains(rule) && reason.subject().equals(group));
    }

    /// A reason that was told before is not repeated, unless it buys other nodes.
    void add(Reason reason) {
        if (told.add(reason)) {
            appended(reason);
            return;
        }
        boolean isOther =
                PURCHASES.contains(reason.rule())
                        && all.stream()
                                .filter(one -> one.reason.equals(reason))
                                .noneMatch(one -> one.joined.isEmpty());
        if (isOther) {
            appended(reason);
        }
    }

    /// Counts nodes as part of a reason that follows.
    void count(String node) {
        counted.add(node);
    }

    /// @param gone the nodes that go by it, counted before
    void add(Reason reason, List<String> gone) {
        appended(reason).gone.addAll(gone);
    }

    private Priced appended(Reason reason) {
        var one = new Priced(reason, new ArrayList<>(), new ArrayList<>());
        all.add(one);
        return one;
    }

    /// All reasons in order.
    List<Reason> reasons() {
        return all.stream().map(this::priced).toList();
    }

    private Reason priced(Priced one) {
        if (one.joined.isEmpty() && one.gone.isEmpty()) {
            return one.reason;
        }
        var details = new ArrayList<>(one.reason.facts());
        var joined = sum(one.joined);
        if (joined.unpriced() < one.joined.size()) {
            details.add(fact("added", joined.hour()));
        }
        if (joined.unpriced() > 0) {
            details.add(fact("unpriced", joined.unpriced()));
        }
        var gone = sum(one.gone);
        if (gone.unpriced() < one.gone.size()) {
            details.add(fact("saved", gone.hour()));
        }
        return new Reason(one.reason.rule(), one.reason.subject(), details);
    }

    private Sum sum(List<String> nodes) {
        var sum = Sum.NONE;
        for (var node : nodes) {
            var price = prices.get(node);
            sum = price == null ? sum : sum.and(price);
        }
        return sum;
    }
}

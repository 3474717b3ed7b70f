package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Fact.figure;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.scaling.Proposal.Staying;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/// Why nodes stay: one reason a rule, and one a node. The reason of a rule that names a pod is that
/// of the first node, and counts the others.
final class Stays {

    /// The number of examples that a reason names.
    private static final int FEW = 3;

    private final Map<Rule, List<String>> nodes = new LinkedHashMap<>();
    private final Map<Rule, List<Reason>> own = new LinkedHashMap<>();
    private final SortedMap<String, Reason> byNode = new TreeMap<>();
    private final Policy policy;
    private Duration longest = Duration.ZERO;

    Stays(Policy policy) {
        this.policy = policy;
    }

    /// @return true, so that callers can end with it
    boolean add(Rule rule, String node) {
        return add(node, ofNode(rule, node, policy));
    }

    private boolean add(String node, Reason why) {
        nodes.computeIfAbsent(why.rule(), _ -> new ArrayList<>()).add(node);
        return addLater(node, why);
    }

    /// The reason of a node that counts in no reason of these: it is one of another list.
    boolean addLater(String node, Reason why) {
        byNode.put(node, why);
        return true;
    }

    void add(Reason reason) {
        own.computeIfAbsent(reason.rule(), _ -> new ArrayList<>()).add(reason);
        byNode.put(reason.subject(), reason);
    }

    /// Why each node stays, by name. Of pods that fit on no other node, only the first reason names
    /// the pod.
    SortedMap<String, Reason> byNode() {
        return byNode;
    }

    /// @param time how long the node has been unneeded
    void addUnneeded(String node, Duration time) {
        add(node, unneeded(node, time, policy));
        longest = longest.compareTo(time) < 0 ? time : longest;
    }

    /// A node with pods that fit on no other one.
    ///
    /// @param why called for the first such node only: it costs a question to every node
    void addHomeless(String node, Supplier<Reason> why) {
        boolean isFirst = !own.containsKey(RemovalRules.FITS_NOWHERE_ELSE);
        add(isFirst ? why.get() : because(RemovalRules.FITS_NOWHERE_ELSE, node));
    }

    /// One entry a rule.
    List<Staying> all() {
        var all = new ArrayList<Staying>();
        for (var rule : RemovalRules.STAYS) {
            var some = nodes.getOrDefault(rule, List.of());
            if (!some.isEmpty()) {
                var few = some.subList(0, Math.min(FEW, some.size()));
                var reason = reason(rule, some.size(), few);
                all.add(
                        new Staying(
                                rule.equals(RemovalRules.UNNEEDED) ? withLongest(reason) : reason,
                                some.size(),
                                few));
            }
            var same = own.getOrDefault(rule, List.of());
            if (!same.isEmpty()) {
                all.add(together(same));
            }
        }
        return all;
    }

    private Reason withLongest(Reason reason) {
        var facts = new ArrayList<>(reason.facts());
        facts.add(fact("longest", longest.toMinutes()));
        return new Reason(reason.rule(), reason.subject(), facts);
    }

    /// The reason of a rule about one node.
    static Reason ofNode(Rule rule, String node, Policy policy) {
        var facts = new ArrayList<Fact>();
        facts.add(fact("node", node));
        limits(rule, policy.scaleDown()).ifPresent(facts::add);
        return new Reason(rule, node, facts);
    }

    /// The reason of one node that has not been unneeded for long enough.
    private static Reason unneeded(String node, Duration time, Policy policy) {
        var needed = policy.scaleDown().unneededFor();
        boolean isInMinutes = needed.toSecondsPart() == 0;
        return because(
                RemovalRules.UNNEEDED,
                node,
                fact("node", node),
                fact("time", isInMinutes ? time.toMinutes() + " min" : time.toSeconds() + " s"),
                fact(
                        "needed",
                        isInMinutes ? needed.toMinutes() + " min" : needed.toSeconds() + " s"));
    }

    /// The first of some reasons, with the number of the others.
    private static Staying together(List<Reason> same) {
        var first = same.getFirst();
        var facts = new ArrayList<>(first.facts());
        facts.add(fact("more", same.size() - 1));
        var few = same.stream().map(Reason::subject).limit(FEW).toList();
        return new Staying(new Reason(first.rule(), first.subject(), facts), same.size(), few);
    }

    /// The reason of a rule about many nodes.
    private Reason reason(Rule rule, int count, List<String> few) {
        var facts = new ArrayList<Fact>();
        facts.add(fact("nodes", count));
        limits(rule, policy.scaleDown()).ifPresent(facts::add);
        facts.add(fact("examples", String.join(", ", few)));
        return new Reason(rule, "cluster", facts);
    }

    /// The limit of the policy that the sentence of a rule names.
    private static Optional<Fact> limits(Rule rule, ScaleDownPolicy policy) {
        if (rule.equals(RemovalRules.ABOVE_UTILISATION)) {
            return Optional.of(
                    figure("percent", BigDecimal.valueOf(policy.most().hundredths(), 2)));
        }
        if (rule.equals(RemovalRules.UNNEEDED)) {
            return Optional.of(fact("minutes", atLeast(policy.unneededFor())));
        }
        if (rule.equals(RemovalRules.GROUP_SETTLING)) {
            return Optional.of(fact("minutes", atLeast(policy.settle())));
        }
        if (rule.equals(RemovalRules.GROUP_SETTLING_ROOM)) {
            return Optional.of(fact("minutes", atLeast(policy.settleForSlack())));
        }
        return rule.equals(RemovalRules.TRIED_LATELY)
                ? Optional.of(fact("minutes", ScaleDown.TRY_AGAIN.toMinutes()))
                : Optional.empty();
    }

    /// Whole minutes, rounded up: what is less than the time is less than these.
    private static long atLeast(Duration time) {
        return time.plusSeconds(59).toMinutes();
    }
}

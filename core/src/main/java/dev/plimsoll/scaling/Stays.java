package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Fact.figure;

import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.scaling.Proposal.Staying;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Why nodes stay: one reason a rule for rules about many nodes, and one reason a node for rules
/// that name a pod, of the first nodes.
final class Stays {

    /// The number of examples that a reason names, and of nodes with a reason of their own.
    private static final int FEW = 3;

    private final Map<Rule, List<String>> nodes = new LinkedHashMap<>();
    private final Map<Rule, List<Reason>> own = new LinkedHashMap<>();

    /// @return true, so that callers can end with it
    boolean add(Rule rule, String node) {
        nodes.computeIfAbsent(rule, _ -> new ArrayList<>()).add(node);
        return true;
    }

    void add(Reason reason) {
        own.computeIfAbsent(reason.rule(), _ -> new ArrayList<>()).add(reason);
    }

    /// One entry a rule, or a node that has a reason of its own.
    List<Staying> all(Policy policy) {
        var all = new ArrayList<Staying>();
        for (var rule : RemovalRules.STAYS) {
            var some = nodes.getOrDefault(rule, List.of());
            if (!some.isEmpty()) {
                var few = some.subList(0, Math.min(FEW, some.size()));
                all.add(new Staying(reason(rule, some.size(), few, policy), some.size(), few));
            }
            own.getOrDefault(rule, List.of()).stream()
                    .limit(FEW)
                    .map(reason -> new Staying(reason, 1, List.of(reason.subject())))
                    .forEach(all::add);
        }
        return all;
    }

    private static Reason reason(Rule rule, int count, List<String> few, Policy policy) {
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
            return Optional.of(fact("minutes", policy.unneededFor().toMinutes()));
        }
        if (rule.equals(RemovalRules.GROUP_SETTLING)) {
            return Optional.of(fact("minutes", policy.settle().toMinutes()));
        }
        return rule.equals(RemovalRules.TRIED_LATELY)
                ? Optional.of(fact("minutes", ScaleDown.TRY_AGAIN.toMinutes()))
                : Optional.empty();
    }
}

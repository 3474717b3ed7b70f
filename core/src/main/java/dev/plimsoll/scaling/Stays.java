package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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

    List<Reason> reasons(Policy policy) {
        var byCode = new TreeMap<Integer, List<Reason>>();
        for (var rule : RemovalRules.STAYS) {
            var reasons = new ArrayList<Reason>();
            var some = nodes.get(rule);
            if (some != null) {
                reasons.add(
                        because(
                                rule,
                                "cluster",
                                fact("nodes", some.size()),
                                fact("minutes", minutes(rule, policy)),
                                fact(
                                        "percent",
                                        policy.scaleDown().most().toString().replace("%", "")),
                                fact("examples", examples(some))));
            }
            own.getOrDefault(rule, List.of()).stream().limit(FEW).forEach(reasons::add);
            byCode.put(RemovalRules.STAYS.indexOf(rule), reasons);
        }
        return byCode.values().stream().flatMap(List::stream).toList();
    }

    private static long minutes(Rule rule, Policy policy) {
        if (rule.equals(RemovalRules.TRIED_LATELY)) {
            return ScaleDown.TRY_AGAIN.toMinutes();
        }
        return rule.equals(RemovalRules.GROUP_SETTLING)
                ? policy.scaleDown().settle().toMinutes()
                : policy.scaleDown().unneededFor().toMinutes();
    }

    private static String examples(List<String> names) {
        return String.join(", ", names.subList(0, Math.min(FEW, names.size())));
    }
}

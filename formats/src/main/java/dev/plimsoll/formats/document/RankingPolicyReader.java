package dev.plimsoll.formats.document;

import dev.plimsoll.formats.Fields;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.ranking.RankingPolicy;
import dev.plimsoll.ranking.RankingPolicy.Factors;
import dev.plimsoll.ranking.RankingPolicy.Preferred;
import dev.plimsoll.ranking.RankingPolicy.Priority;
import dev.plimsoll.ranking.RankingPolicy.Reading;
import dev.plimsoll.ranking.RankingPolicy.Strategy;
import dev.plimsoll.scaling.ScaleUpStrategy;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Reads the policy of a ranking.
final class RankingPolicyReader {

    static final Map<String, Reading> READINGS = Choices.of(Reading.values());
    private static final Map<String, Strategy> STRATEGIES = Choices.of(Strategy.values());

    /// Cluster Autoscaler's name for it.
    private static final String RANDOM = "random";

    private static final BigDecimal LEAST = new BigDecimal("0.001");
    private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000_000);

    /// The strategy that a policy file may list last.
    private static final String MIX = "cheapest-mix";

    /// The keys that only scores use.
    private static final List<String> OF_SCORES =
            List.of("reading", "preferredCpu", "suppressOver", "partialFactor", "gpuUnfitness");

    private final Fields fields;

    RankingPolicyReader(Fields fields) {
        this.fields = fields;
    }

    /// How groups to grow are chosen; by default the cheapest mix of all groups.
    ScaleUpStrategy strategy() {
        var names = fields.texts("strategies");
        int mix = names.indexOf(MIX);
        if (mix >= 0 && mix < names.size() - 1) {
            fields.mistake(
                    "strategies",
                    "'" + MIX + "' decides between all groups that are left; put it last");
        }
        var policy = read(List.of(MIX));
        if (names.isEmpty() || names.equals(List.of(MIX))) {
            OF_SCORES.stream()
                    .filter(fields::has)
                    .forEach(key ->
                            fields.mistake(key, "it has no effect; add 'price' to the strategies"));
            return new ScaleUpStrategy.CheapestMix();
        }
        return mix < 0 ? new ScaleUpStrategy.Ranked(policy) : new ScaleUpStrategy.MixOfBest(policy);
    }

    /// @param others names in the list of strategies that are not strategies of ranking
    RankingPolicy read(List<String> others) {
        var strategies = strategies(others);
        var priorities = priorities();
        if (strategies.contains(Strategy.PRIORITY) && priorities.isEmpty()) {
            fields.mistake(
                    "strategies",
                    "'priority' needs priorities; add priorities: [{priority: 10, groups:"
                            + " [pattern]}]");
        }
        if (!strategies.contains(Strategy.PRIORITY) && !priorities.isEmpty()) {
            fields.mistake("priorities", "they have no effect; add 'priority' to the strategies");
        }
        return new RankingPolicy(
                fields.choice("reading", RankingPolicy.DEFAULT.reading(), READINGS),
                strategies,
                preferred(),
                factors(),
                priorities);
    }

    private List<Strategy> strategies(List<String> others) {
        var strategies = new ArrayList<Strategy>();
        for (var name : fields.texts("strategies")) {
            var strategy =
                    STRATEGIES.get(
                            name.equals(RANDOM) ? Choices.name(Strategy.RANDOM_BY_SEED) : name);
            if (strategy == null) {
                checkOther(name, others);
            } else if (strategies.contains(strategy)) {
                fields.mistake("strategies", "'" + name + "' is listed twice; remove one");
            } else {
                strategies.add(strategy);
            }
        }
        int draw = strategies.indexOf(Strategy.RANDOM_BY_SEED);
        if (draw >= 0 && draw < strategies.size() - 1) {
            fields.mistake(
                    "strategies",
                    "a random choice leaves one group; put '"
                            + Choices.name(Strategy.RANDOM_BY_SEED)
                            + "' last");
        }
        return strategies.isEmpty() ? RankingPolicy.DEFAULT.strategies() : strategies;
    }

    private void checkOther(String name, List<String> others) {
        if (!others.contains(name)) {
            var known = new ArrayList<>(others);
            known.addAll(STRATEGIES.keySet());
            fields.mistake(
                    "strategies",
                    "'"
                            + name
                            + "' is not a strategy; the strategies are "
                            + String.join(", ", known));
        }
    }

    private Preferred preferred() {
        if (!fields.has("preferredCpu")) {
            return new Preferred.BySize();
        }
        long millis = fields.quantity("preferredCpu", Resources.CPU, 1);
        if (millis == 0) {
            fields.mistake(
                    "preferredCpu", "it must be above 0; write a number of cores, for example 8");
            return new Preferred.BySize();
        }
        return new Preferred.Of(new Cpu(millis));
    }

    private Factors factors() {
        var defaults = Factors.DEFAULT;
        return new Factors(
                fields.decimal("suppressOver", defaults.suppressOver(), LEAST, MOST),
                fields.decimal("partialFactor", defaults.partial(), BigDecimal.ONE, MOST),
                fields.decimal("gpuUnfitness", defaults.gpuUnfitness(), BigDecimal.ONE, MOST));
    }

    private List<Priority> priorities() {
        var priorities = new ArrayList<Priority>();
        for (var entry : fields.list("priorities")) {
            if (!entry.has("priority")) {
                entry.mistake("'priority' is missing; add 'priority: …'");
            }
            int priority = entry.whole("priority", 0, Integer.MIN_VALUE, Integer.MAX_VALUE);
            var groups = entry.texts("groups");
            if (groups.isEmpty()) {
                entry.mistake("'groups' is missing; add groups: [pattern]");
            }
            groups.forEach(pattern -> check(entry, pattern));
            priorities.add(new Priority(priority, groups));
        }
        return priorities;
    }

    private static void check(Fields entry, String pattern) {
        try {
            Pattern.compile(pattern);
        } catch (PatternSyntaxException wrong) {
            entry.mistake(
                    "groups",
                    "'"
                            + pattern
                            + "' is not a regular expression ("
                            + wrong.getDescription()
                            + "); put a backslash before characters that match themselves");
        }
    }

    /// How groups to grow are chosen, as a document.
    static Map<String, Object> tree(ScaleUpStrategy strategy) {
        return switch (strategy) {
            case ScaleUpStrategy.CheapestMix _ -> Trees.ordered("strategies", List.of(MIX));
            case ScaleUpStrategy.Ranked(var ranking) -> tree(ranking);
            case ScaleUpStrategy.MixOfBest(var ranking) -> {
                var tree = tree(ranking);
                var names = new ArrayList<Object>();
                ranking.strategies().forEach(each -> names.add(Choices.name(each)));
                names.add(MIX);
                tree.put("strategies", names);
                yield tree;
            }
        };
    }

    /// The policy as a document.
    static Map<String, Object> tree(RankingPolicy policy) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("reading", Choices.name(policy.reading()));
        tree.put("strategies", policy.strategies().stream().<Object>map(Choices::name).toList());
        if (policy.preferred() instanceof Preferred.Of(var cpu)) {
            tree.put("preferredCpu", cpu.toString());
        }
        tree.put("suppressOver", policy.factors().suppressOver());
        tree.put("partialFactor", policy.factors().partial());
        tree.put("gpuUnfitness", policy.factors().gpuUnfitness());
        if (!policy.priorities().isEmpty()) {
            tree.put(
                    "priorities",
                    policy.priorities().stream()
                            .<Object>map(each ->
                                    Trees.ordered(
                                            "priority", each.priority(), "groups", each.groups()))
                            .toList());
        }
        return tree;
    }
}

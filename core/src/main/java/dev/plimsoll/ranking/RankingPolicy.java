package dev.plimsoll.ranking;

import dev.plimsoll.quantity.Cpu;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// The settings of a ranking.
///
/// @param strategies applied one after the other: each decides between the options that tie in the
///   ones before it
/// @param priorities for strategy `priority`
public record RankingPolicy(
        Reading reading,
        List<Strategy> strategies,
        Preferred preferred,
        Factors factors,
        List<Priority> priorities) {

    public static final RankingPolicy DEFAULT =
            new RankingPolicy(
                    Reading.PLIMSOLL,
                    List.of(Strategy.PRICE),
                    new Preferred.BySize(),
                    Factors.DEFAULT,
                    List.of());

    /// The version of the rules.
    public enum Reading {
        PLIMSOLL,
        /// The proposal as published.
        SOURCE,
        /// The price expander of Cluster Autoscaler.
        CLUSTER_AUTOSCALER
    }

    /// A criterion by which one option is better than another.
    public enum Strategy {
        /// The lowest score.
        PRICE,
        /// The least unused cpu and memory.
        LEAST_WASTE,
        MOST_PODS,
        LEAST_NODES,
        /// The highest priority by the name of the group.
        PRIORITY,
        /// Random, by the seed of the question and the name of the group.
        RANDOM_BY_SEED;

        /// Its name in a policy.
        public String code() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /// The preferred size of nodes.
    public sealed interface Preferred {

        /// The size that the formula prefers for the number of nodes in the cluster.
        record BySize() implements Preferred {}

        record Of(Cpu cpu) implements Preferred {

            public Of {
                if (cpu.millis() < 1) {
                    throw new IllegalArgumentException("a preferred node has cpu, got " + cpu);
                }
            }
        }
    }

    /// The parameters of the formula.
    ///
    /// @param suppressOver the number of added nodes over which unfitness fades
    /// @param partial how many times better the score of an option that leaves more pods must be
    /// @param gpuUnfitness the unfitness of nodes with GPUs that no pod requests
    public record Factors(BigDecimal suppressOver, BigDecimal partial, BigDecimal gpuUnfitness) {

        public static final Factors DEFAULT =
                new Factors(
                        BigDecimal.valueOf(15), BigDecimal.valueOf(2), BigDecimal.valueOf(1_000));

        public Factors {
            suppressOver = plain(suppressOver);
            partial = plain(partial);
            gpuUnfitness = plain(gpuUnfitness);
            if (suppressOver.signum() <= 0
                    || partial.compareTo(BigDecimal.ONE) < 0
                    || gpuUnfitness.compareTo(BigDecimal.ONE) < 0) {
                throw new IllegalArgumentException(
                        "suppressOver is above 0, the other factors are 1 or more, got "
                                + List.of(suppressOver, partial, gpuUnfitness));
            }
        }

        /// Equal numbers are equal values, however they were written.
        private static BigDecimal plain(BigDecimal number) {
            var stripped = number.stripTrailingZeros();
            return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
        }
    }

    /// A priority for the groups whose names match a pattern.
    ///
    /// @param groups regular expressions
    public record Priority(int priority, List<String> groups) {

        public Priority {
            groups = List.copyOf(groups);
        }

        boolean matches(String group) {
            return groups.stream().anyMatch(each -> Pattern.compile(each).matcher(group).find());
        }
    }

    public RankingPolicy {
        strategies = List.copyOf(strategies);
        priorities = List.copyOf(priorities);
        if (strategies.isEmpty() || strategies.stream().distinct().count() < strategies.size()) {
            throw new IllegalArgumentException(
                    "strategies are listed once each, and at least one, got " + strategies);
        }
    }

    boolean has(Strategy strategy) {
        return strategies.contains(strategy);
    }

    /// Options that leave fewer pods pending come first.
    boolean looksAtLeaves() {
        return reading == Reading.PLIMSOLL;
    }
}

package dev.plimsoll.ranking;

import dev.plimsoll.quantity.Cpu;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// How options are ranked.
///
/// @param strategies one after the other: what one finds alike the next tells apart
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

    /// Which version of the rules.
    public enum Reading {
        PLIMSOLL,
        /// As the source prints it.
        SOURCE,
        /// As Cluster Autoscaler's price expander computes it.
        CLUSTER_AUTOSCALER
    }

    /// What makes an option better than another.
    public enum Strategy {
        /// The lowest score.
        PRICE,
        /// The least cpu and memory that its pods leave over.
        LEAST_WASTE,
        MOST_PODS,
        LEAST_NODES,
        /// The highest priority by the name of the group.
        PRIORITY,
        /// A draw by the question's seed and the name of the group.
        RANDOM_BY_SEED;

        /// Its name in a policy.
        public String code() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /// The size of node that a cluster is best made of.
    public sealed interface Preferred {

        /// As many cores as nodes of a cluster of that size should have.
        record BySize() implements Preferred {}

        record Of(Cpu cpu) implements Preferred {

            public Of {
                if (cpu.millis() < 1) {
                    throw new IllegalArgumentException("a preferred node has cpu, got " + cpu);
                }
            }
        }
    }

    /// Numbers of the formula.
    ///
    /// @param suppressOver how slowly more nodes make unfitness matter less
    /// @param partial how many times better an option that leaves more pods must be
    /// @param gpuUnfitness what counts for nodes with GPUs that nobody asks for
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

    /// A priority for the groups that some pattern is found in.
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
            throw new IllegalArgumentException("strategies stand there once, got " + strategies);
        }
    }

    boolean has(Strategy strategy) {
        return strategies.contains(strategy);
    }

    /// Whether an option that leaves fewer pods comes first.
    boolean looksAtLeaves() {
        return reading == Reading.PLIMSOLL;
    }
}

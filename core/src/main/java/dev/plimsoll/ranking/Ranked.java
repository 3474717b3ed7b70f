package dev.plimsoll.ranking;

import dev.plimsoll.ranking.RankingPolicy.Strategy;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// An option with the values that strategies compare.
///
/// @param leaves pending pods that do not fit
/// @param marks the values of strategies other than `price`: waste, pods, nodes, priority. A group
///   without a priority has no entry for it
public record Ranked(Option option, Score score, long leaves, SortedMap<Strategy, Double> marks) {

    public Ranked {
        marks = Collections.unmodifiableSortedMap(new TreeMap<>(marks));
    }

    /// The value that a strategy compares: the score, or a mark.
    public double by(Strategy strategy) {
        return strategy == Strategy.PRICE ? value() : mark(strategy);
    }

    /// Below all others if the option has none.
    double mark(Strategy strategy) {
        return marks.getOrDefault(strategy, Double.NEGATIVE_INFINITY);
    }

    /// The score: lower is better; infinite if the option has none.
    double value() {
        return switch (score) {
            case Score.Of of -> of.value();
            case Score.None _ -> Double.POSITIVE_INFINITY;
        };
    }
}

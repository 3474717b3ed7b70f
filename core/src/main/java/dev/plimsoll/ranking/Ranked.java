package dev.plimsoll.ranking;

import dev.plimsoll.ranking.RankingPolicy.Strategy;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// An option with all that strategies compare.
///
/// @param leaves pods that wait and that it does not take
/// @param marks for strategies other than `price`: waste, pods, nodes, priority. No priority: none
///   is given to the group
public record Ranked(Option option, Score score, long leaves, SortedMap<Strategy, Double> marks) {

    public Ranked {
        marks = Collections.unmodifiableSortedMap(new TreeMap<>(marks));
    }

    /// What a strategy compares: the score, or a mark.
    public double by(Strategy strategy) {
        return strategy == Strategy.PRICE ? value() : mark(strategy);
    }

    /// Below all others where there is none.
    double mark(Strategy strategy) {
        return marks.getOrDefault(strategy, Double.NEGATIVE_INFINITY);
    }

    /// The lower, the better; above all where there is none.
    double value() {
        return switch (score) {
            case Score.Of of -> of.value();
            case Score.None _ -> Double.POSITIVE_INFINITY;
        };
    }
}

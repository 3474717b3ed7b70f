package dev.plimsoll.ranking;

import dev.plimsoll.prices.Price;
import java.util.Comparator;
import java.util.List;

/// The input of a ranking: the groups that could grow for the pending pods.
///
/// @param clusterNodes all nodes of the cluster, in any group
/// @param pending number of pending pods
/// @param stabilisation the price that is added to both sides of the ratio; if unknown, the price
///   of a small pod at these rates
/// @param options in order of their groups, each group once
public record RankingSeen(
        int clusterNodes, long pending, Price stabilisation, Rates rates, List<Option> options) {

    public RankingSeen {
        options = options.stream().sorted(Comparator.comparing(Option::group)).toList();
        for (int i = 1; i < options.size(); i++) {
            if (options.get(i).group().equals(options.get(i - 1).group())) {
                throw new IllegalArgumentException(
                        "two options for group " + options.get(i).group());
            }
        }
        if (clusterNodes < 0 || pending < mostTaken(options)) {
            throw new IllegalArgumentException(
                    "nodes are zero or more, got "
                            + clusterNodes
                            + "; pending pods are at least as many as fit on an option, got "
                            + pending);
        }
    }

    /// The largest number of pods that fit on one option.
    public static long mostTaken(List<Option> options) {
        long most = 0;
        for (var option : options) {
            most = Math.max(most, option.takes());
        }
        return most;
    }
}

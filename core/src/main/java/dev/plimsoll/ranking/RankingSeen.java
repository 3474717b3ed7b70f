package dev.plimsoll.ranking;

import dev.plimsoll.prices.Price;
import java.util.Comparator;
import java.util.List;

/// Groups that could grow for pods that wait.
///
/// @param clusterNodes all nodes of the cluster, of whatever group
/// @param pending pods that wait
/// @param stabilisation what is added to both sides of the ratio; if unknown, the price of a small
///   pod at these rates
/// @param options in order of their groups, each group once
public record RankingSeen(
        int clusterNodes, long pending, Price stabilisation, Rates rates, List<Option> options) {

    public RankingSeen {
        options = options.stream().sorted(Comparator.comparing(Option::group)).toList();
        for (int i = 1; i < options.size(); i++) {
            if (options.get(i).group().equals(options.get(i - 1).group())) {
                throw new IllegalArgumentException("two options are " + options.get(i).group());
            }
        }
        if (clusterNodes < 0 || pending < mostTaken(options)) {
            throw new IllegalArgumentException(
                    "nodes are zero or more, got "
                            + clusterNodes
                            + "; pods that wait are at least those that an option takes, got "
                            + pending);
        }
    }

    /// The most pods that any of the options takes.
    public static long mostTaken(List<Option> options) {
        long most = 0;
        for (var option : options) {
            most = Math.max(most, option.takes());
        }
        return most;
    }
}

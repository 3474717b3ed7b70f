package dev.plimsoll.slack;

import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import java.util.List;

/// The settings of slack.
///
/// @param resources the resources whose room is kept free
public record SlackPolicy(
        Reading reading, Rate rate, Pieces pieces, Biggest biggest, List<String> resources) {

    /// The resources that slack can speak of: all nodes have them, and they can be divided.
    public static final List<String> POSSIBLE =
            List.of(Resources.CPU, Resources.STORAGE, Resources.MEMORY);

    public static final SlackPolicy DEFAULT =
            new SlackPolicy(
                    Reading.PLIMSOLL,
                    new Rate(Percent.of(10), Basis.CAPACITY),
                    new Pieces(5, ""),
                    Biggest.NONE,
                    List.of(Resources.CPU, Resources.MEMORY));

    /// The version of the rules.
    public enum Reading {
        PLIMSOLL,
        /// Version 1 of the source, as printed.
        SOURCE_1,
        /// Its version 2, "incomplete idea".
        SOURCE_2_PODS,
        /// Its version 2, "more complete idea".
        SOURCE_2_SHAPE
    }

    /// What the rate is a share of.
    public enum Basis {
        /// The allocatable resources of nodes, without their DaemonSet pods.
        CAPACITY,
        /// The requests of pods.
        REQUESTS
    }

    /// Which pods get a placeholder of their size.
    public enum Biggest {
        NONE,
        /// Every pod that is not smaller than another one in all resources.
        PODS,
        /// One placeholder with the most of every resource that any pod requests.
        SHAPE
    }

    /// How much room is kept free.
    public record Rate(Percent share, Basis basis) {

        /// Room on nodes that are bought for room would need room again, without end.
        public static boolean isEndless(Percent share, Basis basis) {
            return basis == Basis.CAPACITY && share.compareTo(Percent.WHOLE) >= 0;
        }

        public Rate {
            if (isEndless(share, basis)) {
                throw new IllegalArgumentException(
                        "a share of the capacity is below 100%, got " + share);
            }
        }
    }

    /// The size of placeholders.
    ///
    /// @param granularity the number of placeholders that fill the reference node
    /// @param reference the group whose node is the reference node; empty: the smallest node that
    ///   holds nearly all pods
    public record Pieces(int granularity, String reference) {

        public Pieces {
            if (granularity < 1) {
                throw new IllegalArgumentException("granularity is above 0, got " + granularity);
            }
        }
    }

    public SlackPolicy {
        resources = resources.stream().distinct().sorted().toList();
        if (resources.isEmpty() || !POSSIBLE.containsAll(resources)) {
            throw new IllegalArgumentException(
                    "slack is about one or more of " + POSSIBLE + ", got " + resources);
        }
    }

    /// The same with another rate.
    public SlackPolicy with(Rate other) {
        return new SlackPolicy(reading, other, pieces, biggest, resources);
    }
}

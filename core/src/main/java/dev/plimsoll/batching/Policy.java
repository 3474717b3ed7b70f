package dev.plimsoll.batching;

import dev.plimsoll.quantity.Count;
import java.time.Duration;

/// The operator's settings for the batches of a subnet.
///
/// @param minFreePercent mf: the share of a batch that a node keeps free
/// @param headroomPercent h: the share of a batch that is left in the subnet for every node
/// @param joins J; unknown: a tenth of the nodes, at least 1
/// @param controller name of the controller, if several serve one subnet; empty for a single one
public record Policy(
        Formula rule,
        int minFreePercent,
        int headroomPercent,
        Count joins,
        Limits limits,
        Patience patience,
        String controller) {

    public static final Policy DEFAULTS =
            new Policy(
                    new Formula.FeedForward(),
                    50,
                    50,
                    Count.unknown(),
                    new Limits(128, 250, 1),
                    Patience.DEFAULTS,
                    "");

    /// The limits of a node.
    ///
    /// @param batch the largest batch
    /// @param perNode M' of a joining node, and the upper limit of every M
    /// @param primary P
    public record Limits(int batch, int perNode, int primary) {

        public Limits {
            if (batch < 1 || perNode < 1 || primary < 0) {
                throw new IllegalArgumentException(
                        "maxBatch and maxPerNode are 1 or more, primaryPerNode 0 or more, got "
                                + batch
                                + " "
                                + perNode
                                + " "
                                + primary);
            }
        }
    }

    /// The times that a raise waits.
    ///
    /// @param holdDown after a change of the batch
    /// @param others after other users release addresses
    /// @param stale the age of figures above which there is no raise
    public record Patience(Duration holdDown, Duration others, Duration stale) {

        public static final Patience DEFAULTS =
                new Patience(Duration.ofSeconds(60), Duration.ofMinutes(10), Duration.ofMinutes(2));
        public static final Patience NONE =
                new Patience(Duration.ZERO, Duration.ZERO, Duration.ofDays(1));
    }

    public Policy {
        if (minFreePercent < 0 || minFreePercent > 100) {
            throw new IllegalArgumentException(
                    "minFreePercent is between 0 and 100, got " + minFreePercent);
        }
        if (headroomPercent < 0) {
            throw new IllegalArgumentException(
                    "headroomPercent is zero or more, got " + headroomPercent);
        }
    }

    public Policy withRule(Formula other) {
        return new Policy(
                other, minFreePercent, headroomPercent, joins, limits, patience, controller);
    }

    public Policy withPatience(Patience other) {
        return new Policy(rule, minFreePercent, headroomPercent, joins, limits, other, controller);
    }

    public Policy withController(String name) {
        return new Policy(rule, minFreePercent, headroomPercent, joins, limits, patience, name);
    }
}

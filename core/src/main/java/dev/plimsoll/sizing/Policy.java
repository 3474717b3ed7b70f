package dev.plimsoll.sizing;

import dev.plimsoll.cluster.Limits;
import dev.plimsoll.quantity.Percent;
import java.time.Duration;

/// How an operator wants a group sized.
///
/// @param limits of active nodes
/// @param growAbove a group grows when its use is above this line; may be above 100%
/// @param coolDown how long a group that grew is left alone
/// @param provisionTimeout how long a node may take to become Ready
public record Policy(
        Reading reading,
        Limits limits,
        Percent growAbove,
        Drop slow,
        Drop fast,
        Duration coolDown,
        Graces graces,
        Whose pods,
        boolean scaleOnStarve,
        Daemons daemonSets,
        Finish finishOnDraining,
        Order order,
        Duration provisionTimeout) {

    /// The repaired rules, or what the source prints.
    public enum Reading {
        PLIMSOLL,
        SOURCE
    }

    /// Which pods are a group's.
    public enum Whose {
        /// Those whose selector or affinity names the group's labels.
        SELECTED,
        /// Those that run on its nodes, and those that wait, fit it, and select no other group.
        FITTING
    }

    /// What becomes of the room that DaemonSets take.
    public enum Daemons {
        SUBTRACT,
        IGNORE
    }

    /// Which pods may finish on draining nodes and ask for no other node.
    public enum Finish {
        NONE,
        JOBS
    }

    /// Which nodes are drained first.
    public enum Order {
        OLDEST,
        EMPTIEST,
        CHEAPEST_TO_MOVE
    }

    /// How many nodes a group drains in a turn when its use is below a line.
    public record Drop(Percent below, int nodes) {

        public Drop {
            if (nodes < 0) {
                throw new IllegalArgumentException("a rate is zero or more, got " + nodes);
            }
        }
    }

    /// How long a draining node is given: until it may go empty, until its pods are evicted, and
    /// from then until it goes all the same.
    public record Graces(Duration soft, Duration hard, Duration kill) {

        public Graces {
            if (soft.compareTo(hard) > 0) {
                throw new IllegalArgumentException(
                        "soft is at most hard (" + hard + "), got " + soft);
            }
        }
    }

    public Policy {
        if (growAbove.hundredths() == 0) {
            throw new IllegalArgumentException("growAbove is above 0%");
        }
        if (fast.below().compareTo(slow.below()) > 0 || slow.below().compareTo(growAbove) > 0) {
            throw new IllegalArgumentException(
                    "lines rise from fast ("
                            + fast.below()
                            + ") over slow ("
                            + slow.below()
                            + ") to grow ("
                            + growAbove
                            + ")");
        }
    }

    /// What holds where an operator says nothing.
    public static Policy defaults(Reading reading) {
        boolean source = reading == Reading.SOURCE;
        return new Policy(
                reading,
                new Limits(1, 100),
                Percent.of(70),
                new Drop(Percent.of(40), 2),
                new Drop(Percent.of(10), 5),
                Duration.ofMinutes(2),
                new Graces(
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(10),
                        source ? Duration.ZERO : Duration.ofMinutes(10)),
                Whose.SELECTED,
                !source,
                source ? Daemons.IGNORE : Daemons.SUBTRACT,
                Finish.NONE,
                Order.OLDEST,
                Duration.ofMinutes(15));
    }
}

package dev.plimsoll.sizing;

import dev.plimsoll.cluster.Limits;
import dev.plimsoll.quantity.Percent;
import java.time.Duration;

/// The operator's settings for one node group.
///
/// @param limits minimum and maximum of active nodes
/// @param counting the pods and the capacity that utilisation is computed from
/// @param rotation when nodes are replaced
/// @param mostInCluster the maximum number of nodes of the whole cluster
/// @param dryRun whether the steps are decided and not taken
public record Policy(
        Reading reading,
        Limits limits,
        Growth growth,
        Shrink shrink,
        Graces graces,
        Counting counting,
        Rotation rotation,
        int mostInCluster,
        boolean dryRun) {

    /// The maximum of a cluster without a limit.
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /// The repaired rules, or the rules as Escalator documents them.
    public enum Reading {
        PLIMSOLL,
        SOURCE
    }

    /// The pods that belong to a group.
    public enum Whose {
        /// Pods whose selector or affinity names the group's labels.
        SELECTED,
        /// Pods on the group's nodes, and pending pods that fit the group and select no other.
        FITTING
    }

    /// The treatment of the capacity that DaemonSet pods take.
    public enum Daemons {
        SUBTRACT,
        IGNORE
    }

    /// The pods that may finish on draining nodes and need no capacity elsewhere.
    public enum Finish {
        NONE,
        JOBS
    }

    /// The order in which nodes are drained.
    public enum Order {
        OLDEST,
        EMPTIEST,
        CHEAPEST_TO_MOVE
    }

    /// When a group grows, and how long new nodes may take.
    ///
    /// @param above the group grows when its utilisation is above this threshold; may be above 100%
    /// @param onStarve the group also grows for pending pods that fit on none of its nodes
    /// @param coolDown how long a group that grew is left alone
    /// @param provisionTimeout how long a node may take to become Ready
    public record Growth(
            Percent above, boolean onStarve, Duration coolDown, Duration provisionTimeout) {

        public Growth {
            if (above.hundredths() == 0) {
                throw new IllegalArgumentException("the threshold for growth is above 0%");
            }
        }
    }

    /// When a group drains nodes, how many and in which order.
    ///
    /// @param settle how long a node that became Ready, and a group that grew, are not drained
    /// @param stabilise nodes are drained by the peak demand of this time; zero is by that of now
    public record Shrink(Drop slow, Drop fast, Order order, Duration settle, Duration stabilise) {

        /// Drains by the demand of now.
        public Shrink(Drop slow, Drop fast, Order order, Duration settle) {
            this(slow, fast, order, settle, Duration.ZERO);
        }

        public Shrink {
            if (fast.below().compareTo(slow.below()) > 0) {
                throw new IllegalArgumentException(
                        "the fast threshold is at most the slow one ("
                                + slow.below()
                                + "), got "
                                + fast.below());
            }
        }
    }

    /// The number of nodes that a group drains in a turn when its utilisation is below a threshold.
    public record Drop(Percent below, int nodes) {

        public Drop {
            if (nodes < 0) {
                throw new IllegalArgumentException("a rate is zero or more, got " + nodes);
            }
        }
    }

    /// The time a draining node is given.
    ///
    /// @param soft until it is removed if empty
    /// @param hard until its pods are evicted
    /// @param kill from the eviction until it is removed in any case
    public record Graces(Duration soft, Duration hard, Duration kill) {

        public Graces {
            if (soft.compareTo(hard) > 0) {
                throw new IllegalArgumentException(
                        "soft is at most hard (" + hard + "), got " + soft);
            }
        }
    }

    /// The pods and the capacity that utilisation is computed from.
    public record Counting(Whose pods, Daemons daemonSets, Finish finishOnDraining) {}

    /// When nodes are replaced; zero is never.
    ///
    /// @param maxAge from the creation of a node
    /// @param unhealthyAfter how long a node may be NotReady
    /// @param health when Escalator's rules leave the group alone
    public record Rotation(Duration maxAge, Duration unhealthyAfter, HealthCheck health) {

        public static final Rotation NONE = new Rotation(Duration.ZERO, Duration.ZERO);

        public Rotation(Duration maxAge, Duration unhealthyAfter) {
            this(maxAge, unhealthyAfter, HealthCheck.STRICT);
        }
    }

    /// Escalator's test of a group whose nodes are checked for their health.
    ///
    /// @param newest the share of the nodes that are looked at, newest first, in percent
    /// @param mostUnhealthy the share of those that may be NotReady, in percent
    public record HealthCheck(int newest, int mostUnhealthy) {

        /// All nodes are looked at, and all have to be Ready.
        public static final HealthCheck STRICT = new HealthCheck(100, 0);
    }

    /// A policy that replaces no nodes, and whose steps are taken.
    public Policy(
            Reading reading,
            Limits limits,
            Growth growth,
            Shrink shrink,
            Graces graces,
            Counting counting,
            int mostInCluster) {
        this(
                reading,
                limits,
                growth,
                shrink,
                graces,
                counting,
                Rotation.NONE,
                mostInCluster,
                false);
    }

    public Policy {
        if (shrink.slow().below().compareTo(growth.above()) > 0) {
            throw new IllegalArgumentException(
                    "the slow threshold is at most the threshold for growth ("
                            + growth.above()
                            + "), got "
                            + shrink.slow().below());
        }
    }

    /// The settings of an operator who sets nothing.
    public static Policy defaults(Reading reading) {
        boolean source = reading == Reading.SOURCE;
        return new Policy(
                reading,
                new Limits(1, 100),
                new Growth(Percent.of(70), !source, Duration.ofMinutes(2), Duration.ofMinutes(15)),
                new Shrink(
                        new Drop(Percent.of(40), 2),
                        new Drop(Percent.of(10), 5),
                        source ? Order.OLDEST : Order.EMPTIEST,
                        source ? Duration.ZERO : Duration.ofMinutes(15)),
                new Graces(
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(10),
                        source ? Duration.ZERO : Duration.ofMinutes(10)),
                new Counting(
                        Whose.SELECTED, source ? Daemons.IGNORE : Daemons.SUBTRACT, Finish.NONE),
                UNLIMITED);
    }

    /// The same limits, thresholds, rates and grace periods under Escalator's rules.
    public Policy asSource() {
        var source = defaults(Reading.SOURCE);
        return new Policy(
                Reading.SOURCE,
                limits,
                new Growth(
                        growth.above(),
                        source.growth().onStarve(),
                        growth.coolDown(),
                        growth.provisionTimeout()),
                new Shrink(
                        shrink.slow(),
                        shrink.fast(),
                        source.shrink().order(),
                        source.shrink().settle()),
                new Graces(graces.soft(), graces.hard(), source.graces().kill()),
                new Counting(
                        counting.pods(),
                        source.counting().daemonSets(),
                        source.counting().finishOnDraining()),
                rotation,
                mostInCluster,
                dryRun);
    }

    public Policy with(Limits other) {
        return new Policy(
                reading, other, growth, shrink, graces, counting, rotation, mostInCluster, dryRun);
    }

    public Policy with(Growth other) {
        return with(other, shrink);
    }

    public Policy with(Shrink other) {
        return with(growth, other);
    }

    public Policy with(Growth otherGrowth, Shrink otherShrink) {
        return new Policy(
                reading,
                limits,
                otherGrowth,
                otherShrink,
                graces,
                counting,
                rotation,
                mostInCluster,
                dryRun);
    }

    public Policy with(Graces other) {
        return new Policy(
                reading, limits, growth, shrink, other, counting, rotation, mostInCluster, dryRun);
    }

    public Policy with(Counting other) {
        return new Policy(
                reading, limits, growth, shrink, graces, other, rotation, mostInCluster, dryRun);
    }

    public Policy with(Rotation other) {
        return new Policy(
                reading, limits, growth, shrink, graces, counting, other, mostInCluster, dryRun);
    }

    /// This policy with another maximum of the whole cluster.
    public Policy withMostInCluster(int other) {
        return new Policy(
                reading, limits, growth, shrink, graces, counting, rotation, other, dryRun);
    }

    public Policy withDryRun(boolean other) {
        return new Policy(
                reading, limits, growth, shrink, graces, counting, rotation, mostInCluster, other);
    }
}

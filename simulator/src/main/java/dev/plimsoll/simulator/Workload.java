package dev.plimsoll.simulator;

import dev.plimsoll.cluster.Shape;
import java.time.Duration;

/// A Deployment or a stream of Jobs, with pods of one shape.
public sealed interface Workload {

    /// Unique in its scenario; the label `app` of its pods.
    String name();

    Shape shape();

    /// Replicas that follow a daily curve, with a disruption budget.
    ///
    /// @param mayMiss `maxUnavailable` of the budget
    record Deployment(String name, Shape shape, Load load, int mayMiss) implements Workload {

        public Deployment {
            if (mayMiss < 0) {
                throw new IllegalArgumentException("mayMiss is 0 or more, got " + mayMiss);
            }
        }
    }

    /// A Deployment whose number of replicas changes only by an [Incident], with a disruption
    /// budget.
    ///
    /// @param replicas at the start
    /// @param mayMiss `maxUnavailable` of the budget
    record Fixed(String name, Shape shape, int replicas, int mayMiss) implements Workload {

        public Fixed {
            if (replicas < 0 || mayMiss < 0) {
                throw new IllegalArgumentException(
                        "replicas and mayMiss are 0 or more, got %d and %d"
                                .formatted(replicas, mayMiss));
            }
        }
    }

    /// Pods that arrive, run for a while and finish.
    ///
    /// @param curve of the arrivals over the day
    record Jobs(String name, Shape shape, Curve curve, Arrivals arrivals, Span runs)
            implements Workload {}

    /// The number of replicas of a deployment; the formula is in the package comment.
    ///
    /// @param swing the largest change of the noise in a minute, in thousandths
    record Load(Curve curve, int peak, int swing) {

        public Load {
            if (peak < 1 || swing < 0) {
                throw new IllegalArgumentException(
                        "peak is 1 or more and swing 0 or more, got %d and %d"
                                .formatted(peak, swing));
            }
        }
    }

    /// The number of jobs in an hour at the top of the curve.
    ///
    /// @param scattered the average over the whole hour
    /// @param burst the maximum in the first minute, as cron schedules cause
    record Arrivals(int scattered, int burst) {

        public Arrivals {
            if (scattered < 0 || burst < 0) {
                throw new IllegalArgumentException(
                        "scattered and burst are 0 or more, got %d and %d"
                                .formatted(scattered, burst));
            }
        }
    }

    /// The run time of a job, evenly distributed between the two.
    record Span(Duration shortest, Duration longest) {

        public Span {
            if (shortest.toSeconds() < 1 || shortest.compareTo(longest) > 0) {
                throw new IllegalArgumentException(
                        "shortest is between 1 s and longest (%s), got %s"
                                .formatted(longest, shortest));
            }
        }
    }
}

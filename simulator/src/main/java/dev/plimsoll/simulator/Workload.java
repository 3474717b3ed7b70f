package dev.plimsoll.simulator;

import dev.plimsoll.cluster.Shape;
import java.time.Duration;

/// Something that wants pods, all of one shape.
public sealed interface Workload {

    /// Unique in its scenario; its pods carry it as label `app`.
    String name();

    Shape shape();

    /// Replicas that follow a daily curve. A disruption budget guards them.
    ///
    /// @param mayMiss how many of them may be missing at once
    record Deployment(String name, Shape shape, Load load, int mayMiss) implements Workload {

        public Deployment {
            if (mayMiss < 0) {
                throw new IllegalArgumentException("mayMiss is 0 or more, got " + mayMiss);
            }
        }
    }

    /// Pods that come, run for a while and are done.
    ///
    /// @param curve how the arrivals vary over the day
    record Jobs(String name, Shape shape, Curve curve, Arrivals arrivals, Span runs)
            implements Workload {}

    /// How many replicas a deployment wants: the formula is in the package comment.
    ///
    /// @param swing the most that the noise changes in a minute, in thousandths
    record Load(Curve curve, int peak, int swing) {

        public Load {
            if (peak < 1 || swing < 0) {
                throw new IllegalArgumentException(
                        "peak is 1 or more and swing 0 or more, got %d and %d"
                                .formatted(peak, swing));
            }
        }
    }

    /// How many jobs come in an hour at the top of the curve.
    ///
    /// @param scattered on average, at any second of the hour
    /// @param burst at most, in the first minute of the hour, as schedules make them
    record Arrivals(int scattered, int burst) {

        public Arrivals {
            if (scattered < 0 || burst < 0) {
                throw new IllegalArgumentException(
                        "jobs come in numbers of 0 or more, got %d and %d"
                                .formatted(scattered, burst));
            }
        }
    }

    /// How long a job runs once it has a node; anything between is as likely.
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

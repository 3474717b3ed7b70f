package dev.plimsoll.simulator;

import static dev.plimsoll.simulator.Village.group;
import static dev.plimsoll.simulator.Village.in;
import static dev.plimsoll.simulator.Village.shape;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What holds in a simulated world after every event.
final class Laws {

    private Laws() {}

    /// Two groups and every kind of workload: some that swing, some too large for a shared node.
    static Scenario scenario() {
        var sawtooth =
                new Curve(IntStream.range(0, 24).map(hour -> hour % 2 * 1000).boxed().toList());
        var minutes = new Workload.Span(Duration.ofMinutes(3), Duration.ofMinutes(40));
        return new Scenario(
                List.of(group("blue", 2), group("red", 1)),
                List.of(
                        new Workload.Deployment(
                                "web",
                                shape(700, Owner.REPLICA_SET, in("blue"), 0),
                                new Workload.Load(sawtooth, 20, 60),
                                1),
                        new Workload.Deployment(
                                "vast",
                                shape(3_900, Owner.REPLICA_SET, in("blue"), 5),
                                new Workload.Load(sawtooth, 2, 0),
                                0),
                        new Workload.Jobs(
                                "mail",
                                shape(900, Owner.JOB, in("red"), 0),
                                Curve.flat(),
                                new Workload.Arrivals(12, 9),
                                minutes),
                        new Workload.Jobs(
                                "stray",
                                shape(300, Owner.NOBODY),
                                new Curve(Collections.nCopies(24, 500)),
                                new Workload.Arrivals(4, 6),
                                minutes)),
                Village.daemon());
    }

    static void hold(EmbeddedCluster world, Scenario scenario) {
        var cluster = world.observe();
        noPodIsLost(world, cluster, scenario);
        noNodeHoldsMoreThanItCan(cluster);
        noPodIsWhereItMustNotBe(cluster);
        targetsAreWithinLimits(cluster);
    }

    private static void noPodIsLost(EmbeddedCluster world, Cluster cluster, Scenario scenario) {
        for (var workload : scenario.workloads()) {
            int there =
                    pods(cluster)
                            .filter(pods -> pods.shape().labels().has("app", workload.name()))
                            .mapToInt(Pods::count)
                            .sum();
            assertThat(there).as(workload.name()).isEqualTo(world.wanted(workload));
        }
    }

    private static Stream<Pods> pods(Cluster cluster) {
        return Stream.concat(
                cluster.pending().stream(),
                cluster.nodes().stream().flatMap(node -> node.pods().stream()));
    }

    private static void noNodeHoldsMoreThanItCan(Cluster cluster) {
        for (var node : cluster.nodes()) {
            assertThat(node.asked().fitsIn(node.allocatable())).as(node.toString()).isTrue();
        }
    }

    private static void noPodIsWhereItMustNotBe(Cluster cluster) {
        for (var node : cluster.nodes()) {
            int daemons = 0;
            for (var pods : node.pods()) {
                assertThat(node.labels().hasAll(pods.shape().nodeSelector())).isTrue();
                daemons += pods.shape().owner() == Owner.DAEMON_SET ? pods.count() : 0;
            }
            assertThat(daemons).as(node.toString()).isEqualTo(1);
            assertThat(node.ready() || node.isEmpty()).as(node.toString()).isTrue();
        }
    }

    private static void targetsAreWithinLimits(Cluster cluster) {
        for (var group : cluster.groups()) {
            assertThat(group.target())
                    .isBetween(group.provider().least(), group.provider().most())
                    .isGreaterThanOrEqualTo(cluster.nodesOf(group.name()).size());
        }
    }
}

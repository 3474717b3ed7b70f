package dev.plimsoll.simulator;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/// Small scenarios: nodes of 4 cores, 8 GiB and 10 pod slots, of which a DaemonSet pod takes 100m,
/// 100 MiB and one slot; groups of 1 to 6 machines at $3.60 an hour.
final class Village {

    static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

    private Village() {}

    static Scenario of(Group group, Workload... workloads) {
        return new Scenario(List.of(group), List.of(workloads), daemon());
    }

    /// Three groups and every kind of workload: some that swing, some too large for a shared node,
    /// and some that end before the machines for them join.
    static Scenario busy() {
        var sawtooth =
                new Curve(IntStream.range(0, 24).map(hour -> hour % 2 * 1000).boxed().toList());
        var minutes = new Workload.Span(Duration.ofMinutes(3), Duration.ofMinutes(40));
        return new Scenario(
                List.of(group("blue", 2), group("red", 1), group("green", 1)),
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
                                minutes),
                        new Workload.Jobs(
                                "blip",
                                shape(1_500, Owner.JOB, in("green"), 0),
                                Curve.flat(),
                                new Workload.Arrivals(0, 8),
                                new Workload.Span(Duration.ofSeconds(5), Duration.ofSeconds(20)))),
                daemon());
    }

    static Group group(String name, int nodes) {
        var labels = Labels.of("pool", name);
        return new Group(
                name,
                labels,
                nodes,
                new Limits(1, 6),
                new Template(asks(4_000, 8_192).with(Resources.PODS, 10), labels, List.of()),
                new Price.Known(new Money(3_600_000_000L), "the scenario"));
    }

    /// As many replicas all day, of which one may be missing.
    static Workload deployment(String name, long cpuMillis, int replicas) {
        return new Workload.Deployment(
                name,
                shape(cpuMillis, Owner.REPLICA_SET),
                new Workload.Load(Curve.flat(), replicas, 0),
                1);
    }

    /// Pods that come at full hours and run for half an hour.
    static Workload jobs(String name, long cpuMillis, Owner owner) {
        var halfHour = Duration.ofMinutes(30);
        return new Workload.Jobs(
                name,
                shape(cpuMillis, owner),
                Curve.flat(),
                new Workload.Arrivals(0, 4),
                new Workload.Span(halfHour, halfHour));
    }

    static Shape shape(long cpuMillis, Owner owner) {
        return shape(cpuMillis, owner, Shape.Placement.ANYWHERE, 0);
    }

    static Shape shape(long cpuMillis, Owner owner, Shape.Placement placement, int priority) {
        return new Shape("shop", Labels.NONE, asks(cpuMillis, 100), placement, owner, priority);
    }

    static Shape.Placement in(String pool) {
        return new Shape.Placement(Labels.of("pool", pool), new Affinity.Anywhere(), List.of());
    }

    static Shape daemon() {
        return shape(100, Owner.DAEMON_SET);
    }

    /// The node's pods but its DaemonSet pod, as `name*count`, a shape each.
    static List<String> shapeFits(Node node) {
        return node.pods().stream()
                .filter(pods -> pods.shape().owner() != Owner.DAEMON_SET)
                .map(Village::text)
                .toList();
    }

    static String text(Pods pods) {
        return pods.first() + "*" + pods.count();
    }

    private static Resources asks(long cpuMillis, long memoryMebibytes) {
        return Resources.of(new Cpu(cpuMillis), Bytes.mebibytes(memoryMebibytes));
    }
}

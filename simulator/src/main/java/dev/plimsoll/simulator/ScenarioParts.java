package dev.plimsoll.simulator;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.Toleration;
import dev.plimsoll.selection.WellKnown;
import java.math.BigDecimal;
import java.util.List;

/// The groups, resources and placements that ready-made scenarios have in common. The label `pool`
/// of a node names its group.
final class ScenarioParts {

    private static final String POOL = "pool";

    private ScenarioParts() {}

    /// A group of up to 100 machines of one kind.
    static Group group(String name, int nodes, Resources offers, String dollarsHour) {
        return group(name, Labels.of(POOL, name), nodes, offers, dollarsHour);
    }

    /// A group of the same, in the zone that the last letter of its name says.
    ///
    /// @param pool the value of its label
    static Group zonalGroup(
            String name, String pool, int nodes, Resources offers, String dollarsHour) {
        var zone = name.substring(name.length() - 1);
        var labels = Labels.of(POOL, pool).with(WellKnown.ZONE, zone);
        return group(name, labels, nodes, offers, dollarsHour);
    }

    private static Group group(
            String name, Labels labels, int nodes, Resources offers, String dollarsHour) {
        return new Group(
                name,
                labels,
                nodes,
                new Limits(0, 100),
                new Template(offers, labels, List.of()),
                new Price.Known(Money.dollars(new BigDecimal(dollarsHour)), "the scenario"));
    }

    /// The allocatable of a node.
    static Resources offers(long cpuMillis, long memoryMebibytes) {
        return asks(cpuMillis, memoryMebibytes).with(Resources.PODS, 58);
    }

    /// The requests of a pod.
    static Resources asks(long cpuMillis, long memoryMebibytes) {
        return Resources.of(new Cpu(cpuMillis), Bytes.mebibytes(memoryMebibytes));
    }

    /// On the nodes of that group.
    static Shape.Placement in(String pool) {
        return new Shape.Placement(Labels.of(POOL, pool), new Affinity.Anywhere(), List.of());
    }

    /// The monitoring agent of each node; it tolerates every taint.
    static Shape agent() {
        var everything =
                new Toleration("", Toleration.Match.EXISTS, "", List.of(Taint.Effect.values()));
        return new Shape(
                "kube-system",
                Labels.NONE,
                asks(100, 200),
                new Shape.Placement(Labels.NONE, new Affinity.Anywhere(), List.of(everything)),
                Owner.DAEMON_SET,
                2_000_000_000);
    }
}

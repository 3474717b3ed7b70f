package dev.plimsoll.formats.prices;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.groups.NextNode;
import dev.plimsoll.prices.Price;
import dev.plimsoll.prices.UnitPrices;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.WellKnown;

/// Looks up the prices of node groups.
public final class GroupPrices {

    private final Prices prices;

    public GroupPrices(Prices prices) {
        this.prices = prices;
    }

    /// The cluster with the prices of its groups; a known price is kept.
    public Cluster priced(Cluster cluster) {
        var groups = cluster.groups();
        for (var group : groups.values()) {
            var own = cluster.nodesOf(group.name());
            var ready = own.stream().filter(Node::isReady).toList();
            var next = NextNode.of(group.template(), own, ready, GroupPast.NONE).template();
            groups = groups.with(group.name(), priced(group, next));
        }
        return cluster.withGroups(groups);
    }

    private Group priced(Group group, Template next) {
        return group.with(
                group.variants().stream().map(variant -> priced(group, variant, next)).toList());
    }

    private Variant priced(Group group, Variant variant, Template next) {
        return switch (variant.price()) {
            case Price.Known _ -> variant;
            case Price.Unknown _ ->
                    new Variant(
                            variant.zone(),
                            variant.instanceType(),
                            variant.template(),
                            prices.of(machine(group, next)));
        };
    }

    /// Allocatable resources are less than the machine's, except for devices.
    private static Machine machine(Group group, Template next) {
        return new Machine(group.name(), "", next.labels(), devices(next.allocatable()));
    }

    private static Resources devices(Resources allocatable) {
        long gpus = UnitPrices.gpus(allocatable);
        return gpus == 0 ? Resources.NONE : Resources.NONE.with(WellKnown.NVIDIA_GPU, gpus);
    }
}

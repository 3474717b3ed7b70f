package dev.plimsoll.formats.prices;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.groups.NextNodes;
import dev.plimsoll.prices.Price;
import dev.plimsoll.prices.UnitPrices;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.WellKnown;
import java.util.SortedMap;

/// Looks up the prices of node groups.
public final class GroupPrices {

    private final Prices prices;

    public GroupPrices(Prices prices) {
        this.prices = prices;
    }

    /// The cluster with the prices of the variants of its groups; a known price is kept.
    public Cluster priced(Cluster cluster) {
        var groups = cluster.groups();
        for (var group : groups.values()) {
            var templates = NextNodes.templates(group, cluster.nodesOf(group.name()));
            groups = groups.with(group.name(), priced(group, templates));
        }
        return cluster.withGroups(groups);
    }

    private Group priced(Group group, SortedMap<VariantKey, Template> templates) {
        return group.with(
                group.variants().stream()
                        .map(variant -> priced(group, variant, templates))
                        .toList());
    }

    private Variant priced(
            Group group, Variant variant, SortedMap<VariantKey, Template> templates) {
        return switch (variant.price()) {
            case Price.Known _ -> variant;
            case Price.Unknown _ -> {
                var next = templates.getOrDefault(variant.key(), variant.template());
                yield variant.with(prices.of(machine(group, next)));
            }
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

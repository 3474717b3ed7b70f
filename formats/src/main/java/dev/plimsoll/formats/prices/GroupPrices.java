package dev.plimsoll.formats.prices;

import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.prices.Price;
import dev.plimsoll.prices.UnitPrices;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.WellKnown;
import java.util.List;

/// Looks up the prices of node groups.
public final class GroupPrices {

    private final Prices prices;

    public GroupPrices(Prices prices) {
        this.prices = prices;
    }

    /// The groups with their prices; a known price is kept.
    public List<NodeGroup> priced(List<NodeGroup> groups) {
        return groups.stream().map(this::priced).toList();
    }

    private NodeGroup priced(NodeGroup group) {
        return switch (group.price()) {
            case Price.Known _ -> group;
            case Price.Unknown _ -> group.at(prices.of(machine(group)));
        };
    }

    /// Allocatable resources are less than the machine's, except for devices.
    private static Machine machine(NodeGroup group) {
        var node = group.template();
        return new Machine(group.name(), "", node.labels(), devices(node.allocatable()));
    }

    private static Resources devices(Resources allocatable) {
        long gpus = UnitPrices.gpus(allocatable);
        return gpus == 0 ? Resources.NONE : Resources.NONE.with(WellKnown.NVIDIA_GPU, gpus);
    }
}

package dev.plimsoll.formats.prices;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.groups.NextNodes;
import dev.plimsoll.prices.Price;
import dev.plimsoll.prices.UnitPrices;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.WellKnown;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Looks up the prices of node groups.
public final class GroupPrices {

    private final Prices prices;

    /// A cluster with the prices of its groups.
    ///
    /// @param warnings about the prices, each once
    public record Priced(Cluster cluster, List<String> warnings) {

        public Priced {
            warnings = List.copyOf(warnings);
        }
    }

    public GroupPrices(Prices prices) {
        this.prices = prices;
    }

    /// The cluster with the prices of the variants of its groups; a known price is kept.
    public Priced priced(Cluster cluster) {
        var groups = cluster.groups();
        var warnings = new LinkedHashSet<String>();
        for (var group : groups.values()) {
            var own = cluster.nodesOf(group.name());
            groups = groups.with(group.name(), priced(group, own, warnings));
        }
        return new Priced(cluster.withGroups(groups), List.copyOf(warnings));
    }

    private Group priced(Group group, List<Node> own, Set<String> warnings) {
        var templates = NextNodes.templates(group, own);
        var variants = new ArrayList<Variant>();
        for (var variant : group.variants()) {
            if (variant.price() instanceof Price.Known) {
                variants.add(variant);
                continue;
            }
            var next = templates.getOrDefault(variant.key(), variant.template());
            var quote = prices.of(machine(group, own, next));
            variants.add(variant.with(quote.price()));
            warnings.addAll(quote.warnings());
        }
        return group.with(variants);
    }

    /// Allocatable resources are less than the machine's, except for devices.
    private static Machine machine(Group group, List<Node> own, Template next) {
        return new Machine(
                group.name(), providerId(own), next.labels(), devices(next.allocatable()));
    }

    private static String providerId(List<Node> nodes) {
        return nodes.stream()
                .map(node -> node.machine().providerId())
                .filter(id -> !id.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static Resources devices(Resources allocatable) {
        long gpus = UnitPrices.gpus(allocatable);
        return gpus == 0 ? Resources.NONE : Resources.NONE.with(WellKnown.NVIDIA_GPU, gpus);
    }
}

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
import dev.plimsoll.savings.InstanceType;
import dev.plimsoll.selection.WellKnown;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

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

    /// A group with prices.
    ///
    /// @param warnings about the prices, each once
    public record PricedGroup(Group group, List<String> warnings) {

        public PricedGroup {
            warnings = List.copyOf(warnings);
        }
    }

    public GroupPrices(Prices prices) {
        this.prices = prices;
    }

    /// By group, the instance types that are sold in its region and can take the place of its own.
    public SortedMap<String, List<InstanceType>> types(Cluster cluster) {
        var types = new TreeMap<String, List<InstanceType>>();
        for (var group : cluster.groups().values()) {
            var own = cluster.nodesOf(group.name());
            var templates = NextNodes.templates(group, own).values();
            if (!templates.isEmpty()) {
                var labels = templates.iterator().next().labels();
                types.put(
                        group.name(),
                        prices.types(new Machine("", providerId(own), labels, Resources.NONE)));
            }
        }
        return types;
    }

    /// The cluster with the prices of the variants of its groups; a known price is kept.
    public Priced priced(Cluster cluster) {
        var groups = cluster.groups();
        var warnings = new LinkedHashSet<String>();
        for (var group : groups.values()) {
            var priced = priced(group, cluster.nodesOf(group.name()));
            groups = groups.with(group.name(), priced.group());
            warnings.addAll(priced.warnings());
        }
        return new Priced(cluster.withGroups(groups), List.copyOf(warnings));
    }

    /// The group with the prices of its variants; a known price is kept.
    ///
    /// @param own its nodes
    public PricedGroup priced(Group group, List<Node> own) {
        var warnings = new LinkedHashSet<String>();
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
        return new PricedGroup(group.with(variants), List.copyOf(warnings));
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

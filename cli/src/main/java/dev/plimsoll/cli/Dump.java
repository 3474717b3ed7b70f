package dev.plimsoll.cli;

import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Place;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.document.PolicyFile;
import dev.plimsoll.formats.document.PolicyFile.PricesFrom;
import dev.plimsoll.formats.kubernetes.ClusterReader;
import dev.plimsoll.formats.kubernetes.Summary;
import dev.plimsoll.formats.prices.GroupPrices;
import dev.plimsoll.formats.prices.PriceFile;
import dev.plimsoll.formats.prices.PriceList;
import dev.plimsoll.formats.prices.Prices;
import dev.plimsoll.formats.prices.Region;
import dev.plimsoll.groups.DeclaredGroup;
import dev.plimsoll.groups.Inference;
import dev.plimsoll.scaling.Policy;
import dev.plimsoll.scaling.Seen;
import dev.plimsoll.storage.Stock;
import java.util.ArrayList;
import java.util.List;

/// A cluster as read from files: its dump, and a policy if one is named.
///
/// @param inventory the pods by name
/// @param policy how nodes are bought for pending pods
/// @param warnings about objects that were skipped
record Dump(Inventory inventory, Seen seen, Policy policy, List<String> warnings) {

    /// The command that makes a dump.
    static final String KUBECTL = "kubectl get nodes,pods,pdb,pv,pvc,sc,csinodes -A -o json";

    /// @param files dumps, folders of them, or `-`
    /// @param policy a file; empty for none
    static Dump read(List<String> files, String policy, Console console) {
        var inventory = new Inventory();
        var stock = new Stock();
        var summary = read(files, console, inventory, stock);
        var warnings = new ArrayList<>(summary.warnings());
        var cluster = inventory.cluster();
        if (cluster.nodes().isEmpty() && inventory.podCount() == 0) {
            warnings.forEach(console::warn);
            throw nothingIn(files);
        }
        elsewhere(inventory, cluster.nodes(), cluster.pending(), warnings);
        if (policy.isEmpty()) {
            var groups =
                    pricing(new PricesFrom("", ""), "").priced(Inference.groups(cluster.nodes()));
            var seen = new Seen(cluster, stock.surroundings(), groups);
            return new Dump(inventory, seen, Policy.DEFAULT, warnings);
        }
        var file = PolicyFile.read(Source.file(Source.path(policy)));
        file.unplanned().forEach(mistake -> warnings.add(mistake.toString()));
        DeclaredGroup.conflict(file.declared(), cluster.nodes())
                .ifPresent(conflict -> refuse(conflict, policy));
        var declared = DeclaredGroup.resolve(file.declared(), cluster.nodes());
        var groups = pricing(file.prices(), policy).priced(declared);
        var seen = new Seen(cluster, stock.surroundings(), groups);
        return new Dump(inventory, seen, file.scaling(), warnings);
    }

    private static void refuse(DeclaredGroup.Conflict conflict, String policy) {
        throw new BadInput(
                Place.whole(policy),
                "groups",
                "node "
                        + conflict.node()
                        + " matches both '"
                        + conflict.first()
                        + "' and '"
                        + conflict.second()
                        + "'; add a label to one of them that the node does not carry");
    }

    private static Summary read(
            List<String> files, Console console, Inventory inventory, Stock stock) {
        try (var progress = new Progress(console, "reading")) {
            return new ClusterReader(inventory, stock, read -> progress.say(read + " objects"))
                    .read(files, console.in());
        }
    }

    /// The path of a price file is relative to its policy.
    static GroupPrices pricing(PricesFrom from, String policy) {
        var file =
                from.file().isEmpty()
                        ? PriceFile.NONE
                        : PriceFile.read(
                                Source.file(Source.path(policy).resolveSibling(from.file())));
        return new GroupPrices(new Prices(PriceList.builtIn(), file, Region.of(from.region())));
    }

    private static void elsewhere(
            Inventory inventory, List<Node> nodes, List<Pods> pending, List<String> warnings) {
        int known = count(pending);
        for (var node : nodes) {
            known += count(node.pods());
        }
        int others = inventory.podCount() - known;
        if (others > 0) {
            warnings.add(
                    others
                            + (others == 1 ? " pod runs" : " pods run")
                            + " on nodes that the dump does not have; add 'kubectl get nodes -o"
                            + " json'");
        }
    }

    static int count(List<Pods> pods) {
        return pods.stream().mapToInt(Pods::count).sum();
    }

    static Place named(List<String> files) {
        var names =
                files.stream()
                        .map(file ->
                                file.equals(ClusterReader.STANDARD_INPUT) ? "standard input" : file)
                        .toList();
        return Place.whole(String.join(", ", names));
    }

    private static BadInput nothingIn(List<String> files) {
        return new BadInput(
                named(files),
                "",
                "the dump has neither nodes nor pods; dump them with '" + KUBECTL + "'");
    }
}

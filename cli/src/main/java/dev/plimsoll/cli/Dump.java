package dev.plimsoll.cli;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Place;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.document.PolicyFile;
import dev.plimsoll.formats.document.PolicyFile.PricesFrom;
import dev.plimsoll.formats.document.ScalingKind;
import dev.plimsoll.formats.kubernetes.ClusterReader;
import dev.plimsoll.formats.kubernetes.Summary;
import dev.plimsoll.formats.prices.GroupPrices;
import dev.plimsoll.formats.prices.PriceFile;
import dev.plimsoll.formats.prices.PriceList;
import dev.plimsoll.formats.prices.Prices;
import dev.plimsoll.formats.prices.Prices.Terms;
import dev.plimsoll.formats.prices.Region;
import dev.plimsoll.formats.prices.SpotPricing;
import dev.plimsoll.groups.Grouping;
import dev.plimsoll.scaling.Past;
import dev.plimsoll.scaling.Policy;
import dev.plimsoll.scaling.Proposal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A cluster as read from files: the question that its dump asks, with a policy if one is named.
///
/// @param inventory the pods by name
/// @param warnings about objects that were skipped, and about prices
record Dump(Inventory inventory, Question<Cluster, Policy, Past> question, List<String> warnings) {

    /// The command that makes a dump.
    static final String KUBECTL = ClusterReader.KUBECTL;

    /// @param files dumps, folders of them, or `-`
    /// @param policy a file; empty for none
    static Dump read(List<String> files, String policy, Console console) {
        var inventory = new Inventory();
        var summary = read(files, console, inventory);
        var warnings = new ArrayList<>(summary.warnings());
        if (inventory.cluster().nodes().isEmpty() && inventory.podCount() == 0) {
            warnings.forEach(console::warn);
            throw nothingIn(files);
        }
        elsewhere(inventory, warnings);
        if (policy.isEmpty()) {
            var grouped = Grouping.of(inventory.cluster(), List.of());
            var priced = pricing(new PricesFrom("", ""), "").priced(grouped);
            warnings.addAll(priced.warnings());
            return new Dump(
                    inventory,
                    question(priced.cluster(), Policy.DEFAULT, summary.latest()),
                    warnings);
        }
        var file = PolicyFile.read(Source.file(Source.path(policy)));
        file.unplanned().forEach(mistake -> warnings.add(mistake.toString()));
        file.subnets().forEach(inventory::put);
        var grouped = Grouping.of(inventory.cluster(), file.declared());
        Grouping.conflict(grouped).ifPresent(conflict -> refuse(conflict, policy));
        refuseUnknown(grouped, file, policy);
        var priced = pricing(file.prices(), policy).priced(grouped);
        warnings.addAll(priced.warnings());
        return new Dump(
                inventory, question(priced.cluster(), file.scaling(), summary.latest()), warnings);
    }

    private static Question<Cluster, Policy, Past> question(
            Cluster cluster, Policy policy, Instant now) {
        return new Question<>(cluster, policy, Past.NONE, List.of(), now, 0);
    }

    /// @param files for a mistake in them
    Answer<Past, Proposal> answer(List<String> files) {
        try {
            return new ScalingKind().answer(question);
        } catch (ArithmeticException tooLarge) {
            throw new BadInput(named(files), "", Plan.TOO_LARGE);
        }
    }

    private static void refuseUnknown(Cluster grouped, PolicyFile file, String policy) {
        for (var name : Grouping.unknown(grouped, file.declared())) {
            throw new BadInput(
                    Place.whole(policy),
                    "groups",
                    "no inferred group is named '"
                            + name
                            + "'; the dump has "
                            + String.join(", ", grouped.groups().keys())
                            + "; rename it, or add match: {labels: {…}} with the labels of its"
                            + " nodes");
        }
    }

    private static void refuse(Grouping.Conflict conflict, String policy) {
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

    private static Summary read(List<String> files, Console console, Inventory inventory) {
        try (var progress = new Progress(console, "reading")) {
            return new ClusterReader(inventory, read -> progress.say(read + " objects"))
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
        var terms = new Terms(file, Region.of(from.region()), new SpotPricing.Listed());
        return new GroupPrices(new Prices(PriceList.builtIn(), terms));
    }

    private static void elsewhere(Inventory inventory, List<String> warnings) {
        int known = count(inventory.cluster().pending());
        for (Node node : inventory.cluster().nodes()) {
            known += count(node.pods());
        }
        int others = inventory.podCount() - known;
        if (others > 0) {
            warnings.add(
                    others
                            + (others == 1 ? " pod runs" : " pods run")
                            + " on nodes that the dump does not have; dump them with '"
                            + KUBECTL
                            + "'");
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

package dev.plimsoll.formats.document;

import dev.plimsoll.formats.Yaml;
import dev.plimsoll.formats.document.PolicyFile.PricesFrom;
import dev.plimsoll.formats.prices.SpotPricing;
import dev.plimsoll.groups.Grouping;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.scaling.Proposal.Grown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Inferred groups as a policy to start from. It leaves out estimated prices: as prices of the
/// policy they would not look like estimates any more.
public final class PolicyText {

    /// What a policy allows where it says nothing else.
    private static final int MOST = 100;

    private PolicyText() {}

    /// @param groups with the nodes that they have after a plan
    public static String of(List<Grown> groups, PricesFrom prices) {
        var trees = new ArrayList<>();
        groups.forEach(grown -> trees.add(group(grown.group(), grown.wanted())));
        var policy =
                Trees.ordered(
                        "apiVersion", Decisions.API_VERSION, "kind", "Policy", "groups", trees);
        if (!prices.equals(PricesFrom.LIST)) {
            policy.put("prices", prices(prices));
        }
        return Yaml.text(policy);
    }

    private static Map<String, Object> prices(PricesFrom prices) {
        var tree = new LinkedHashMap<String, Object>();
        if (!prices.file().isEmpty()) {
            tree.put("file", prices.file());
        }
        if (!prices.region().isEmpty()) {
            tree.put("region", prices.region());
        }
        if (prices.spot() instanceof SpotPricing.Discount(var off)) {
            tree.put("spotDiscount", off.toString());
        }
        return tree;
    }

    /// Pairs of groups whose labels can be on one node: a policy with them is refused.
    public static List<String> overlaps(List<NodeGroup> groups) {
        var overlaps = new ArrayList<String>();
        for (int i = 0; i < groups.size(); i++) {
            for (var other : groups.subList(i + 1, groups.size())) {
                if (Grouping.canOverlap(groups.get(i).match(), other.match())) {
                    overlaps.add(groups.get(i).name() + " and " + other.name());
                }
            }
        }
        return overlaps;
    }

    private static Map<String, Object> group(NodeGroup group, int wanted) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("name", group.name());
        if (!group.match().toMap().isEmpty()) {
            tree.put("match", Trees.ordered("labels", Trees.labels(group.match())));
        }
        boolean grows = group.growth() instanceof NodeGroup.Growth.Within;
        tree.put("maxNodes", grows ? Math.max(MOST, Math.multiplyExact(2, wanted)) : wanted);
        if (!group.spread().equals(Grouping.spread(group.match())) && group.offers().size() > 1) {
            tree.put("spreadsZones", Choices.name(group.spread().zones()));
            tree.put("spreadsTypes", Choices.name(group.spread().types()));
        }
        return tree;
    }
}

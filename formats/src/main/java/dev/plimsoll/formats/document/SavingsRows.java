package dev.plimsoll.formats.document;

import dev.plimsoll.prices.Price;
import dev.plimsoll.savings.PricedNode;
import dev.plimsoll.savings.SavingsRow;
import dev.plimsoll.scaling.CostBound;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/// The rows of savings as the part `savings` of a `ScalingDecision`.
public final class SavingsRows {

    private static final String SPOT = "spot";

    /// The number of instance types that a sentence names.
    private static final int MOST_TYPES = 4;

    private final List<SavingsRow> rows;

    private SavingsRows(List<SavingsRow> rows) {
        this.rows = List.copyOf(rows);
    }

    public static SavingsRows of(List<SavingsRow> rows) {
        return new SavingsRows(rows);
    }

    /// A kind of node of one group.
    ///
    /// @param capacity `spot`, or empty
    private record NodeType(String group, String type, String capacity)
            implements Comparable<NodeType> {

        static NodeType of(PricedNode node) {
            var key = node.key();
            return new NodeType(
                    node.group(), key.instanceType(), key.capacityType().equals(SPOT) ? SPOT : "");
        }

        /// Its instance type, or its group if that is unknown.
        String label() {
            return (type.isEmpty() ? "of group " + group : type)
                    + (capacity.isEmpty() ? "" : " " + capacity);
        }

        @Override
        public int compareTo(NodeType other) {
            return Comparator.comparing(NodeType::group)
                    .thenComparing(NodeType::type)
                    .thenComparing(NodeType::capacity)
                    .compare(this, other);
        }
    }

    public List<Object> tree() {
        return rows.stream().<Object>map(this::tree).toList();
    }

    private Map<String, Object> tree(SavingsRow row) {
        var tree = Trees.ordered("row", name(row), "costHour", Trees.dollars(row.hour()));
        switch (row.bound()) {
            case CostBound.Least(var hour, _) -> tree.put("boundHour", Trees.dollars(hour));
            case CostBound.None(var why) -> tree.put("noBound", why);
        }
        tree.put("how", how(row));
        int estimates = count(row, Price::isEstimate);
        if (estimates > 0) {
            tree.put("estimates", estimates);
        }
        int unpriced = unpriced(row);
        if (unpriced > 0) {
            tree.put("unpriced", unpriced);
        }
        tree.put("nodes", nodes(row));
        return tree;
    }

    /// `as-it-is` to `with-spot`.
    private static String name(SavingsRow row) {
        return row.name().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// The number of nodes without a price.
    public static int unpriced(SavingsRow row) {
        return count(row, price -> price instanceof Price.Unknown);
    }

    private static int count(SavingsRow row, Predicate<Price> which) {
        return (int) row.nodes().stream().filter(node -> which.test(node.price())).count();
    }

    private static List<Object> nodes(SavingsRow row) {
        var trees = new ArrayList<>();
        byType(row)
                .forEach((type, nodes) -> {
                    var tree = new LinkedHashMap<String, Object>();
                    tree.put("group", type.group());
                    ClusterParts.put(tree, "instanceType", type.type());
                    ClusterParts.put(tree, "capacityType", type.capacity());
                    tree.put("nodes", nodes);
                    trees.add(tree);
                });
        return trees;
    }

    private static SortedMap<NodeType, Integer> byType(SavingsRow row) {
        var nodes = new TreeMap<NodeType, Integer>();
        row.nodes().forEach(node -> nodes.merge(NodeType.of(node), 1, Integer::sum));
        return nodes;
    }

    /// What a row takes, and its nodes.
    public String how(SavingsRow row) {
        return switch (row.origin()) {
            case FOUND -> change(row) + types(row);
            case NOTHING_CHEAPER -> "nothing cheaper was found; as the row above";
            case NOT_ALL_FIT -> "not all pods fit within the limits; as the row above";
            case NO_TYPES ->
                    "no prices of other instance types are known for these groups; as the row"
                            + " above";
            case NO_SPOT_PODS -> "no pod may run on spot nodes; as the row above";
            case NO_SPOT_PRICES -> "no spot prices are known for these groups; as the row above";
        };
    }

    /// The nodes that go and come, compared with the first row.
    private String change(SavingsRow row) {
        var before = byType(rows.getFirst());
        var after = byType(row);
        int stay = 0;
        for (var type : before.keySet()) {
            stay += Math.min(before.get(type), after.getOrDefault(type, 0));
        }
        int go = rows.getFirst().nodes().size() - stay;
        int come = row.nodes().size() - stay;
        if (row.name() == SavingsRow.Name.AS_IT_IS) {
            return "";
        }
        int started = row.pods() - rows.getFirst().pods();
        return change(go, come, stay)
                + (started > 0 ? " and runs " + counted(started, "pending pod") : "")
                + (go + come == 0 ? ": " : "; then ");
    }

    private static String change(int go, int come, int stay) {
        if (go == 0) {
            return come == 0 ? "changes no node" : "adds " + counted(come, "node");
        }
        var some = stay == 0 ? counted(go, "node") : go + " of " + counted(go + stay, "node");
        return come == 0 ? "removes " + some : "replaces " + some + " by " + come;
    }

    private static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /// `9 m5.xlarge, 3 r5.large spot`, the most nodes first.
    private static String types(SavingsRow row) {
        var counts = new TreeMap<String, Integer>();
        byType(row).forEach((type, nodes) -> counts.merge(type.label(), nodes, Integer::sum));
        var words =
                counts.entrySet().stream()
                        .sorted(
                                Map.Entry.<String, Integer>comparingByValue(
                                                Comparator.reverseOrder())
                                        .thenComparing(Map.Entry.comparingByKey()))
                        .map(entry -> entry.getValue() + " " + entry.getKey())
                        .toList();
        int more = words.size() - MOST_TYPES;
        return words.isEmpty()
                ? "no nodes"
                : more <= 1
                        ? String.join(", ", words)
                        : String.join(", ", words.subList(0, MOST_TYPES))
                                + " and nodes of "
                                + more
                                + " more types";
    }
}

package dev.plimsoll.formats.document;

import dev.plimsoll.decision.Reason;
import dev.plimsoll.formats.Durations;
import dev.plimsoll.formats.Json;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.groups.NodeGroup.Member;
import dev.plimsoll.packing.bound.Bound;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.CostBound;
import dev.plimsoll.scaling.EndState;
import dev.plimsoll.scaling.EndState.GroupEnd;
import dev.plimsoll.scaling.GroupVerdicts;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.scaling.Proposal.Alternative;
import dev.plimsoll.scaling.Proposal.PendingShape;
import dev.plimsoll.scaling.Scaling;
import dev.plimsoll.selection.WellKnown;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A proposal as a `ScalingDecision` document.
///
/// Its size grows with the pending shapes and with the nodes, never with shapes times groups: only
/// pods that stay unschedulable have verdicts, one a rule.
public final class ScalingAnswer {

    private final Proposal proposal;
    private final EndState end;
    private final List<Blocked> blocked;
    private final CostBound bound;
    private final GroupFigures figures;

    /// Pods that stay unschedulable, and why, by rule.
    public record Blocked(PendingShape pending, List<VerdictSummary> verdicts) {}

    public ScalingAnswer(Proposal proposal) {
        this.proposal = proposal;
        this.end = proposal.end();
        this.bound = proposal.bound();
        this.figures = new GroupFigures(end);
        this.blocked = blocked(end);
    }

    private static List<Blocked> blocked(EndState end) {
        var verdicts = GroupVerdicts.after(end.last());
        var left = end.pending().stream().filter(pending -> pending.left() > 0).toList();
        var all = verdicts.verdicts(left.stream().map(PendingShape::pods).toList());
        var blocked = new ArrayList<Blocked>();
        for (int i = 0; i < left.size(); i++) {
            blocked.add(new Blocked(left.get(i), VerdictSummary.of(all.get(i))));
        }
        return blocked;
    }

    public Map<String, Object> tree() {
        var pending = pending();
        var verdicts = new LinkedHashMap<Object, List<Object>>();
        for (var one : blocked) {
            verdicts.put(
                    one.pending().pods().shape().id(),
                    one.verdicts().stream().<Object>map(VerdictSummary::tree).toList());
        }
        for (var tree : pending) {
            var own = verdicts.get(tree.get("shape"));
            if (own != null) {
                tree.put("verdicts", own);
            }
        }
        var tree = tree(pending);
        tree.put("warnings", proposal.warnings().stream().<Object>map(Reason::sentence).toList());
        tree.put("id", id());
        return tree;
    }

    private Map<String, Object> tree(List<Map<String, Object>> pending) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("pending", pending);
        tree.put("placeholders", end.placeholders().stream().<Object>map(SlackKind::tree).toList());
        tree.put("total", total());
        tree.put("groups", groups());
        tree.put("cost", cost());
        if (bound instanceof CostBound.Least least) {
            tree.put("duals", duals(least));
        }
        tree.put("waste", waste());
        tree.put("alternatives", alternatives());
        tree.put("unschedulable", unschedulable());
        tree.put("stays", stays());
        var course = end.course();
        if (course.finish() != EndState.Finish.PURCHASE) {
            tree.put(
                    "end",
                    Trees.ordered(
                            "after", Durations.text(course.after()),
                            "decisions", course.rounds(),
                            "finish", Choices.name(course.finish())));
        }
        return tree;
    }

    /// A short name made from the decision: everything but verdicts and warnings. So equal
    /// decisions have equal names.
    public String id() {
        try {
            var tree = tree(pending());
            tree.put(
                    "reasons", proposal.reasons().stream().<Object>map(Decisions::reason).toList());
            var text = Json.text(tree).getBytes(StandardCharsets.UTF_8);
            var digest = MessageDigest.getInstance("SHA-256").digest(text);
            return HexFormat.of().formatHex(digest, 0, 6);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    /// The least that new nodes for the same pods can cost.
    public CostBound bound() {
        return bound;
    }

    /// What the cluster costs in the end if the new nodes for pending pods cost the least that is
    /// proven; none if nothing is proven.
    public List<Money> leastHour() {
        if (bound instanceof CostBound.Least(var hour, _)) {
            var above = proposal.cost().added().less(hour);
            return List.of(end.cost().after().less(above));
        }
        return List.of();
    }

    /// Whether the plan is the first purchase and nothing else: only then the bound is one of the
    /// whole plan. Nothing is proven about nodes that are added or removed later.
    public boolean isBoundOfEnd() {
        return end.removed() == 0 && end.cost().bought().equals(proposal.cost().bought());
    }

    public List<Blocked> blocked() {
        return blocked;
    }

    private List<Map<String, Object>> pending() {
        return end.pending().stream().map(ScalingAnswer::waiting).toList();
    }

    private static Map<String, Object> waiting(PendingShape waiting) {
        var pods = waiting.pods();
        return Trees.ordered(
                "shape",
                pods.shape().id(),
                "pods",
                pods.count(),
                "example",
                pods.example(),
                "left",
                waiting.left());
    }

    /// All groups together.
    private Map<String, Object> total() {
        int now = end.groups().stream().mapToInt(group -> group.group().size()).sum();
        var tree = Trees.ordered("nodes", now, "wanted", end.nodes().size());
        putRequests(tree, end.groups());
        return tree;
    }

    private List<Object> groups() {
        return end.groups().stream()
                .filter(grown -> grown.wanted() > 0 || grown.group().size() > 0)
                .<Object>map(this::group)
                .toList();
    }

    private Map<String, Object> group(GroupEnd grown) {
        var group = grown.group();
        var tree = Trees.ordered("name", group.name());
        ClusterParts.put(tree, "types", List.<Object>copyOf(group.types()));
        tree.put("nodes", group.size());
        tree.put("wanted", grown.wanted());
        putMaximum(tree, grown);
        ClusterParts.put(tree, "zones", zones(grown));
        if (grown.zones().unsettled() > 0) {
            tree.put("anyZone", grown.zones().unsettled());
        }
        putRequests(tree, List.of(grown));
        putPrices(tree, grown);
        return tree;
    }

    private static void putMaximum(Map<String, Object> tree, GroupEnd grown) {
        switch (grown.group().growth()) {
            case Growth.Within(var limits, _) -> {
                if (limits.most() != NodeGroup.UNLIMITED) {
                    tree.put("maxNodes", limits.most());
                }
                ClusterParts.put(tree, "maxCapacity", Trees.resources(limits.capacity()));
            }
            case Growth.Never(var why) -> tree.put("noGrowth", why.rule().code());
        }
    }

    private void putRequests(Map<String, Object> tree, List<GroupEnd> groups) {
        tree.put("pods", figures.pods(groups));
        figures.percent(groups, Resources.CPU, 2)
                .forEach(percent -> tree.put("cpuPercent", plain(percent)));
        figures.percent(groups, Resources.MEMORY, 2)
                .forEach(percent -> tree.put("memoryPercent", plain(percent)));
    }

    private void putPrices(Map<String, Object> tree, GroupEnd grown) {
        var one = List.of(grown);
        prices(grown).forEach(hour -> tree.put("priceHour", dollars(hour)));
        tree.put("priceSources", GroupFigures.priceSources(grown));
        int estimates = GroupFigures.estimates(one);
        if (estimates > 0) {
            tree.put("estimates", estimates);
        }
        GroupFigures.cost(one).forEach(cost -> tree.put("costHour", dollars(cost)));
        figures.unused(one).forEach(unused -> tree.put("unusedHour", dollars(unused)));
    }

    /// The nodes in each zone; new nodes only where their zone is certain.
    private static List<Object> zones(GroupEnd grown) {
        var settled = grown.zones().settled();
        var zones = new ArrayList<>();
        var now = new TreeMap<String, Integer>();
        grown.group().members().forEach(one -> now.merge(one.key().zone(), 1, Integer::sum));
        var gone = new TreeMap<String, Integer>();
        grown.gone().forEach(one -> gone.merge(one.key().zone(), 1, Integer::sum));
        settled.forEach((zone, _) -> now.putIfAbsent(zone, 0));
        now.remove("");
        now.forEach((zone, nodes) ->
                zones.add(
                        Trees.ordered(
                                "zone",
                                zone,
                                "nodes",
                                nodes,
                                "wanted",
                                nodes
                                        + settled.getOrDefault(zone, 0)
                                        - gone.getOrDefault(zone, 0))));
        return zones;
    }

    /// The price of a node, if it is known and all nodes have the same.
    private static List<Money> prices(GroupEnd grown) {
        var prices = grown.members().stream().map(Member::price).map(ScalingAnswer::hour);
        var distinct = prices.distinct().toList();
        return distinct.size() == 1 ? distinct.getFirst() : List.of();
    }

    private static List<Money> hour(Price price) {
        return price instanceof Price.Known(var hour, _) ? List.of(hour) : List.of();
    }

    private Map<String, Object> cost() {
        var cost = end.cost();
        var tree =
                Trees.ordered(
                        "nowHour",
                        dollars(cost.now()),
                        "afterHour",
                        dollars(cost.after()),
                        "addedHour",
                        dollars(cost.added()),
                        "removedHour",
                        dollars(cost.removed()));
        for (var bound : leastHour()) {
            tree.put("boundHour", dollars(bound));
            if (isBoundOfEnd()) {
                gap(cost.after(), bound).forEach(gap -> tree.put("gapPercent", gap));
            }
            tree.put("ignores", ignores());
        }
        int estimates = GroupFigures.estimates(end.groups());
        if (estimates > 0) {
            tree.put("estimates", estimates);
        }
        if (cost.unpricedNow() > 0 || !cost.isWhole()) {
            tree.put("unpricedNow", cost.unpricedNow());
            tree.put("unpricedAfter", cost.unpricedAfter());
        }
        return tree;
    }

    /// The constraints that the bound does not see.
    private static List<String> ignores() {
        return Stream.concat(Stream.of("whole pods", "whole nodes"), Bound.IGNORES.stream())
                .toList();
    }

    /// By how many percent the cost is above the bound, to four places; none if the bound is zero.
    public static List<BigDecimal> gap(Money cost, Money bound) {
        if (bound.nanos() == 0) {
            return List.of();
        }
        var above = BigDecimal.valueOf(cost.nanos() - bound.nanos()).movePointRight(2);
        return List.of(
                plain(above.divide(BigDecimal.valueOf(bound.nanos()), 4, RoundingMode.HALF_UP)));
    }

    private static Map<String, Object> duals(CostBound.Least least) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("cpuHour", dollars(dual(least, List.of(Resources.CPU))));
        tree.put("memoryGiBHour", dollars(dual(least, List.of(Resources.MEMORY))));
        tree.put("gpuHour", dollars(dual(least, WellKnown.GPUS)));
        return tree;
    }

    /// What one more unit adds to the bound where it is scarcest.
    public static Money dual(CostBound.Least least, List<String> measures) {
        return least.duals().stream()
                .filter(dual -> measures.contains(dual.measure()))
                .map(dual -> dual.hour())
                .max(Money::compareTo)
                .orElse(Money.NONE);
    }

    private List<Object> waste() {
        return end.waste().stream()
                .<Object>map(waste ->
                        Trees.ordered(
                                "node",
                                waste.node(),
                                "group",
                                waste.group(),
                                "dollarsHour",
                                dollars(waste.hour())))
                .toList();
    }

    private List<Object> alternatives() {
        return proposal.alternatives().stream().<Object>map(ScalingAnswer::alternative).toList();
    }

    private static Map<String, Object> alternative(Alternative alternative) {
        var steps = new ArrayList<>();
        for (var grown : alternative.groups()) {
            steps.add(Steps.tree(Scaling.resize(grown)));
        }
        var tree = Trees.ordered("plan", steps);
        if (alternative.cost().isWhole()) {
            tree.put("costHour", dollars(alternative.cost().after()));
        }
        tree.put("left", alternative.left());
        tree.put("why", alternative.why().sentence());
        return tree;
    }

    /// Why nodes stay whose pods might fit elsewhere.
    private List<Object> stays() {
        return end.stays().stream()
                .<Object>map(stays ->
                        Trees.ordered(
                                "rule",
                                stays.why().rule().code(),
                                "nodes",
                                stays.nodes(),
                                "examples",
                                stays.examples(),
                                "sentence",
                                stays.why().sentence()))
                .toList();
    }

    private List<Object> unschedulable() {
        var pods = new ArrayList<>();
        for (var waiting : end.pending()) {
            if (waiting.left() > 0) {
                pods.add(
                        Trees.ordered(
                                "shape",
                                waiting.pods().shape().id(),
                                "pods",
                                waiting.left(),
                                "example",
                                waiting.pods().example()));
            }
        }
        return pods;
    }

    private static BigDecimal dollars(Money money) {
        return Trees.dollars(money);
    }

    private static BigDecimal plain(BigDecimal number) {
        var stripped = number.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }
}

package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.checker.Checker;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.formats.page.Look;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.savings.PricedNode;
import dev.plimsoll.savings.SavingsRow;
import dev.plimsoll.savings.SavingsRow.Name;
import dev.plimsoll.savings.SavingsRow.Origin;
import dev.plimsoll.scaling.CostBound;
import dev.plimsoll.scaling.PendingPods;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.WellKnown;
import dev.plimsoll.slack.Placeholders;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// The rows of savings for a dump, checked by a program that shares no code with them.
final class JudgedSavings {

    private final List<Map<String, Object>> dumped;
    private final Dump dump;
    private final Proposal plan;
    private final List<SavingsRow> rows;

    /// @param objects of the dump
    /// @param words the dump and other arguments of `plan`
    JudgedSavings(List<Map<String, Object>> objects, List<String> words) {
        this.dumped = objects;
        var console =
                new Console(
                        new ByteArrayInputStream(new byte[0]),
                        new ByteArrayOutputStream(),
                        new ByteArrayOutputStream(),
                        () -> Look.PLAIN);
        var arguments = new Arguments(new Plan(), words);
        var origin = ClusterOrigin.of(arguments);
        this.dump = Dump.read(origin, arguments.text("-c", ""), arguments, console);
        this.plan = dump.answer(origin).details();
        this.rows = dump.savings(plan);
    }

    List<SavingsRow> rows() {
        return rows;
    }

    SavingsRow row(Name name) {
        return rows.stream().filter(row -> row.name() == name).findFirst().orElseThrow();
    }

    boolean isFound(Name name) {
        return row(name).origin() == Origin.FOUND;
    }

    /// The rows add up, and none is dearer than the one above it. Only the plan may add nodes: for
    /// pending pods, for room and for minimum sizes.
    void costNoMoreThanTheRowAbove() {
        assertThat(rows.stream().map(SavingsRow::name)).containsExactly(Name.values());
        for (var row : rows) {
            assertThat(row.hour()).isEqualTo(cost(row));
        }
        for (int i = 2; i < rows.size(); i++) {
            assertThat(rows.get(i).hour()).isLessThanOrEqualTo(rows.get(i - 1).hour());
        }
        if (plan.packing().opened().isEmpty()) {
            assertThat(rows.get(1).hour()).isEqualTo(rows.getFirst().hour());
        }
    }

    private static Money cost(SavingsRow row) {
        var cost = Money.NONE;
        for (var node : row.nodes()) {
            cost = node.price() instanceof Price.Known(var hour, _) ? cost.plus(hour) : cost;
        }
        return cost;
    }

    /// @return how many bounds are above the nodes that stay
    int costNoLessThanTheirBounds() {
        int proven = 0;
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).bound() instanceof CostBound.Least(var hour, _)) {
                proven += hour.nanos() > 0 ? 1 : 0;
                assertThat(hour).isLessThanOrEqualTo(rows.get(i).hour());
                for (var below : rows.subList(Math.max(1, i), rows.size())) {
                    if (i > 0 && below.bound() instanceof CostBound.Least(var least, _)) {
                        assertThat(least).isLessThanOrEqualTo(hour);
                    }
                }
            }
        }
        return proven;
    }

    /// Every row has the pods that there are after the plan, except those that are being deleted.
    void holdTheSamePods() {
        var expected = pods(row(Name.AFTER_THE_PLAN));
        for (var row : rows.subList(2, rows.size())) {
            assertThat(pods(row)).isEqualTo(expected);
        }
    }

    private SortedMap<Shape, Integer> pods(SavingsRow row) {
        var counts = new TreeMap<Shape, Integer>();
        for (var each : row.nodes()) {
            for (var some : each.node().pods()) {
                if (isAPod(some)) {
                    counts.merge(planned(some.shape()), some.count(), Integer::sum);
                }
            }
        }
        return counts;
    }

    private static boolean isAPod(Pods some) {
        return !some.shape().owner().staysWithNode()
                && !Placeholders.areOf(some.shape())
                && some.shape().stage() == Shape.Stage.STAYING;
    }

    private Shape planned(Shape shape) {
        return PendingPods.planned(shape, dump.question().seen().storage());
    }

    /// A pod is on a spot node only if it tolerates that, or one of its shape is there already.
    void keepOthersOffSpotNodes() {
        var before = onSpot(row(Name.AS_IT_IS));
        var after = onSpot(row(Name.AFTER_THE_PLAN));
        for (var row : rows.subList(2, rows.size())) {
            onSpot(row)
                    .forEach((shape, count) -> {
                        boolean tolerates =
                                WellKnown.SPOT_TAINTS.stream().anyMatch(shape::tolerates);
                        int there =
                                Math.max(
                                        before.getOrDefault(shape, 0),
                                        after.getOrDefault(shape, 0));
                        assertThat(tolerates || count <= there).isTrue();
                    });
        }
    }

    private SortedMap<Shape, Integer> onSpot(SavingsRow row) {
        var counts = new TreeMap<Shape, Integer>();
        for (var each : row.nodes()) {
            for (var some : each.node().pods()) {
                if (isAPod(some) && WellKnown.isSpot(each.node().labels())) {
                    counts.merge(planned(some.shape()), some.count(), Integer::sum);
                }
            }
        }
        return counts;
    }

    /// Groups have no more nodes than they may, in the row that keeps to them.
    void keepToMaxima(String policy) {
        for (var limited : Plain.maps(Plain.map(policy), "groups")) {
            for (var row : rows.subList(0, 3)) {
                long nodes =
                        row.nodes().stream()
                                .filter(node -> node.group().equals(Plain.text(limited, "name")))
                                .count();
                long before =
                        rows.getFirst().nodes().stream()
                                .filter(node -> node.group().equals(Plain.text(limited, "name")))
                                .count();
                assertThat(nodes)
                        .isLessThanOrEqualTo(Math.max(before, Plain.number(limited, "maxNodes")));
            }
        }
    }

    /// The judge accepts every move of every row that was found, in order, with the pods that stay
    /// and those of DaemonSets in place. Of the row after the plan the end is known, and not the
    /// order: there it accepts every pod that the plan places, in some order.
    void areAccepted() {
        for (var row : rows.subList(1, rows.size())) {
            if (row.origin() == Origin.FOUND) {
                isAccepted(row);
            }
        }
    }

    private void isAccepted(SavingsRow row) {
        var objects = new ArrayList<Map<String, Object>>();
        var trees = new LinkedHashMap<String, Map<String, Object>>();
        var names = new TreeSet<String>();
        row.nodes().forEach(node -> names.add(node.node().name()));
        var movers = new TreeMap<Shape, Deque<Map<String, Object>>>();
        for (var object : dumped) {
            switch (Plain.text(object, "kind")) {
                case "Node" -> trees.put(new DumpNode(object).name(), object);
                case "Pod" -> {
                    if (names.contains(Plain.in(object, "spec", "nodeName").toString())) {
                        objects.add(object);
                    } else {
                        shape(object)
                                .ifPresent(shape ->
                                        movers.computeIfAbsent(
                                                        planned(shape), _ -> new ArrayDeque<>())
                                                .add(unbound(object, shape)));
                    }
                }
                default -> objects.add(object);
            }
        }
        for (var each : row.nodes()) {
            boolean stays = trees.containsKey(each.node().name());
            objects.add(asSeen(each.node(), trees));
            if (!stays) {
                objects.addAll(daemons(each));
            }
        }
        var checker = new Checker(objects);
        var planned = new PlannedPods();
        row.nodes().forEach(each -> plan(row, each.node(), planned, movers));
        if (row.name() == Name.AFTER_THE_PLAN) {
            row.nodes().forEach(each -> planned.addRoom(each.node()));
            assertThat(planned.refused(checker)).as("%s", row.name()).isEmpty();
            return;
        }
        planned.place(checker);
        isAccepted(row, checker, movers);
    }

    /// The pods that the plan puts on a node of the row, which may be one that the plan adds.
    private void plan(
            SavingsRow row,
            Node node,
            PlannedPods planned,
            Map<Shape, Deque<Map<String, Object>>> movers) {
        var more = pods(node);
        var before = dump.question().seen().node(node.name());
        if (before != null) {
            pods(before).forEach((shape, pods) -> more.merge(shape, -pods, Integer::sum));
        }
        row.moves().stream()
                .filter(one -> one.node().equals(node.name()))
                .forEach(one -> more.merge(one.shape(), -one.count(), Integer::sum));
        more.forEach((shape, pods) -> {
            for (int i = 0; i < pods && !Placeholders.areOf(shape); i++) {
                planned.add(movers.getOrDefault(shape, new ArrayDeque<>()).remove(), node.name());
            }
        });
    }

    private SortedMap<Shape, Integer> pods(Node node) {
        var counts = new TreeMap<Shape, Integer>();
        for (var some : node.pods()) {
            if (isAPod(some)) {
                counts.merge(planned(some.shape()), some.count(), Integer::sum);
            }
        }
        return counts;
    }

    private void isAccepted(
            SavingsRow row, Checker checker, Map<Shape, Deque<Map<String, Object>>> movers) {
        int number = 0;
        for (var placed : row.moves()) {
            for (int i = 0; i < placed.count(); i++) {
                var pod =
                        Placeholders.areOf(placed.shape())
                                ? RowObjects.placeholder(placed.shape(), number++)
                                : movers.getOrDefault(placed.shape(), new ArrayDeque<>()).poll();
                assertThat(pod).as("a pod of the shape that moves").isNotNull();
                if (pod != null) {
                    assertThat(checker.refusal(pod, placed.node()))
                            .as("%s: %s on %s", row.name(), pod, placed.node())
                            .isEmpty();
                    checker.place(pod, placed.node());
                }
            }
        }
    }

    /// A node that takes pods as the plan sees it: started, and un-drained if the plan does that.
    private static Map<String, Object> asSeen(Node node, Map<String, Map<String, Object>> dumped) {
        return node.isActive() ? RowObjects.node(node) : dumped.getOrDefault(node.name(), Map.of());
    }

    /// The shape of a pod; empty if it is finished.
    private Optional<Shape> shape(Map<String, Object> pod) {
        var name = Plain.in(pod, "metadata", "name").toString();
        var namespace = Plain.in(pod, "metadata", "namespace").toString();
        return dump.inventory()
                .find(new ObjectName(namespace.isEmpty() ? "default" : namespace, name));
    }

    /// The pod without its node, and without volumes if some of its claims are unknown.
    private Map<String, Object> unbound(Map<String, Object> pod, Shape shape) {
        var spec = new TreeMap<>(Plain.tree(Plain.part(pod, "spec")));
        spec.remove("nodeName");
        if (!planned(shape).equals(shape)) {
            spec.remove("volumes");
        }
        var copy = new TreeMap<>(pod);
        copy.put("spec", spec);
        return copy;
    }

    private List<Map<String, Object>> daemons(PricedNode each) {
        var daemons = new ArrayList<Map<String, Object>>();
        for (var some : each.node().pods()) {
            if (some.shape().owner().staysWithNode()) {
                var example =
                        dumped.stream()
                                .filter(object -> Plain.text(object, "kind").equals("Pod"))
                                .filter(object -> shape(object).equals(Optional.of(some.shape())))
                                .findFirst()
                                .orElseThrow();
                for (int i = 0; i < some.count(); i++) {
                    daemons.add(
                            RowObjects.on(unbound(example, some.shape()), each.node().name(), i));
                }
            }
        }
        return daemons;
    }
}

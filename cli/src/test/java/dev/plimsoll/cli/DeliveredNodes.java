package dev.plimsoll.cli;

import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.checker.Checker;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/// The nodes that a provider adds for the plan of a [PoolDump], under the names of the plan.
///
/// A provider that balances zones adds each node in a zone with the fewest nodes of the group, and
/// of any type of the group. It may take any zone if several have the fewest. A node is in the zone
/// of the plan if its pods depend on the zone, else in any remaining zone. Where the plan picks the
/// machines, each node has a zone and type of the step.
///
/// A node is like the newest one of its type, with the same DaemonSet pods.
final class DeliveredNodes implements Judged.Added {

    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String TYPE = "node.kubernetes.io/instance-type";
    private static final String CAPACITY = "karpenter.sh/capacity-type";

    /// @param model the node that it is like
    private record Machine(DumpNode model, String zone) {}

    private final Random random;
    private final Map<String, List<DumpNode>> pools = new TreeMap<>();
    private final Map<String, Map<String, Object>> pods = new TreeMap<>();
    private final Map<String, List<Map<String, Object>>> daemons = new TreeMap<>();
    private final List<Map<String, Object>> others = new ArrayList<>();

    /// The pods and the zones of new nodes, by name.
    private final Map<String, List<String>> placed = new LinkedHashMap<>();

    private final Map<String, String> zones = new TreeMap<>();

    private final Map<String, Machine> machines = new TreeMap<>();

    /// @param key the label that names the pool of a node
    DeliveredNodes(
            List<Map<String, Object>> dump, String key, Map<?, ?> plan, RandomGenerator random) {
        this.random = Random.from(random);
        dump.forEach(object -> sort(object, key));
        var groups = new TreeMap<String, TreeSet<String>>();
        for (var place : Plain.maps(plan, "placement")) {
            if (Plain.part(place, "new").equals(true)) {
                var node = Plain.text(place, "node");
                var own = placed.computeIfAbsent(node, _ -> new ArrayList<>());
                Plain.list(place, "pods").forEach(pod -> own.add(pod.toString()));
                zones.put(node, Plain.text(place, "zone"));
                groups.computeIfAbsent(Plain.text(place, "group"), _ -> new TreeSet<>()).add(node);
            }
        }
        for (var step : Plain.maps(plan, "plan")) {
            var nodes = groups.getOrDefault(Plain.text(step, "group"), new TreeSet<>());
            assertThat(nodes).hasSize(Plain.number(step, "nodes") - Plain.number(step, "from"));
            deliver(step, new ArrayList<>(nodes));
        }
    }

    private void sort(Map<String, Object> object, String key) {
        var node = Plain.in(object, "spec", "nodeName").toString();
        switch (Plain.text(object, "kind")) {
            case "Node" -> {
                var one = new DumpNode(object);
                var pool = Plain.part(one.labels(), key).toString();
                pools.computeIfAbsent(pool, _ -> new ArrayList<>()).add(one);
            }
            case "Pod" -> {
                if (node.isEmpty()) {
                    var namespace = Plain.in(object, "metadata", "namespace");
                    pods.put(namespace + "/" + Plain.in(object, "metadata", "name"), object);
                } else if (Plain.json(object).contains("\"DaemonSet\"")) {
                    daemons.computeIfAbsent(node, _ -> new ArrayList<>()).add(object);
                }
            }
            default -> others.add(object);
        }
    }

    private void deliver(Map<?, ?> step, List<String> nodes) {
        var own = Objects.requireNonNull(pools.get(Plain.text(step, "group")));
        if (step.containsKey("in")) {
            deliverChosen(Plain.maps(step, "in"), own, nodes);
            return;
        }
        var left = nextZones(own, nodes.size());
        nodes.sort(comparing(this::isFree));
        for (var node : nodes) {
            var zone = isFree(node) ? left.getFirst() : Objects.requireNonNull(zones.get(node));
            assertThat(left.remove(zone)).as("%s gets a node in %s", node, zone).isTrue();
            var like = own.get(random.nextInt(own.size()));
            machines.put(node, new Machine(newest(own, like.labels()), zone));
        }
    }

    /// The zones of the next nodes, in any order.
    private List<String> nextZones(List<DumpNode> own, int more) {
        var counts = new TreeMap<String, Integer>();
        own.forEach(node -> counts.merge(zone(node), 1, Integer::sum));
        var next = new ArrayList<String>();
        while (next.size() < more) {
            int fewest = Collections.min(counts.values());
            var lowest = new ArrayList<>(counts.keySet());
            lowest.removeIf(zone -> counts.getOrDefault(zone, 0) > fewest);
            var zone = lowest.get(random.nextInt(lowest.size()));
            counts.merge(zone, 1, Integer::sum);
            next.add(zone);
        }
        Collections.shuffle(next, random);
        return next;
    }

    /// No pod of a node looks at zones.
    boolean isFree(String node) {
        return placed.getOrDefault(node, List.of()).stream()
                .map(pod -> Plain.json(Plain.part(pod(pod), "spec")))
                .noneMatch(spec -> spec.contains("zone") || spec.contains("volumes"));
    }

    private Map<String, Object> pod(String name) {
        return Objects.requireNonNull(pods.get(name));
    }

    private static String zone(DumpNode node) {
        return Plain.text(node.labels(), ZONE);
    }

    /// The newest node of the same type.
    private static DumpNode newest(List<DumpNode> own, Map<String, Object> labels) {
        return own.stream()
                .filter(node -> kind(node.labels()).equals(kind(labels)))
                .max(comparing(DumpNode::created).thenComparing(DumpNode::name))
                .orElseThrow();
    }

    private static String kind(Map<String, Object> labels) {
        return Plain.text(labels, TYPE) + " " + Plain.part(labels, CAPACITY);
    }

    private void deliverChosen(List<Map<?, ?>> chosen, List<DumpNode> own, List<String> nodes) {
        var bought = new ArrayList<Machine>();
        for (var some : chosen) {
            var labels = new TreeMap<String, Object>();
            labels.put(TYPE, Plain.text(some, "instanceType"));
            labels.put(CAPACITY, Plain.text(some, "capacityType"));
            var machine = new Machine(newest(own, labels), Plain.text(some, "zone"));
            bought.addAll(Collections.nCopies(Plain.number(some, "nodes"), machine));
        }
        var owners = new TreeMap<Integer, String>();
        var fits = new TreeMap<String, Boolean>();
        for (var node : nodes) {
            assertThat(takes(node, bought, owners, new TreeSet<>(), fits))
                    .as("%s is one of %s", node, chosen)
                    .isTrue();
        }
        owners.forEach((machine, node) -> machines.put(node, bought.get(machine)));
    }

    /// Finds a machine for a node, and other machines for nodes that must make way.
    ///
    /// @param owners the nodes that have machines
    /// @param fits the answers that are known
    private boolean takes(
            String node,
            List<Machine> bought,
            Map<Integer, String> owners,
            Set<Integer> tried,
            Map<String, Boolean> fits) {
        for (int i = 0; i < bought.size(); i++) {
            var machine = bought.get(i);
            var question = node + " on " + machine.model().name() + " in " + machine.zone();
            if (fits.computeIfAbsent(question, _ -> canBe(node, machine)) && tried.add(i)) {
                var owner = owners.get(i);
                if (owner == null || takes(owner, bought, owners, tried, fits)) {
                    owners.put(i, node);
                    return true;
                }
            }
        }
        return false;
    }

    private boolean canBe(String node, Machine machine) {
        if (!machine.zone().equals(zones.get(node))) {
            return false;
        }
        var objects = new ArrayList<>(others);
        objects.addAll(of(machine, node));
        var own =
                placed.getOrDefault(node, List.of()).stream()
                        .map(pod -> new Checker.Placed(pod(pod), node))
                        .toList();
        return Checker.problems(objects, own).isEmpty();
    }

    @Override
    public List<Map<String, Object>> of(String group, String zone, String name) {
        return of(Objects.requireNonNull(machines.get(name)), name);
    }

    private List<Map<String, Object>> of(Machine machine, String name) {
        var model = machine.model();
        var all = new ArrayList<Map<String, Object>>();
        all.add(model.tree());
        all.addAll(daemons.getOrDefault(model.name(), List.of()));
        return all.stream()
                .map(Plain::json)
                .map(text -> text.replace(model.name(), name).replace(zone(model), machine.zone()))
                .map(text -> Plain.tree(Plain.map(text)))
                .toList();
    }
}

package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.JsonTree;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/// Looks at groups all the time, whatever else fails: no group leaves its limits, no machine is
/// bought twice, and no pod is evicted against its disruption budget.
final class Laws implements AutoCloseable {

    private static final String NODES = Api.path("v1", "Node", "");
    private static final String BUDGETS = Api.path("policy/v1", "PodDisruptionBudget", "");
    private static final int EACH_MILLIS = 50;

    /// A group that is looked at.
    ///
    /// @param least its nodes
    /// @param most its nodes and orders
    private record Watched(NodeGroup group, int least, int most) {}

    private final ControlPlane plane;
    private final String orders;
    private final List<Watched> watched = new CopyOnWriteArrayList<>();
    private final Set<String> broken = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> looks = new ConcurrentHashMap<>();
    private final Map<String, Integer> healthyLooks = new ConcurrentHashMap<>();
    private final Thread looking;

    /// @param namespace of the controller
    Laws(ControlPlane plane, String namespace) {
        this.plane = plane;
        this.orders = Api.path("v1", "ConfigMap", namespace) + "/plimsoll-nodes";
        looking = Thread.ofVirtual().start(this::lookAgainAndAgain);
    }

    void watch(NodeGroup group, int least, int most) {
        watched.add(new Watched(group, least, most));
    }

    /// Fails if a law was broken, or if nobody has looked at the group.
    void mustHold(NodeGroup group) {
        assertThat(broken).noneMatch(law -> law.startsWith(group.name() + " "));
        assertThat(looks.getOrDefault(group.name(), 0)).isGreaterThan(3);
    }

    /// Fails also if the disruption budget of the group was not fulfilled for some time.
    void mustHoldWithBudget(NodeGroup group) {
        mustHold(group);
        assertThat(healthyLooks.getOrDefault(group.name(), 0)).isGreaterThan(3);
    }

    @Override
    public void close() {
        looking.interrupt();
    }

    private void lookAgainAndAgain() {
        try {
            while (true) {
                Thread.sleep(EACH_MILLIS);
                look();
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /// An API server that cannot be asked is one of the faults.
    private void look() {
        try {
            var now = List.copyOf(watched);
            lookAtLimits(now);
            lookAtBudgets(now);
        } catch (UncheckedIOException | Api.Refused fault) {
            return;
        }
    }

    /// Orders that are the same before and after were so at the time of the list.
    private void lookAtLimits(List<Watched> now) {
        var before = orders();
        var nodes = plane.api().list(NODES);
        if (!before.equals(orders())) {
            return;
        }
        for (var each : now) {
            int there = count(nodes, each.group().name(), List.of());
            int all = count(nodes, each.group().name(), ordered(before, each.group().name()));
            if (there < each.least()) {
                broken.add(each.group().name() + " had " + there + " nodes");
            }
            if (all > each.most()) {
                broken.add(each.group().name() + " had " + all + " nodes and orders");
            }
            looks.merge(each.group().name(), 1, Math::addExact);
        }
    }

    private Map<String, Object> orders() {
        var answer = plane.api().ask("GET", orders, Map.of());
        if (!answer.isGood() && answer.status() != 404) {
            throw new Api.Refused("GET " + orders, answer);
        }
        return answer.isGood() ? answer.object() : Map.of();
    }

    private static List<String> ordered(Map<String, Object> orders, String group) {
        var text = JsonTree.text(orders, "data", group);
        return text.isEmpty()
                ? List.of()
                : JsonTree.maps(JsonTree.parse("{\"orders\":" + text + "}"), "orders").stream()
                        .map(order -> JsonTree.text(order, "node"))
                        .toList();
    }

    /// An order whose node is there counts once.
    private static int count(List<Map<String, Object>> nodes, String group, List<String> ordered) {
        var names =
                nodes.stream()
                        .filter(node ->
                                JsonTree.text(node, "metadata", "labels", NodeGroup.LABEL)
                                        .equals(group))
                        .map(node -> JsonTree.text(node, "metadata", "name"))
                        .collect(Collectors.toCollection(TreeSet::new));
        names.addAll(ordered);
        return names.size();
    }

    /// A budget is looked at since its pods fulfilled it for the first time.
    private void lookAtBudgets(List<Watched> now) {
        var budgets = new HashMap<String, Map<String, Object>>();
        plane.api()
                .list(BUDGETS)
                .forEach(budget ->
                        budgets.put(JsonTree.text(budget, "metadata", "namespace"), budget));
        for (var each : now) {
            var budget = budgets.getOrDefault(each.group().name(), Map.of());
            long healthy = count(budget, "status", "currentHealthy");
            long needed = count(budget, "spec", "minAvailable");
            if (needed > 0 && healthy >= needed) {
                healthyLooks.merge(each.group().name(), 1, Math::addExact);
            } else if (healthyLooks.containsKey(each.group().name())) {
                broken.add(
                        each.group().name() + " had " + healthy + " of " + needed + " Ready pods");
            }
        }
    }

    private static long count(Map<String, Object> object, String... path) {
        return JsonTree.at(object, path) instanceof Long count ? count : 0;
    }
}

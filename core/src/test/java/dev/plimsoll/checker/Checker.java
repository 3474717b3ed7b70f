package dev.plimsoll.checker;

import static dev.plimsoll.checker.Tree.name;
import static dev.plimsoll.checker.Tree.namespace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Judges whether a pod fits on a node, as kube-scheduler does.
public final class Checker {

    /// In the scheduler's order. The first word of a refusal names its rule.
    private static final List<Rule> RULES =
            List.of(
                    Understood::refusal,
                    NodeRules::unschedulable,
                    NodeRules::named,
                    NodeRules::taints,
                    NodeRules::affinity,
                    NodeRules::ports,
                    NodeRules::resources,
                    ClaimRules::ready,
                    DiskRules::oncePerPod,
                    DiskRules::disks,
                    LimitsRule::refusal,
                    BindingRule::refusal,
                    ClaimRules::zones,
                    SpreadRule::refusal,
                    NeighbourRule::refusal);

    private final World world;

    /// @param objects all objects of the cluster, including nodes that a plan adds
    public Checker(List<? extends Map<String, Object>> objects) {
        world = new World(objects);
    }

    /// The reason why the pod does not fit on the node now; empty if it fits.
    public Optional<String> refusal(Map<String, Object> pod, String node) {
        var there = world.find("Node", node);
        if (there.isEmpty()) {
            return Optional.of("name: there is no node " + node);
        }
        return RULES.stream()
                .flatMap(rule -> rule.refusal(world, pod, there.get()).stream())
                .findFirst();
    }

    /// Places the pod on the node without checking rules, and binds its claims.
    public void place(Map<String, Object> pod, String node) {
        var there = world.find("Node", node).orElseThrow();
        BindingRule.bind(world, pod, there);
        world.put(Tree.with(withTopology(pod, there), node, "spec", "nodeName"));
    }

    /// A bound pod gets the zone and region of its node as labels.
    private static Map<String, Object> withTopology(
            Map<String, Object> pod, Map<String, Object> node) {
        var labels = new LinkedHashMap<>(Tree.labels(pod));
        for (var key : List.of("topology.kubernetes.io/zone", "topology.kubernetes.io/region")) {
            if (Tree.labels(node).containsKey(key)) {
                labels.put(key, Tree.text(Tree.labels(node), key));
            }
        }
        return Tree.with(pod, labels, "metadata", "labels");
    }

    /// The violations when these pods are placed one after the other; empty if there are none.
    public static List<String> problems(
            List<? extends Map<String, Object>> objects, List<Placed> placements) {
        var checker = new Checker(objects);
        var problems = new ArrayList<String>();
        for (var placed : placements) {
            var pod = placed.pod();
            checker.refusal(pod, placed.node())
                    .ifPresent(refusal ->
                            problems.add(
                                    "%s/%s on %s: %s"
                                            .formatted(
                                                    namespace(pod),
                                                    name(pod),
                                                    placed.node(),
                                                    refusal)));
            if (checker.world.find("Node", placed.node()).isPresent()) {
                checker.place(pod, placed.node());
            }
        }
        return problems;
    }

    /// A pod and its node.
    public record Placed(Map<String, Object> pod, String node) {}
}

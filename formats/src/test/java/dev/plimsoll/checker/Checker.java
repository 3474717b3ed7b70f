package dev.plimsoll.checker;

import static dev.plimsoll.checker.Tree.name;
import static dev.plimsoll.checker.Tree.namespace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Says whether a pod may go to a node, as kube-scheduler would.
public final class Checker {

    /// In the scheduler's order. What a rule is about is its first word.
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

    /// @param objects everything in the cluster, nodes that a plan adds among them
    public Checker(List<? extends Map<String, Object>> objects) {
        world = new World(objects);
    }

    /// Why the pod may not go to the node as things stand; empty if it may.
    public Optional<String> refusal(Map<String, Object> pod, String node) {
        var there = world.find("Node", node);
        if (there.isEmpty()) {
            return Optional.of("name: there is no node " + node);
        }
        return RULES.stream()
                .flatMap(rule -> rule.refusal(world, pod, there.get()).stream())
                .findFirst();
    }

    /// Puts the pod on the node, whatever the rules say, and binds its claims.
    public void place(Map<String, Object> pod, String node) {
        var there = world.find("Node", node).orElseThrow();
        BindingRule.bind(world, pod, there);
        world.put(Tree.with(withTopology(pod, there), node, "spec", "nodeName"));
    }

    /// A pod that is bound gets the zone and region of its node as labels.
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

    /// What is wrong with placing these pods one after the other; empty if nothing is.
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

    /// A pod and the node it is put on.
    public record Placed(Map<String, Object> pod, String node) {}
}

package dev.plimsoll.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.packing.Packing.Placed;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// Places the pods of a plan one by one, and checks resources, labels, anti-affinity and topology
/// spread with its own code.
final class IndependentJudge {

    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Map<String, List<Shape>> pods = new LinkedHashMap<>();

    private IndependentJudge(Proposal proposal) {
        proposal.facts().nodesWithRoom().forEach(this::add);
        proposal.packing().opened().forEach(opened -> add(opened.offer().node(opened.node())));
    }

    static void check(Proposal proposal) {
        var judge = new IndependentJudge(proposal);
        for (var one : proposal.packing().placed()) {
            for (int i = 0; i < one.count(); i++) {
                judge.place(one);
            }
        }
    }

    private void add(Node node) {
        nodes.put(node.name(), node);
        var own = new ArrayList<Shape>();
        for (Pods some : node.pods()) {
            for (int i = 0; i < some.count(); i++) {
                own.add(some.shape());
            }
        }
        pods.put(node.name(), own);
    }

    private void place(Placed one) {
        var node = Objects.requireNonNull(nodes.get(one.node()));
        var shape = one.shape();
        var own = Objects.requireNonNull(pods.get(one.node()));
        var what = shape.labels() + " on " + node.name();
        for (var resource : List.of(Resources.CPU, Resources.MEMORY)) {
            long used = own.stream().mapToLong(each -> each.requests().asked(resource)).sum();
            assertThat(used + shape.requests().asked(resource))
                    .as("%s of %s", resource, what)
                    .isLessThanOrEqualTo(node.allocatable().offered(resource));
        }
        assertThat((long) own.size() + 1)
                .as("pods of %s", what)
                .isLessThanOrEqualTo(node.allocatable().offered(Resources.PODS));
        assertThat(node.labels().hasAll(shape.nodeSelector())).as(what).isTrue();
        checkApart(shape, own, what);
        checkSpread(shape, node, what);
        own.add(shape);
    }

    private static void checkApart(Shape shape, List<Shape> own, String what) {
        if (!shape.constraints().apart().isEmpty()) {
            assertThat(own).as("apart: %s", what).noneMatch(each -> isLike(each, shape));
        }
    }

    private static boolean isLike(Shape one, Shape other) {
        return one.labels().equals(other.labels()) && one.namespace().equals(other.namespace());
    }

    /// The skew of the domain after the pod, over the domains of all nodes.
    private void checkSpread(Shape shape, Node on, String what) {
        for (var spread : shape.constraints().spread()) {
            var counts = new TreeMap<String, Integer>();
            for (var node : nodes.values()) {
                var domain = node.labels().get(spread.topologyKey());
                int like =
                        (int)
                                Objects.requireNonNull(pods.get(node.name())).stream()
                                        .filter(each -> isLike(each, shape))
                                        .count();
                counts.merge(domain, like, Integer::sum);
            }
            int least = counts.values().stream().mapToInt(Integer::intValue).min().orElse(0);
            int here = counts.getOrDefault(on.labels().get(spread.topologyKey()), 0);
            assertThat(here + 1 - least).as("skew of %s", what).isLessThanOrEqualTo(1);
        }
    }
}

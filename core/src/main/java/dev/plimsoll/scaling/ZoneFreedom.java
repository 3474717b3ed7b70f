package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.PodTerm;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Spread;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.packing.Offer;
import dev.plimsoll.packing.Packing.Placed;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Whether the pods on a new node could as well run on a node of another offer, in another zone.
///
/// Pods are bound to their zone by volumes, by node affinity, and by rules about other pods in the
/// same domain: their own rules, and those of other pods that match them.
final class ZoneFreedom {

    /// A rule of some pods of a namespace about the pods of a domain.
    private record DomainRule(String key, String namespace, Spread spread) {}

    private final Cluster cluster;
    private final List<PodTerm> terms = new ArrayList<>();
    private final List<DomainRule> spreads = new ArrayList<>();
    private final Map<Shape, Boolean> bound = new LinkedHashMap<>();

    /// @param there existing nodes
    /// @param pods pending pods
    ZoneFreedom(Cluster cluster, List<Node> there, List<Pods> pods) {
        this.cluster = cluster;
        for (var node : there) {
            if (node.keepsApart()) {
                node.pods().forEach(some -> add(some.shape().constraints().apart()));
            }
        }
        for (var some : pods) {
            var constraints = some.shape().constraints();
            add(constraints.apart());
            add(constraints.near());
            for (var spread : constraints.spread()) {
                if (looksAtZones(spread.topologyKey())) {
                    spreads.add(
                            new DomainRule(spread.topologyKey(), some.shape().namespace(), spread));
                }
            }
        }
    }

    private void add(List<PodTerm> some) {
        some.stream()
                .filter(term -> looksAtZones(term.topologyKey()) && !terms.contains(term))
                .forEach(terms::add);
    }

    private static boolean looksAtZones(String key) {
        return !key.equals(Node.HOSTNAME);
    }

    /// Some pending pod has a rule about the pods in its zone.
    boolean isLimited() {
        return !terms.isEmpty() || !spreads.isEmpty();
    }

    /// Whether all these pods can run on an empty node of the offer instead.
    boolean canMove(List<Placed> pods, Offer to) {
        var asked = Resources.NONE;
        long slots = 0;
        for (var some : pods) {
            if (isBound(some.shape()) || !Fit.admits(to.node(), some.shape()).fits()) {
                return false;
            }
            asked = asked.plus(some.shape().requests().times(some.count()));
            slots += some.count();
        }
        return holds(to.node(), asked, slots);
    }

    private static boolean holds(Node node, Resources asked, long slots) {
        var free = node.allocatable().less(node.asked());
        for (var name : asked.names()) {
            if (asked.asked(name) > 0 && asked.asked(name) > free.offered(name)) {
                return false;
            }
        }
        return slots <= free.offered(Resources.PODS);
    }

    private boolean isBound(Shape shape) {
        return bound.computeIfAbsent(shape, this::findBond);
    }

    private boolean findBond(Shape shape) {
        var constraints = shape.constraints();
        var namespace = cluster.namespace(shape.namespace());
        return !shape.mounts().isEmpty()
                || constraints.near().stream().anyMatch(term -> looksAtZones(term.topologyKey()))
                || constraints.apart().stream().anyMatch(term -> looksAtZones(term.topologyKey()))
                || constraints.spread().stream().anyMatch(s -> looksAtZones(s.topologyKey()))
                || terms.stream().anyMatch(term -> term.matches(shape, namespace))
                || spreads.stream().anyMatch(rule -> counts(rule, shape));
    }

    private static boolean counts(DomainRule rule, Shape shape) {
        return rule.namespace().equals(shape.namespace())
                && rule.spread().selector().matches(shape.labels());
    }
}

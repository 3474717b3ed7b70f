package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.NodeOffer;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Affinity.Term;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Requirement.Operator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Pods for which some groups do not grow, in terms of the scheduler: new nodes of these groups
/// have a label, and the pods do not go on nodes with that label. Existing nodes do not have it.
final class BackedOffShapes {

    private static final String LABEL = "plimsoll.dev/backs-off";

    private final List<Pods> pods = new ArrayList<>();
    private final Map<Shape, Shape> originals = new LinkedHashMap<>();
    private final Set<String> groups = new LinkedHashSet<>();

    BackedOffShapes(List<Pods> pending, UnhelpfulGrowth unhelpful) {
        for (var some : pending) {
            var against = unhelpful.against(some.shape());
            if (against.isEmpty()) {
                pods.add(some);
                continue;
            }
            var apart = some.shape().with(apart(some.shape().placement(), against));
            originals.put(apart, some.shape());
            groups.addAll(against);
            pods.add(some.as(apart));
        }
    }

    private static Placement apart(Placement placement, List<String> groups) {
        var not = new Requirement(LABEL, Operator.NOT_IN, groups);
        return new Placement(
                placement.nodeSelector(),
                and(placement.affinity(), not),
                placement.tolerations(),
                placement.constraints(),
                placement.ports(),
                placement.mounts(),
                placement.unknown());
    }

    private static Affinity and(Affinity affinity, Requirement not) {
        return switch (affinity) {
            case Affinity.Anywhere _ ->
                    new Affinity.AnyOf(List.of(new Term(List.of(not), List.of())));
            case Affinity.AnyOf(var terms) ->
                    new Affinity.AnyOf(terms.stream().map(term -> and(term, not)).toList());
        };
    }

    /// A term without conditions matches no node, so it stays as it is.
    private static Term and(Term term, Requirement not) {
        if (term.labels().isEmpty() && term.fields().isEmpty()) {
            return term;
        }
        var labels = new ArrayList<>(term.labels());
        labels.add(not);
        return new Term(labels, term.fields());
    }

    /// The pending pods and placeholders, apart from the groups that do not grow for them.
    List<Pods> pods() {
        return pods;
    }

    /// The group, whose new nodes have the label if it does not grow for some pods.
    NodeGroup marked(NodeGroup group) {
        return groups.contains(group.name())
                ? group.with(group.offers().stream().map(offer -> marked(group, offer)).toList())
                : group;
    }

    private static NodeOffer marked(NodeGroup group, NodeOffer offer) {
        var node = offer.node();
        return new NodeOffer(
                offer.name(),
                offer.key(),
                node.withLabels(node.labels().with(LABEL, group.name())),
                offer.price());
    }

    /// A packing of these pods, with the shapes that they have.
    Packing plain(Packing packing) {
        return originals.isEmpty()
                ? packing
                : new Packing(
                        packing.opened(),
                        packing.placed().stream()
                                .map(one ->
                                        new Packing.Placed(
                                                plain(one.shape()), one.count(), one.node()))
                                .toList(),
                        packing.left().stream().map(some -> some.as(plain(some.shape()))).toList());
    }

    private Shape plain(Shape shape) {
        return originals.getOrDefault(shape, shape);
    }
}

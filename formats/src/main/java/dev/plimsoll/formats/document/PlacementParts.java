package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.HostPort;
import dev.plimsoll.cluster.Mount;
import dev.plimsoll.cluster.PodConstraints;
import dev.plimsoll.cluster.PodTerm;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Spread;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.kubernetes.Specs;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Selector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Writes and reads the placement rules of a pod in questions and journals. Empty parts are left
/// out.
final class PlacementParts {

    private static final int MOST = Integer.MAX_VALUE;
    private static final Map<String, Spread.Policy> POLICIES = Choices.of(Spread.Policy.values());
    private static final Map<String, Mount.Access> ACCESS = Choices.of(Mount.Access.values());

    private PlacementParts() {}

    static void write(Shape.Placement placement, Map<String, Object> tree) {
        ClusterParts.put(tree, "nodeSelector", Trees.labels(placement.nodeSelector()));
        if (placement.affinity() instanceof Affinity.AnyOf(var terms)) {
            tree.put("affinity", Trees.affinity(terms));
        }
        ClusterParts.put(tree, "tolerations", Trees.tolerations(placement.tolerations()));
        var constraints = placement.constraints();
        ClusterParts.put(tree, "near", trees(constraints.near(), PlacementParts::tree));
        ClusterParts.put(tree, "apart", trees(constraints.apart(), PlacementParts::tree));
        ClusterParts.put(tree, "spread", trees(constraints.spread(), PlacementParts::tree));
        ClusterParts.put(tree, "ports", trees(placement.ports(), PlacementParts::tree));
        ClusterParts.put(tree, "mounts", trees(placement.mounts(), PlacementParts::tree));
        ClusterParts.put(tree, "unknown", placement.unknown());
    }

    static Shape.Placement read(Fields fields) {
        return new Shape.Placement(
                fields.labels("nodeSelector"),
                Specs.affinity(fields, "affinity"),
                Specs.tolerations(fields, "tolerations"),
                new PodConstraints(
                        values(fields, "near", PlacementParts::podTerm),
                        values(fields, "apart", PlacementParts::podTerm),
                        values(fields, "spread", PlacementParts::spread)),
                values(fields, "ports", PlacementParts::port),
                values(fields, "mounts", PlacementParts::mount),
                fields.texts("unknown"));
    }

    private static <T> List<Object> trees(List<T> values, Function<T, Object> tree) {
        return new ArrayList<>(values.stream().map(tree).toList());
    }

    private static <T> List<T> values(Fields fields, String key, Function<Fields, T> value) {
        return fields.list(key).stream().map(value).toList();
    }

    private static Map<String, Object> tree(PodTerm term) {
        var tree = new LinkedHashMap<String, Object>();
        ClusterParts.put(tree, "namespaces", term.namespaces());
        putSelector(tree, "namespaceSelector", term.namespaceSelector());
        putSelector(tree, "selector", term.selector());
        tree.put("key", term.topologyKey());
        return tree;
    }

    private static PodTerm podTerm(Fields fields) {
        return new PodTerm(
                fields.texts("namespaces"),
                selector(fields, "namespaceSelector"),
                selector(fields, "selector"),
                fields.requiredText("key"));
    }

    private static Map<String, Object> tree(Spread spread) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("maxSkew", spread.maxSkew());
        tree.put("key", spread.topologyKey());
        putSelector(tree, "selector", spread.selector());
        tree.put("minDomains", spread.minDomains());
        tree.put("affinity", Choices.name(spread.affinity()));
        tree.put("taints", Choices.name(spread.taints()));
        return tree;
    }

    private static Spread spread(Fields fields) {
        return new Spread(
                fields.whole("maxSkew", 1, 0, MOST),
                fields.requiredText("key"),
                selector(fields, "selector"),
                fields.whole("minDomains", 1, 0, MOST),
                fields.choice("affinity", Spread.Policy.HONOR, POLICIES),
                fields.choice("taints", Spread.Policy.IGNORE, POLICIES));
    }

    /// A selector that means nothing is left out.
    static void putSelector(Map<String, Object> tree, String key, Selector selector) {
        if (selector instanceof Selector.AllOf(var requirements)) {
            tree.put(key, Trees.requirements(requirements));
        }
    }

    static Selector selector(Fields fields, String key) {
        return fields.has(key)
                ? new Selector.AllOf(Specs.requirements(fields, key))
                : Selector.nothing();
    }

    private static Map<String, Object> tree(HostPort port) {
        return Trees.ordered(
                "protocol", port.protocol(), "address", port.address(), "port", port.port());
    }

    private static HostPort port(Fields fields) {
        return new HostPort(
                fields.requiredText("protocol"),
                fields.requiredText("address"),
                fields.whole("port", 0, 0, MOST));
    }

    private static Map<String, Object> tree(Mount mount) {
        return switch (mount) {
            case Mount.Claim(var name) -> Trees.ordered("claim", name);
            case Mount.OwnClaim(var name, var uid) -> Trees.ordered("ownClaim", name, "uid", uid);
            case Mount.Disk(var plugin, var id, var monitors, var access) ->
                    Trees.ordered(
                            "disk",
                            id,
                            "plugin",
                            plugin,
                            "monitors",
                            monitors,
                            "access",
                            Choices.name(access));
            case Mount.Inline(var plugin) -> Trees.ordered("plugin", plugin);
        };
    }

    private static Mount mount(Fields fields) {
        if (fields.has("claim")) {
            return new Mount.Claim(fields.requiredText("claim"));
        }
        if (fields.has("ownClaim")) {
            return new Mount.OwnClaim(fields.requiredText("ownClaim"), fields.text("uid", ""));
        }
        if (fields.has("disk")) {
            return new Mount.Disk(
                    fields.requiredText("plugin"),
                    fields.text("disk", ""),
                    fields.texts("monitors"),
                    fields.choice("access", Mount.Access.WRITE, ACCESS));
        }
        return new Mount.Inline(fields.requiredText("plugin"));
    }
}

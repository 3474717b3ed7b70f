package dev.plimsoll.groups;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.GroupSpread;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.groups.NodeGroup.Member;
import dev.plimsoll.groups.NodeGroup.NodeOffer;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.WellKnown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The next node of every variant of a group.
///
/// A node of an instance type is the same machine in every zone, so a zone without nodes takes the
/// figures of the others. Where the provider picks the type, a node is one of several: it has the
/// least of every resource, and a pod must fit whichever it is.
public final class NextNodes {

    private final Group group;
    private final List<Node> own;
    private final List<Node> ready;
    private final GroupPast past;
    private final List<Node> others;

    /// Its nodes by instance type: keys without a zone.
    private final Map<VariantKey, List<Node>> byType = new LinkedHashMap<>();

    /// @param group with all its variants
    /// @param own its nodes
    /// @param others all nodes, for the DaemonSet pods of a group without Ready nodes
    NextNodes(Group group, List<Node> own, List<Node> ready, GroupPast past, List<Node> others) {
        this.group = group;
        this.own = own;
        this.ready = ready;
        this.past = past;
        this.others = others;
        for (var node : own) {
            byType.computeIfAbsent(type(node.labels()), _ -> new ArrayList<>()).add(node);
        }
    }

    /// The template of every variant, by key; unknown ones are left out.
    public static SortedMap<VariantKey, Template> templates(Group group, List<Node> own) {
        var whole = GroupVariants.complete(group, own);
        var ready = own.stream().filter(Node::isReady).toList();
        var next = new NextNodes(whole, own, ready, GroupPast.NONE, List.of());
        var templates = new TreeMap<VariantKey, Template>();
        for (var variant : whole.variants()) {
            var template = next.of(variant).template();
            if (template.isKnown()) {
                templates.put(variant.key(), template);
            }
        }
        return templates;
    }

    /// The next node of every variant, by key; unknown ones are left out.
    ///
    /// @param group with all its variants
    public static SortedMap<VariantKey, NextNode> of(
            Group group, List<Node> own, List<Node> ready, GroupPast past) {
        var nodes = new NextNodes(group, own, ready, past, List.of());
        var known = new TreeMap<VariantKey, NextNode>();
        for (var variant : group.variants()) {
            var next = nodes.of(variant);
            if (next.isKnown()) {
                known.put(variant.key(), next);
            }
        }
        return known;
    }

    /// @param members its nodes, with their prices
    List<NodeOffer> offers(List<Member> members) {
        var known = new LinkedHashMap<Variant, NextNode>();
        for (var variant : group.variants()) {
            var next = of(variant);
            if (next.isKnown()) {
                known.put(variant, next);
            }
        }
        boolean isAnyType =
                group.spread().types() == GroupSpread.Types.ANY
                        && known.keySet().stream().map(one -> one.key().in("")).distinct().count()
                                > 1;
        return isAnyType ? oneOfSeveral(known, members) : each(known);
    }

    private List<NodeOffer> each(Map<Variant, NextNode> known) {
        var offers = new ArrayList<NodeOffer>();
        known.forEach((variant, next) -> {
            var name = known.size() == 1 ? group.name() : name(variant.key(), known);
            offers.add(
                    new NodeOffer(name, variant.key(), next.node(group.name()), variant.price()));
        });
        return offers;
    }

    private String name(VariantKey key, Map<Variant, NextNode> known) {
        var keys = known.keySet().stream().map(Variant::key).toList();
        var name = new StringBuilder(group.name());
        Stream.of(
                        word(key.instanceType(), keys.stream().map(VariantKey::instanceType)),
                        word(key.capacityType(), keys.stream().map(VariantKey::capacityType)),
                        word(key.zone(), keys.stream().map(VariantKey::zone)))
                .filter(word -> !word.isEmpty())
                .forEach(word -> name.append('/').append(word));
        return name.toString();
    }

    /// The word, if it tells some from others.
    private static String word(String word, Stream<String> all) {
        return all.distinct().count() > 1 ? word : "";
    }

    /// One offer in each zone.
    private List<NodeOffer> oneOfSeveral(Map<Variant, NextNode> known, List<Member> members) {
        var byZone = new TreeMap<String, List<NextNode>>();
        known.forEach((variant, next) ->
                byZone.computeIfAbsent(variant.zone(), _ -> new ArrayList<>()).add(next));
        var price = price(List.copyOf(known.keySet()), members);
        var offers = new ArrayList<NodeOffer>();
        byZone.forEach((zone, nexts) -> {
            var least = nexts.stream().reduce(NextNodes::least).orElseThrow();
            var templates = nexts.stream().map(NextNode::template).toList();
            var template =
                    new Template(
                            least.template().allocatable(),
                            Labels.oneOf(templates.stream().map(Template::labels).toList()),
                            least.template().taints());
            var daemons = ready.isEmpty() ? least.daemons() : NextNode.daemonsOn(ready);
            var next = new NextNode(template, daemons, least.reserved(), least.created());
            offers.add(
                    new NodeOffer(
                            byZone.size() == 1 ? group.name() : group.name() + "/" + zone,
                            new VariantKey(zone, "", ""),
                            next.node(group.name()),
                            price));
        });
        return offers;
    }

    /// The newer of both, with the least of every resource.
    private static NextNode least(NextNode one, NextNode other) {
        var newer = other.created().isAfter(one.created()) ? other : one;
        var least = new TreeMap<String, Long>();
        var amounts = one.template().allocatable();
        var others = other.template().allocatable();
        for (var name : amounts.names()) {
            if (others.has(name)) {
                least.put(name, Math.min(amounts.offered(name), others.offered(name)));
            }
        }
        return new NextNode(
                new Template(
                        Resources.of(least), newer.template().labels(), newer.template().taints()),
                newer.daemons(),
                newer.reserved(),
                newer.created());
    }

    /// The mean price of its nodes; else the price of its dearest variant.
    private Price price(List<Variant> variants, List<Member> members) {
        var prices =
                members.isEmpty()
                        ? variants.stream().map(Variant::price).toList()
                        : members.stream().map(Member::price).toList();
        long sum = 0;
        long dearest = 0;
        for (var price : prices) {
            switch (price) {
                case Price.Unknown unknown -> {
                    return unknown;
                }
                case Price.Known(var hour, _) -> {
                    sum = Math.addExact(sum, hour.nanos());
                    dearest = Math.max(dearest, hour.nanos());
                }
            }
        }
        return members.isEmpty()
                ? new Price.Known(
                        new Money(dearest), Price.Source.estimate("the dearest of its types"))
                : new Price.Known(
                        new Money(Math.ceilDiv(sum, members.size())),
                        Price.Source.estimate("the mean of " + members.size() + " nodes"));
    }

    /// The next node of one variant.
    private NextNode of(Variant variant) {
        if (group.variants().size() == 1) {
            return withDaemons(NextNode.of(variant.template(), own, ready, past));
        }
        var key = variant.key();
        var ofType = byType.getOrDefault(key.in(""), List.of());
        var readyOfType = ofType.stream().filter(Node::isReady).toList();
        boolean isRemembered = type(past.template().labels()).equals(key.in(""));
        var remembered = isRemembered ? past : GroupPast.NONE;
        var next = NextNode.of(variant.template(), ofType, readyOfType, remembered);
        return withDaemons(next.with(labels(next.template().labels(), key, ofType)));
    }

    private NextNode withDaemons(NextNode next) {
        return ready.isEmpty() ? next.orDaemonsOf(others) : next;
    }

    private static VariantKey type(Labels labels) {
        return VariantKey.of(labels).in("");
    }

    /// The labels of a node of the type in a zone: as on the nodes there, else as on a node in
    /// another zone with the name of the zone replaced.
    private static Labels labels(Labels shared, VariantKey key, List<Node> ofType) {
        var there =
                ofType.stream()
                        .map(Node::labels)
                        .filter(l -> VariantKey.of(l).equals(key))
                        .toList();
        if (!there.isEmpty()) {
            return shared(there);
        }
        var labels = shared.toMap();
        if (!ofType.isEmpty()) {
            var example = ofType.getFirst().labels();
            var zone = VariantKey.of(example).zone();
            example.forEach((name, value) -> {
                if (!zone.isEmpty() && value.equals(zone)) {
                    labels.put(name, key.zone());
                }
            });
        }
        put(labels, WellKnown.ZONE, WellKnown.ZONES, key.zone());
        put(labels, WellKnown.INSTANCE_TYPE, WellKnown.INSTANCE_TYPES, key.instanceType());
        return Labels.of(labels);
    }

    private static void put(
            Map<String, String> labels, String name, List<String> names, String value) {
        if (!value.isEmpty() && names.stream().noneMatch(labels::containsKey)) {
            labels.put(name, value);
        }
    }

    private static Labels shared(List<Labels> all) {
        var labels = all.getFirst().without(Node.HOSTNAME).toMap();
        for (var each : all) {
            labels.entrySet().removeIf(label -> !each.has(label.getKey(), label.getValue()));
        }
        return Labels.of(labels);
    }
}

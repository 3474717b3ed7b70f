package dev.plimsoll.scaling;

import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.ZoneOrder;
import dev.plimsoll.packing.Naming;
import dev.plimsoll.packing.Offer;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.packing.Packing.Opened;
import dev.plimsoll.packing.Packing.Placed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Moves new nodes to other zones and similar groups so that they stay level.
///
/// A node moves only if its pods can run there as well; a pod that is bound to a zone keeps its own
/// node in place and no other. Where the provider levels the zones of a group, the nodes are put in
/// the order in which it adds them: a pod that needs a zone is counted on only in a zone that is
/// certain to get a node. Up to one node fewer than there are zones is added to reach such a zone.
final class ZoneBalance {

    /// @param outOfReach offers in zones that the provider would not reach, with the number of
    ///   nodes that it would
    record Result(Packing packing, Map<String, Integer> outOfReach) {}

    private record Place(String group, String zone) {}

    private final Map<String, NodeGroup> groups = new LinkedHashMap<>();
    private final Map<String, List<Offer>> offers = new LinkedHashMap<>();
    private final ZoneFreedom freedom;
    private final Naming naming;
    private final Predicate<Packing> isAllowed;

    /// The nodes of each group in each zone, and in each group.
    private final Map<Place, Integer> inZone = new LinkedHashMap<>();

    private final Map<String, Integer> inGroup = new LinkedHashMap<>();

    private final Map<String, List<Placed>> pods = new LinkedHashMap<>();
    private final List<Opened> opened = new ArrayList<>();
    private final Map<String, String> renamed = new LinkedHashMap<>();
    private final Map<String, Integer> outOfReach = new LinkedHashMap<>();

    /// @param offers of all groups that may grow
    /// @param naming knows all names in use
    /// @param isAllowed whether the limits allow the new nodes
    ZoneBalance(
            List<NodeGroup> groups,
            List<Offer> offers,
            ZoneFreedom freedom,
            Naming naming,
            Predicate<Packing> isAllowed) {
        groups.forEach(group -> this.groups.put(group.name(), group));
        offers.forEach(offer ->
                this.offers.computeIfAbsent(offer.group(), _ -> new ArrayList<>()).add(offer));
        this.freedom = freedom;
        this.naming = naming;
        this.isAllowed = isAllowed;
    }

    /// @param similar sets of offers that differ only in their zone and pool
    Result of(Packing packing, List<List<Offer>> similar) {
        opened.addAll(packing.opened());
        for (var one : packing.placed()) {
            pods.computeIfAbsent(one.node(), _ -> new ArrayList<>()).add(one);
        }
        for (var group : groups.values()) {
            inGroup.put(group.name(), group.size());
            group.members().forEach(member -> count(group.name(), member.key().zone(), 1));
        }
        opened.forEach(node -> count(node.offer(), 1));
        similar.forEach(this::level);
        groups.values().stream().filter(NodeGroup::isBalanced).forEach(this::followProvider);
        return new Result(changed(packing), outOfReach);
    }

    private void count(String group, String zone, int by) {
        inZone.merge(new Place(group, zone), by, Integer::sum);
    }

    private void count(Offer offer, int by) {
        count(offer.group(), zone(offer), by);
        inGroup.merge(offer.group(), by, Integer::sum);
    }

    private static String zone(Offer offer) {
        return offer.node().variant().zone();
    }

    /// Moves each node to the offer in the emptiest zone, of the emptiest group.
    private void level(List<Offer> similar) {
        var names = new LinkedHashSet<String>();
        similar.forEach(offer -> names.add(offer.name()));
        var movable = new LinkedHashMap<Integer, List<Offer>>();
        for (int i = 0; i < opened.size(); i++) {
            var node = opened.get(i);
            if (names.contains(node.offer().name())) {
                var targets = similar.stream().filter(offer -> canBeOf(node, offer)).toList();
                if (targets.size() > 1) {
                    movable.put(i, targets);
                    count(node.offer(), -1);
                }
            }
        }
        movable.forEach((node, targets) -> {
            var to =
                    targets.stream()
                            .filter(this::hasRoom)
                            .min(Comparator.comparingInt(this::size))
                            .orElse(opened.get(node).offer());
            count(to, 1);
            move(node, to);
        });
    }

    private int size(Offer offer) {
        return inZone.getOrDefault(new Place(offer.group(), zone(offer)), 0);
    }

    private boolean hasRoom(Offer offer) {
        var group = Objects.requireNonNull(groups.get(offer.group()));
        return inGroup.getOrDefault(offer.group(), 0) - group.size() < group.room();
    }

    private boolean canBeOf(Opened node, Offer offer) {
        return node.offer().name().equals(offer.name())
                || freedom.canMove(pods.getOrDefault(node.node(), List.of()), offer);
    }

    private void move(int index, Offer to) {
        var node = opened.get(index);
        if (!node.offer().name().equals(to.name())) {
            var name = to.group().equals(node.offer().group()) ? node.node() : naming.next(to);
            opened.set(index, new Opened(name, to));
            if (!name.equals(node.node())) {
                renamed.put(node.node(), name);
                pods.put(name, pods.getOrDefault(node.node(), List.of()));
            }
        }
    }

    /// Puts the new nodes of a group in the order in which its provider adds them.
    private void followProvider(NodeGroup group) {
        var movable = new ArrayList<Integer>();
        var bound = new TreeMap<String, Integer>();
        for (int i = 0; i < opened.size(); i++) {
            var node = opened.get(i);
            if (node.offer().group().equals(group.name())) {
                if (siblings(node.offer()).allMatch(offer -> canBeOf(node, offer))) {
                    movable.add(i);
                } else {
                    bound.merge(zone(node.offer()), 1, Integer::sum);
                }
            }
        }
        int more = movable.size() + bound.values().stream().mapToInt(Integer::intValue).sum();
        if (more == 0) {
            return;
        }
        var before = group.nodesByZone();
        int zones = before.size();
        int extra = 0;
        while (extra < zones && !ZoneOrder.of(before, more + extra).covers(bound)) {
            extra++;
        }
        if (extra == zones) {
            giveUp(group, bound, ZoneOrder.of(before, more + zones - 1));
        } else if (!canAdd(group, extra)) {
            giveUp(group, bound, ZoneOrder.of(before, more));
        } else {
            fill(group, movable, rest(ZoneOrder.of(before, more + extra), bound));
        }
    }

    private List<Offer> offers(String group) {
        return offers.getOrDefault(group, List.of());
    }

    /// The offers of the same group and instance type, one in each zone.
    private Stream<Offer> siblings(Offer of) {
        var type = of.node().variant().in("");
        return offers(of.group()).stream()
                .filter(offer -> offer.node().variant().in("").equals(type));
    }

    private boolean canAdd(NodeGroup group, int extra) {
        var more = new ArrayList<>(opened);
        for (int i = 0; i < extra; i++) {
            more.add(new Opened("", offers(group.name()).getFirst()));
        }
        int all = (int) more.stream().filter(n -> n.offer().group().equals(group.name())).count();
        return all <= group.room() && isAllowed.test(new Packing(more, List.of(), List.of()));
    }

    /// The zones that are left for nodes whose pods can run in any zone.
    private static List<String> rest(ZoneOrder order, SortedMap<String, Integer> bound) {
        var rest = new ArrayList<String>();
        order.settled()
                .forEach((zone, nodes) -> {
                    for (int i = bound.getOrDefault(zone, 0); i < nodes; i++) {
                        rest.add(zone);
                    }
                });
        rest.addAll(order.among().subList(0, order.unsettled()));
        return rest;
    }

    /// Moves nodes to these zones, and adds one without pods for each zone that is left.
    private void fill(NodeGroup group, List<Integer> nodes, List<String> zones) {
        for (int i = 0; i < zones.size(); i++) {
            var zone = zones.get(i);
            var like =
                    i < nodes.size()
                            ? opened.get(nodes.get(i)).offer()
                            : offers(group.name()).getFirst();
            var offer =
                    siblings(like).filter(one -> zone(one).equals(zone)).findFirst().orElse(like);
            if (i < nodes.size()) {
                move(nodes.get(i), offer);
            } else {
                opened.add(new Opened(naming.next(offer), offer));
            }
        }
    }

    private void giveUp(NodeGroup group, SortedMap<String, Integer> bound, ZoneOrder order) {
        for (var offer : offers(group.name())) {
            int reached = order.settled().getOrDefault(zone(offer), 0);
            if (bound.getOrDefault(zone(offer), 0) > reached) {
                outOfReach.put(offer.name(), reached);
            }
        }
    }

    private Packing changed(Packing packing) {
        return new Packing(
                opened,
                packing.placed().stream()
                        .map(one ->
                                new Placed(
                                        one.shape(),
                                        one.count(),
                                        renamed.getOrDefault(one.node(), one.node())))
                        .toList(),
                packing.left());
    }
}

package dev.plimsoll.scaling;

import dev.plimsoll.cluster.GroupSpread.Zones;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.packing.CheapestPacking;
import dev.plimsoll.packing.Offer;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.packing.PackingStart;
import dev.plimsoll.packing.SharedLimit;
import dev.plimsoll.packing.Supply;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Searches for nodes whose pods fit on other nodes and on cheaper new ones.
///
/// It tries single nodes, and sets of the nodes that are used least. New nodes are of groups whose
/// zone the planner knows, and while they come the old ones exist too, so all limits count both.
final class ReplacementSearch {

    private static final int MOST_ALONE = 30;
    private static final int MOST_TOGETHER = 10;

    private static final Comparator<Found> BEST =
            Comparator.comparing((Found found) -> found.saving.saved())
                    .reversed()
                    .thenComparingInt(found -> found.old.size());

    /// A set of nodes to replace.
    ///
    /// @param packing the new nodes, and the places of the pods
    record Found(SortedSet<String> old, Packing packing, Saving saving) {

        /// The number of new nodes.
        int bought() {
            return packing.opened().size();
        }
    }

    /// The prices of nodes.
    static final class Prices {

        private final Map<String, Price> prices = new LinkedHashMap<>();

        Prices(ScalingFacts facts) {
            for (var group : facts.groups()) {
                group.members().forEach(member -> prices.put(member.node(), member.price()));
            }
        }

        boolean isKnown(String node) {
            return prices.get(node) instanceof Price.Known;
        }

        /// The cost of nodes an hour; nothing if a price is unknown.
        Optional<Money> cost(Collection<String> nodes) {
            var cost = Money.NONE;
            for (var node : nodes) {
                if (!(prices.get(node) instanceof Price.Known(var hour, _))) {
                    return Optional.empty();
                }
                cost = cost.plus(hour);
            }
            return Optional.of(cost);
        }

        /// What new nodes in place of old ones save; nothing if a price is unknown or the old ones
        /// are free.
        Optional<Saving> saving(Collection<String> old, List<Node> bought) {
            var before = cost(old).filter(cost -> !cost.equals(Money.NONE));
            var after = cost(bought.stream().map(Node::name).toList());
            return before.flatMap(cost -> after.map(other -> Saving.of(cost, other)));
        }
    }

    private final ScalingFacts facts;
    private final Supply supply;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Prices prices;
    private final Set<String> gone;
    private final Map<String, NodeGroup> groupOf = new LinkedHashMap<>();

    /// @param moves of pods that were decided before
    /// @param busy groups that neither lose nor get nodes
    ReplacementSearch(ScalingFacts facts, Moves moves, Set<String> busy) {
        this.facts = facts;
        this.supply = supply(facts, busy);
        this.prices = new Prices(facts);
        this.gone = moves.gone();
        moves.after().forEach(node -> nodes.put(node.name(), node));
        for (var group : facts.groups()) {
            group.nodes().forEach(node -> groupOf.put(node, group));
        }
    }

    private static Supply supply(ScalingFacts facts, Set<String> busy) {
        var offers = new ArrayList<Offer>();
        var limits = new ArrayList<SharedLimit>(new Ceilings(facts).quotas());
        for (var group : facts.growing()) {
            boolean isPlanned =
                    group.offers().size() == 1 || group.spread().zones() == Zones.CHOSEN;
            if (isPlanned && !busy.contains(group.name())) {
                group.offers().stream()
                        .filter(NodeGroup.NodeOffer::isPriced)
                        .forEach(offer -> offers.add(Buyer.offer(group, offer)));
                limits.addAll(Buyer.limit(group));
            }
        }
        return new Supply(offers, limits);
    }

    /// The replacement that saves most.
    ///
    /// @param candidates nodes that may go, those first that should go first
    Optional<Found> best(List<Node> candidates) {
        var found = new ArrayList<Found>();
        var priced =
                candidates.stream()
                        .map(Node::name)
                        .filter(name -> prices.isKnown(name) && nodes.containsKey(name))
                        .toList();
        priced.stream().limit(MOST_ALONE).forEach(name -> add(found, List.of(name)));
        int most = Math.min(MOST_TOGETHER, facts.policy().scaleDown().maxDrains());
        for (int size = 2; size <= Math.min(most, priced.size()); size++) {
            add(found, priced.subList(0, size));
        }
        return found.stream().sorted(BEST).filter(this::isSafe).findFirst();
    }

    private void add(List<Found> found, List<String> names) {
        tried(names).ifPresent(found::add);
    }

    /// The replacement of these nodes, if it still pays.
    Optional<Found> of(SortedSet<String> names) {
        boolean areThere = names.stream().allMatch(nodes::containsKey);
        return areThere ? tried(names).filter(this::isSafe) : Optional.empty();
    }

    private Optional<Found> tried(Collection<String> names) {
        var old = new TreeSet<>(names);
        var cost = prices.cost(old).orElse(Money.NONE);
        if (cost.equals(Money.NONE)) {
            return Optional.empty();
        }
        var others = new ArrayList<Node>();
        var pods = new ArrayList<Pods>();
        for (var node : nodes.values()) {
            if (old.contains(node.name())) {
                pods.addAll(Moves.needy(node));
            } else {
                others.add(node);
            }
        }
        var packing = CheapestPacking.first(PackingStart.of(others, facts.cluster()), supply, pods);
        var found = new Found(old, packing, Saving.of(cost, packing.cost()));
        var least = facts.policy().scaleDown().consolidation().least();
        return packing.left().isEmpty() && found.saving().isAtLeast(least) && keepsMinimums(found)
                ? Optional.of(found)
                : Optional.empty();
    }

    private boolean keepsMinimums(Found found) {
        var less = new LinkedHashMap<String, Integer>();
        found.old().forEach(name -> less.merge(group(name), 1, Integer::sum));
        found.packing()
                .nodesByGroup()
                .forEach((group, more) -> less.merge(group, -more, Integer::sum));
        return facts.groups().stream()
                .allMatch(group ->
                        group.size() - less.getOrDefault(group.name(), 0) >= group.least()
                                || less.getOrDefault(group.name(), 0) <= 0);
    }

    private String group(String node) {
        var group = groupOf.get(node);
        return group == null ? "" : group.name();
    }

    /// The old nodes can be drained one after the other, and the room to keep free has places
    /// afterwards. Pods must also fit if the scheduler spreads them, and in whatever order the new
    /// nodes come.
    private boolean isSafe(Found found) {
        var coming =
                found.packing().opened().stream()
                        .map(one -> one.offer().node("new " + one.node()))
                        .toList();
        var going = new LinkedHashSet<>(gone);
        going.addAll(found.old());
        return areMoved(found.old(), coming)
                && areMoved(found.old(), coming.reversed())
                && RoomAfter.isHeld(facts, going, coming);
    }

    private boolean areMoved(SortedSet<String> old, List<Node> coming) {
        var most = facts.policy().scaleDown().most();
        var byUse =
                nodes.values().stream()
                        .collect(Collectors.partitioningBy(node -> NodeUse.of(node).isAbove(most)));
        var others = new ArrayList<>(byUse.getOrDefault(false, List.of()));
        others.addAll(coming);
        var closed = new Moves.KeptFor(Collections.emptySet(), old);
        var start =
                new Moves.Start(byUse.getOrDefault(true, List.of()), others, true, List.of(closed));
        var trials = new Trials(start, facts.cluster());
        return old.stream()
                .allMatch(name ->
                        trials.away(Objects.requireNonNull(nodes.get(name))).homeless().isEmpty());
    }
}

package dev.plimsoll.packing;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.packing.Packing.Opened;
import dev.plimsoll.packing.Packing.Placed;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.quantity.Share;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Takes some new nodes back and buys others for their pods, as long as that costs less.
///
/// Nodes are chosen one at a time, so the last ones are often half empty, or of a type that was
/// best for pods that others took. This takes back all new nodes, then one, two or three of them,
/// the most wasteful first. It packs their pods again: on all offers; on nodes of one size, also
/// with one node fewer and the pods spread over them; and on one node of a size and all offers.
///
/// **Invariant:** it never leaves more pods than before, nor costs more for the same pods:
/// `CheapestPackingTest`.
final class Exchange {

    /// The effort for all trials: the pods that are packed again, and nodes and offers, in a trial.
    private static final int WORK = 16_000;

    /// Plans for more pods are not changed: each trial would take long, and what it saves is
    /// little.
    private static final int MOST_PODS = 1_000;

    /// How much cpu counts against other resources when a node is filled.
    private static final List<Double> TILTS = List.of(1.0, 8.0, 0.125);

    /// Up to this many nodes that waste most are taken back together.
    private static final int MOST_WASTEFUL = 12;

    private final PackingStart start;
    private final Supply supply;
    private final List<Pods> pods;
    private final List<Choice> choices;
    private final ShadowPrices shadowPrices = new ShadowPrices();
    private int work = WORK;

    Exchange(PackingStart start, Supply supply, List<Pods> pods) {
        this.start = start;
        this.supply = supply;
        this.pods = UnplacedPods.merged(pods);
        this.choices = choices(supply);
    }

    /// A way to pack pods again.
    ///
    /// @param tilt how much cpu counts against other resources when a node is filled
    private record Choice(Supply supply, double tilt) {}

    /// All offers, then those of each size alone.
    private static List<Choice> choices(Supply supply) {
        var bySize = new LinkedHashMap<Resources, List<Offer>>();
        for (var offer : supply.offers()) {
            bySize.computeIfAbsent(offer.node().allocatable(), _ -> new ArrayList<>()).add(offer);
        }
        var choices = new ArrayList<Choice>();
        TILTS.forEach(tilt -> choices.add(new Choice(supply, tilt)));
        if (bySize.size() > 1) {
            for (var some : bySize.values()) {
                TILTS.forEach(tilt -> choices.add(new Choice(supply.only(some), tilt)));
            }
        }
        return choices;
    }

    /// Whether there are more pods than a plan is changed for.
    static boolean areTooMany(List<Pods> pods) {
        return count(pods) > MOST_PODS;
    }

    /// The packing, or a better one.
    Packing of(Packing first) {
        var best = first;
        for (var next = better(best); next.isPresent(); next = better(best)) {
            best = next.get();
        }
        return best;
    }

    private Optional<Packing> better(Packing packing) {
        if (isTight(packing)) {
            return Optional.empty();
        }
        for (var some : sets(packing)) {
            for (var choice : choices) {
                if (work <= 0) {
                    return Optional.empty();
                }
                var other = exchanged(packing, some, choice);
                if (other.isPresent()) {
                    return other;
                }
            }
        }
        return Optional.empty();
    }

    /// All offers have one price, and the pods on new nodes request more than one node less has.
    private boolean isTight(Packing packing) {
        var prices = supply.offers().stream().map(Offer::priceHour).distinct().toList();
        if (prices.size() != 1 || !packing.left().isEmpty()) {
            return false;
        }
        var nodes =
                packing.opened().stream()
                        .map(Opened::node)
                        .collect(Collectors.toCollection(LinkedHashSet::new));
        var asked = Resources.NONE;
        for (var some : again(packing, nodes)) {
            asked = asked.plus(some.shape().requests().times(some.count()));
        }
        for (var name : asked.names()) {
            long most = 0;
            for (var offer : supply.offers()) {
                var free = offer.node().allocatable().less(offer.node().asked());
                most = Math.max(most, free.offered(name));
            }
            boolean isMore = (double) asked.asked(name) > (double) most * (nodes.size() - 1);
            if (isMore && most != Resources.UNLIMITED) {
                return true;
            }
        }
        return nodes.isEmpty();
    }

    /// Sets of new nodes to take back: single nodes, then pairs, then triples; the most wasteful
    /// first. Nodes of one offer with equal pods count as one kind.
    private List<Set<String>> sets(Packing packing) {
        var wasteful = wasteful(packing);
        var sets = new ArrayList<Set<String>>();
        sets.add(new LinkedHashSet<>(packing.opened().stream().map(Opened::node).toList()));
        wasteful.forEach(node -> sets.add(new LinkedHashSet<>(List.of(node))));
        int few = Math.min(MOST_WASTEFUL, wasteful.size());
        for (int sum = 1; sum < 2 * few; sum++) {
            for (int i = 0; i < few; i++) {
                int j = sum - i;
                if (j > i && j < few) {
                    sets.add(new LinkedHashSet<>(List.of(wasteful.get(i), wasteful.get(j))));
                }
            }
        }
        for (int k = 2; k < few; k++) {
            for (int j = 1; j < k; j++) {
                for (int i = 0; i < j; i++) {
                    sets.add(
                            new LinkedHashSet<>(
                                    List.of(wasteful.get(i), wasteful.get(j), wasteful.get(k))));
                }
            }
        }
        return sets;
    }

    /// New nodes by the dollars that pay for unused resources; at most three that are alike.
    private List<String> wasteful(Packing packing) {
        record Alike(String offer, Map<Shape, Integer> pods) {}

        var on = new LinkedHashMap<String, TreeMap<Shape, Integer>>();
        packing.opened().forEach(node -> on.put(node.node(), new TreeMap<>()));
        for (var one : packing.placed()) {
            var own = on.get(one.node());
            if (own != null) {
                own.merge(one.shape(), one.count(), Integer::sum);
            }
        }
        var alike = new LinkedHashMap<Alike, Integer>();
        var waste = new LinkedHashMap<String, Double>();
        for (var node : packing.opened()) {
            var own = on.getOrDefault(node.node(), new TreeMap<>());
            if (alike.merge(new Alike(node.offer().name(), own), 1, Integer::sum) <= 3) {
                waste.put(node.node(), waste(node, own));
            }
        }
        return waste.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static double waste(Opened node, Map<Shape, Integer> own) {
        var asked = node.offer().node().asked();
        for (var some : own.entrySet()) {
            asked = asked.plus(some.getKey().requests().times(some.getValue()));
        }
        double used = (double) Share.dominant(asked, node.offer().node().allocatable());
        return node.offer().priceHour().nanos() * (1 - used / Share.WHOLE);
    }

    /// The packing with other nodes for the pods on these, if that is better.
    private Optional<Packing> exchanged(Packing packing, Set<String> nodes, Choice choice) {
        var kept = packing.opened().stream().filter(node -> !nodes.contains(node.node())).toList();
        var placed = packing.placed().stream().filter(one -> !nodes.contains(one.node())).toList();
        var rest = new Packing(kept, placed, List.of());
        var again = again(packing, nodes);
        work -= count(again) + start.nodes().size() + kept.size() + supply.offers().size();
        var there = start.after(rest);
        var offered = choice.supply().after(rest);
        var anew = CheapestPacking.pack(there, offered, again, choice.tilt(), shadowPrices);
        var other = accepted(packing, rest.and(anew));
        boolean isMix = choice.supply().equals(supply);
        if (other.isEmpty() && anew.opened().size() > 1 && !isMix) {
            other = accepted(packing, rest.and(spread(there, rest, anew, again)));
        }
        if (other.isEmpty() && anew.opened().size() > 1 && !isMix) {
            other = accepted(packing, rest.and(mixed(there, rest, anew, again)));
        }
        return other;
    }

    /// Spreads the pods evenly over one node less, the largest first.
    private Packing spread(PackingStart there, Packing rest, Packing anew, List<Pods> again) {
        work -= count(again);
        var draft = new PackingDraft(there);
        var unplaced = draft.unplaced(again);
        var offer = mostAdmitting(draft, unplaced, anew);
        int from = draft.nodes();
        int most = supply.after(rest).alone(offer).most();
        for (int i = 1; i < anew.opened().size() && i <= most; i++) {
            draft.open(offer);
        }
        int node = from;
        for (var party : unplaced.decreasing(offer.node().allocatable())) {
            int refusals = 0;
            while (party.count() > 0 && refusals < draft.nodes() - from && from < draft.nodes()) {
                if (party.shapeFit().fits(node)) {
                    draft.put(party, node, 1);
                    refusals = 0;
                } else {
                    refusals++;
                }
                node = node + 1 < draft.nodes() ? node + 1 : from;
            }
        }
        return draft.packing(unplaced);
    }

    /// The offer of the new nodes that takes most of the pods.
    private static Offer mostAdmitting(PackingDraft draft, UnplacedPods unplaced, Packing anew) {
        var best = anew.opened().getFirst().offer();
        int most = -1;
        for (var offer : anew.opened().stream().map(Opened::offer).distinct().toList()) {
            int node = draft.open(offer);
            int pods = 0;
            for (var party : unplaced.parties()) {
                pods += party.shapeFit().fits(node) ? party.count() : 0;
            }
            if (pods > most) {
                most = pods;
                best = offer;
            }
        }
        return best;
    }

    /// Keeps the first new node, and packs the other pods on all offers.
    private Packing mixed(PackingStart there, Packing rest, Packing anew, List<Pods> again) {
        var first = anew.opened().getFirst();
        var placed = anew.placed().stream().filter(one -> one.node().equals(first.node())).toList();
        var one = new Packing(List.of(first), placed, List.of());
        var others = one.leaving(again).left();
        work -= count(others) + supply.offers().size();
        var offered = supply.after(rest.and(one));
        return one.and(CheapestPacking.pack(there.after(one), offered, others, 1, shadowPrices));
    }

    private Optional<Packing> accepted(Packing packing, Packing other) {
        if (!PriorityPacking.isBetter(other, packing)) {
            return Optional.empty();
        }
        var all = PackingReplay.of(start, pods, other);
        return PriorityPacking.isBetter(all, packing) ? Optional.of(all) : Optional.empty();
    }

    /// The pods on the nodes, and those that were left.
    private static List<Pods> again(Packing packing, Set<String> nodes) {
        var again = new ArrayList<>(packing.left());
        for (Placed one : packing.placed()) {
            if (nodes.contains(one.node())) {
                again.add(new Pods(one.shape(), one.count(), ""));
            }
        }
        return UnplacedPods.merged(again);
    }

    private static int count(List<Pods> some) {
        return some.stream().mapToInt(Pods::count).sum();
    }
}

package dev.plimsoll.packing;

import dev.plimsoll.packing.Catalogue.Item;
import dev.plimsoll.packing.Trials.Tried;
import dev.plimsoll.packing.Waiting.Party;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// Opens nodes one after the other, each filled with the sizes that match it best.
///
/// Each time it opens the node whose pods are worth most for its price. Where some pods need a node
/// of their own, their number forces nodes; then no node counts for more than its share of what
/// still waits, so that the last ones are not left with loners only.
final class NodeByNode {

    /// A node that takes less than this share of what the trial said is tried in other places.
    private static final double DISAPPOINTING = 0.95;

    /// A node, the pods on it, and what they are worth.
    private record Filled(Item item, int node, double worth) {}

    private final Draft draft;

    /// Those that still wait.
    private final List<Party> parties;

    private final Catalogue catalogue;
    private final Loners loners;
    private final Trials trials;
    private final Filling filling;
    private final int[] openedOfKind;
    private final Map<Item, Integer> spares = new LinkedHashMap<>();

    /// @param worth what a unit of each resource is worth
    /// @param who the pods that are placed; others go on waiting
    NodeByNode(
            Draft draft, Sizes sizes, Catalogue catalogue, double[] worth, Predicate<Party> who) {
        this.draft = draft;
        this.parties = new ArrayList<>();
        sizes.list().forEach(size -> size.parties().stream().filter(who).forEach(parties::add));
        this.catalogue = catalogue;
        this.loners = new Loners(parties);
        this.trials = new Trials(Model.of(catalogue, sizes, who), sizes, worth);
        this.filling = new Filling(sizes.list(), worth.length);
        this.openedOfKind = new int[catalogue.kinds()];
    }

    /// Puts what finds a place, and leaves the rest waiting.
    void place() {
        boolean isGoingOn = catalogue.kinds() > 0;
        while (isGoingOn) {
            isGoingOn = openBest();
        }
    }

    /// Opens the most worthy node that takes anything.
    private boolean openBest() {
        parties.removeIf(party -> party.count() == 0);
        var seeds = loners.largest();
        double share = trials.worth(parties) / Math.max(1, Loners.pods(seeds));
        var refused = new LinkedHashSet<Model>();
        for (var tried = trials.best(seeds, share, refused);
                tried.isPresent();
                tried = trials.best(seeds, share, refused)) {
            var filled = fill(tried.get(), seeds);
            if (filled.isPresent()) {
                commit(filled.get());
                return true;
            }
            refused.add(tried.get().model());
        }
        return false;
    }

    /// Fills a node of the model, of the kind that has the fewest; of another if its pods may not
    /// come there.
    private Optional<Filled> fill(Tried tried, List<Party> seeds) {
        var items = new ArrayList<>(tried.model().items);
        items.removeIf(item -> item.left() == 0);
        items.sort(Comparator.comparingInt(item -> openedOfKind[item.kind]));
        int mark = draft.mark();
        Optional<Filled> best = Optional.empty();
        for (var item : items) {
            var filled = fill(item, tried.model().door, seeds);
            if (filled.worth() > 0 && filled.worth() >= DISAPPOINTING * tried.worth()) {
                return Optional.of(filled);
            }
            draft.undo(mark);
            if (filled.worth() > best.map(Filled::worth).orElse(0.0)) {
                best = Optional.of(filled);
            }
        }
        return best.map(again -> fill(again.item(), tried.model().door, seeds));
    }

    private Filled fill(Item item, Model.Door door, List<Party> seeds) {
        int node = spares.computeIfAbsent(item, one -> draft.open(one.offer));
        int mark = draft.mark();
        filling.begin(item.room);
        if (!seeds.isEmpty()) {
            filling.one(trials.counts(seeds), (size, _) -> put(size, seeds, node));
        }
        filling.fill(trials.counts(parties), (size, _) -> put(size, door.bySize().get(size), node));
        return new Filled(item, node, trials.worthOfPuts(draft.since(mark)));
    }

    /// One pod of the size comes to the node, if one may.
    private int put(int size, List<Party> some, int node) {
        for (var party : some) {
            if (party.size() == size && party.count() > 0 && party.guest().fits(node)) {
                draft.put(party, node, 1);
                return 1;
            }
        }
        return 0;
    }

    /// Keeps a filled node, as the cheapest that holds its pods, and repeats it while there are
    /// pods for that, if they do not mind.
    private void commit(Filled filled) {
        spares.remove(filled.item());
        var puts = draft.on(filled.node());
        var item = cheapest(filled.item(), puts);
        draft.exchange(filled.node(), item.offer);
        item.take();
        openedOfKind[item.kind]++;
        while (item.left() > 0 && puts.stream().allMatch(NodeByNode::canRepeat)) {
            int node = draft.open(item.offer);
            puts.forEach(put -> draft.put(put.party(), node, put.count()));
            item.take();
            openedOfKind[item.kind]++;
        }
    }

    private static boolean canRepeat(Draft.Put put) {
        return put.party().isBulk() && put.party().count() >= put.count();
    }

    private Item cheapest(Item item, List<Draft.Put> puts) {
        var used = trials.asks(puts);
        return catalogue.ofKind(item.kind).stream()
                .filter(other -> other.left() > 0 && other.holds(used))
                .min(Comparator.comparingDouble(other -> other.price))
                .filter(other -> other.price < item.price)
                .orElse(item);
    }
}

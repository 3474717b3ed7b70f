package dev.plimsoll.packing;

import dev.plimsoll.packing.Catalogue.Item;
import dev.plimsoll.packing.NextOffer.Tried;
import dev.plimsoll.packing.PackingDraft.Put;
import dev.plimsoll.packing.UnplacedPods.Party;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// Opens nodes one after the other and fills each with the sizes that match it best.
///
/// It always opens the node whose pods are worth most for its price. If some pods need a node of
/// their own, their number forces a number of nodes; then no node counts for more than its share of
/// the unplaced pods, so that the last nodes are not left with such pods only.
///
/// If the rules for some pods depend on other nodes, for example a topology spread over zones, the
/// last node of each kind stays open: pods placed elsewhere later can make it eligible for more of
/// them.
final class NodeByNode {

    /// A node that takes less than this share of the value of the trial is tried in other kinds.
    private static final double DISAPPOINTING = 0.95;

    /// A node, its pods, and their value.
    private record Filled(Item item, int node, double worth) {}

    /// A node that can get more pods.
    private record Unfinished(Item item, int node, List<Put> puts) {}

    private final PackingDraft draft;

    /// The pods that are still unplaced.
    private final List<Party> parties;

    private final Catalogue catalogue;
    private final OnePerNode onePerNode;
    private final NextOffer nextOffer;
    private final Filling filling;
    private final int[] openedOfKind;
    private final Map<Item, Integer> spares = new LinkedHashMap<>();

    /// By kind, in the order of opening.
    private final Map<Integer, Unfinished> unfinished = new LinkedHashMap<>();

    /// @param worth the value of a unit of each resource
    /// @param tilt how much each resource counts when a node is filled
    /// @param who the pods to place; others stay unplaced
    NodeByNode(
            PackingDraft draft,
            Sizes sizes,
            Catalogue catalogue,
            double[] worth,
            double[] tilt,
            Predicate<Party> who) {
        this.draft = draft;
        this.parties = new ArrayList<>();
        sizes.list().forEach(size -> size.parties().stream().filter(who).forEach(parties::add));
        this.catalogue = catalogue;
        this.onePerNode = new OnePerNode(parties);
        this.nextOffer = new NextOffer(OfferModel.of(catalogue, sizes, who), sizes, worth, tilt);
        this.filling = new Filling(sizes.list(), tilt);
        this.openedOfKind = new int[catalogue.kinds()];
    }

    /// Places the pods that fit, and leaves the rest unplaced.
    void place() {
        boolean isGoingOn = catalogue.kinds() > 0;
        while (isGoingOn) {
            isGoingOn = openBest();
        }
        unfinished.values().forEach(this::finish);
    }

    /// Opens the node of the highest value that takes any pod.
    private boolean openBest() {
        parties.removeIf(party -> party.count() == 0);
        var seeds = onePerNode.largest();
        double share = nextOffer.worth(parties) / Math.max(1, OnePerNode.pods(seeds));
        var refused = new LinkedHashSet<OfferModel>();
        for (var tried = nextOffer.best(seeds, share, refused);
                tried.isPresent();
                tried = nextOffer.best(seeds, share, refused)) {
            var filled = fill(tried.get(), seeds);
            if (filled.isPresent()) {
                commit(filled.get());
                return true;
            }
            refused.add(tried.get().model());
        }
        return false;
    }

    /// Fills a node of the model, of the kind that has the fewest; of another kind if its pods are
    /// not allowed there.
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

    private Filled fill(Item item, OfferModel.Door door, List<Party> seeds) {
        int node = spares.computeIfAbsent(item, one -> draft.open(one.offer));
        int mark = draft.mark();
        filling.begin(item.room);
        if (!seeds.isEmpty()) {
            filling.one(nextOffer.counts(seeds), (size, _) -> put(size, seeds, node));
        }
        filling.fill(
                nextOffer.counts(parties), (size, _) -> put(size, door.bySize().get(size), node));
        return new Filled(item, node, nextOffer.worthOfPuts(draft.since(mark)));
    }

    /// Places one pod of the size on the node, if one is allowed.
    private int put(int size, List<Party> some, int node) {
        for (var party : some) {
            if (party.size() == size && party.count() > 0 && party.shapeFit().fits(node)) {
                draft.put(party, node, 1);
                return 1;
            }
        }
        return 0;
    }

    /// Keeps a filled node, and keeps it open if the rules for some pods depend on other nodes.
    private void commit(Filled filled) {
        spares.remove(filled.item());
        filled.item().take();
        openedOfKind[filled.item().kind]++;
        var puts = new ArrayList<>(draft.on(filled.node()));
        var node = new Unfinished(filled.item(), filled.node(), puts);
        var roaming = parties.stream().filter(NodeByNode::roams).toList();
        if (roaming.isEmpty()) {
            finish(node);
            return;
        }
        var before = unfinished.remove(node.item().kind);
        if (before != null) {
            finish(before);
        }
        unfinished.put(node.item().kind, node);
        goOn(roaming);
    }

    private static boolean roams(Party party) {
        return party.isRoaming() && party.count() > 0;
    }

    /// Places the pods whose rules depend on other nodes on open nodes, in turns, until no node
    /// takes any more.
    private void goOn(List<Party> roaming) {
        boolean isGoingOn = true;
        while (isGoingOn) {
            isGoingOn = false;
            for (var open : unfinished.values()) {
                int mark = draft.mark();
                filling.begin(nextOffer.rest(open.item().room, open.puts()));
                filling.fill(
                        nextOffer.counts(roaming), (size, _) -> put(size, roaming, open.node()));
                open.puts().addAll(draft.since(mark));
                isGoingOn |= draft.mark() > mark;
            }
        }
    }

    /// Replaces a node by the cheapest that holds its pods, and repeats it while there are pods for
    /// that, if no rule is against it.
    private void finish(Unfinished node) {
        var item = cheapest(node.item(), node.puts());
        node.item().giveBack();
        item.take();
        draft.exchange(node.node(), item.offer);
        while (item.left() > 0 && node.puts().stream().allMatch(NodeByNode::canRepeat)) {
            int next = draft.open(item.offer);
            node.puts().forEach(put -> draft.put(put.party(), next, put.count()));
            item.take();
            openedOfKind[item.kind]++;
        }
    }

    private static boolean canRepeat(Put put) {
        return put.party().isBulk() && put.party().count() >= put.count();
    }

    private Item cheapest(Item item, List<Put> puts) {
        var used = nextOffer.asks(puts);
        return catalogue.ofKind(item.kind).stream()
                .filter(other -> other.left() > 0 && other.holds(used))
                .min(Comparator.comparingDouble(other -> other.price))
                .filter(other -> other.price < item.price)
                .orElse(item);
    }
}

package dev.plimsoll.packing;

import dev.plimsoll.packing.UnplacedPods.Party;
import java.util.ArrayList;
import java.util.List;

/// Puts pods, the largest first, each on the first node that takes it; where none does, on a new
/// node of an offer.
///
/// Pods that are to lie evenly on nodes come last: then all nodes for the others stand, and one
/// that is opened later would count as a node without such pods. For them it looks for the fewest
/// further nodes with which all find a place.
final class FirstFit {

    private static final int SMALL_STEPS = 8;

    private final PackingDraft draft;
    private final Offer offer;

    /// The first node that may be used.
    private final int from;

    private int opened;

    FirstFit(PackingDraft draft, Offer offer, int from) {
        this.draft = draft;
        this.offer = offer;
        this.from = from;
        this.opened = draft.nodes() - draft.firstNew();
    }

    /// Puts what finds a place, and leaves the rest waiting.
    void place(UnplacedPods unplaced) {
        var even = new ArrayList<Party>();
        for (var party : unplaced.decreasing(offer.node().allocatable())) {
            if (party.isEvenByNode()) {
                even.add(party);
            } else {
                place(party);
            }
        }
        if (!even.isEmpty()) {
            placeEvenly(even);
        }
    }

    private void place(Party party) {
        int begin = from;
        do {
            begin = party.isBulk() ? pour(party, begin) : walk(party, begin);
        } while (party.count() > 0 && openOne());
    }

    /// As many as have room, node after node; gives the node to go on with.
    private int pour(Party party, int begin) {
        var shapeFit = party.shapeFit();
        int node = shapeFit.firstWithRoom(begin);
        while (node < draft.nodes() && party.count() > 0) {
            if (shapeFit.fits(node)) {
                draft.put(party, node, Math.min(party.count(), shapeFit.most(node)));
            }
            node = shapeFit.firstWithRoom(node + 1);
        }
        return draft.nodes();
    }

    /// Pod by pod. A put may let pods that look for company on other nodes, so they begin again at
    /// the first node that has room; for others a node that was refused stays so.
    private int walk(Party party, int begin) {
        var constraints = party.shape().constraints();
        boolean mayReturn = !constraints.near().isEmpty() || !constraints.spread().isEmpty();
        var shapeFit = party.shapeFit();
        int first = shapeFit.firstWithRoom(begin);
        int node = first;
        while (node < draft.nodes() && party.count() > 0) {
            if (!shapeFit.fits(node)) {
                node = shapeFit.firstWithRoom(node + 1);
                continue;
            }
            draft.put(party, node, 1);
            if (mayReturn) {
                first = shapeFit.firstWithRoom(first);
                node = first;
            }
        }
        return mayReturn ? first : node;
    }

    /// One more node, unless the last one is still unused: what did not fit there fits no new one.
    private boolean openOne() {
        int last = draft.nodes() - 1;
        boolean hasSpare = last >= draft.firstNew() && draft.isUnused(last);
        return !hasSpare && open(1) == 1;
    }

    /// So many new nodes, or as many as can be had.
    private int open(int nodes) {
        int can = Math.min(nodes, offer.most() - opened);
        for (int i = 0; i < can; i++) {
            draft.open(offer);
        }
        opened += can;
        return can;
    }

    /// Opens nodes one by one, then in larger steps, until all pods have a place or a step does not
    /// help any more. Every step begins anew, so the pods lie as if all nodes had always been.
    private void placeEvenly(List<Party> parties) {
        int mark = draft.mark();
        int all = parties.stream().mapToInt(Party::count).sum();
        int placed = circle(parties);
        int gained = Integer.MAX_VALUE;
        for (int step = 1; gained > 0 && placed < all; step++) {
            int wanted = step <= SMALL_STEPS ? 1 : 1 + (all - placed) / (2 * gained);
            draft.undo(mark);
            int more = open(wanted);
            int before = placed;
            placed = circle(parties);
            gained = more == 0 ? 0 : Math.ceilDiv(placed - before, more);
        }
    }

    /// Each pod on the next node that takes it, round and round; how many found a place.
    private int circle(List<Party> parties) {
        int placed = 0;
        int node = from;
        for (var party : parties) {
            int refusals = 0;
            while (party.count() > 0 && refusals < draft.nodes() - from) {
                node = node + 1 < draft.nodes() ? node + 1 : from;
                if (party.shapeFit().fits(node)) {
                    draft.put(party, node, 1);
                    placed++;
                    refusals = 0;
                } else {
                    refusals++;
                }
            }
        }
        return placed;
    }
}

package dev.plimsoll.packing;

import dev.plimsoll.packing.UnplacedPods.Party;
import java.util.ArrayList;
import java.util.List;

/// First fit decreasing: places pods, the largest first, each on the first node where it fits; if
/// there is none, on a new node of an offer.
///
/// Pods with a topology spread over nodes come last: all nodes for the other pods exist by then,
/// and a node opened later would count as a domain without such pods. For them it searches for the
/// fewest further nodes with which all pods can be placed.
final class FirstFit {

    private static final int SMALL_STEPS = 8;

    private final PackingDraft draft;
    private final Offer offer;

    /// The first node that can be used.
    private final int from;

    private int opened;

    FirstFit(PackingDraft draft, Offer offer, int from) {
        this.draft = draft;
        this.offer = offer;
        this.from = from;
        this.opened = draft.nodes() - draft.firstNew();
    }

    /// Places the pods that fit, and leaves the rest unplaced.
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

    /// Places as many as fit, node by node; returns the node to continue with.
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

    /// Places pod by pod. A placed pod can make other nodes eligible for pods with pod affinity, so
    /// they start again at the first node with free resources; for other pods a refused node stays
    /// refused.
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

    /// One more node, unless the last one is still empty: a pod that did not fit there fits on no
    /// new node.
    private boolean openOne() {
        int last = draft.nodes() - 1;
        boolean hasSpare = last >= draft.firstNew() && draft.isUnused(last);
        return !hasSpare && open(1) == 1;
    }

    /// Opens this many nodes, or as many as the limits allow.
    private int open(int nodes) {
        int can = Math.min(nodes, offer.most() - opened);
        for (int i = 0; i < can; i++) {
            draft.open(offer);
        }
        opened += can;
        return can;
    }

    /// Opens nodes one by one, then in larger steps, until all pods are placed or a step no longer
    /// helps. Every step starts again, so the pods are placed as if all nodes had always existed.
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

    /// Places each pod on the next node that allows it, in turns; returns how many were placed.
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

package dev.plimsoll.sharing;

import dev.plimsoll.collection.Hash;
import java.util.Arrays;

/// The order in which the clusters of one workload get the replicas of a period, drawn so that for
/// every number of replicas at once each cluster's expected share is its quota and it gets the
/// floor or the floor and one; a replica more takes none away.
///
/// A period has as many replicas as the weights have in sum, W. Replica t and seat j of a cluster
/// of weight w overlap by |[(j − 1) W, j W] ∩ [(t − 1) w, t w]| ÷ W; each replica and each seat has
/// overlaps that add up to one. This fractional matching is rounded to a whole one, cycle by cycle,
/// by chances that keep every expected overlap.
///
/// Source: Gölz, Peters, Procaccia: In This Apportionment Lottery, the House Always Wins,
/// <https://arxiv.org/abs/2202.11061>; the rounding is that of Gandhi, Khuller, Parthasarathy and
/// Srinivasan.
///
/// **Invariant:** shares are exact, quotas hold, and a further replica takes none away:
/// `PeriodOrderTest`.
final class PeriodOrder {

    private final int period;
    private final Hash.Dice dice;

    /// Overlaps by index: replica, seat, and size in parts of the period.
    private final int[] replicaOf;

    private final int[] seatOf;
    private final int[] overlap;
    private int overlaps;

    private final int[] clusterOfSeat;

    /// For every replica, then every seat: its overlaps that are neither zero nor whole.
    private final int[][] open;

    private final int[] openCount;

    /// @param weights without a common divisor, in an order that does not depend on names
    PeriodOrder(int[] weights, Hash.Dice dice) {
        this.dice = dice;
        period = Arrays.stream(weights).sum();
        int most = period * (weights.length + 1);
        replicaOf = new int[most];
        seatOf = new int[most];
        overlap = new int[most];
        clusterOfSeat = new int[period];
        open = new int[2 * period][];
        openCount = new int[2 * period];
        int seat = 0;
        for (int cluster = 0; cluster < weights.length; cluster++) {
            Arrays.fill(clusterOfSeat, seat, seat + weights[cluster], cluster);
            lay(weights[cluster], seat);
            seat += weights[cluster];
        }
        openUp();
    }

    /// The overlaps of the seats of one cluster.
    private void lay(int weight, int firstSeat) {
        int at = 0;
        int replica = 0;
        int seat = 0;
        while (replica < period) {
            int next = Math.min((replica + 1) * weight, (seat + 1) * period);
            replicaOf[overlaps] = replica;
            seatOf[overlaps] = period + firstSeat + seat;
            overlap[overlaps++] = next - at;
            replica += next == (replica + 1) * weight ? 1 : 0;
            seat += next == (seat + 1) * period ? 1 : 0;
            at = next;
        }
    }

    private void openUp() {
        for (int edge = 0; edge < overlaps; edge++) {
            if (overlap[edge] < period) {
                openCount[replicaOf[edge]]++;
                openCount[seatOf[edge]]++;
            }
        }
        for (int i = 0; i < open.length; i++) {
            open[i] = new int[openCount[i]];
        }
        Arrays.fill(openCount, 0);
        for (int edge = 0; edge < overlaps; edge++) {
            if (overlap[edge] < period) {
                add(replicaOf[edge], edge);
                add(seatOf[edge], edge);
            }
        }
    }

    private void add(int end, int edge) {
        open[end][openCount[end]++] = edge;
    }

    /// For every replica of a period the index of the cluster that gets it.
    int[] clusters() {
        var walk = new int[open.length + 1];
        var step = new int[open.length];
        Arrays.fill(step, -1);
        for (int start = 0; start < period; start++) {
            while (openCount[start] > 0) {
                round(start, walk, step);
            }
        }
        var clusters = new int[period];
        for (int edge = 0; edge < overlaps; edge++) {
            if (overlap[edge] == period) {
                clusters[replicaOf[edge]] = clusterOfSeat[seatOf[edge] - period];
            }
        }
        return clusters;
    }

    /// Walks along open overlaps until it meets itself, and closes at least one of that cycle; then
    /// walks on from there. Every end has no open overlap or at least two, so there is always a
    /// way.
    ///
    /// @param walk the overlaps walked along
    /// @param step for each end when it was reached, −1 if not; all are −1 before and after
    private void round(int start, int[] walk, int[] step) {
        int length = 0;
        int at = start;
        step[start] = 0;
        while (openCount[at] > 0) {
            int edge = open[at][0];
            if (length > 0 && edge == walk[length - 1]) {
                edge = open[at][1];
            }
            walk[length++] = edge;
            at = other(edge, at);
            if (step[at] < 0) {
                step[at] = length;
            } else {
                int from = step[at];
                forget(walk, from, length, step, at);
                shift(walk, from, length);
                length = from;
            }
        }
        step[start] = -1;
    }

    private int other(int edge, int end) {
        return replicaOf[edge] == end ? seatOf[edge] : replicaOf[edge];
    }

    /// The ends of a cycle, but for the one where it closed.
    private void forget(int[] walk, int from, int to, int[] step, int closed) {
        int reached = step[closed];
        for (int i = from; i < to; i++) {
            step[replicaOf[walk[i]]] = -1;
            step[seatOf[walk[i]]] = -1;
        }
        step[closed] = reached;
    }

    /// Moves as much as possible from every second overlap of a cycle to the ones between, or the
    /// other way, with chances that keep every overlap's expectation.
    private void shift(int[] walk, int from, int to) {
        int up = period;
        int down = period;
        for (int i = from; i < to; i++) {
            int has = overlap[walk[i]];
            int lacks = period - has;
            boolean even = (i - from) % 2 == 0;
            up = Math.min(up, even ? lacks : has);
            down = Math.min(down, even ? has : lacks);
        }
        int by = dice.below((long) up + down) < down ? up : -down;
        for (int i = from; i < to; i++) {
            int edge = walk[i];
            overlap[edge] += (i - from) % 2 == 0 ? by : -by;
            if (overlap[edge] == 0 || overlap[edge] == period) {
                close(replicaOf[edge], edge);
                close(seatOf[edge], edge);
            }
        }
    }

    private void close(int end, int edge) {
        int last = --openCount[end];
        for (int i = 0; i <= last; i++) {
            if (open[end][i] == edge) {
                open[end][i] = open[end][last];
                return;
            }
        }
        throw new IllegalStateException("overlap " + edge + " is not open at " + end);
    }
}

package dev.plimsoll.sharing;

import java.math.BigInteger;
import java.util.Arrays;

/// The choice of clusters that get an odd replica.
final class Draws {

    /// The largest clusters × period for which a [PeriodOrder] is built. Above it the draw is
    /// systematic. The number shows in results: docs/decisions says how it was measured.
    static final int MOST_ORDERED = 1_000;

    private static final BigInteger IN_WHOLE = BigInteger.valueOf(10_000);

    private final SharingFacts facts;
    private final Quotas quotas;
    private final int odd;

    /// Clusters that may get an odd replica.
    private final boolean[] open;

    Draws(SharingFacts facts, Quotas quotas) {
        this.facts = facts;
        this.quotas = quotas;
        odd = Math.toIntExact(facts.total - quotas.floors());
        open = new boolean[facts.size()];
        for (int i = 0; i < open.length; i++) {
            open[i] =
                    switch (facts.policy.draw()) {
                        case REMAINDER -> !quotas.isWhole(i);
                        case EQUAL, WEIGHT ->
                                facts.weights[i] > 0 && quotas.floor(i) < facts.most[i];
                    };
        }
    }

    /// Clusters that already run an odd replica and may keep it.
    boolean[] holders() {
        var holders = new boolean[facts.size()];
        for (int i = 0; i < holders.length; i++) {
            holders[i] = facts.keeps() && open[i] && facts.running[i] > quotas.floor(i);
        }
        return holders;
    }

    /// Holders come first, since no other choice moves fewer replicas. Among holders, and then
    /// among the other clusters, the drawn ones come first.
    boolean[] chosen(boolean[] holders) {
        if (odd == 0) {
            return new boolean[facts.size()];
        }
        if (count(holders) == odd) {
            return holders;
        }
        var drawn = drawn();
        var chosen = new boolean[facts.size()];
        int missing = odd;
        for (int rank = 0; rank < 4 && missing > 0; rank++) {
            for (int i : facts.shuffled()) {
                if (missing > 0 && open[i] && rank(holders[i], drawn[i]) == rank) {
                    chosen[i] = true;
                    missing--;
                }
            }
        }
        return chosen;
    }

    private static int rank(boolean holds, boolean drawn) {
        return (holds ? 0 : 2) + (drawn ? 0 : 1);
    }

    private static int count(boolean[] flags) {
        int count = 0;
        for (boolean flag : flags) {
            count += flag ? 1 : 0;
        }
        return count;
    }

    private boolean[] drawn() {
        boolean weighsRoom = facts.policy.capacityFactor().hundredths() > 0;
        return switch (facts.policy.draw()) {
            case REMAINDER -> weighsRoom ? byRemainderAndRoom() : byRemainder();
            case EQUAL -> weighsRoom ? oneByOne(scores()) : first();
            case WEIGHT -> oneByOne(scores());
        };
    }

    /// The first in the workload's own order.
    private boolean[] first() {
        var drawn = new boolean[facts.size()];
        int missing = odd;
        for (int i : facts.shuffled()) {
            if (open[i] && missing > 0) {
                drawn[i] = true;
                missing--;
            }
        }
        return drawn;
    }

    private boolean[] byRemainder() {
        var free = Arrays.stream(facts.shuffled()).filter(quotas::isFree).toArray();
        long common = 0;
        boolean equal = true;
        for (int i : free) {
            common = Gcd.of(facts.weights[i], common);
            equal &= facts.weights[i] == facts.weights[free[0]];
        }
        if (equal) {
            return first();
        }
        var period = quotas.whole().divide(BigInteger.valueOf(common));
        if (period.multiply(BigInteger.valueOf(free.length)).bitLength() < Integer.SIZE
                && period.longValue() * free.length <= MOST_ORDERED) {
            return byPeriodOrder(free, common, period.intValue());
        }
        var parts = new BigInteger[facts.size()];
        Arrays.setAll(parts, quotas::rest);
        return systematic(parts, quotas.whole());
    }

    private boolean[] byPeriodOrder(int[] free, long common, int period) {
        var weights = Arrays.stream(free).map(i -> (int) (facts.weights[i] / common)).toArray();
        var clusters = new PeriodOrder(weights, facts.hash.dice()).clusters();
        int places = (int) (quotas.shared() % period);
        var counts = new int[free.length];
        for (int place = 0; place < places; place++) {
            counts[clusters[place]]++;
        }
        var drawn = new boolean[facts.size()];
        for (int i = 0; i < free.length; i++) {
            drawn[free[i]] = counts[i] > (long) places * weights[i] / period;
        }
        return drawn;
    }

    /// A systematic draw: the parts lie end to end, and every `whole` along them there is a point.
    /// The chance of a cluster is its part.
    private boolean[] systematic(BigInteger[] parts, BigInteger whole) {
        var drawn = new boolean[facts.size()];
        var point = facts.hash.dice().below(whole);
        var end = BigInteger.ZERO;
        for (int i : facts.shuffled()) {
            if (open[i]) {
                end = end.add(parts[i]);
                if (end.compareTo(point) > 0) {
                    drawn[i] = true;
                    point = point.add(whole);
                }
            }
        }
        return drawn;
    }

    /// (1 − factor) · remainder + factor · share of the room, with shares of at most one.
    private boolean[] byRemainderAndRoom() {
        var rooms = rooms();
        var most = new int[facts.size()];
        for (int i = 0; i < most.length; i++) {
            most[i] = open[i] ? 1 : 0;
        }
        var byRoom = Quotas.bounded(rooms, new int[facts.size()], most, odd);
        var whole = byRoom.whole().max(BigInteger.ONE);
        var factor = factor();
        var rest = IN_WHOLE.subtract(factor);
        var parts = new BigInteger[facts.size()];
        for (int i = 0; i < parts.length; i++) {
            var share = BigInteger.valueOf(byRoom.floor(i)).multiply(whole).add(byRoom.rest(i));
            parts[i] =
                    quotas.rest(i)
                            .multiply(whole)
                            .multiply(rest)
                            .add(share.multiply(quotas.whole()).multiply(factor));
        }
        return systematic(parts, quotas.whole().multiply(whole).multiply(IN_WHOLE));
    }

    /// Free room beyond the floor, by cluster, also above the replicas wanted. A cluster without a
    /// limit has the largest capacity of all, and at least that for all replicas.
    private long[] rooms() {
        long noLimit = facts.wanted();
        for (int i = 0; i < facts.size(); i++) {
            noLimit = open[i] ? Math.max(noLimit, capacity(i, noLimit)) : noLimit;
        }
        var rooms = new long[facts.size()];
        for (int i = 0; i < rooms.length; i++) {
            rooms[i] = open[i] ? capacity(i, noLimit) - quotas.floor(i) : 0;
        }
        return rooms;
    }

    private long capacity(int cluster, long noLimit) {
        var room = facts.seen.members().get(cluster).room();
        return room.capacity(facts.running[cluster], noLimit);
    }

    private BigInteger factor() {
        return BigInteger.valueOf(facts.policy.capacityFactor().hundredths());
    }

    /// (1 − factor) · weight ÷ weights + factor · room ÷ rooms, as whole numbers. In an equal draw
    /// every weight is one.
    private BigInteger[] scores() {
        var rooms = rooms();
        var weights = new BigInteger[facts.size()];
        var weightSum = BigInteger.ZERO;
        var roomSum = BigInteger.ZERO;
        for (int i = 0; i < weights.length; i++) {
            long weight = facts.policy.draw() == Policy.Draw.EQUAL ? 1 : facts.weights[i];
            weights[i] = open[i] ? BigInteger.valueOf(weight) : BigInteger.ZERO;
            weightSum = weightSum.add(weights[i]);
            roomSum = roomSum.add(BigInteger.valueOf(rooms[i]));
        }
        var factor = factor();
        var rest = IN_WHOLE.subtract(factor);
        for (int i = 0; i < weights.length; i++) {
            if (open[i] && factor.signum() > 0) {
                var byRoom = BigInteger.valueOf(rooms[i]).multiply(weightSum).multiply(factor);
                weights[i] = weights[i].multiply(roomSum).multiply(rest).add(byRoom);
            }
        }
        return weights;
    }

    /// One draw after the other, each by the scores of the remaining clusters.
    private boolean[] oneByOne(BigInteger[] scores) {
        var dice = facts.hash.dice();
        var drawn = new boolean[facts.size()];
        var sum = Arrays.stream(scores).reduce(BigInteger.ZERO, BigInteger::add);
        for (int missing = odd; missing > 0; missing--) {
            var point = dice.below(sum);
            int chosen = -1;
            for (int i : facts.shuffled()) {
                if (open[i] && !drawn[i] && point.signum() >= 0) {
                    chosen = i;
                    point = point.subtract(scores[i]);
                }
            }
            drawn[chosen] = true;
            sum = sum.subtract(scores[chosen]);
        }
        return drawn;
    }
}

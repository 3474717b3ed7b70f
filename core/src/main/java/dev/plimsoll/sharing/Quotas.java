package dev.plimsoll.sharing;

import java.math.BigInteger;

/// The exact share of every cluster: clamp(λ · weight, least, most), with the one λ for which they
/// add up to the total. The formula is in the package comment.
///
/// Hot: arrays by index, products of 93 bits, sums of weights of any size.
final class Quotas {

    private final long[] weights;
    private final boolean[] free;
    private final int[] floors;
    private final BigInteger[] rests;

    /// λ = `over` ÷ `under`, for the clusters that are free.
    private long over;

    private BigInteger under = BigInteger.ZERO;

    private Quotas(long[] weights) {
        this.weights = weights;
        free = new boolean[weights.length];
        floors = new int[weights.length];
        rests = new BigInteger[weights.length];
    }

    /// In proportion to the weights alone.
    static Quotas unbounded(long[] weights, int total) {
        var quotas = new Quotas(weights);
        quotas.share(total);
        return quotas;
    }

    /// `least` adds up to at most `total`, `most` to at least that; a cluster without weight gets
    /// its least.
    static Quotas bounded(long[] weights, int[] least, int[] most, int total) {
        if (areNone(weights, least, most, total)) {
            return unbounded(weights, total);
        }
        var quotas = new Quotas(weights);
        quotas.share(least, most, total);
        return quotas;
    }

    private static boolean areNone(long[] weights, int[] least, int[] most, int total) {
        for (int i = 0; i < weights.length; i++) {
            if (least[i] > 0 || (weights[i] > 0 && most[i] < total)) {
                return false;
            }
        }
        return true;
    }

    private void share(int total) {
        over = total;
        for (int i = 0; i < weights.length; i++) {
            free[i] = weights[i] > 0;
        }
        under = sum();
        divide();
    }

    /// Walks λ up from zero, from bound to bound, to the stretch in which the shares add up to
    /// `total`.
    private void share(int[] least, int[] most, int total) {
        var turns = new Breakpoints(weights, least, most);
        long fixed = 0;
        for (int i = 0; i < weights.length; i++) {
            fixed += least[i];
            floors[i] = least[i];
        }
        var moving = BigInteger.ZERO;
        for (int turn : turns.sorted()) {
            int cluster = turns.cluster(turn);
            if (reaches(fixed, moving, turns.bound(turn), weights[cluster], total)) {
                break;
            }
            var weight = BigInteger.valueOf(weights[cluster]);
            boolean starts = turns.starts(turn);
            moving = starts ? moving.add(weight) : moving.subtract(weight);
            fixed += starts ? -least[cluster] : most[cluster];
            free[cluster] = starts;
            floors[cluster] = starts ? 0 : most[cluster];
        }
        over = total - fixed;
        under = moving;
        divide();
    }

    /// fixed + moving · bound ÷ weight ≥ total.
    private static boolean reaches(
            long fixed, BigInteger moving, int bound, long weight, int total) {
        if (fixed >= total) {
            return true;
        }
        return moving.multiply(BigInteger.valueOf(bound))
                        .compareTo(
                                BigInteger.valueOf(total - fixed)
                                        .multiply(BigInteger.valueOf(weight)))
                >= 0;
    }

    private BigInteger sum() {
        var sum = BigInteger.ZERO;
        long part = 0;
        for (int i = 0; i < weights.length; i++) {
            if (free[i]) {
                if (part > Long.MAX_VALUE - weights[i]) {
                    sum = sum.add(BigInteger.valueOf(part));
                    part = 0;
                }
                part += weights[i];
            }
        }
        return sum.add(BigInteger.valueOf(part));
    }

    private void divide() {
        boolean narrow = under.bitLength() < Long.SIZE;
        long divisor = narrow ? under.longValue() : 0;
        for (int i = 0; i < weights.length; i++) {
            rests[i] = BigInteger.ZERO;
            if (!free[i]) {
                continue;
            }
            long product = over * weights[i];
            if (narrow && Math.multiplyHigh(over, weights[i]) == 0 && product >= 0) {
                floors[i] = (int) (product / divisor);
                rests[i] = BigInteger.valueOf(product % divisor);
            } else {
                var parts =
                        BigInteger.valueOf(over)
                                .multiply(BigInteger.valueOf(weights[i]))
                                .divideAndRemainder(under);
                floors[i] = parts[0].intValueExact();
                rests[i] = parts[1];
            }
        }
    }

    int floor(int cluster) {
        return floors[cluster];
    }

    /// The fractional part of its share, in parts of [#whole].
    BigInteger rest(int cluster) {
        return rests[cluster];
    }

    boolean isWhole(int cluster) {
        return rests[cluster].signum() == 0;
    }

    /// Whether its share is λ · weight, within both bounds.
    boolean isFree(int cluster) {
        return free[cluster];
    }

    /// The denominator of the shares of free clusters: the sum of their weights.
    BigInteger whole() {
        return under;
    }

    /// The replicas that the free clusters share.
    long shared() {
        return over;
    }

    /// The sum of all floors.
    long floors() {
        long sum = 0;
        for (int floor : floors) {
            sum += floor;
        }
        return sum;
    }

    /// Whether the replicas are less than one from the share.
    boolean fits(int cluster, int replicas) {
        int more = replicas - floors[cluster];
        return more == 0 || (more == 1 && !isWhole(cluster));
    }

    /// As an exact fraction: `3/2`.
    String text(int cluster) {
        if (isWhole(cluster)) {
            return Integer.toString(floors[cluster]);
        }
        if (under.bitLength() < 32) {
            long rest = rests[cluster].longValue();
            long whole = under.longValue();
            long common = Gcd.of(rest, whole);
            return (floors[cluster] * (whole / common) + rest / common) + "/" + whole / common;
        }
        var common = rests[cluster].gcd(under);
        var whole = under.divide(common);
        return BigInteger.valueOf(floors[cluster])
                        .multiply(whole)
                        .add(rests[cluster].divide(common))
                + "/"
                + whole;
    }
}

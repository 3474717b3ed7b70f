package dev.plimsoll.quantity;

import java.math.BigInteger;

/// The dominant share of amounts in a whole: the largest share of any resource, in millionths,
/// rounded down. Pod slots and ephemeral storage do not count.
public final class Share {

    /// The share of the whole itself.
    public static final long WHOLE = 1_000_000;

    private static final BigInteger MILLION = BigInteger.valueOf(WHOLE);

    private Share() {}

    public static long dominant(Resources amounts, Resources whole) {
        long most = 0;
        for (int i = 0; i < amounts.size(); i++) {
            var name = amounts.name(i);
            if (drives(name)) {
                most = Math.max(most, of(amounts.asked(name), whole.offered(name)));
            }
        }
        return most;
    }

    /// The resource counts for how full a node is.
    public static boolean drives(String resource) {
        return !resource.equals(Resources.PODS) && !resource.equals(Resources.STORAGE);
    }

    /// The share of an amount in a whole.
    public static long of(long amount, long whole) {
        if (whole == Resources.UNLIMITED || amount == 0) {
            return 0;
        }
        if (whole == 0) {
            return Long.MAX_VALUE;
        }
        if (amount > 0 && amount <= Long.MAX_VALUE / WHOLE) {
            return amount * WHOLE / whole;
        }
        var share = BigInteger.valueOf(amount).multiply(MILLION).divide(BigInteger.valueOf(whole));
        return share.bitLength() < Long.SIZE ? share.longValue() : Long.MAX_VALUE;
    }
}

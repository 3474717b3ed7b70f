package dev.plimsoll.sharing;

/// The greatest common divisor.
final class Gcd {

    private Gcd() {}

    static long of(long one, long other) {
        while (other != 0) {
            long rest = one % other;
            one = other;
            other = rest;
        }
        return one;
    }
}

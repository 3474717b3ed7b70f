package dev.plimsoll.collection;

import java.math.BigInteger;

/// Hashes and repeatable random numbers: a number made from the uid of the object that is decided
/// about and the name of an alternative.
///
/// Hash 1: FNV-1a of 64 bits over the UTF-8 bytes of uid, 0, epoch as decimal, 0, name; finished
/// with the mixer of SplitMix64.
///
/// Sources: <http://www.isthe.com/chongo/tech/comp/fnv/>, <https://doi.org/10.1145/2714064.2660195>
/// (Steele, Lea, Flood: Fast splittable pseudorandom number generators).
public final class Hash {

    private static final long OFFSET = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private final long start;

    public Hash(String uid, long epoch) {
        var state = add(OFFSET, uid) * PRIME;
        start = add(state, Long.toString(epoch)) * PRIME;
    }

    public long of(String name) {
        return mixed(add(start, name));
    }

    /// Random numbers that do not depend on a name. No name is empty.
    public Dice dice() {
        return new Dice(of(""));
    }

    /// Whether FNV-1a of the text is odd. The last bit is the same for 32 and for 64 bits: all
    /// primes and both offsets are odd.
    public static boolean isOdd(String text) {
        return (add(OFFSET, text) & 1) == 1;
    }

    /// FNV-1a of 64 bits over the UTF-16 units of the text; for ASCII they are its bytes.
    public static long ofUnits(String text) {
        long state = OFFSET;
        for (int i = 0; i < text.length(); i++) {
            state = (state ^ text.charAt(i)) * PRIME;
        }
        return state;
    }

    private static long add(long state, String text) {
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit >= 0x80) {
                return addWide(state, text.substring(i));
            }
            state = (state ^ unit) * PRIME;
        }
        return state;
    }

    /// Adds a text that is not plain ASCII. A lone surrogate counts as a question mark.
    private static long addWide(long state, String text) {
        for (int point : text.codePoints().toArray()) {
            boolean half = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
            state = addPoint(state, half ? '?' : point);
        }
        return state;
    }

    private static long addPoint(long state, int point) {
        if (point < 0x80) {
            return (state ^ point) * PRIME;
        }
        int following = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
        int lead = (0xff00 >> (following + 1)) & 0xff;
        state = (state ^ (lead | (point >> (6 * following)))) * PRIME;
        for (int i = following - 1; i >= 0; i--) {
            state = (state ^ (0x80 | ((point >> (6 * i)) & 0x3f))) * PRIME;
        }
        return state;
    }

    /// The finishing mixer of SplitMix64: every bit of the result depends on every bit.
    public static long mixed(long bits) {
        long once = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
        long twice = (once ^ (once >>> 27)) * 0x94d049bb133111ebL;
        return twice ^ (twice >>> 31);
    }

    /// SplitMix64.
    public static final class Dice {

        private static final long GAMMA = 0x9e3779b97f4a7c15L;

        private long state;

        private Dice(long state) {
            this.state = state;
        }

        public long next() {
            state += GAMMA;
            return mixed(state);
        }

        /// A number from 0 to less than `bound`.
        public long below(long bound) {
            return Math.unsignedMultiplyHigh(next(), bound);
        }

        /// A number from 0 to less than `bound`, always from 128 random bits.
        public BigInteger below(BigInteger bound) {
            var bits = unsigned(next()).shiftLeft(Long.SIZE).add(unsigned(next()));
            return bits.multiply(bound).shiftRight(2 * Long.SIZE);
        }

        private static BigInteger unsigned(long bits) {
            var low = BigInteger.valueOf(bits & Long.MAX_VALUE);
            return bits < 0 ? low.setBit(Long.SIZE - 1) : low;
        }
    }
}

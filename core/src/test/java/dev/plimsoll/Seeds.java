package dev.plimsoll;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Checks a property against many random cases. A failure names its seed, and `-Dplimsoll.seed=N`
/// runs that seed alone; `-Dplimsoll.cases=N` sets how many are tried.
public final class Seeds {

    /// The number of cases that the counts of [#forAtLeast] are meant for.
    private static final int USUAL = 2_000;

    private static final int CASES = Integer.getInteger("plimsoll.cases", USUAL / 8);

    private Seeds() {}

    /// A number for tests that are not random: `inCheck` in `./check`, and `inLong` in `./check
    /// long`.
    public static int few(int inCheck, int inLong) {
        return CASES >= USUAL ? inLong : inCheck;
    }

    public static void forAll(Consumer<SplittableRandom> property) {
        forAll(CASES, property);
    }

    /// A number of cases of its own: `inCheck` in `./check`, and `inLong` in `./check long`.
    public static void forSome(int inCheck, int inLong, Consumer<SplittableRandom> property) {
        forAll(few(inCheck, inLong), property);
    }

    /// For laws that say nothing about some cases: fails if fewer than `hits` of 2,000 cases were
    /// hits, so that a law cannot hold for want of cases. Of fewer cases, half that share is
    /// enough.
    ///
    /// @param law whether it said something about the case
    public static void forAtLeast(int hits, Predicate<SplittableRandom> law) {
        forAtLeast(hits, 1, law);
    }

    /// The same for laws whose single case is large: one in `share` of the usual number of cases.
    public static void forAtLeast(int hits, int share, Predicate<SplittableRandom> law) {
        var counted = new AtomicInteger();
        forOneIn(
                share,
                random -> {
                    if (law.test(random)) {
                        counted.incrementAndGet();
                    }
                });
        int least = CASES >= USUAL ? hits : hits * CASES / USUAL / 2;
        if (Long.getLong("plimsoll.seed") == null && counted.get() < least) {
            throw new AssertionError(
                    "the law spoke of %d cases only, not of %d".formatted(counted.get(), least));
        }
    }

    /// For laws whose cases are cheap: tries seeds until the law said something about `inCheck` of
    /// them, or `inLong` in `./check long`. Fails if more than nine in ten say nothing.
    ///
    /// @param law whether it said something about the case
    public static void forHits(int inCheck, int inLong, Predicate<SplittableRandom> law) {
        var counted = new AtomicInteger();
        int wanted = few(inCheck, inLong);
        for (long from = 1; counted.get() < wanted; from += wanted) {
            if (from > 10L * wanted) {
                throw new AssertionError("the law spoke of %d cases only".formatted(counted.get()));
            }
            forAll(
                    from,
                    wanted,
                    random -> {
                        if (law.test(random)) {
                            counted.incrementAndGet();
                        }
                    });
            if (Long.getLong("plimsoll.seed") != null) {
                return;
            }
        }
    }

    /// For properties whose single case is large: one in `share` of the usual number of cases.
    public static void forOneIn(int share, Consumer<SplittableRandom> property) {
        forAll(Math.max(1, CASES / share), property);
    }

    private static void forAll(int cases, Consumer<SplittableRandom> property) {
        forAll(1, cases, property);
    }

    private static void forAll(long from, int cases, Consumer<SplittableRandom> property) {
        var only = Long.getLong("plimsoll.seed");
        if (only != null) {
            property.accept(new SplittableRandom(only));
            return;
        }
        for (long seed = from; seed < from + cases; seed++) {
            try {
                property.accept(new SplittableRandom(seed));
            } catch (AssertionError | RuntimeException failure) {
                throw new AssertionError("fails for -Dplimsoll.seed=" + seed, failure);
            }
        }
    }
}

package dev.plimsoll;

import java.util.SplittableRandom;
import java.util.function.Consumer;

/// Checks a property against many random cases. A failure names its seed, and `-Dplimsoll.seed=N`
/// runs that seed alone; `-Dplimsoll.cases=N` sets how many are tried.
public final class Seeds {

    private static final int CASES = Integer.getInteger("plimsoll.cases", 2_000);

    private Seeds() {}

    public static void forAll(Consumer<SplittableRandom> property) {
        forAll(CASES, property);
    }

    /// For properties whose single case is large: one in `share` of the usual number of cases.
    public static void forOneIn(int share, Consumer<SplittableRandom> property) {
        forAll(Math.max(1, CASES / share), property);
    }

    private static void forAll(int cases, Consumer<SplittableRandom> property) {
        var only = Long.getLong("plimsoll.seed");
        if (only != null) {
            property.accept(new SplittableRandom(only));
            return;
        }
        for (long seed = 1; seed <= cases; seed++) {
            try {
                property.accept(new SplittableRandom(seed));
            } catch (AssertionError | RuntimeException failure) {
                throw new AssertionError("fails for -Dplimsoll.seed=" + seed, failure);
            }
        }
    }
}

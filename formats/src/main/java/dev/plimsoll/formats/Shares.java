package dev.plimsoll.formats;

import dev.plimsoll.quantity.Percent;

/// Parts of a whole, written `10%` or `0.1`.
public final class Shares {

    private Shares() {}

    /// @throws IllegalArgumentException with a sentence that says what is wrong
    public static Percent parse(String text) {
        return Scalars.share(new Value.Scalar(text, false, Place.whole("")));
    }

    /// A part that may be more than the whole.
    ///
    /// @throws IllegalArgumentException with a sentence that says what is wrong
    public static Percent rate(String text) {
        return Scalars.rate(new Value.Scalar(text, false, Place.whole("")));
    }
}

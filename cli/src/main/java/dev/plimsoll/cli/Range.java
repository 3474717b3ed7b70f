package dev.plimsoll.cli;

import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/// The smallest and the largest of some figures, as a sentence shows them: `0 to 5323`.
final class Range {

    private Range() {}

    /// @param figures at least one
    static <T extends Comparable<? super T>> String of(
            List<T> figures, Function<? super T, String> text) {
        var least = text.apply(Collections.min(figures));
        var most = text.apply(Collections.max(figures));
        return least.equals(most) ? least : least + " to " + most;
    }
}

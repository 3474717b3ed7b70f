package dev.plimsoll.sizing;

import dev.plimsoll.quantity.Resources;
import dev.plimsoll.sizing.Past.Peak;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// The peaks of a group's demand in the time that its policy looks back. The time is cut into
/// [#PARTS], so the memory stays small; a peak is forgotten with its part.
///
/// @param window the time that the policy looks back; zero keeps nothing
record Peaks(Duration window, List<Peak> parts) {

    private static final int PARTS = 12;

    /// The peaks that still count, and the demand of now. A peak of the future was seen before the
    /// clock was set back; it counts as one of now.
    Peaks at(Instant now, Supplier<Resources> current) {
        if (window.isZero()) {
            return new Peaks(window, List.of());
        }
        var demand = current.get();
        var kept = new ArrayList<Peak>();
        for (var peak : parts) {
            if (now.isBefore(end(peak))) {
                kept.add(peak.since().isAfter(now) ? new Peak(now, peak.demand()) : peak);
            }
        }
        if (!kept.isEmpty() && now.isBefore(kept.getLast().since().plus(part()))) {
            var last = kept.removeLast();
            kept.add(new Peak(last.since(), last.demand().max(demand)));
        } else {
            kept.add(new Peak(now, demand));
        }
        return new Peaks(window, kept);
    }

    /// The highest amount of each resource.
    Resources highest() {
        return parts.stream().map(Peak::demand).reduce(Resources.NONE, Resources::max);
    }

    /// When the next part begins. A loop that sleeps through it would forget what it saw before.
    Instant next() {
        return parts.isEmpty() ? Instant.MAX : parts.getLast().since().plus(part());
    }

    /// A part is kept until its last moment is as old as the window.
    private Instant end(Peak peak) {
        return peak.since().plus(part()).plus(window);
    }

    private Duration part() {
        return window.dividedBy(PARTS);
    }
}

package dev.plimsoll.simulator;

import java.time.Instant;
import java.util.Collections;
import java.util.List;

/// The load over a day, in thousandths of the peak: a value for each full hour (UTC), interpolated
/// linearly.
public record Curve(List<Integer> hours) {

    private static final int HOURS = 24;
    private static final int MINUTES = 60;

    public Curve {
        hours = List.copyOf(hours);
        if (hours.size() != HOURS) {
            throw new IllegalArgumentException("a day has 24 hours, got " + hours.size());
        }
        if (hours.stream().anyMatch(share -> share < 0 || share > 1000)) {
            throw new IllegalArgumentException("a share is between 0 and 1000, got " + hours);
        }
    }

    /// The peak at every hour.
    public static Curve flat() {
        return new Curve(Collections.nCopies(HOURS, 1000));
    }

    /// The share at that minute, rounded down.
    public int at(Instant moment) {
        int minute = Math.toIntExact(Math.floorMod(moment.getEpochSecond() / 60, HOURS * 60L));
        int from = hours.get(minute / MINUTES);
        int to = hours.get((minute / MINUTES + 1) % HOURS);
        int past = minute % MINUTES;
        return (from * (MINUTES - past) + to * past) / MINUTES;
    }
}

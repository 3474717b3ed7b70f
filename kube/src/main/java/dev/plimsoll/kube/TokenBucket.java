package dev.plimsoll.kube;

import java.time.Duration;
import java.time.Instant;

/// A limit on how often something is done: some times at once, then once an interval.
final class TokenBucket {

    private final int most;
    private final Duration interval;
    private long tokens;
    private Instant filled = Instant.EPOCH;

    TokenBucket(int most, Duration interval) {
        this.most = most;
        this.interval = interval;
        this.tokens = most;
    }

    /// Whether it may be done now; then it counts.
    boolean take(Instant now) {
        if (now.isBefore(filled)) {
            filled = now;
        }
        long earned = Duration.between(filled, now).dividedBy(interval);
        tokens = Math.min(most, tokens + earned);
        filled = tokens == most ? now : filled.plus(interval.multipliedBy(earned));
        if (tokens == 0) {
            return false;
        }
        tokens--;
        return true;
    }
}

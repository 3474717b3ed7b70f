package dev.plimsoll.batching;

import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The decision about one subnet while it is being made.
final class Draft {

    private final Seen seen;
    private final int minFreeBefore;
    private final List<Reason> reasons = new ArrayList<>();
    private Instant wakeAt = Decision.NEVER;
    private int batch;
    private int minFree;

    Draft(Seen seen, int minFreeBefore) {
        this.seen = seen;
        this.minFreeBefore = minFreeBefore;
        batch = seen.batch();
        minFree = minFreeBefore;
    }

    int batch() {
        return batch;
    }

    int minFree() {
        return minFree;
    }

    int minFreeBefore() {
        return minFreeBefore;
    }

    void batch(int next) {
        batch = next;
    }

    void minFree(int percent) {
        minFree = percent;
    }

    void because(Rule rule, Fact... facts) {
        reasons.add(Reason.because(rule, seen.subnet(), facts));
    }

    /// Asks for the next turn at that moment or before.
    void wake(Instant at) {
        if (at.isBefore(wakeAt)) {
            wakeAt = at;
        }
    }

    boolean isChange() {
        return batch != seen.batch() || minFree != minFreeBefore;
    }

    Decision<Past> decision(Past remember) {
        var plan =
                isChange()
                        ? Plan.of(new Step.UseBatch(seen.subnet(), seen.batch(), batch, minFree))
                        : Plan.nothing();
        return new Decision<>(plan, reasons, remember, wakeAt);
    }
}

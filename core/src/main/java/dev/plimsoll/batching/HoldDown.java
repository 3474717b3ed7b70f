package dev.plimsoll.batching;

import dev.plimsoll.collection.Hash;
import dev.plimsoll.decision.Question;
import java.time.Duration;
import java.time.Instant;

/// The time that a raise waits after a change. It doubles each time a raise has to be undone soon,
/// and halves again after quiet periods.
final class HoldDown {

    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Duration RECENTLY = Duration.ofHours(4);
    private static final int SOON = 4;
    private static final int QUIET = 8;

    private final Past.Change change;
    private final Policy policy;
    private final String subnet;
    private final Instant now;
    private final Duration wait;

    HoldDown(Question<Seen, Policy, Past> question) {
        var past = Batching.past(question);
        change = past.change();
        policy = question.policy();
        subnet = question.seen().subnet();
        now = question.now();
        wait = inForce(past.holdDown());
    }

    private Duration inForce(Duration remembered) {
        var shortest = policy.patience().holdDown();
        var current = longer(shortest, remembered);
        var quiet = Duration.between(change.at(), now);
        while (current.compareTo(shortest) > 0
                && quiet.compareTo(current.multipliedBy(QUIET)) >= 0) {
            quiet = quiet.minus(current.multipliedBy(QUIET));
            current = longer(shortest, current.dividedBy(2));
        }
        return current;
    }

    boolean isOver() {
        return change.equals(Past.Change.NONE) || !now.isBefore(until());
    }

    Instant until() {
        return change.at().plus(wait).plus(jitter());
    }

    /// The hold-down in force after a change of the batch to `to`.
    Duration after(int from, int to) {
        boolean soon = now.isBefore(change.at().plus(wait.multipliedBy(SOON)));
        if (!isUndoing(from, to) || !soon) {
            return wait;
        }
        var doubled = wait.multipliedBy(2);
        return longer(wait, doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled);
    }

    /// The raise that a change of the batch to `to` undoes, if it was made recently; else the
    /// remembered one.
    Past.Undone undone(int from, int to, Past.Undone remembered) {
        boolean recent = now.isBefore(change.at().plus(RECENTLY));
        return isUndoing(from, to) && recent ? new Past.Undone(from, now) : remembered;
    }

    private boolean isUndoing(int from, int to) {
        return to < from && change.isRaise() && change.to() == from;
    }

    /// An extra wait of up to the same length, so that controllers of one subnet do not raise at
    /// the same moment.
    private Duration jitter() {
        if (policy.controller().isEmpty() || wait.isZero()) {
            return Duration.ZERO;
        }
        long drawn = Long.remainderUnsigned(draw(), wait.toMillis() + 1);
        return Duration.ofMillis(drawn);
    }

    private long draw() {
        var text = policy.controller() + '\0' + change.number() + '\0' + subnet;
        return Hash.mixed(Hash.ofUnits(text));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}

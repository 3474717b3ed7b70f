package dev.plimsoll.batching;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Rule;
import java.time.Duration;

/// Plimsoll's own two formulas, which never cycle under a constant load.
final class StableRules {

    private final Question<Seen, Policy, Past> question;
    private final Seen seen;
    private final Policy policy;
    private final Need need;
    private final Need asAsked;
    private final int capacity;
    private final Draft draft;
    private final HoldDown holdDown;

    StableRules(Question<Seen, Policy, Past> question, Need need, int capacity, Draft draft) {
        this.question = question;
        this.seen = question.seen();
        this.policy = question.policy();
        this.need = need;
        this.asAsked = need.asAsked();
        this.capacity = capacity;
        this.draft = draft;
        this.holdDown = new HoldDown(question);
    }

    void feedForward() {
        int fit = need.fit(capacity);
        int base = Math.min(fit, Integer.highestOneBit(seen.batch()));
        int raised = fit > base ? raised(base, fit) : base;
        if (raised > base && mayRaise(raised)) {
            draft.batch(raised);
            draft.because(
                    Rules.RAISE_BATCH,
                    fact("batch", seen.batch()),
                    fact("next", raised),
                    fact("need", SubnetFigures.roundedUp(asAsked.at(raised))),
                    fact("capacity", capacity));
        } else if (base < seen.batch()) {
            lower(base);
        } else if (raised == base) {
            stay(fit);
        }
        chooseMinFree();
        if (need.others.most() > seen.others()) {
            draft.wake(need.others.fellAt().plus(policy.patience().others()));
        }
    }

    private int raised(int base, int fit) {
        int batch = base;
        while (batch < fit && isSafe(2 * batch)) {
            batch *= 2;
        }
        return batch;
    }

    /// A raise that was undone recently is made again only if moving pods cannot undo it.
    private boolean isSafe(int larger) {
        var undone = Batching.past(question).undone();
        if (undone.warns(larger, question.now())) {
            draft.wake(undone.until());
            return asAsked.fitsWhereverPodsMove(larger, capacity);
        }
        return asAsked.fitsGuarded(larger, capacity);
    }

    private void lower(int next) {
        draft.batch(next);
        if (isAboveLargest()) {
            next(Rules.MAX_BATCH);
        } else if (need.at(seen.batch()) <= 100L * capacity) {
            next(Rules.POWER_OF_TWO);
        } else {
            draft.because(
                    Rules.LOWER_BATCH,
                    fact("batch", seen.batch()),
                    needed("needNow", seen.batch()),
                    fact("capacity", capacity),
                    fact("next", next),
                    needed("need", next));
        }
    }

    /// The batch in force is a power of two above the largest, or above the next one after it.
    private boolean isAboveLargest() {
        return draft.batch() == need.largest()
                && Integer.highestOneBit(seen.batch()) > need.largest();
    }

    private void next(Rule rule) {
        draft.because(rule, fact("batch", seen.batch()), fact("next", draft.batch()));
    }

    private void stay(int fit) {
        if (fit > seen.batch()) {
            draft.because(
                    Rules.RAISE_TOO_TIGHT,
                    fact("batch", seen.batch()),
                    fact("larger", 2L * seen.batch()),
                    fact("needThen", SubnetFigures.roundedUp(asAsked.at(2 * seen.batch()))),
                    fact("capacity", capacity));
        } else if (need.at(fit) > 100L * capacity) {
            draft.because(Rules.SMALLEST, fact("batch", fit));
        } else {
            draft.because(
                    Rules.BATCH_FITS,
                    fact("batch", seen.batch()),
                    fact("nodes", need.nodes),
                    fact("pods", need.pods),
                    needed("need", seen.batch()),
                    fact("capacity", capacity));
        }
    }

    private Fact needed(String name, int batch) {
        return fact(name, SubnetFigures.roundedUp(need.at(batch)));
    }

    /// A raise takes addresses, so it waits for certain figures. A lowering only releases free
    /// addresses.
    private boolean mayRaise(int larger) {
        if (seen.age().compareTo(policy.patience().stale()) > 0) {
            draft.because(
                    Rules.STALE_FIGURES,
                    fact("larger", larger),
                    fact("seconds", seen.age().toSeconds()));
            return false;
        }
        if (seen.lagging() * 10L > need.nodes) {
            draft.because(Rules.LAGGING, fact("larger", larger), fact("lagging", seen.lagging()));
            return false;
        }
        if (!holdDown.isOver()) {
            var left = Duration.between(question.now(), holdDown.until());
            draft.because(
                    Rules.HELD_DOWN,
                    fact("larger", larger),
                    fact("seconds", left.plusMillis(999).toSeconds()));
            draft.wake(holdDown.until());
            return false;
        }
        return true;
    }

    private void chooseMinFree() {
        int wanted = policy.minFreePercent();
        boolean dropped = draft.minFreeBefore() == 0 && wanted > 0;
        boolean exhausted = need.state() == State.EXHAUSTED;
        if (wanted > 0 && exhausted && !dropped && need.bare() <= capacity) {
            draft.minFree(0);
            draft.because(
                    Rules.NO_FREE_ADDRESSES,
                    fact("least", need.bare()),
                    fact("capacity", capacity));
        } else if (dropped && need.state() != State.OK) {
            draft.because(Rules.NO_FREE_ADDRESSES_STAYS, fact("capacity", capacity));
        } else if (dropped && mayRaise(draft.batch())) {
            draft.minFree(wanted);
            draft.because(Rules.FREE_ADDRESSES_AGAIN);
        } else if (!dropped && draft.minFreeBefore() != wanted) {
            draft.minFree(wanted);
            draft.because(Rules.MIN_FREE, fact("percent", wanted));
        }
    }

    void byState(Formula.State rule) {
        int base = Math.min(need.largest(), Integer.highestOneBit(seen.batch()));
        while (base > 1 && !leaves(rule.nodeFactor() - 100, base)) {
            base /= 2;
        }
        if (base < seen.batch()) {
            lowerByState(rule, base);
        } else if (2 * base <= largestByState(rule) && leaves(2L * rule.nodeFactor(), base)) {
            raiseByState(base);
        } else if (!leaves(rule.nodeFactor() - 100, base)) {
            draft.because(Rules.SMALLEST, fact("batch", base));
        } else {
            draft.because(
                    Rules.USAGE_FITS,
                    fact("used", need.used()),
                    fact("capacity", capacity),
                    fact("nodes", need.nodes),
                    fact("batch", base));
        }
    }

    private void lowerByState(Formula.State rule, int next) {
        draft.batch(next);
        if (!leaves(rule.nodeFactor() - 100, seen.batch())) {
            draft.because(
                    Rules.USAGE_TOO_HIGH,
                    fact("used", need.used()),
                    fact("capacity", capacity),
                    fact("batch", seen.batch()),
                    fact("nodes", need.nodes),
                    fact("next", next));
        } else {
            next(isAboveLargest() ? Rules.MAX_BATCH : Rules.POWER_OF_TWO);
        }
    }

    private void raiseByState(int base) {
        long before = before();
        if (before != need.used()) {
            draft.because(
                    Rules.USAGE_NOT_SETTLED,
                    fact("before", before),
                    fact("used", need.used()),
                    fact("batch", base));
        } else if (mayRaise(2 * base)) {
            draft.batch(2 * base);
            draft.because(
                    Rules.USAGE_LOW,
                    fact("used", need.used()),
                    fact("capacity", capacity),
                    fact("nodes", need.nodes),
                    fact("next", 2L * base));
        }
    }

    /// The usage a turn ago; the current usage if unknown.
    private long before() {
        return SourceRules.before(question, need.used());
    }

    /// Whether this many hundredths of a batch are free for every node.
    private boolean leaves(long hundredths, int batch) {
        return 100 * need.used() + hundredths * need.nodes * batch <= 100L * capacity;
    }

    /// The source's B0.
    private int largestByState(Formula.State rule) {
        return Math.min(need.largest(), SourceRules.level(capacity, rule.nodeFactor(), need.nodes));
    }
}

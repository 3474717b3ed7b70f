package dev.plimsoll.batching;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.quantity.Percent;
import java.math.BigInteger;

/// The source's formulas, as printed. What they give may be no batch; what is published is.
final class SourceRules {

    private final Question<Seen, Policy, Past> question;
    private final Seen seen;
    private final Need need;
    private final int capacity;
    private final Draft draft;

    SourceRules(Question<Seen, Policy, Past> question, Need need, int capacity, Draft draft) {
        this.question = question;
        this.seen = question.seen();
        this.need = need;
        this.capacity = capacity;
        this.draft = draft;
    }

    /// What the formula gives, before it is made a batch; nothing where it gives batches alone.
    static String exact(Question<Seen, Policy, Past> question, int capacity) {
        var need = new Need(question);
        var printed = new SourceRules(question, need, capacity, new Draft(question.seen(), 0));
        return switch (question.policy().rule()) {
            case Formula.FeedForward _, Formula.State _, Formula.Threshold _ -> "";
            case Formula.Level level -> printed.raw(level).text();
            case Formula.Snippet _ -> printed.rawSnippet().text();
            case Formula.Prose _ -> printed.rawProse().text();
        };
    }

    /// 2 to the ⌊log2(C ÷ (X · N))⌋: the source's B0, at least 1. No node counts as one.
    static int level(long capacity, long nodeFactor, long nodes) {
        long share = 100 * capacity / (nodeFactor * Math.max(1, nodes));
        return Integer.highestOneBit(Math.clamp(share, 1, Integer.MAX_VALUE));
    }

    /// The use a turn ago: as counted, else as remembered, else as it is.
    static long before(Question<Seen, Policy, Past> question, long used) {
        return switch (question.seen().used().before()) {
            case Count.Known(int number) -> number;
            case Count.Unknown _ ->
                    switch (Batching.past(question).used()) {
                        case Count.Known(int number) -> number;
                        case Count.Unknown _ -> used;
                    };
        };
    }

    void level(Formula.Level level) {
        var raw = raw(level);
        draft.batch(raw.published(maxBatch()));
        draft.because(
                Rules.LEVEL,
                fact("capacity", capacity),
                fact("nodes", need.nodes),
                fact("exact", raw.text()),
                fact("next", draft.batch()));
    }

    private SourceFormula raw(Formula.Level level) {
        var factor = BigInteger.valueOf(level.nodeFactor());
        return SourceFormula.quotient(
                BigInteger.valueOf(level.safety().hundredths())
                        .multiply(BigInteger.valueOf(capacity)),
                factor.multiply(BigInteger.valueOf(100)).multiply(BigInteger.valueOf(need.nodes)));
    }

    void threshold(Formula.Threshold threshold) {
        boolean exhausted = seen.batch() == threshold.exhaustedBatch();
        var used = BigInteger.valueOf(need.used());
        var whole = BigInteger.valueOf(capacity);
        if (!exhausted && threshold.upper().compare(used, whole) > 0) {
            publish(threshold.exhaustedBatch(), Rules.ABOVE_UPPER, threshold.upper());
        } else if (exhausted && threshold.lower().compare(used, whole) < 0) {
            publish(threshold.batch(), Rules.BELOW_LOWER, threshold.lower());
        } else {
            publish(
                    exhausted ? threshold.exhaustedBatch() : threshold.batch(),
                    Rules.BETWEEN,
                    threshold.upper());
        }
    }

    private void publish(int batch, Rule rule, Percent line) {
        draft.batch(Math.min(batch, maxBatch()));
        draft.because(
                rule,
                fact("used", need.used()),
                fact("capacity", capacity),
                Fact.percent(
                        "percent",
                        BigInteger.valueOf(line.hundredths()),
                        BigInteger.valueOf(10_000)),
                fact("next", draft.batch()));
    }

    void snippet() {
        tell(rawSnippet(), isFalling() ? Rules.FALLING : Rules.RISING);
    }

    /// What falls gets twice of what rises: the function takes `du` away from γ, where the text
    /// adds it.
    private SourceFormula rawSnippet() {
        return SourceFormula.power(capacity, need.used(), need.nodes, isFalling() ? 1 : 0);
    }

    void prose() {
        if (isSteady()) {
            draft.because(
                    Rules.STEADY,
                    fact("used", need.used()),
                    fact("capacity", capacity),
                    fact("next", seen.batch()));
        } else {
            tell(rawProse(), isFalling() ? Rules.FALLING : Rules.RISING);
        }
    }

    private SourceFormula rawProse() {
        return isSteady()
                ? SourceFormula.of(seen.batch())
                : SourceFormula.power(capacity, need.used(), need.nodes, isFalling() ? -1 : 0);
    }

    private void tell(SourceFormula raw, Rule rule) {
        draft.batch(raw.published(maxBatch()));
        draft.because(
                rule,
                fact("used", need.used()),
                fact("capacity", capacity),
                fact("exact", raw.text()),
                fact("next", draft.batch()));
    }

    private boolean isFalling() {
        return need.used() < before(question, need.used());
    }

    private boolean isSteady() {
        return need.used() == before(question, need.used());
    }

    private int maxBatch() {
        return question.policy().limits().batch();
    }
}

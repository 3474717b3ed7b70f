package dev.plimsoll.batching;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Fact.figure;

import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.quantity.Count;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/// The published formulas, as printed. Their result is rounded down to a power of two from 1 to the
/// maximum batch.
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

    /// The raw value of the formula; empty for formulas that give batches.
    static String exact(Question<Seen, Policy, Past> question, int capacity) {
        var need = new Need(question);
        var published = new SourceRules(question, need, capacity, new Draft(question.seen(), 0));
        return switch (question.policy().rule()) {
            case Formula.FeedForward _, Formula.State _, Formula.Threshold _ -> "";
            case Formula.Level level -> published.raw(level).text();
            case Formula.Snippet _ -> published.rawSnippet().text();
            case Formula.Prose _ -> published.rawProse().text();
        };
    }

    /// 2 to the ⌊log2(C ÷ (X · N))⌋: the source's B0, at least 1. Without nodes, N is 1.
    static int level(long capacity, long nodeFactor, long nodes) {
        long share = 100 * capacity / (nodeFactor * Math.max(1, nodes));
        return Integer.highestOneBit(Math.clamp(share, 1, Integer.MAX_VALUE));
    }

    /// The usage a turn ago: as counted, else as remembered, else the current usage.
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
                draft.isChange() ? Rules.LEVEL : Rules.FORMULA_UNCHANGED,
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
        var crossable = exhausted ? threshold.lower() : threshold.upper();
        int compared =
                crossable.compare(BigInteger.valueOf(need.used()), BigInteger.valueOf(capacity));
        boolean crossed = exhausted ? compared < 0 : compared > 0;
        int next = exhausted == crossed ? threshold.batch() : threshold.exhaustedBatch();
        draft.batch(Math.min(next, maxBatch()));
        var facts = usage();
        facts.add(figure("threshold", BigDecimal.valueOf(crossable.hundredths(), 2)));
        facts.add(fact("which", exhausted ? "lower" : "upper"));
        facts.add(fact("batch", seen.batch()));
        facts.add(fact("exact", Integer.toString(next)));
        facts.add(fact("next", draft.batch()));
        draft.because(thresholdRule(exhausted, crossed), facts.toArray(Fact[]::new));
    }

    private Rule thresholdRule(boolean exhausted, boolean crossed) {
        if (!crossed) {
            return draft.isChange() ? Rules.THRESHOLD_NOT_CROSSED : Rules.BETWEEN_THRESHOLDS;
        }
        if (!draft.isChange()) {
            return Rules.FORMULA_UNCHANGED;
        }
        return exhausted ? Rules.BELOW_LOWER_THRESHOLD : Rules.ABOVE_UPPER_THRESHOLD;
    }

    /// The percentage is left out for a subnet without addresses.
    private List<Fact> usage() {
        var facts = new ArrayList<Fact>();
        facts.add(fact("used", need.used()));
        facts.add(fact("capacity", capacity));
        if (capacity > 0) {
            facts.add(
                    Fact.percent(
                            "usedPercent",
                            BigInteger.valueOf(need.used()),
                            BigInteger.valueOf(capacity)));
        }
        return facts;
    }

    void snippet() {
        publish(rawSnippet(), isFalling() ? Rules.FALLING : Rules.NOT_FALLING);
    }

    /// Falling usage gets twice the batch of rising usage: the function subtracts `du` from γ,
    /// where the text adds it.
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
            publish(rawProse(), isFalling() ? Rules.FALLING : Rules.NOT_FALLING);
        }
    }

    private SourceFormula rawProse() {
        return isSteady()
                ? SourceFormula.of(seen.batch())
                : SourceFormula.power(capacity, need.used(), need.nodes, isFalling() ? -1 : 0);
    }

    private void publish(SourceFormula raw, Rule rule) {
        draft.batch(raw.published(maxBatch()));
        draft.because(
                draft.isChange() ? rule : Rules.FORMULA_UNCHANGED,
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

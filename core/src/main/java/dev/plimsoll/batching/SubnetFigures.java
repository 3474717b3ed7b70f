package dev.plimsoll.batching;

import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.quantity.Count;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Further figures of a subnet of known capacity, printed beside a decision. No decision depends on
/// them.
public final class SubnetFigures {

    private final Question<Seen, Policy, Past> question;
    private final Need need;
    private final long capacity;

    SubnetFigures(Question<Seen, Policy, Past> question, Need need, int capacity) {
        this.question = question;
        this.need = need;
        this.capacity = capacity;
    }

    /// The number of nodes that can join a subnet if only its nodes are known, by the default
    /// policy.
    public static long joinable(String subnet, int capacity, List<Nodes> nodes) {
        var seen = new Seen(subnet, new Count.Known(capacity), 1, nodes);
        var question =
                new Question<>(
                        seen, Policy.DEFAULTS, Past.NONE, List.<Outcome>of(), Instant.EPOCH, 0);
        return new SubnetFigures(question, new Need(question), capacity).joinable();
    }

    /// A number of pods or nodes that can be added before a subnet is TIGHT, and before it is
    /// EXHAUSTED.
    public record Left(long tight, long exhausted) {}

    /// A step of the published chart: with usage above `above`, the batch is at most `batch`.
    public record Step(long above, int batch) {}

    static long roundedUp(long hundredths) {
        return Math.ceilDiv(hundredths, 100L);
    }

    /// The largest batch that fits.
    public int fit() {
        return need.fit(capacity);
    }

    /// Addresses needed at the batch that fits, rounded up.
    public long need() {
        return roundedUp(need.at(fit()));
    }

    /// The raw value of a published formula; empty for other formulas.
    public String exact() {
        return SourceRules.exact(question, (int) capacity);
    }

    /// Free addresses; negative if usage is above the capacity.
    public long free() {
        return capacity - need.used();
    }

    /// The number of nodes without pods that can join: with them in the subnet, [Need#fit] still
    /// finds a batch whose need is within the capacity. The batch is lowered for them, down to 1.
    ///
    /// **Invariant:** more addresses never let fewer nodes join: `BatchingLawsTest`.
    public long joinable() {
        return nodesLeft().tight();
    }

    /// Addresses that nodes hold without a pod at the batch in force.
    public long idle() {
        return need.idle(question.seen().batch());
    }

    /// The number of pods that can start on any of the nodes, up to their maximums.
    public Left podsLeft() {
        long places = 0;
        for (var some : question.seen().nodes()) {
            places += (long) some.count() * Math.max(0, need.max(some) - some.pods());
        }
        return new Left(
                Math.clamp(Math.floorDiv(100 * capacity - need.at(1), 100L), 0, places),
                Math.clamp(capacity - need.settled(1), 0, places));
    }

    /// The number of nodes without pods that can join, with room for another tenth to join.
    public Left nodesLeft() {
        long each = need.join(1);
        long free = capacity - need.settled(1);
        long exhausted = free < 0 ? 0 : each == 0 ? capacity : free / each;
        long least = 0;
        long most = capacity + 1;
        while (most - least > 1) {
            long middle = (least + most) / 2;
            if (isTightWith(middle)) {
                most = middle;
            } else {
                least = middle;
            }
        }
        return new Left(least, Math.min(capacity, exhausted));
    }

    private boolean isTightWith(long more) {
        var seen = question.seen();
        var policy = question.policy();
        long joins =
                switch (policy.joins()) {
                    case Count.Known _ -> need.joins();
                    case Count.Unknown _ ->
                            Math.max(
                                    seen.coming(),
                                    Math.max(1, Math.ceilDiv(need.nodes + more, 10L)));
                };
        long then =
                need.at(1)
                        + more * need.each(0, policy.limits().perNode(), 1)
                        + 100 * (joins - need.joins()) * need.join(1);
        return then > 100 * capacity;
    }

    /// U_i = C − N · B_i, and the batch above it, from the source's B0 down.
    public List<Step> thresholds() {
        var steps = new ArrayList<Step>();
        if (need.nodes > 0) {
            int factor = question.policy().rule().factor();
            for (int batch = SourceRules.level(capacity, factor, need.nodes);
                    batch > 1;
                    batch /= 2) {
                steps.add(new Step(capacity - need.nodes * batch, batch / 2));
            }
        }
        return steps;
    }

    /// The analysis of a formula with two thresholds. The analysis of the policy's formula, if it
    /// has two thresholds.
    public Optional<ThresholdAnalysis> thresholdAnalysis() {
        return question.policy().rule() instanceof Formula.Threshold threshold
                ? Optional.of(thresholdAnalysis(threshold))
                : Optional.empty();
    }

    public ThresholdAnalysis thresholdAnalysis(Formula.Threshold threshold) {
        return new ThresholdAnalysis(threshold, need, question.policy().limits(), capacity);
    }
}

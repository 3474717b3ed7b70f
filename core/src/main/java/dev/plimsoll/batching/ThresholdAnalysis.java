package dev.plimsoll.batching;

import java.math.BigDecimal;
import java.util.OptionalLong;

/// The analysis of when a formula with two thresholds cycles for ever: a constant load is above the
/// upper threshold with the one batch, and below the lower threshold with the other.
///
/// Nodes take r(p, B) addresses for p pods, and P for themselves. Loads above a node's limit are
/// left out.
public final class ThresholdAnalysis {

    private final Formula.Threshold threshold;
    private final Need need;
    private final Policy.Limits limits;
    private final long capacity;

    ThresholdAnalysis(Formula.Threshold threshold, Need need, Policy.Limits limits, long capacity) {
        this.threshold = threshold;
        this.need = need;
        this.limits = limits;
        this.capacity = capacity;
    }

    /// The source's N · (B0 − B1).
    public long freed() {
        return need.nodes * (threshold.batch() - threshold.exhaustedBatch());
    }

    /// The source's C · (Tu − Tl), exact.
    public BigDecimal gap() {
        var exact = BigDecimal.valueOf(capacity * gapHundredths(), 4).stripTrailingZeros();
        return exact.scale() < 0 ? exact.setScale(0) : exact;
    }

    private long gapHundredths() {
        return (long) threshold.upper().hundredths() - threshold.lower().hundredths();
    }

    /// The source's N ≥ C · (Tu − Tl) ÷ (B0 − B1).
    public long criticalNodes() {
        long each = 10_000L * (threshold.batch() - threshold.exhaustedBatch());
        return Math.ceilDiv(capacity * gapHundredths(), each);
    }

    /// The fewest nodes with which an empty cluster cycles.
    public OptionalLong empty() {
        return fewest(0);
    }

    /// The fewest nodes with which some load, equal on all nodes, cycles.
    public OptionalLong equalLoad() {
        var best = fewest(0);
        for (int pods = firstJump(); isWithinLimit(pods); pods += threshold.batch()) {
            var found = fewest(pods);
            if (found.isPresent() && found.getAsLong() < best.orElse(Long.MAX_VALUE)) {
                best = found;
            }
        }
        return best;
    }

    /// The fewest nodes with which some load cycles. The search ends at one node per address.
    public OptionalLong possible() {
        long most = Math.max(capacity, leastAbove());
        for (long nodes = 1; nodes <= most && nodes * low(0) <= mostBelow(); nodes++) {
            if (nodes * high(0) + threshold.batch() * jumps(nodes) >= leastAbove()) {
                return OptionalLong.of(nodes);
            }
        }
        return OptionalLong.empty();
    }

    /// The number of times that pods can make a node request one more batch while the usage with
    /// the other batch is below the lower threshold. First jumps cost no more than later ones, so
    /// they come first.
    private long jumps(long nodes) {
        if (!isWithinLimit(firstJump())) {
            return 0;
        }
        long left = mostBelow() - nodes * low(0);
        long first = low(firstJump()) - low(0);
        long firsts = first == 0 ? nodes : Math.min(nodes, left / first);
        long later = low(firstJump() + threshold.batch()) - low(firstJump());
        long room = (limits.perNode() - need.asked(firstJump(), threshold.batch()));
        long more = room / threshold.batch();
        return firsts + Math.min(nodes * more, (left - firsts * first) / later);
    }

    private OptionalLong fewest(int pods) {
        if (high(pods) == 0) {
            return OptionalLong.empty();
        }
        long nodes = Math.max(1, Math.ceilDiv(leastAbove(), high(pods)));
        return nodes * low(pods) <= mostBelow() ? OptionalLong.of(nodes) : OptionalLong.empty();
    }

    /// The fewest pods with which a node requests one more batch than an empty node.
    private int firstJump() {
        return Math.toIntExact(
                need.mostPods(need.asked(0, threshold.batch()), threshold.batch()) + 1);
    }

    private boolean isWithinLimit(int pods) {
        return need.asked(pods, threshold.batch()) <= limits.perNode();
    }

    private long high(int pods) {
        return limits.primary() + need.asked(pods, threshold.batch());
    }

    private long low(int pods) {
        return limits.primary() + need.asked(pods, threshold.exhaustedBatch());
    }

    /// The lowest usage of the nodes that is above the upper threshold.
    private long leastAbove() {
        long line = capacity * threshold.upper().hundredths();
        return Math.floorDiv(line, 10_000L) + 1 - need.others.most();
    }

    /// The highest usage of the nodes that is below the lower threshold.
    private long mostBelow() {
        long line = capacity * threshold.lower().hundredths();
        return Math.ceilDiv(line, 10_000L) - 1 - need.others.most();
    }
}

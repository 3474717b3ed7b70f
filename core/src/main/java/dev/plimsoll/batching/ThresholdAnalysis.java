package dev.plimsoll.batching;

import java.math.BigDecimal;
import java.util.OptionalLong;

/// When a rule with two lines toggles for ever: some load is above the upper line with the one
/// batch, and below the lower line with the other.
///
/// Nodes take r(p, B) addresses for p pods, and P for themselves; loads whose request a node's
/// limit would cut are left out.
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

    /// The fewest nodes with which an empty cluster toggles.
    public OptionalLong empty() {
        return fewest(0);
    }

    /// The fewest nodes with which some equal load toggles.
    public OptionalLong equalLoad() {
        var best = fewest(0);
        for (int pods = firstJump(); isHeld(pods); pods += threshold.batch()) {
            var found = fewest(pods);
            if (found.isPresent() && found.getAsLong() < best.orElse(Long.MAX_VALUE)) {
                best = found;
            }
        }
        return best;
    }

    /// The fewest nodes with which some load toggles. More nodes than addresses are of no use.
    public OptionalLong possible() {
        long most = Math.max(capacity, leastAbove());
        for (long nodes = 1; nodes <= most && nodes * low(0) <= mostBelow(); nodes++) {
            if (nodes * high(0) + threshold.batch() * jumps(nodes) >= leastAbove()) {
                return OptionalLong.of(nodes);
            }
        }
        return OptionalLong.empty();
    }

    /// How often pods can make a node ask for one more batch while the use with the other batch is
    /// below the lower line. Each first jump costs no more than a later one, so they come first.
    private long jumps(long nodes) {
        if (!isHeld(firstJump())) {
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

    /// The fewest pods with which a node asks for one more batch than an empty one.
    private int firstJump() {
        return Math.toIntExact(
                need.mostPods(need.asked(0, threshold.batch()), threshold.batch()) + 1);
    }

    private boolean isHeld(int pods) {
        return need.asked(pods, threshold.batch()) <= limits.perNode();
    }

    private long high(int pods) {
        return limits.primary() + need.asked(pods, threshold.batch());
    }

    private long low(int pods) {
        return limits.primary() + need.asked(pods, threshold.exhaustedBatch());
    }

    /// The least use of our nodes that is above the upper line.
    private long leastAbove() {
        long line = capacity * threshold.upper().hundredths();
        return Math.floorDiv(line, 10_000L) + 1 - need.others.most();
    }

    /// The most use of our nodes that is below the lower line.
    private long mostBelow() {
        long line = capacity * threshold.lower().hundredths();
        return Math.ceilDiv(line, 10_000L) - 1 - need.others.most();
    }
}

package dev.plimsoll.formats.document;

import dev.plimsoll.batching.Batching;
import dev.plimsoll.batching.Past;
import dev.plimsoll.batching.Policy;
import dev.plimsoll.batching.Seen;
import dev.plimsoll.batching.SubnetFigures;
import dev.plimsoll.batching.ThresholdAnalysis;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.Durations;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.quantity.Count;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The kind of batching questions, `BatchingQuestion`.
public final class BatchingKind implements LoopKind<Seen, Policy, Past, Batching.Details> {

    static final int MOST_NODES = 1_000_000;
    static final int MOST_ADDRESSES = 1 << 24;

    @Override
    public String name() {
        return "Batching";
    }

    @Override
    public Decider<Seen, Policy, Past> decider() {
        return new Batching();
    }

    @Override
    public Answer<Past, Batching.Details> answer(Question<Seen, Policy, Past> question) {
        return new Batching().answer(question);
    }

    @Override
    public Past none() {
        return Past.NONE;
    }

    @Override
    public Seen view(Cluster cluster, String loop) {
        return Seen.of(cluster, loop);
    }

    @Override
    public Seen seen(Fields fields) {
        return BatchingSeenReader.read(fields);
    }

    @Override
    public Optional<Map<String, Object>> written(Seen seen) {
        return Optional.of(BatchingSeenReader.tree(seen));
    }

    @Override
    public Policy policy(Fields fields) {
        var defaults = Policy.DEFAULTS;
        var limits = defaults.limits();
        var patience = defaults.patience();
        return new Policy(
                new Formulas(fields).read(),
                fields.whole("minFreePercent", defaults.minFreePercent(), 0, 100),
                fields.whole("headroomPercent", defaults.headroomPercent(), 0, 10_000),
                fields.has("joins")
                        ? Count.of(fields.whole("joins", 0, 0, MOST_NODES))
                        : Count.unknown(),
                new Policy.Limits(
                        fields.whole("maxBatch", limits.batch(), 1, MOST_ADDRESSES),
                        fields.whole("maxPerNode", limits.perNode(), 1, MOST_ADDRESSES),
                        fields.whole("primaryPerNode", limits.primary(), 0, MOST_ADDRESSES)),
                new Policy.Patience(
                        fields.duration("holdDown", patience.holdDown()),
                        fields.duration("othersFor", patience.others()),
                        fields.duration("staleAfter", patience.stale())),
                fields.text("controller", defaults.controller()));
    }

    @Override
    public Map<String, Object> policy(Policy policy) {
        var tree = Formulas.tree(policy.rule());
        tree.put("minFreePercent", policy.minFreePercent());
        tree.put("headroomPercent", policy.headroomPercent());
        if (policy.joins() instanceof Count.Known(int joins)) {
            tree.put("joins", joins);
        }
        tree.put("maxBatch", policy.limits().batch());
        tree.put("maxPerNode", policy.limits().perNode());
        tree.put("primaryPerNode", policy.limits().primary());
        tree.put("holdDown", Durations.text(policy.patience().holdDown()));
        tree.put("othersFor", Durations.text(policy.patience().others()));
        tree.put("staleAfter", Durations.text(policy.patience().stale()));
        if (!policy.controller().isEmpty()) {
            tree.put("controller", policy.controller());
        }
        return tree;
    }

    @Override
    public Past past(Fields fields) {
        var change = fields.fields("change");
        var others = fields.fields("others");
        var undone = fields.fields("undone");
        return new Past(
                fields.text("subnet", ""),
                new Past.Change(
                        change.time("at", Instant.EPOCH),
                        change.whole("from", 0, 0, MOST_ADDRESSES),
                        change.whole("to", 0, 0, MOST_ADDRESSES),
                        change.whole("number", fields.has("change") ? 1L : 0L, 0, Long.MAX_VALUE)),
                fields.duration("holdDown", Duration.ZERO),
                new Past.Others(
                        others.whole("most", 0, 0, MOST_ADDRESSES),
                        others.whole("last", 0, 0, MOST_ADDRESSES),
                        others.time("fellAt", Instant.EPOCH)),
                BatchingSeenReader.count(fields, "used"),
                new Past.Undone(
                        undone.whole("batch", 0, 0, MOST_ADDRESSES),
                        undone.time("at", Instant.EPOCH)),
                fields.flag("lastDrop", false));
    }

    @Override
    public Map<String, Object> past(Past past) {
        var tree = new LinkedHashMap<String, Object>();
        if (!past.subnet().isEmpty()) {
            tree.put("subnet", past.subnet());
        }
        if (!past.change().equals(Past.Change.NONE)) {
            tree.put(
                    "change",
                    Trees.ordered(
                            "at", past.change().at().toString(),
                            "from", past.change().from(),
                            "to", past.change().to(),
                            "number", past.change().number()));
        }
        if (!past.holdDown().isZero()) {
            tree.put("holdDown", Durations.text(past.holdDown()));
        }
        if (!past.others().equals(Past.Others.NONE)) {
            tree.put(
                    "others",
                    Trees.ordered(
                            "most", past.others().most(),
                            "last", past.others().last(),
                            "fellAt", past.others().fellAt().toString()));
        }
        if (past.used() instanceof Count.Known(int used)) {
            tree.put("used", used);
        }
        if (!past.undone().equals(Past.Undone.NONE)) {
            tree.put(
                    "undone",
                    Trees.ordered(
                            "batch", past.undone().batch(),
                            "at", past.undone().at().toString()));
        }
        if (past.lastDrop()) {
            tree.put("lastDrop", true);
        }
        return tree;
    }

    @Override
    public Map<String, Object> details(Batching.Details details) {
        var tree = Trees.ordered("state", details.state().name());
        if (details.figures().isEmpty()) {
            tree.put("next", details.next());
            return tree;
        }
        var figures = details.figures().get();
        tree.put("fit", figures.fit());
        tree.put("need", figures.need());
        tree.put("next", details.next());
        if (!figures.exact().isEmpty()) {
            tree.put("exact", figures.exact());
        }
        tree.put("free", figures.free());
        tree.put("joinable", figures.joinable());
        tree.put("idle", figures.idle());
        tree.put("podsLeft", left(figures.podsLeft()));
        tree.put("nodesLeft", left(figures.nodesLeft()));
        tree.put("thresholds", steps(figures.thresholds()));
        figures.thresholdAnalysis().ifPresent(analysis -> putAnalysis(tree, analysis));
        return tree;
    }

    private static Map<String, Object> left(SubnetFigures.Left left) {
        return Trees.ordered("tight", left.tight(), "exhausted", left.exhausted());
    }

    private static List<Object> steps(List<SubnetFigures.Step> steps) {
        return steps.stream()
                .<Object>map(step -> Trees.ordered("above", step.above(), "batch", step.batch()))
                .toList();
    }

    private static void putAnalysis(Map<String, Object> tree, ThresholdAnalysis analysis) {
        var exact = new LinkedHashMap<String, Object>();
        put(exact, "possible", analysis.possible());
        put(exact, "equalLoad", analysis.equalLoad());
        put(exact, "empty", analysis.empty());
        tree.put("freed", analysis.freed());
        tree.put("gap", analysis.gap());
        tree.put("criticalNodes", analysis.criticalNodes());
        tree.put("criticalNodesExact", exact);
    }

    private static void put(Map<String, Object> tree, String key, OptionalLong value) {
        if (value.isPresent()) {
            tree.put(key, value.getAsLong());
        }
    }
}

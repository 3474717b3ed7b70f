package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.sizing.Past;
import dev.plimsoll.sizing.Past.Grace;
import dev.plimsoll.sizing.Past.Moved;
import dev.plimsoll.sizing.Past.Peak;
import dev.plimsoll.sizing.Past.Unbound;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Seen;
import dev.plimsoll.sizing.Sizing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/// Sizing questions.
public final class SizingKind implements LoopKind<Seen, Policy, Past, NoDetails> {

    @Override
    public String name() {
        return "Sizing";
    }

    @Override
    public Decider<Seen, Policy, Past> decider() {
        return new Sizing();
    }

    @Override
    public Answer<Past, NoDetails> answer(Question<Seen, Policy, Past> question) {
        return new Answer<>(decider().decide(question), NoDetails.NONE);
    }

    @Override
    public Past none() {
        return Past.START;
    }

    @Override
    public Seen view(Cluster cluster, String loop) {
        return Seen.of(cluster, loop);
    }

    @Override
    public Seen seen(Fields fields) {
        return new SizingSeenReader(fields).read();
    }

    @Override
    public Policy policy(Fields fields) {
        var keys = Layers.of(fields);
        return new SizingPolicyReader(keys).read(keys);
    }

    @Override
    public Past past(Fields fields) {
        var unbound = new ArrayList<Unbound>();
        for (var entry : fields.list("unbound")) {
            unbound.add(
                    new Unbound(
                            entry.requiredText("shape"),
                            entry.whole("pods", 1, 1, Integer.MAX_VALUE),
                            entry.time("since", Instant.EPOCH),
                            GroupPastText.backOff(entry, "backOff")));
        }
        var moved = new ArrayList<Moved>();
        for (var entry : fields.list("moved")) {
            moved.add(new Moved(entry.requiredText("shape"), entry.time("until", Instant.EPOCH)));
        }
        var peaks = new ArrayList<Peak>();
        for (var entry : fields.list("peaks")) {
            peaks.add(new Peak(entry.time("since", Instant.EPOCH), entry.totals("demand")));
        }
        var graces = new ArrayList<Grace>();
        for (var entry : fields.list("graces")) {
            graces.add(new Grace(entry.requiredText("node"), entry.time("since", Instant.EPOCH)));
        }
        return new Past(GroupPastText.read(fields), unbound, moved, peaks, graces);
    }

    @Override
    public Map<String, Object> past(Past past) {
        var tree = new LinkedHashMap<String, Object>();
        GroupPastText.write(past.group(), tree);
        if (!past.unbound().isEmpty()) {
            tree.put("unbound", past.unbound().stream().<Object>map(SizingKind::tree).toList());
        }
        if (!past.moved().isEmpty()) {
            tree.put(
                    "moved",
                    past.moved().stream()
                            .<Object>map(one ->
                                    Trees.ordered(
                                            "shape", one.shape(),
                                            "until", one.until().toString()))
                            .toList());
        }
        if (!past.peaks().isEmpty()) {
            tree.put(
                    "peaks",
                    past.peaks().stream()
                            .<Object>map(one ->
                                    Trees.ordered(
                                            "since", one.since().toString(),
                                            "demand", Trees.resources(one.demand())))
                            .toList());
        }
        if (!past.graces().isEmpty()) {
            tree.put(
                    "graces",
                    past.graces().stream()
                            .<Object>map(one ->
                                    Trees.ordered(
                                            "node", one.node(), "since", one.since().toString()))
                            .toList());
        }
        return tree;
    }

    private static Map<String, Object> tree(Unbound entry) {
        var tree =
                Trees.ordered(
                        "shape", entry.shape(),
                        "pods", entry.pods(),
                        "since", entry.since().toString());
        GroupPastText.write(entry.backOff(), "backOff", tree);
        return tree;
    }

    @Override
    public boolean isDryRun(Policy policy) {
        return policy.dryRun();
    }

    @Override
    public Map<String, Object> policy(Policy policy) {
        return SizingPolicyReader.tree(policy);
    }
}

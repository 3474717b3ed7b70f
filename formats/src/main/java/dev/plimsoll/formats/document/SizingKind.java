package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.sizing.Past;
import dev.plimsoll.sizing.Past.Starving;
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
        return Past.NONE;
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
        var policy = new SizingPolicyReader(keys);
        policy.unbuilt()
                .forEach(key ->
                        keys.mistake(key, "this is not implemented yet; remove it, or write 0s"));
        return policy.read(keys);
    }

    @Override
    public Past past(Fields fields) {
        var starving = new ArrayList<Starving>();
        for (var entry : fields.list("starving")) {
            starving.add(
                    new Starving(
                            entry.requiredText("shape"),
                            entry.requiredText("pod"),
                            entry.whole("pods", 1, 1, Integer.MAX_VALUE),
                            entry.whole("tries", 1, 1, Integer.MAX_VALUE),
                            entry.time("until", Instant.EPOCH)));
        }
        return new Past(GroupPastText.read(fields), starving);
    }

    @Override
    public Map<String, Object> past(Past past) {
        var tree = new LinkedHashMap<String, Object>();
        GroupPastText.write(past.group(), tree);
        if (!past.starving().isEmpty()) {
            tree.put(
                    "starving",
                    past.starving().stream()
                            .<Object>map(entry ->
                                    Trees.ordered(
                                            "shape",
                                            entry.shape(),
                                            "pod",
                                            entry.pod(),
                                            "pods",
                                            entry.pods(),
                                            "tries",
                                            entry.tries(),
                                            "until",
                                            entry.until().toString()))
                            .toList());
        }
        return tree;
    }

    @Override
    public Map<String, Object> policy(Policy policy) {
        return SizingPolicyReader.tree(policy);
    }
}

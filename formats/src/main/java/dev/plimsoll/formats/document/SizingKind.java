package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.groups.Missing;
import dev.plimsoll.sizing.Past;
import dev.plimsoll.sizing.Past.CoolDown;
import dev.plimsoll.sizing.Past.Starving;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Seen;
import dev.plimsoll.sizing.Sizing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/// Sizing questions.
public final class SizingKind implements Kind<Seen, Policy, Past> {

    @Override
    public String name() {
        return "Sizing";
    }

    @Override
    public Decider<Seen, Policy, Past> decider() {
        return new Sizing();
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
        var cool = fields.fields("coolDown");
        var missing = new ArrayList<Missing>();
        for (var ask : fields.list("missing")) {
            missing.add(
                    new Missing(
                            ask.whole("nodes", 1, 1, Integer.MAX_VALUE),
                            ask.time("since", Instant.EPOCH)));
        }
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
        return new Past(
                new CoolDown(cool.time("until", Instant.EPOCH), cool.totals("demand")),
                missing,
                Templates.template(fields.fields("template")),
                fields.totals("daemons"),
                starving);
    }

    @Override
    public Map<String, Object> past(Past past) {
        var tree = new LinkedHashMap<String, Object>();
        if (!past.coolDown().equals(CoolDown.OVER)) {
            tree.put(
                    "coolDown",
                    Trees.ordered(
                            "until", past.coolDown().until().toString(),
                            "demand", Trees.resources(past.coolDown().demand())));
        }
        if (!past.missing().isEmpty()) {
            tree.put(
                    "missing",
                    past.missing().stream()
                            .<Object>map(ask ->
                                    Trees.ordered(
                                            "nodes", ask.nodes(), "since", ask.since().toString()))
                            .toList());
        }
        if (!past.template().equals(Template.UNKNOWN)) {
            tree.put("template", Trees.template(past.template()));
        }
        if (!past.daemons().isEmpty()) {
            tree.put("daemons", Trees.resources(past.daemons()));
        }
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

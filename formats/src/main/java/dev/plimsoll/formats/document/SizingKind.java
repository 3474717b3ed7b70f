package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.sizing.Past;
import dev.plimsoll.sizing.Past.CoolDown;
import dev.plimsoll.sizing.Past.Missing;
import dev.plimsoll.sizing.Past.Starving;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Policy.Drop;
import dev.plimsoll.sizing.Policy.Graces;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Seen;
import dev.plimsoll.sizing.Sizing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/// Sizing questions: `SizingQuestion`, and the `sizing` sections of a policy file.
public final class SizingKind implements Kind<Seen, Policy, Past> {

    private static final Map<String, Reading> READINGS =
            names("plimsoll", Reading.PLIMSOLL, "source", Reading.SOURCE);
    private static final Map<String, Policy.Whose> WHOSE =
            names("selected", Policy.Whose.SELECTED, "fitting", Policy.Whose.FITTING);
    private static final Map<String, Policy.Daemons> DAEMONS =
            names("subtract", Policy.Daemons.SUBTRACT, "ignore", Policy.Daemons.IGNORE);
    private static final Map<String, Policy.Finish> FINISH =
            names("none", Policy.Finish.NONE, "jobs", Policy.Finish.JOBS);
    private static final Map<String, Policy.Order> ORDERS = orders();

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
        return new SizingSeen(fields).read();
    }

    @Override
    public Policy policy(Fields fields) {
        var limits = limits(fields, Policy.defaults(Reading.PLIMSOLL).limits());
        return policy(fields, fields, limits);
    }

    /// `minNodes` and `maxNodes`.
    static Limits limits(Fields fields, Limits orElse) {
        int least = fields.whole("minNodes", orElse.least(), 0, Integer.MAX_VALUE);
        int most = fields.whole("maxNodes", Math.max(least, orElse.most()), 0, Integer.MAX_VALUE);
        if (least > most) {
            fields.mistake(
                    "minNodes",
                    "%d is above maxNodes (%d); the minimum is at most the maximum"
                            .formatted(least, most));
            return orElse;
        }
        return new Limits(least, most);
    }

    /// @param shared where a key is looked for that `own` does not have
    static Policy policy(Fields own, Fields shared, Limits limits) {
        var keys = new Layers(own, shared);
        var reading = keys.of("reading").choice("reading", Reading.PLIMSOLL, READINGS);
        var defaults = Policy.defaults(reading);
        refuseUnbuilt(keys, "maxNodeAge");
        refuseUnbuilt(keys, "unhealthyNodeGracePeriod");
        var lines = lines(keys, defaults);
        return new Policy(
                reading,
                limits,
                lines.grow(),
                lines.slow(),
                lines.fast(),
                duration(keys, "scaleUpCoolDownPeriod", defaults.coolDown()),
                graces(keys, defaults.graces()),
                keys.of("pods").choice("pods", defaults.pods(), WHOSE),
                keys.of("scaleOnStarve").flag("scaleOnStarve", defaults.scaleOnStarve()),
                keys.of("daemonSets").choice("daemonSets", defaults.daemonSets(), DAEMONS),
                keys.of("finishOnDraining")
                        .choice("finishOnDraining", defaults.finishOnDraining(), FINISH),
                keys.of("order").choice("order", defaults.order(), ORDERS),
                duration(keys, "provisionTimeout", defaults.provisionTimeout()));
    }

    /// Two mappings, of which the first that has a key is asked for it.
    private record Layers(Fields own, Fields shared) {

        private Fields of(String key) {
            return own.has(key) || !shared.has(key) ? own : shared;
        }
    }

    private record Lines(Percent grow, Drop slow, Drop fast) {}

    private static Lines lines(Layers keys, Policy defaults) {
        var grow = percent(keys, "scaleUpThresholdPercent", defaults.growAbove());
        var upper = percent(keys, "taintUpperCapacityThresholdPercent", defaults.slow().below());
        var lower = percent(keys, "taintLowerCapacityThresholdPercent", defaults.fast().below());
        int slow = rate(keys, "slowNodeRemovalRate", defaults.slow().nodes());
        int fast = rate(keys, "fastNodeRemovalRate", Math.max(slow, defaults.fast().nodes()));
        var sane = new Lines(grow, new Drop(upper, slow), new Drop(lower, fast));
        var fallback = new Lines(defaults.growAbove(), defaults.slow(), defaults.fast());
        if (grow.hundredths() == 0) {
            keys.of("scaleUpThresholdPercent")
                    .mistake(
                            "scaleUpThresholdPercent",
                            "0 would grow the group for ever; write a percent above 0, such as 70");
            return fallback;
        }
        if (upper.compareTo(grow) > 0) {
            return notBelow(
                    keys,
                    fallback,
                    "taintUpperCapacityThresholdPercent",
                    upper,
                    "scaleUpThresholdPercent",
                    grow);
        }
        if (lower.compareTo(upper) > 0) {
            return notBelow(
                    keys,
                    fallback,
                    "taintLowerCapacityThresholdPercent",
                    lower,
                    "taintUpperCapacityThresholdPercent",
                    upper);
        }
        if (slow > fast) {
            keys.of("slowNodeRemovalRate")
                    .mistake(
                            "slowNodeRemovalRate",
                            "%d is above fastNodeRemovalRate (%d); slow is at most fast"
                                    .formatted(slow, fast));
            return fallback;
        }
        return sane;
    }

    private static Lines notBelow(
            Layers keys, Lines fallback, String key, Percent value, String other, Percent above) {
        keys.of(key)
                .mistake(
                        key,
                        "%s is above %s (%s); the lines rise from taintLower over"
                                        .formatted(value, other, above)
                                + " taintUpper to scaleUp");
        return fallback;
    }

    private static Graces graces(Layers keys, Graces defaults) {
        var soft = duration(keys, "softDeleteGracePeriod", defaults.soft());
        var hard =
                duration(
                        keys,
                        "hardDeleteGracePeriod",
                        soft.compareTo(defaults.hard()) > 0
                                        && !keys.of("hardDeleteGracePeriod")
                                                .has("hardDeleteGracePeriod")
                                ? soft
                                : defaults.hard());
        var kill = duration(keys, "killAfter", defaults.kill());
        if (soft.compareTo(hard) > 0) {
            keys.of("softDeleteGracePeriod")
                    .mistake(
                            "softDeleteGracePeriod",
                            "%s is longer than hardDeleteGracePeriod (%s); the soft grace ends first"
                                    .formatted(Trees.duration(soft), Trees.duration(hard)));
            return defaults;
        }
        return new Graces(soft, hard, kill);
    }

    private static Duration duration(Layers keys, String key, Duration orElse) {
        return keys.of(key).duration(key, orElse);
    }

    private static Percent percent(Layers keys, String key, Percent orElse) {
        return keys.of(key).percent(key, orElse);
    }

    private static int rate(Layers keys, String key, int orElse) {
        return keys.of(key).whole(key, orElse, 0, 1_000_000);
    }

    private static void refuseUnbuilt(Layers keys, String key) {
        if (!duration(keys, key, Duration.ZERO).isZero()) {
            keys.of(key).mistake(key, "this is not built yet; leave it out, or write 0s");
        }
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
                            entry.whole("tries", 1, 1, Integer.MAX_VALUE),
                            entry.time("until", Instant.EPOCH)));
        }
        return new Past(
                new CoolDown(cool.time("until", Instant.EPOCH), cool.totals("demand")),
                missing,
                Templates.template(fields.fields("template")),
                fields.resources("daemons", Resources.NONE),
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
        if (past.template().isKnown()) {
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
        return Trees.ordered(
                "reading", name(READINGS, policy.reading()),
                "minNodes", policy.limits().least(),
                "maxNodes", policy.limits().most(),
                "scaleUpThresholdPercent", Trees.percent(policy.growAbove()),
                "taintUpperCapacityThresholdPercent", Trees.percent(policy.slow().below()),
                "taintLowerCapacityThresholdPercent", Trees.percent(policy.fast().below()),
                "slowNodeRemovalRate", policy.slow().nodes(),
                "fastNodeRemovalRate", policy.fast().nodes(),
                "scaleUpCoolDownPeriod", Trees.duration(policy.coolDown()),
                "softDeleteGracePeriod", Trees.duration(policy.graces().soft()),
                "hardDeleteGracePeriod", Trees.duration(policy.graces().hard()),
                "killAfter", Trees.duration(policy.graces().kill()),
                "pods", name(WHOSE, policy.pods()),
                "scaleOnStarve", policy.scaleOnStarve(),
                "daemonSets", name(DAEMONS, policy.daemonSets()),
                "finishOnDraining", name(FINISH, policy.finishOnDraining()),
                "order", name(ORDERS, policy.order()),
                "provisionTimeout", Trees.duration(policy.provisionTimeout()));
    }

    private static <T> String name(Map<String, T> names, T value) {
        return names.entrySet().stream()
                .filter(entry -> entry.getValue().equals(value))
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    private static <T> Map<String, T> names(String first, T one, String second, T other) {
        var names = new LinkedHashMap<String, T>();
        names.put(first, one);
        names.put(second, other);
        return names;
    }

    private static Map<String, Policy.Order> orders() {
        var names = names("oldest", Policy.Order.OLDEST, "emptiest", Policy.Order.EMPTIEST);
        names.put("cheapest-to-move", Policy.Order.CHEAPEST_TO_MOVE);
        return names;
    }
}

package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Limits;
import dev.plimsoll.formats.Durations;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Policy.Counting;
import dev.plimsoll.sizing.Policy.Drop;
import dev.plimsoll.sizing.Policy.Graces;
import dev.plimsoll.sizing.Policy.Growth;
import dev.plimsoll.sizing.Policy.HealthCheck;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Policy.Rotation;
import dev.plimsoll.sizing.Policy.Shrink;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// Reads the sizing policy of a group from questions and policy files. Absent keys have the values
/// of [Policy#defaults].
final class SizingPolicyReader {

    private record Thresholds(Percent grow, Drop slow, Drop fast) {}

    /// @param text the value as people write it
    private record Named<T>(String key, T value, String text) {

        private static Named<Integer> of(String key, int value) {
            return new Named<>(key, value, Integer.toString(value));
        }
    }

    /// Two values of which the first is at most the second.
    private record Range<T extends Comparable<? super T>>(T low, T high) {

        /// A written value overrides a default; two written values that disagree are a mistake.
        private static <T extends Comparable<? super T>> Range<T> of(
                Layers keys, Named<T> low, Named<T> high, String advice) {
            if (low.value().compareTo(high.value()) <= 0) {
                return new Range<>(low.value(), high.value());
            }
            if (!keys.has(low.key())) {
                return new Range<>(high.value(), high.value());
            }
            if (keys.has(high.key())) {
                keys.mistake(
                        low.key(),
                        low.text()
                                + " is above "
                                + high.key()
                                + " ("
                                + high.text()
                                + "); "
                                + advice);
            }
            return new Range<>(low.value(), low.value());
        }
    }

    private static final int MOST_RATE = 1_000_000;

    private static final String MIN = "minNodes";
    private static final String MAX = "maxNodes";
    private static final String MOST = "maxNodesTotal";
    private static final String GROW = "scaleUpThresholdPercent";
    private static final String UPPER = "taintUpperCapacityThresholdPercent";
    private static final String LOWER = "taintLowerCapacityThresholdPercent";
    private static final String SLOW = "slowNodeRemovalRate";
    private static final String FAST = "fastNodeRemovalRate";
    private static final String SOFT = "softDeleteGracePeriod";
    private static final String HARD = "hardDeleteGracePeriod";
    private static final String MAX_AGE = "maxNodeAge";
    private static final String UNHEALTHY = "unhealthyNodeGracePeriod";
    private static final String NEWEST = "healthCheckNewestNodesPercent";
    private static final String MOST_UNHEALTHY = "maxUnhealthyNodesPercent";
    private static final String DRY_RUN = "dryRun";

    private static final Map<String, Reading> READINGS =
            names("plimsoll", Reading.PLIMSOLL, "source", Reading.SOURCE);
    private static final Map<String, Policy.Whose> WHOSE =
            names("selected", Policy.Whose.SELECTED, "fitting", Policy.Whose.FITTING);
    private static final Map<String, Policy.Daemons> DAEMONS =
            names("subtract", Policy.Daemons.SUBTRACT, "ignore", Policy.Daemons.IGNORE);
    private static final Map<String, Policy.Finish> FINISH =
            names("none", Policy.Finish.NONE, "jobs", Policy.Finish.JOBS);
    private static final Map<String, Policy.Order> ORDERS = orders();

    private final Layers keys;
    private final Policy defaults;

    /// @param keys the mappings with sizing's keys
    SizingPolicyReader(Layers keys) {
        this.keys = keys;
        this.defaults = Policy.defaults(choice("reading", Reading.PLIMSOLL, READINGS));
    }

    /// @param limits the mappings with `minNodes` and `maxNodes`
    Policy read(Layers limits) {
        var thresholds = thresholds();
        var growth = defaults.growth();
        var counting = defaults.counting();
        return new Policy(
                defaults.reading(),
                limits(limits, defaults.limits()),
                new Growth(
                        thresholds.grow(),
                        keys.read(
                                growth.onStarve(),
                                (fields, orElse) -> fields.flag("scaleOnStarve", orElse)),
                        duration("scaleUpCoolDownPeriod", growth.coolDown()),
                        duration("provisionTimeout", growth.provisionTimeout())),
                new Shrink(
                        thresholds.slow(),
                        thresholds.fast(),
                        choice("order", defaults.shrink().order(), ORDERS),
                        duration("settle", defaults.shrink().settle()),
                        onlyIn(
                                Reading.PLIMSOLL,
                                "stabilise",
                                duration("stabilise", Duration.ZERO))),
                graces(),
                new Counting(
                        choice("pods", counting.pods(), WHOSE),
                        choice("daemonSets", counting.daemonSets(), DAEMONS),
                        choice("finishOnDraining", counting.finishOnDraining(), FINISH)),
                new Rotation(
                        duration(MAX_AGE, Duration.ZERO),
                        duration(UNHEALTHY, Duration.ZERO),
                        health()),
                count(keys, MOST, defaults.mostInCluster(), Integer.MAX_VALUE),
                limits.read(false, (fields, orElse) -> fields.flag(DRY_RUN, orElse)));
    }

    private HealthCheck health() {
        var strict = HealthCheck.STRICT;
        int newest =
                keys.read(
                        strict.newest(), (fields, orElse) -> fields.whole(NEWEST, orElse, 1, 100));
        int unhealthy = count(keys, MOST_UNHEALTHY, strict.mostUnhealthy(), 99);
        return new HealthCheck(
                onlyIn(Reading.SOURCE, NEWEST, newest),
                onlyIn(Reading.SOURCE, MOST_UNHEALTHY, unhealthy));
    }

    /// The value, and a mistake if the key is written in the other reading.
    private <T> T onlyIn(Reading reading, String key, T value) {
        if (defaults.reading() != reading && keys.has(key)) {
            keys.mistake(
                    key,
                    "'reading: "
                            + name(READINGS, defaults.reading())
                            + "' does not use this; remove it");
        }
        return value;
    }

    static Limits limits(Layers keys, Limits orElse) {
        var range =
                Range.of(
                        keys,
                        Named.of(MIN, count(keys, MIN, orElse.least(), Integer.MAX_VALUE)),
                        Named.of(MAX, count(keys, MAX, orElse.most(), Integer.MAX_VALUE)),
                        "lower the minimum, or raise the maximum");
        return new Limits(range.low(), range.high());
    }

    private Thresholds thresholds() {
        var grow = percent(GROW, defaults.growth().above());
        var upper = percent(UPPER, defaults.shrink().slow().below());
        var lower = percent(LOWER, defaults.shrink().fast().below());
        var rates =
                Range.of(
                        keys,
                        Named.of(
                                SLOW,
                                count(keys, SLOW, defaults.shrink().slow().nodes(), MOST_RATE)),
                        Named.of(
                                FAST,
                                count(keys, FAST, defaults.shrink().fast().nodes(), MOST_RATE)),
                        "lower the slow rate, or raise the fast rate");
        boolean rise = isBelow(LOWER, lower, UPPER, upper);
        if (!isAboveZero(grow) || !isBelow(UPPER, upper, GROW, grow) || !rise) {
            var shrink = defaults.shrink();
            return new Thresholds(defaults.growth().above(), shrink.slow(), shrink.fast());
        }
        return new Thresholds(grow, new Drop(upper, rates.low()), new Drop(lower, rates.high()));
    }

    private boolean isAboveZero(Percent grow) {
        if (grow.hundredths() == 0) {
            keys.mistake(
                    GROW, "0 would grow the group forever; write a percent above 0, such as 70");
        }
        return grow.hundredths() > 0;
    }

    private boolean isBelow(String key, Percent value, String other, Percent above) {
        boolean below = value.compareTo(above) <= 0;
        if (!below) {
            keys.mistake(
                    keys.has(key) ? key : other,
                    key
                            + " ("
                            + value
                            + ") is above "
                            + other
                            + " ("
                            + above
                            + "); thresholds must rise from taintLower to taintUpper to scaleUp");
        }
        return below;
    }

    private Graces graces() {
        var soft = duration(SOFT, defaults.graces().soft());
        var hard = duration(HARD, defaults.graces().hard());
        var range =
                Range.of(
                        keys,
                        new Named<>(SOFT, soft, Durations.text(soft)),
                        new Named<>(HARD, hard, Durations.text(hard)),
                        "the soft grace period must end first");
        return new Graces(
                range.low(), range.high(), duration("killAfter", defaults.graces().kill()));
    }

    private Duration duration(String key, Duration orElse) {
        return keys.read(orElse, (fields, other) -> fields.duration(key, other));
    }

    private Percent percent(String key, Percent orElse) {
        return keys.read(orElse, (fields, other) -> fields.percent(key, other));
    }

    private <T> T choice(String key, T orElse, Map<String, T> choices) {
        return keys.read(orElse, (fields, other) -> fields.choice(key, other, choices));
    }

    private static int count(Layers keys, String key, int orElse, int most) {
        return keys.read(orElse, (fields, other) -> fields.whole(key, other, 0, most));
    }

    /// As it is read, every key of it; a cluster without a maximum has no key for it.
    static Map<String, Object> tree(Policy policy) {
        var tree = group(policy);
        if (policy.mostInCluster() != Policy.UNLIMITED) {
            tree.put(MOST, policy.mostInCluster());
        }
        if (policy.reading() == Reading.PLIMSOLL) {
            tree.put("stabilise", Durations.text(policy.shrink().stabilise()));
        } else {
            tree.put(NEWEST, policy.rotation().health().newest());
            tree.put(MOST_UNHEALTHY, policy.rotation().health().mostUnhealthy());
        }
        tree.put(DRY_RUN, policy.dryRun());
        return tree;
    }

    private static Map<String, Object> group(Policy policy) {
        return Trees.ordered(
                "reading",
                name(READINGS, policy.reading()),
                MIN,
                policy.limits().least(),
                MAX,
                policy.limits().most(),
                GROW,
                Trees.percent(policy.growth().above()),
                UPPER,
                Trees.percent(policy.shrink().slow().below()),
                LOWER,
                Trees.percent(policy.shrink().fast().below()),
                SLOW,
                policy.shrink().slow().nodes(),
                FAST,
                policy.shrink().fast().nodes(),
                "scaleUpCoolDownPeriod",
                Durations.text(policy.growth().coolDown()),
                SOFT,
                Durations.text(policy.graces().soft()),
                HARD,
                Durations.text(policy.graces().hard()),
                "killAfter",
                Durations.text(policy.graces().kill()),
                "pods",
                name(WHOSE, policy.counting().pods()),
                "scaleOnStarve",
                policy.growth().onStarve(),
                "daemonSets",
                name(DAEMONS, policy.counting().daemonSets()),
                "finishOnDraining",
                name(FINISH, policy.counting().finishOnDraining()),
                "order",
                name(ORDERS, policy.shrink().order()),
                "settle",
                Durations.text(policy.shrink().settle()),
                MAX_AGE,
                Durations.text(policy.rotation().maxAge()),
                UNHEALTHY,
                Durations.text(policy.rotation().unhealthyAfter()),
                "provisionTimeout",
                Durations.text(policy.growth().provisionTimeout()));
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

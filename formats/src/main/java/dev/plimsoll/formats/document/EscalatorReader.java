package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Limits;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Policy.Drop;
import dev.plimsoll.sizing.Policy.Graces;
import dev.plimsoll.sizing.Policy.Growth;
import dev.plimsoll.sizing.Policy.HealthCheck;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Policy.Rotation;
import dev.plimsoll.sizing.Policy.Shrink;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads one group of Escalator's `node_groups` file: every key that it knows, with its checks.
/// Keys without an effect here are noted, with the reason.
final class EscalatorReader {

    private static final String NAME = "name";
    private static final String LABEL_KEY = "label_key";
    private static final String LABEL_VALUE = "label_value";
    private static final String MIN = "min_nodes";
    private static final String MAX = "max_nodes";
    private static final String GROW = "scale_up_threshold_percent";
    private static final String UPPER = "taint_upper_capacity_threshold_percent";
    private static final String LOWER = "taint_lower_capacity_threshold_percent";
    private static final String SLOW = "slow_node_removal_rate";
    private static final String FAST = "fast_node_removal_rate";
    private static final String SOFT = "soft_delete_grace_period";
    private static final String HARD = "hard_delete_grace_period";
    private static final String STARVE = "scale_on_starve";
    private static final String EFFECT = "taint_effect";
    private static final String UNHEALTHY = "unhealthy_node_grace_period";
    private static final String NEWEST = "health_check_newest_nodes_percent";
    private static final String MOST_UNHEALTHY = "max_unhealthy_nodes_percent";

    private static final int MOST_PERCENT = 10_000;
    private static final int MOST_RATE = 1_000_000;

    private static final String NO_AWS = "Plimsoll does not call AWS, so this has no effect";
    private static final String OWN_HEALTH_CHECK =
            "only Escalator's rules use this; Plimsoll drains at most a tenth of the group in a"
                    + " turn for its health";

    private static final Map<String, String> EFFECTS =
            Choices.texts("NoSchedule", "NoExecute", "PreferNoSchedule");

    /// Keys without an effect, and why.
    private static final Map<String, String> IGNORED = ignored();

    private final Fields group;
    private final Mistakes notes;

    /// @param group an entry of `node_groups`
    /// @param notes for the keys without an effect
    EscalatorReader(Fields group, Mistakes notes) {
        this.group = group;
        this.notes = notes;
    }

    private static Map<String, String> ignored() {
        var ignored = new LinkedHashMap<String, String>();
        ignored.put("scale_up_cool_down_timeout", "Escalator ignores this, and so does Plimsoll");
        ignored.put(
                "exclude_tainted_node_pods",
                "Plimsoll always counts the pods on draining nodes: they need room elsewhere");
        ignored.put(
                "scale_up_failure_threshold",
                "Plimsoll cancels machines that are not Ready in 15 min, and backs off");
        ignored.put("include_tainted_in_capacity", "no release of Escalator has this");
        ignored.put("weighted_cloud_provider_groups", "no release of Escalator has this");
        return ignored;
    }

    String name() {
        return group.requiredText(NAME);
    }

    Labels labels() {
        return Labels.of(group.requiredText(LABEL_KEY), group.requiredText(LABEL_VALUE));
    }

    /// The group under Plimsoll's rules, and under Escalator's.
    SizedGroup read(String name) {
        var limits = limits();
        var shrink = shrink();
        var grow = percent(GROW);
        checkRising(UPPER, shrink.slow().below(), GROW, grow);
        var above = grow.compareTo(shrink.slow().below()) < 0 ? shrink.slow().below() : grow;
        var coolDown = positive("scale_up_cool_down_period", Duration.ofMinutes(2));
        var graces = graces();
        var rotation = new Rotation(optional("max_node_age"), unhealthy(), health());
        taintEffect();
        boolean dryRun = group.flag("dry_mode", false);
        noteIgnored();

        var usual = Policy.defaults(Reading.PLIMSOLL);
        var timeout = usual.growth().provisionTimeout();
        var plimsoll =
                usual.with(limits)
                        .with(
                                new Growth(above, group.flag(STARVE, true), coolDown, timeout),
                                new Shrink(
                                        shrink.slow(),
                                        shrink.fast(),
                                        usual.shrink().order(),
                                        usual.shrink().settle()))
                        .with(new Graces(graces.soft(), graces.hard(), usual.graces().kill()))
                        .with(new Rotation(rotation.maxAge(), rotation.unhealthyAfter()))
                        .withDryRun(dryRun);
        var escalator =
                Policy.defaults(Reading.SOURCE)
                        .with(limits)
                        .with(
                                new Growth(above, group.flag(STARVE, false), coolDown, timeout),
                                shrink)
                        .with(graces)
                        .with(rotation)
                        .withDryRun(dryRun);
        return new SizedGroup(name, plimsoll, escalator);
    }

    /// The limits of the provider if both are 0 or absent.
    private Limits limits() {
        int least = group.whole(MIN, 0, 0, Integer.MAX_VALUE);
        int most = group.whole(MAX, 0, 0, Integer.MAX_VALUE);
        if (least == 0 && most == 0) {
            return Limits.UNLIMITED;
        }
        if (most == 0) {
            group.mistake(
                    MAX,
                    "0 allows no nodes; write 1 or more, or remove both limits to use those of"
                            + " the provider");
        }
        if (least > most) {
            group.mistake(
                    MIN, least + " is above " + MAX + " (" + most + "); lower it, or raise " + MAX);
        }
        return new Limits(least, Math.max(least, most));
    }

    private Shrink shrink() {
        var source = Policy.defaults(Reading.SOURCE).shrink();
        var upper = percent(UPPER);
        var lower = percent(LOWER);
        checkRising(LOWER, lower, UPPER, upper);
        int slow = group.whole(SLOW, 0, 0, MOST_RATE);
        int fast = group.whole(FAST, 0, 0, MOST_RATE);
        if (slow > fast) {
            group.mistake(
                    SLOW,
                    slow + " is above " + FAST + " (" + fast + "); lower it, or raise the other");
        }
        return new Shrink(
                new Drop(upper.compareTo(lower) < 0 ? lower : upper, slow),
                new Drop(lower, fast),
                source.order(),
                source.settle());
    }

    private Percent percent(String key) {
        required(key);
        return Percent.of(group.whole(key, 1, 1, MOST_PERCENT));
    }

    private void checkRising(String key, Percent value, String other, Percent above) {
        if (group.has(key) && group.has(other) && value.compareTo(above) >= 0) {
            group.mistake(
                    key,
                    value
                            + " is not below "
                            + other
                            + " ("
                            + above
                            + "); thresholds must rise from lower to upper to scale_up");
        }
    }

    private Graces graces() {
        var soft = positive(SOFT, Duration.ofNanos(1));
        var hard = positive(HARD, soft);
        if (soft.compareTo(hard) > 0) {
            group.mistake(SOFT, "this is longer than " + HARD + "; it must end first");
        }
        return new Graces(soft, soft.compareTo(hard) > 0 ? soft : hard, Duration.ZERO);
    }

    /// A time above zero that Escalator requires.
    private Duration positive(String key, Duration orElse) {
        required(key);
        var time = group.duration(key, orElse);
        if (time.isZero()) {
            group.mistake(key, "this must be longer than 0; write a duration such as 2m");
        }
        return time;
    }

    private void required(String key) {
        if (!group.has(key)) {
            group.mistake("'" + key + "' is missing; add '" + key + ": …'");
        }
    }

    private Duration unhealthy() {
        var grace = optional(UNHEALTHY);
        if (isSet(UNHEALTHY) && grace.isZero()) {
            group.mistake(UNHEALTHY, "this must be longer than 0; write 10m, or remove it");
        }
        return grace;
    }

    /// Zero if it is absent or empty.
    private Duration optional(String key) {
        return isSet(key) ? group.duration(key, Duration.ofNanos(1)) : Duration.ZERO;
    }

    private boolean isSet(String key) {
        return !group.text(key, "").isEmpty();
    }

    private void taintEffect() {
        if (isSet(EFFECT)) {
            group.choice(EFFECT, "", EFFECTS);
        }
    }

    private HealthCheck health() {
        var strict = HealthCheck.STRICT;
        if (!isSet(UNHEALTHY)) {
            group.value(NEWEST);
            group.value(MOST_UNHEALTHY);
            return strict;
        }
        required(NEWEST);
        return new HealthCheck(
                group.whole(NEWEST, strict.newest(), 1, 100),
                group.whole(MOST_UNHEALTHY, strict.mostUnhealthy(), 0, 99));
    }

    private void noteIgnored() {
        IGNORED.forEach((key, why) -> note(group, key, why));
        note(group, NEWEST, OWN_HEALTH_CHECK);
        note(group, MOST_UNHEALTHY, OWN_HEALTH_CHECK);
        if (!List.of("", "NoSchedule").contains(group.text(EFFECT, ""))) {
            note(
                    group,
                    EFFECT,
                    "Plimsoll taints draining nodes with NoSchedule, and evicts their pods after"
                            + " hard_delete_grace_period");
        }
        var aws = group.fields("aws");
        aws.text("launch_template_id", "");
        aws.text("launch_template_version", "");
        aws.duration("fleet_instance_ready_timeout", Duration.ZERO);
        if (!aws.text("lifecycle", "").isEmpty()) {
            aws.choice("lifecycle", "", Choices.texts("on-demand", "spot"));
        }
        aws.texts("instance_type_overrides");
        aws.flag("resource_tagging", false);
        aws.keys().forEach(key -> note(aws, key, NO_AWS));
    }

    private void note(Fields fields, String key, String why) {
        if (fields.has(key)) {
            notes.add(fields.value(key).place(), fields.path(key), why);
        }
    }
}

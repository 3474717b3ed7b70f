package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.BackOff;
import dev.plimsoll.decision.Clock;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.GroupPast.CoolDown;
import dev.plimsoll.decision.GroupPast.Timers;
import dev.plimsoll.decision.Missing;
import dev.plimsoll.formats.Durations;
import dev.plimsoll.formats.Fields;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;

/// What is remembered of a group, as documents write it.
final class GroupPastText {

    private GroupPastText() {}

    static GroupPast read(Fields fields) {
        var cool = fields.fields("coolDown");
        var missing = new ArrayList<Missing>();
        for (var ask : fields.list("missing")) {
            missing.add(
                    new Missing(
                            ask.whole("nodes", 1, 1, Integer.MAX_VALUE),
                            ask.time("since", Instant.EPOCH)));
        }
        return new GroupPast(
                new CoolDown(cool.time("until", Instant.EPOCH), cool.totals("demand")),
                timers(fields),
                missing,
                Templates.template(fields.fields("template")),
                fields.totals("daemons"),
                fields.time("templateCreated", Instant.EPOCH));
    }

    private static Timers timers(Fields fields) {
        var orders = backOff(fields, "lateOrders");
        var drains = backOff(fields, "failedDrains");
        var grown =
                fields.flag("starts", false) ? Instant.MAX : fields.time("grown", Instant.EPOCH);
        return new Timers(grown, orders, drains, clock(fields.fields("clockJump")));
    }

    static Clock clock(Fields jump) {
        return new Clock(jump.time("until", Instant.EPOCH), jump.duration("lost", Duration.ZERO));
    }

    static BackOff backOff(Fields fields, String key) {
        var entry = fields.fields(key);
        return new BackOff(
                entry.whole("failures", 0, 0, Integer.MAX_VALUE),
                entry.time("since", Instant.EPOCH),
                entry.time("until", Instant.EPOCH));
    }

    static void write(BackOff backOff, String key, Map<String, Object> tree) {
        if (!backOff.isNone()) {
            tree.put(
                    key,
                    Trees.ordered(
                            "failures", backOff.failures(),
                            "since", backOff.since().toString(),
                            "until", backOff.until().toString()));
        }
    }

    private static void write(Timers timers, Map<String, Object> tree) {
        if (timers.grown().equals(Instant.MAX)) {
            tree.put("starts", true);
        } else if (!timers.grown().equals(Instant.EPOCH)) {
            tree.put("grown", timers.grown().toString());
        }
        write(timers.orders(), "lateOrders", tree);
        write(timers.drains(), "failedDrains", tree);
        write(timers.clock(), tree);
    }

    static void write(Clock clock, Map<String, Object> tree) {
        if (!clock.equals(Clock.STEADY)) {
            tree.put(
                    "clockJump",
                    Trees.ordered(
                            "until", clock.jumped().toString(),
                            "lost", Durations.text(clock.lost())));
        }
    }

    static void write(GroupPast past, Map<String, Object> tree) {
        write(past.timers(), tree);
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
        if (!past.created().equals(Instant.EPOCH)) {
            tree.put("templateCreated", past.created().toString());
        }
        if (!past.daemons().isEmpty()) {
            tree.put("daemons", Trees.resources(past.daemons()));
        }
    }
}

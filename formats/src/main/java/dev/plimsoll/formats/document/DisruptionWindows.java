package dev.plimsoll.formats.document;

import dev.plimsoll.formats.Durations;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.scaling.CronSchedule;
import dev.plimsoll.scaling.DisruptionWindow;
import dev.plimsoll.scaling.DisruptionWindow.Times;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// The windows in which only a share of the nodes may be disrupted, as a policy writes them.
final class DisruptionWindows {

    private static final ZoneId UTC = ZoneId.of("UTC");
    private static final CronSchedule ANY = new CronSchedule("* * * * *", UTC);

    private DisruptionWindows() {}

    static List<DisruptionWindow> read(List<Fields> windows) {
        return windows.stream().map(DisruptionWindows::window).toList();
    }

    private static DisruptionWindow window(Fields fields) {
        if (!fields.has("nodes")) {
            fields.mistake(
                    "a window needs the share of nodes that may be disrupted; add nodes: 10%");
        }
        return new DisruptionWindow(fields.share("nodes", Percent.WHOLE), times(fields));
    }

    private static Times times(Fields fields) {
        var zone =
                valid(fields, "timeZone", fields.text("timeZone", "UTC"), UTC, CronSchedule::zone);
        var text = fields.text("schedule", "");
        var lasts = fields.duration("duration", Duration.ofHours(1));
        if (fields.has("schedule") != fields.has("duration")) {
            fields.mistake(
                    "schedule and duration need each other; add both, or none for a limit at all"
                            + " times");
            return new Times.Always();
        }
        if (!fields.has("schedule")) {
            return new Times.Always();
        }
        var schedule =
                valid(fields, "schedule", text, ANY, written -> new CronSchedule(written, zone));
        if (lasts.isZero() || lasts.isNegative()) {
            fields.mistake("duration", "a window lasts some time; write a time such as 8h");
            return new Times.Always();
        }
        return new Times.Scheduled(schedule, lasts);
    }

    private static <T> T valid(
            Fields fields, String key, String text, T orElse, Function<String, T> read) {
        try {
            return read.apply(text);
        } catch (IllegalArgumentException refused) {
            fields.mistake(key, String.valueOf(refused.getMessage()));
            return orElse;
        }
    }

    static List<Map<String, Object>> trees(List<DisruptionWindow> windows) {
        var trees = new ArrayList<Map<String, Object>>();
        for (var window : windows) {
            var tree = Trees.ordered("nodes", window.nodes().toString());
            if (window.times() instanceof Times.Scheduled(var schedule, var lasts)) {
                tree.put("schedule", schedule.text());
                tree.put("duration", Durations.text(lasts));
                tree.put("timeZone", schedule.zone().getId());
            }
            trees.add(tree);
        }
        return trees;
    }
}

package dev.plimsoll.cluster;

import dev.plimsoll.selection.Taint;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Pattern;

/// The value of the taint of a draining node: the time in seconds since 1970, and the cause:
/// `1767225600_low-utilisation`.
public final class DrainingTaint {

    private static final Pattern VALUE = Pattern.compile("([0-9]{1,12})(?:_([a-z-]+))?");

    private DrainingTaint() {}

    /// The taint of a node that drains.
    public static Taint of(NodeState.Draining draining) {
        return new Taint(Node.DRAINING_TAINT, value(draining), Taint.Effect.NO_SCHEDULE);
    }

    static String value(NodeState.Draining draining) {
        var seconds = Long.toString(draining.since().getEpochSecond());
        return draining.why() == DrainCause.UNKNOWN
                ? seconds
                : seconds + "_" + name(draining.why());
    }

    /// Since when and why it drains. Without a time we did not taint it: it is left alone, like any
    /// node that somebody else cordoned.
    public static NodeState state(String value) {
        var parts = VALUE.matcher(value);
        if (!parts.matches()) {
            return new NodeState.Cordoned();
        }
        var since = Instant.ofEpochSecond(Long.parseLong(parts.group(1)));
        for (var cause : DrainCause.values()) {
            if (name(cause).equals(parts.group(2))) {
                return new NodeState.Draining(since, cause);
            }
        }
        return new NodeState.Draining(since);
    }

    private static String name(DrainCause cause) {
        return cause.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
